/// Decompresses textures of ASTC with blocks of 4 × 4 texels, in which iOS stores the pictures of its app switcher.
package enum ASTC {
    /// Returns the picture in blocks, from the upper left one row by row; invalid blocks are magenta.
    /// - Throws: `FormatError` `truncated` if there are too few bytes.
    package static func decompress(
        _ blocks: ArraySlice<UInt8>, width: Int, height: Int
    ) throws(FormatError) -> [UInt8] {
        let (columns, rows) = ((width + 3) / 4, (height + 3) / 4)
        guard width > 0, height > 0, blocks.count / 16 / columns >= rows else {
            throw FormatError(.truncated, "the picture ends too early", offset: blocks.endIndex)
        }
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
            pixels.initialize(repeating: 0)
            count = width * height * 4
            blocks.withUnsafeBytes { blocks in
                let pixels = UnsafeMutableRawBufferPointer(pixels)
                for index in 0..<columns * rows {
                    let data = UInt128(littleEndian: blocks.loadUnaligned(fromByteOffset: 16 * index, as: UInt128.self))
                    let texels = ASTCBlock(data).texels() ?? invalid
                    let (left, top) = (index % columns * 4, index / columns * 4)
                    for row in 0..<min(4, height - top) {
                        for column in 0..<min(4, width - left) {
                            pixels.storeBytes(
                                of: texels[4 * row + column],
                                toByteOffset: ((top + row) * width + left + column) * 4,
                                as: SIMD4<UInt8>.self)
                        }
                    }
                }
            }
        }
    }

    private static let invalid = ASTCBlock.Texels(repeating: SIMD4(255, 0, 255, 255))
}
