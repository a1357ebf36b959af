import Formats

/// Payment card numbers: a known beginning with a length of its own, and the check digit of ISO/IEC 7812-1 (Luhn).
enum CardNumber {
    /// A range of beginnings and the lengths of numbers that have them.
    private struct Issuer {
        let beginnings: ClosedRange<Int>
        let digits: Int
        let lengths: Set<Int>
    }

    private static let issuers: [Issuer] = [
        Issuer(beginnings: 4...4, digits: 1, lengths: [16, 19]),
        Issuer(beginnings: 51...55, digits: 2, lengths: [16]),
        Issuer(beginnings: 2_221...2_720, digits: 4, lengths: [16]),
        Issuer(beginnings: 34...34, digits: 2, lengths: [15]),
        Issuer(beginnings: 37...37, digits: 2, lengths: [15]),
        Issuer(beginnings: 6_011...6_011, digits: 4, lengths: [16]),
        Issuer(beginnings: 644...659, digits: 3, lengths: [16]),
        Issuer(beginnings: 3_528...3_589, digits: 4, lengths: [16]),
        Issuer(beginnings: 300...305, digits: 3, lengths: [14]),
        Issuer(beginnings: 36...36, digits: 2, lengths: [14]),
        Issuer(beginnings: 38...39, digits: 2, lengths: [14]),
    ]

    /// A number that was found.
    struct Match {
        let range: Range<Int>
        /// Whether blanks or hyphens group the digits, as on a card.
        let isGrouped: Bool
    }

    /// Returns whether digits are the number of a card.
    static func isValid(_ digits: [UInt8]) -> Bool {
        guard (14...19).contains(digits.count), Set(digits).count > 1 else { return false }
        let isKnown = issuers.contains { issuer in
            issuer.lengths.contains(digits.count)
                && issuer.beginnings.contains(digits.prefix(issuer.digits).reduce(0) { $0 * 10 + Int($1) })
        }
        guard isKnown else { return false }
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let value = Int(digit) * (index % 2 == 1 ? 2 : 1)
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }

    /// The shortest number.
    static let minimum = 14

    /// Calls a closure for each number in bytes.
    static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (Match) -> Void) {
        // Each number has one of these places with three of its bytes before it, and three behind it.
        var index = 3
        while index + 3 < bytes.count {
            guard isInside(index, bytes), let digit = (index...index + 1).first(where: { bytes[$0].isASCIIDigit })
            else {
                index += minimum - 6
                continue
            }
            let range = digits(around: digit, bytes)
            if let match = match(range, bytes) { body(match) }
            index = max(index, range.upperBound) + 3
        }
    }

    /// Whether a byte may be in a number, as well as three before it and three behind it.
    private static func isInside(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        func isOfNumber(_ distance: Int) -> Bool {
            let byte = bytes[index + distance]
            return byte.isASCIIDigit || byte == 0x20 || byte == 0x2d
        }
        return isOfNumber(0) && (1...3).allSatisfy { isOfNumber($0) && isOfNumber(-$0) }
    }

    /// Returns the digits around a place, with single blanks and hyphens between them.
    private static func digits(around index: Int, _ bytes: UnsafeRawBufferPointer) -> Range<Int> {
        var start = index
        while start > 0, isPart(start - 1, bytes) { start -= 1 }
        var end = index + 1
        while end < bytes.count, isPart(end, bytes) { end += 1 }
        return start..<end
    }

    /// Whether a byte is a digit, or a single blank or hyphen between two.
    private static func isPart(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        if bytes[index].isASCIIDigit { return true }
        guard bytes[index] == 0x20 || bytes[index] == 0x2d, index > 0, index + 1 < bytes.count else { return false }
        return bytes[index - 1].isASCIIDigit && bytes[index + 1].isASCIIDigit
    }

    private static func match(_ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Match? {
        guard (minimum...24).contains(range.count) else { return nil }
        // Part of a longer word, a decimal fraction, or a UUID is none.
        for outer in [range.lowerBound - 1, range.upperBound] where bytes.indices.contains(outer) {
            let byte = bytes[outer]
            if byte.isASCIILetterOrDigit
                || [0x2e, 0x5f, 0x2d, 0x2f, 0x25, 0x3a, 0x3d].contains(byte) && outer != range.upperBound
            {
                return nil
            }
        }
        let digits = bytes[range].filter(\.isASCIIDigit).map { $0 - 0x30 }
        let groups = bytes[range].split { !$0.isASCIIDigit }.map(\.count)
        let isGrouped = groups.count > 1
        guard !isGrouped || groups == [4, 4, 4, 4] || groups == [4, 6, 5] || groups == [4, 6, 4] else { return nil }
        // A table of numbers of four hexadecimal digits has such groups by chance.
        if isGrouped, hasGroup(endingAt: range.lowerBound - 1, bytes) || hasGroup(beginningAt: range.upperBound, bytes)
        {
            return nil
        }
        return isValid(digits) ? Match(range: range, isGrouped: isGrouped) : nil
    }

    private static func hasGroup(endingAt end: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        end >= 4 && bytes[end] == 0x20 && isGroup(bytes[(end - 4)..<end])
            && (end == 4 || !bytes[end - 5].isASCIILetterOrDigit)
    }

    private static func hasGroup(beginningAt start: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        start + 5 <= bytes.count && bytes[start] == 0x20 && isGroup(bytes[(start + 1)..<(start + 5)])
            && (start + 5 == bytes.count || !bytes[start + 5].isASCIILetterOrDigit)
    }

    private static func isGroup(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        bytes.allSatisfy { $0.hexadecimalValue != nil } && bytes.contains { !$0.isASCIIDigit }
    }

    /// The numbers that payment services document for tests: Stripe, PayPal, Adyen, Square.
    private static let tests: Set<String> = [
        "4242424242424242", "4000056655665556", "5555555555554444", "2223003122003222", "5200828282828210",
        "5105105105105100", "378282246310005", "371449635398431", "6011111111111117", "6011000990139424",
        "3056930009020004", "36227206271667", "3566002020360505", "4111111111111111", "4012888888881881",
        "4000000000000002", "4000002500003155", "4000000000009995", "4000000000000069", "4000000000000127",
        "30569309025904", "38520000023237", "3530111333300000", "4917610000000000", "4032039534213337",
        "5424000000000015", "4007000000027", "4222222222222", "378734493671000", "6759649826438453",
        "4532759734545858", "5339056780134567", "340000000000009", "6011000000000004", "4646464646464644",
        "4400000000000008", "5577000055770004", "370000000000002",
    ]

    /// Returns whether it is one that payment services document for tests.
    static func isForTests(_ number: some Sequence<UInt8>) -> Bool {
        tests.contains(String(decoding: number.filter(\.isASCIIDigit), as: UTF8.self))
    }

    /// What stands in the line of a card's number, in small letters.
    private static let contexts = [
        "card", "karte", "visa", "mastercard", "amex", "tarjeta", "carte ", "カード", "카드", "卡号",
    ]
    /// The bytes before a number that are looked at.
    private static let reach = 64

    /// Whether what stands before a number says that it is of a card.
    static func isAnnounced(before offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        let start = max(0, offset - reach)
        let text = String(decoding: bytes[start..<offset], as: UTF8.self).lowercased()
        return contexts.contains { text.contains($0) }
    }

    /// What a name of a card's number begins or ends with.
    static let nameEnds = ["card", "pan", "ccnum", "ccn", "creditcard", "karte"]
    /// What such a name may have anywhere.
    static let nameParts = ["cardnumber", "cardno", "zcard"]

    /// Returns whether a name says that a value is a card's number.
    static func isTelling(_ name: String) -> Bool {
        let plain = name.utf8.filter(\.isASCIILetterOrDigit).map(\.asciiLowercased)
        return nameEnds.contains { end in
            plain.starts(with: end.utf8) || plain.suffix(end.utf8.count).elementsEqual(end.utf8)
        } || nameParts.contains { plain.firstOccurrence(of: Array($0.utf8)) != nil }
    }
}
