import FileTree

/// Finds free names for delivered documents, so that nothing is overwritten.
package enum DeliveryName {
    /// Returns a free name: `file.txt`, then `file-1.txt`, `file-2.txt` … (container-rules.md, "Delivery", 4). The names of
    /// what may belong to a file are free as well (see `Companion.isFree`).
    ///
    /// - Parameter isTaken: Returns whether a name is taken.
    /// - Returns: The name, or nil if a million numbers are taken.
    package static func free<Failure: Error>(
        for name: [UInt8],
        isTaken: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) -> [UInt8]? {
        if try Companion.isFree(name, isTaken: isTaken) { return name }
        let parts = NameParts(name)
        let ending = parts.fileExtension.isEmpty ? [] : [UInt8(ascii: ".")] + parts.fileExtension
        for number in 1...1_000_000 {
            let suffix = Array("-\(number)".utf8) + ending
            let candidate = shortened(parts.stem, to: NameRules.longest - suffix.count) + suffix
            if candidate.count <= NameRules.longest, try Companion.isFree(candidate, isTaken: isTaken) {
                return candidate
            }
        }
        return nil
    }

    /// Returns the beginning of a name, without splitting a UTF-8 character.
    private static func shortened(_ stem: [UInt8], to count: Int) -> [UInt8] {
        guard stem.count > count else { return stem }
        var end = max(1, count)
        while end > 1, stem[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
        return Array(stem[..<end])
    }
}
