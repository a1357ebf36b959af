import Formats

/// Numbers of payment cards.
extension SecretScanner {
    func findCards(in bytes: UnsafeRawBufferPointer, isTelling: Bool, _ place: (Int) -> Place) {
        findNumbers(in: bytes, isTelling: isTelling) { range in
            let isForTests = CardNumber.isForTests(bytes[range])
            note(
                .card, "payment card number", Array(bytes[range]), isForTests ? .note : nil,
                isForTests ? "a payment card number for tests" : "a payment card number", showsEnds: false,
                place(range.lowerBound))
        }
    }

    /// Calls a closure for each number of a card. Numbers with the right check digit are one of ten, so a long number alone
    /// proves little: its digits are in groups, or a name tells of it.
    func findNumbers(in bytes: UnsafeRawBufferPointer, isTelling: Bool, _ body: (Range<Int>) -> Void) {
        CardNumber.forEach(in: bytes) { match in
            if isTelling || match.isGrouped || CardNumber.isAnnounced(before: match.range.lowerBound, in: bytes) {
                body(match.range)
            }
        }
    }
}
