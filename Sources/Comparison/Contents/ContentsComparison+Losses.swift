import Documents

/// What could not be compared, which nobody may take for the same.
extension ContentsComparison {
    /// Says that two values could not be compared, and why.
    /// - Parameters:
    ///   - isPart: Whether only a part of them could not be compared.
    ///   - isBefore: Whether the first side is the reason; nil if that is not known, or if both are.
    func noteUncompared(
        at address: [[UInt8]], _ reason: String, isPart: Bool = false, isBefore: Bool? = nil
    ) {
        let place = address.isEmpty ? "" : String(decoding: ValueAddress.text(address), as: UTF8.self) + " was "
        let text = "\(place)not compared\(isPart ? " in full" : ""): \(reason)"
        // Both sides are one item.
        guard uncompared.insert(text).inserted else { return }
        receiveUncompared(text, isBefore)
    }

    /// Says why parts of two files or values could not be read: rows in a log that cannot be read are neither the same nor gone.
    func noteLosses(_ before: [String], _ after: [String], at address: [[UInt8]]) {
        for reason in before {
            noteUncompared(at: address, reason, isPart: true, isBefore: after.contains(reason) ? nil : true)
        }
        for reason in after where !before.contains(reason) {
            noteUncompared(at: address, reason, isPart: true, isBefore: false)
        }
    }
}
