/// Names for documents that arrive where others have the same: nothing is overwritten.
package enum DeliveryName {
    /// As many bytes as file systems take for a name.
    static let longest = 255

    /// `file.txt`, and then `file-1.txt`, `file-2.txt` … (container-rules.md, "Delivery", 4).
    ///
    /// - Parameter isTaken: whether something has a name already.
    /// - Returns: nil where no number is left, after a million.
    package static func free<Failure: Error>(
        for name: [UInt8],
        isTaken: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) -> [UInt8]? {
        guard try isTaken(name) else { return name }
        let parts = NameParts(name)
        let ending = parts.fileExtension.isEmpty ? [] : [UInt8(ascii: ".")] + parts.fileExtension
        for number in 1...1_000_000 {
            let suffix = Array("-\(number)".utf8) + ending
            let candidate = shortened(parts.stem, to: longest - suffix.count) + suffix
            if candidate.count <= longest, try !isTaken(candidate) { return candidate }
        }
        return nil
    }

    /// The beginning of a name, no character of UTF-8 cut in two.
    private static func shortened(_ stem: [UInt8], to count: Int) -> [UInt8] {
        guard stem.count > count else { return stem }
        var end = max(1, count)
        while end > 1, stem[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
        return Array(stem[..<end])
    }
}
