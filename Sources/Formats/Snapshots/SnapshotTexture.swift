/// Decodes the textures in which iOS stores app-switcher snapshots: KTX 1 and Apple's own layout, ASTC with blocks of
/// 4 × 4, with or without LZFSE.
package enum SnapshotTexture {
    /// The most pixels of a snapshot; the largest screen of an iPad has 5.6 million.
    package static let pixelLimit = 32 * 1_024 * 1_024

    /// Whether a file begins like a texture in one of the two layouts.
    package static func begins(_ bytes: [UInt8]) -> Bool { KTXTexture.begins(bytes) || AppleTexture.begins(bytes) }

    /// Returns the picture in the bytes of a whole file.
    /// - Throws: `FormatError`: `unsupported` for other files and other compressions, `tooLarge` for more than
    ///   `pixelLimit` pixels, `truncated` and `malformed` for damaged files.
    package static func picture(in bytes: [UInt8]) throws(FormatError) -> Picture {
        let (width, height, format): (UInt32, UInt32, UInt32)
        let image: ArraySlice<UInt8>
        let isLZFSE: Bool
        if KTXTexture.begins(bytes) {
            let texture = try KTXTexture(bytes)
            (width, height, format, isLZFSE) = (texture.width, texture.height, texture.format, texture.isLZFSE)
            image = try texture.image(in: bytes)
        } else if AppleTexture.begins(bytes) {
            let texture = AppleTexture(bytes)
            guard let size = texture.size, let range = texture.image else {
                throw FormatError(.truncated, "the file ends before its picture", offset: texture.end)
            }
            (width, height, format, isLZFSE) = (size.width, size.height, texture.format, texture.isLZFSE)
            image = bytes[range]
        } else {
            throw FormatError(.unsupported, "not a texture: neither KTX nor Apple's own layout", offset: 0)
        }
        guard format == 0x93b0 || format == 0x93d0 else {
            let name = "0x" + String(format, radix: 16)
            throw FormatError(.unsupported, "the texture's compression \(name) is not known, only ASTC 4x4", offset: 0)
        }
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16, Int(width) * Int(height) <= pixelLimit else {
            throw FormatError(.tooLarge, "a picture of \(width) by \(height) pixels is not decoded", offset: 0)
        }
        let blocks = (Int(width) + 3) / 4 * ((Int(height) + 3) / 4)
        let data = isLZFSE ? try LZFSE.decompress(image, limit: blocks * 16)[...] : image
        let pixels = try ASTC.decompress(data, width: Int(width), height: Int(height))
        return Picture(width: Int(width), height: Int(height), pixels: pixels)
    }
}
