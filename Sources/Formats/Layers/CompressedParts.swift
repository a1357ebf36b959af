/// Compressed data anywhere in bytes: streams of zlib (RFC 1950) and gzip (RFC 1952), as they are in PDF and PNG files, and the
/// entries of zips (APPNOTE.TXT, section 4.3.7).
package enum CompressedParts {
    /// Calls a closure for each part that can be decompressed, as far as it can, until it returns false.
    /// - Parameters:
    ///   - limit: The most bytes that all parts are decompressed to.
    ///   - mustStop: Whether to stop before the next part.
    /// - Returns: Whether nothing was cut off by the limit.
    @discardableResult
    package static func forEach(
        in bytes: [UInt8], limit: Int, mustStop: () -> Bool = { false }, _ body: ([UInt8]) -> Bool
    ) -> Bool {
        // Many headers may lead to the same data.
        var bytesLeft = min(limit, leastLimit + bytes.count.multipliedReportingOverflow(by: maxRatio).partialValue)
        var index = 0
        while let place = nextBeginning(in: bytes, from: index) {
            index = place
            guard let start = start(at: index, in: bytes), start < bytes.count else {
                index += 1
                continue
            }
            guard !mustStop() else { return true }
            guard bytesLeft > 0 else { return false }
            guard !isNoBlock(at: start, in: bytes) else {
                bytesLeft -= leastCost
                index += 1
                continue
            }
            let (output, end, isTooLarge) = Inflate.decompressAsFarAsPossible(bytes, from: start, limit: bytesLeft)
            bytesLeft -= max(output.count, leastCost)
            guard output.count >= minimum else {
                index += 1
                continue
            }
            guard body(output) else { return true }
            guard !isTooLarge else { return false }
            // What is inside a whole stream begins nothing else.
            index = end ?? index + 1
        }
        return true
    }

    private static func nextBeginning(in bytes: [UInt8], from start: Int) -> Int? {
        let place = bytes.withUnsafeBytes { $0.firstStream(from: start) }
        return place.flatMap { $0 < bytes.count - 3 ? $0 : nil }
    }

    /// Whether the first block of compressed data surely is none, by the kind of block and the two lengths of one that is not
    /// compressed (RFC 1951, sections 3.2.3 and 3.2.4): most of what looks like a header is none.
    private static func isNoBlock(at start: Int, in bytes: [UInt8]) -> Bool {
        switch bytes[start] & 6 {
        case 6: return true
        case 0:
            guard start + 4 < bytes.count else { return false }
            return bytes[start + 1] ^ bytes[start + 3] != 0xff || bytes[start + 2] ^ bytes[start + 4] != 0xff
        default: return false
        }
    }

    /// Returns where the compressed data begin whose header is at an index; nil if none is.
    private static func start(at index: Int, in bytes: [UInt8]) -> Int? {
        let (first, second) = (bytes[index], bytes[index + 1])
        switch (first, second) {
        // The method DEFLATE, a window of up to 32 KB, and a sum of 31: section 2.2.
        case (0x08...0x78, _)
        where first & 0x0f == 8 && (Int(first) << 8 | Int(second)) % 31 == 0 && second & 0x20 == 0:
            return index + 2
        case (0x1f, 0x8b): return endOfHeader(ofGzip: bytes, at: index)
        case (0x50, 0x4b): return endOfHeader(ofEntry: bytes, at: index)
        default: return nil
        }
    }

    /// Fewer bytes are decompressed from what is no stream, by chance.
    private static let minimum = 12
    /// The most bytes that a byte stands for (zlib: 1,032), and what any bytes may be decompressed to.
    private static let maxRatio = 1_100
    private static let leastLimit = 1 << 20
    /// What a part costs at least, in bytes.
    private static let leastCost = 64
    /// The longest name or comment in a header of gzip.
    private static let longestText = 1_024

    private static func endOfHeader(ofGzip bytes: [UInt8], at index: Int) -> Int? {
        guard index + 10 < bytes.count, bytes[index + 2] == 8 else { return nil }
        let flags = bytes[index + 3]
        guard flags & 0xe0 == 0 else { return nil }
        var end = index + 10
        if flags & 4 != 0 {
            guard let length = bytes.littleEndian(at: end, size: 2) else { return nil }
            end += 2 + Int(length)
        }
        for flag in [UInt8(8), 16] where flags & flag != 0 {
            guard end < bytes.count, let stop = bytes[end..<min(bytes.count, end + longestText)].firstIndex(of: 0)
            else {
                return nil
            }
            end = stop + 1
        }
        return end + (flags & 2 != 0 ? 2 : 0)
    }

    private static func endOfHeader(ofEntry bytes: [UInt8], at index: Int) -> Int? {
        guard bytes.matches("PK\u{3}\u{4}", at: index), bytes.littleEndian(at: index + 8, size: 2) == 8,
            let name = bytes.littleEndian(at: index + 26, size: 2),
            let extra = bytes.littleEndian(at: index + 28, size: 2)
        else { return nil }
        return index + 30 + Int(name) + Int(extra)
    }
}
