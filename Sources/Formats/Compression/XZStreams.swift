/// The streams of a file compressed by xz, followed without decompressing them, which tells where they end.
///
/// Source: The .xz File Format 1.1.0, sections 2 to 4; the chunks of LZMA2 as in XZ Embedded. Numbers are little-endian, except
/// for those of LZMA2.
package struct XZStreams {
    /// The first bytes of a stream.
    package static let magic: [UInt8] = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]
    /// The most blocks and chunks that are read: a file of small ones takes long.
    private static let maxRecords = 1_000_000
    /// The sizes of the checks behind blocks, by their numbers.
    private static let checkSizes: [UInt64] = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64]
    private static let header: UInt64 = 12
    private static let lzma2: UInt64 = 0x21

    /// The offset behind the last stream that could be followed to its end, and the blocks of zeros behind it; 0 if none could.
    package private(set) var end: UInt64 = 0

    /// Finds the streams of a file, as far as it can be followed.
    /// - Parameter mustStop: Whether to stop before the next block or chunk.
    package init(of bytes: FileBytes, mustStop: () -> Bool) {
        var left = Self.maxRecords
        var offset: UInt64 = 0
        while let next = Self.endOfStream(bytes, from: offset, &left, mustStop) {
            offset = next
            while bytes.bytes(offset, 4) == [0, 0, 0, 0], left > 0, !mustStop() {
                offset += 4
                left -= 1
            }
            end = offset
        }
    }

    private static func endOfStream(
        _ bytes: FileBytes, from start: UInt64, _ left: inout Int, _ mustStop: () -> Bool
    ) -> UInt64? {
        let head = bytes.bytes(start, Int(header))
        guard head.count == Int(header), head.starts(with: magic), head[6] == 0, head[7] < 16 else { return nil }
        var offset = start + header
        var blocks = 0
        while let size = bytes.bytes(offset, 1).first, size != 0 {
            guard !mustStop(), left > 0,
                let data = block(bytes.bytes(offset, (Int(size) + 1) * 4), declaring: size),
                let end = data.packed.map({ offset + data.header &+ $0 })
                    ?? endOfChunks(bytes, from: offset + data.header, &left, mustStop), end >= offset, end <= bytes.size
            else { return nil }
            left -= 1
            blocks += 1
            offset = padded(end, from: start) + checkSizes[Int(head[7])]
        }
        // An index of all blocks: its mark, their number, two numbers for each, and a sum.
        let index = bytes.bytes(offset, 1 + 9 * (1 + 2 * blocks))
        var place = 1
        guard index.first == 0, let count = number(index, &place), count == UInt64(blocks) else { return nil }
        for _ in 0..<2 * blocks where number(index, &place) == nil { return nil }
        let footer = padded(offset + UInt64(place), from: start) + 4
        guard bytes.bytes(footer + 10, 2) == Array("YZ".utf8) else { return nil }
        return footer + header
    }

    private static func padded(_ offset: UInt64, from start: UInt64) -> UInt64 { start + (offset - start + 3) / 4 * 4 }

    /// Returns the size of a block's header, and that of its data if the header has it; nil if it cannot be followed.
    private static func block(_ head: [UInt8], declaring size: UInt8) -> (header: UInt64, packed: UInt64?)? {
        let length = (Int(size) + 1) * 4
        guard head.count == length else { return nil }
        var place = 2
        var packed: UInt64?
        if head[1] & 0x40 != 0 {
            packed = number(head, &place)
            guard packed != nil else { return nil }
        }
        if head[1] & 0x80 != 0, number(head, &place) == nil { return nil }
        guard packed == nil else { return (UInt64(length), packed) }
        // The last filter is what compresses.
        var filter: UInt64 = 0
        for _ in 0...Int(head[1] & 3) {
            guard let id = number(head, &place), let properties = number(head, &place), properties < UInt64(length)
            else {
                return nil
            }
            filter = id
            place += Int(properties)
        }
        return filter == lzma2 ? (UInt64(length), nil) : nil
    }

    private static func endOfChunks(
        _ bytes: FileBytes, from start: UInt64, _ left: inout Int, _ mustStop: () -> Bool
    ) -> UInt64? {
        var offset = start
        while left > 0, !mustStop() {
            left -= 1
            let head = bytes.bytes(offset, 5)
            guard let control = head.first else { return nil }
            func size(at place: Int) -> UInt64? { head.bigEndian(at: place, size: 2).map { $0 + 1 } }
            switch control {
            case 0: return offset + 1
            case 1, 2:
                guard let size = size(at: 1) else { return nil }
                offset += 3 + size
            case 0x80...:
                guard let size = size(at: 3) else { return nil }
                offset += (control >= 0xc0 ? 6 : 5) + size
            default: return nil
            }
        }
        return nil
    }

    /// Reads a number in groups of seven bits, the least significant ones first.
    private static func number(_ bytes: [UInt8], _ place: inout Int) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard place >= 0, place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            number |= UInt64(byte & 0x7f) << UInt64(shift)
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }
}
