/// Masks values in files of cookies. All offsets stay.
enum CookieMasking {
    /// Returns a file without values.
    ///
    /// The four bytes behind the pages are the sum of every fourth byte of the pages in the files that CFNetwork writes.
    /// Where they are, they are written anew.
    static func mask(_ bytes: [UInt8], _ values: SecretValues) -> [UInt8] {
        guard var masked = values.filled(bytes) else { return bytes }
        guard let pages = pages(of: bytes), let end = pages.last?.upperBound,
            let stored = bytes.bigEndian(at: end, size: 4), stored == sum(of: pages, in: bytes)
        else { return masked }
        let sum = sum(of: pages, in: masked)
        for index in 0..<4 { masked[end + index] = UInt8(truncatingIfNeeded: sum >> UInt64(24 - 8 * index)) }
        return masked
    }

    private static func pages(of bytes: [UInt8]) -> [Range<Int>]? {
        guard let count = bytes.bigEndian(at: 4, size: 4), count <= bytes.count / 4,
            var start = bytes.range(at: 8, length: Int(count) * 4)?.upperBound
        else { return nil }
        var pages: [Range<Int>] = []
        for page in 0..<Int(count) {
            guard let size = bytes.bigEndian(at: 8 + page * 4, size: 4),
                let range = bytes.range(at: start, length: Int(size))
            else { return nil }
            pages.append(range)
            start = range.upperBound
        }
        return pages
    }

    private static func sum(of pages: [Range<Int>], in bytes: [UInt8]) -> UInt64 {
        var sum: UInt32 = 0
        for page in pages {
            for index in stride(from: page.lowerBound, to: page.upperBound, by: 4) { sum &+= UInt32(bytes[index]) }
        }
        return UInt64(sum)
    }
}
