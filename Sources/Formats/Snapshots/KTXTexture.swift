/// A texture in a KTX 1 file, as iOS 12 and later store snapshots.
///
/// Source: KTX File Format Specification 1 (Khronos); files of iOS 12 for Apple's keys.
struct KTXTexture {
    /// The width in pixels.
    let width: UInt32
    /// The height in pixels.
    let height: UInt32
    /// The compression, as `glInternalFormat`.
    let format: UInt32
    /// Whether the texture is compressed with LZFSE on top.
    let isLZFSE: Bool
    /// The offset of the first image, which starts with its size.
    let imageOffset: Int
    /// Whether numbers are stored with their most significant byte first.
    let isBigEndian: Bool

    /// Whether `bytes` begin like a KTX file.
    static func begins(_ bytes: [UInt8]) -> Bool {
        bytes.matches([0xab, 0x4b, 0x54, 0x58, 0x20, 0x31, 0x31, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a])
    }

    /// Reads the header and the keys.
    /// - Throws: `FormatError` `truncated` if the size is beyond the end; keys may be.
    init(_ bytes: [UInt8]) throws(FormatError) {
        let isBigEndian = bytes.matches([4, 3, 2, 1], at: 12)
        func number(at offset: Int) -> UInt32? {
            (isBigEndian ? bytes.bigEndian(at: offset, size: 4) : bytes.littleEndian(at: offset, size: 4))
                .map { UInt32($0) }
        }
        guard let format = number(at: 0x1c), let width = number(at: 0x24), let height = number(at: 0x28) else {
            throw FormatError(.truncated, "the file ends before the size of its picture", offset: 0x24)
        }
        let start = 0x40
        let length = Int(number(at: 0x3c) ?? 0)
        let end = min(start + length, bytes.count)
        var place = start
        var isLZFSE = false
        while place < end, let size = number(at: place), !isLZFSE {
            isLZFSE = bytes.matches("Compression_APPLE\0", at: place + 4)
            // Each pair is padded to a multiple of four bytes.
            place += 4 + (Int(size) + 3) & ~3
        }
        (self.format, self.width, self.height, self.isLZFSE) = (format, width, height, isLZFSE)
        imageOffset = start + length
        self.isBigEndian = isBigEndian
    }

    /// Returns the data of the first image.
    /// - Throws: `FormatError` `truncated` if the file ends before its end.
    func image(in bytes: [UInt8]) throws(FormatError) -> ArraySlice<UInt8> {
        let size =
            isBigEndian ? bytes.bigEndian(at: imageOffset, size: 4) : bytes.littleEndian(at: imageOffset, size: 4)
        guard let size, let range = bytes.range(at: imageOffset + 4, length: Int(size)) else {
            throw FormatError(.truncated, "the picture ends too early", offset: bytes.count)
        }
        // Apple's compressed data has a tag and its own size in front.
        guard isLZFSE, bytes.matches("LZFS", at: range.lowerBound), range.count >= 8 else { return bytes[range] }
        return bytes[range.dropFirst(8)]
    }
}
