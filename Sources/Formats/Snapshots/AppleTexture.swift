/// A texture in Apple's own layout: chunks after `AAPL`, in files that also have the extension `.ktx`.
///
/// Each chunk has its size, four letters, and its data. Source: files of recent versions of iOS.
struct AppleTexture {
    /// The size in pixels; nil if the file ends before it.
    private(set) var size: (width: UInt32, height: UInt32)?
    /// The compression, as OpenGL's internal formats; 0 if it is not there.
    private(set) var format: UInt32 = 0
    /// Whether the texture is compressed with LZFSE on top.
    private(set) var isLZFSE = false
    /// The data of the image, without its size; nil if the given bytes end before it.
    private(set) var image: Range<Int>?
    /// The offset at which reading ended.
    private(set) var end = 8

    /// Whether `bytes` begin like such a file.
    static func begins(_ bytes: [UInt8]) -> Bool { bytes.matches("AAPL\r\n\u{1a}\n") }

    /// Reads all chunks in `bytes`.
    init(_ bytes: [UInt8]) {
        while let length = bytes.littleEndian(at: end, size: 4), !bytes.matches("END", at: end + 4) {
            let data = end + 8
            if bytes.matches("HEAD", at: end + 4) {
                func field(_ index: Int) -> UInt32? {
                    bytes.littleEndian(at: data + 4 * index, size: 4).map { UInt32($0) }
                }
                format = field(4) ?? 0
                if let width = field(6), let height = field(7) { size = (width, height) }
            }
            let isCompressed = bytes.matches("LZFS", at: end + 4)
            isLZFSE = isLZFSE || isCompressed
            if isCompressed || bytes.matches("astc", at: end + 4) || bytes.matches("ASTC", at: end + 4), length >= 4 {
                // The data begins with its own length.
                image = image ?? bytes.range(at: data + 4, length: Int(length) - 4)
            }
            end = data + Int(length)
        }
        end = min(end, bytes.count)
    }
}
