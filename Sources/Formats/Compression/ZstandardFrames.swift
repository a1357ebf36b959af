/// The frames of a file compressed by Zstandard, of which skippable ones hold bytes that decompression leaves out.
///
/// Source: RFC 8878, sections 3.1.1 and 3.1.2. All numbers are little-endian.
package struct ZstandardFrames {
    /// The first bytes of a frame with compressed data.
    package static let magic: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]
    /// The most frames and blocks that are read: a file of small ones takes long.
    private static let maxRecords = 1_000_000
    /// The number and the size of a skippable frame.
    private static let skippableHeader: UInt64 = 8

    /// Where the contents of skippable frames lie, apart from empty ones.
    package private(set) var skippable: [Range<UInt64>] = []
    /// Whether all frames were found, up to the end of the file.
    package private(set) var isComplete = false
    /// The offset behind the last frame that could be followed to its end.
    package private(set) var end: UInt64 = 0

    /// Finds the frames of a file, as far as it can be followed.
    /// - Parameter mustStop: Whether to stop before the next frame or block.
    package init(of bytes: FileBytes, mustStop: () -> Bool) {
        var offset: UInt64 = 0
        var left = Self.maxRecords
        while offset < bytes.size {
            guard !mustStop(), left > 0 else { return }
            left -= 1
            let head = bytes.bytes(offset, Self.longestHeader)
            if let size = Self.skippableSize(head, at: 0) {
                // Of one that is cut off, what there is.
                let start = min(offset + Self.skippableHeader, bytes.size)
                let end = start + min(size, bytes.size - start)
                if end > start { skippable.append(start..<end) }
                guard end - start == size else { return }
                offset = end
                self.end = offset
            } else {
                guard let header = FrameHeader(head) else { return }
                offset += header.size
                guard Self.skipBlocks(of: bytes, &offset, &left, mustStop) else { return }
                offset += header.hasChecksum ? 4 : 0
                if offset <= bytes.size { end = offset }
            }
        }
        isComplete = offset == bytes.size
    }

    /// Returns whether a file begins with compressed data, perhaps behind skippable frames.
    /// - Parameter head: The first `FileSignature.length` bytes or more, or all of a shorter file. If nothing but skippable
    ///   frames is in the first bytes of a longer one, it counts.
    package static func isRecognized(in head: [UInt8]) -> Bool {
        var offset = 0
        while let size = skippableSize(head, at: offset) {
            offset += Int(skippableHeader + size)
            guard offset < head.count else { return head.count >= FileSignature.length }
        }
        return head.matches(magic, at: offset)
    }

    /// Returns the size of the contents of a skippable frame; nil if there is none at the offset.
    private static func skippableSize(_ bytes: [UInt8], at offset: Int) -> UInt64? {
        guard let number = bytes.littleEndian(at: offset, size: 4), number & 0xffff_fff0 == 0x184d_2a50
        else { return nil }
        return bytes.littleEndian(at: offset + 4, size: 4)
    }

    /// Moves an offset behind the last block of a frame.
    /// - Returns: false if the blocks cannot be followed.
    private static func skipBlocks(
        of bytes: FileBytes, _ offset: inout UInt64, _ left: inout Int, _ mustStop: () -> Bool
    ) -> Bool {
        while true {
            guard !mustStop(), left > 0, let header = bytes.bytes(offset, 3).littleEndian(at: 0, size: 3) else {
                return false
            }
            left -= 1
            let kind = header >> 1 & 3
            // A byte that is repeated is stored once; a block of kind 3 is none.
            guard kind != 3 else { return false }
            offset += 3 + (kind == 1 ? 1 : header >> 3)
            guard offset <= bytes.size else { return false }
            if header & 1 != 0 { return true }
        }
    }

    /// The length of the longest header of a frame.
    private static let longestHeader = 18

    /// The header of a frame with compressed data.
    private struct FrameHeader {
        let size: UInt64
        let hasChecksum: Bool

        /// Reads a header; nil if it is none.
        init?(_ bytes: [UInt8]) {
            guard bytes.matches(ZstandardFrames.magic), bytes.count > 4 else { return nil }
            let descriptor = bytes[4]
            let isSingleSegment = descriptor & 0x20 != 0
            let sizeOfWindow: UInt64 = isSingleSegment ? 0 : 1
            let dictionarySize: UInt64 = [0, 1, 2, 4][Int(descriptor & 3)]
            let sizeOfContentSize: UInt64 = [isSingleSegment ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
            size = 5 + sizeOfWindow + dictionarySize + sizeOfContentSize
            hasChecksum = descriptor & 4 != 0
        }
    }
}
