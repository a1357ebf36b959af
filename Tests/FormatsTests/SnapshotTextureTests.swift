import Formats
import TestSupport
import Testing

struct SnapshotTextureTests {
    private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    /// A KTX 1 file of 128 × 128 pixels.
    private static func ktx(_ image: [UInt8], format: Int = 0x93b0, isCompressed: Bool = false) -> [UInt8] {
        let keys = isCompressed ? word(23) + Array("Compression_APPLE\0APPL\0".utf8) + [0] : []
        var file: [UInt8] = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x31, 0x31, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]
        for value in [0, 0, 0, format, 0x1908, 128, 128, 1, 0, 1, 1, keys.count] { file += word(value) }
        return file + keys + word(image.count) + image
    }

    /// The same picture in Apple's own layout.
    private static func apple(_ image: [UInt8], isCompressed: Bool) -> [UInt8] {
        var file = Array("AAPL\r\n\u{1a}\n".utf8)
        let head = [0, 0, 0, 0, 0x93b0, 0x1908, 128, 128].flatMap(word)
        for (name, data) in [
            ("HEAD", head), ("FILL", [0, 0, 0]), (isCompressed ? "LZFS" : "astc", word(image.count) + image),
        ] {
            file += word(data.count) + Array(name.utf8) + data
        }
        return file + word(0) + Array("END\0".utf8)
    }

    private static func files() throws -> [[UInt8]] {
        let blocks = try oracleBlocks()
        let compressed = try oracle("blocks.lzfse")
        return [
            ktx(blocks), ktx(compressed, isCompressed: true),
            ktx(Array("LZFS".utf8) + word(compressed.count) + compressed, isCompressed: true),
            apple(blocks, isCompressed: false), apple(compressed, isCompressed: true),
        ]
    }

    @Test("both layouts are decoded, with and without LZFSE", arguments: 0..<5)
    func layouts(_ index: Int) throws {
        let picture = try SnapshotTexture.picture(in: try Self.files()[index])
        #expect(picture.width == 128)
        #expect(picture.height == 128)
        #expect(picture.pixels == (try oracle("blocks.rgba")))
    }

    @Test(
        "the snapshots of a downloaded container, whose app had a white screen, are white",
        .enabled(if: sharedSample("WeightTracker.xcappdata") != nil, "there is no sample WeightTracker.xcappdata"))
    func downloaded() throws {
        let package = try DownloadedContainer(.kept)
        #expect(package.snapshots.count == 2)
        for path in package.snapshots {
            let picture = try SnapshotTexture.picture(in: readFile("\(package.path)/AppData/\(path)"))
            #expect([picture.width, picture.height].sorted() == [828, 1_792])
            #expect(picture.pixels.allSatisfy { $0 == 255 })
        }
    }

    @Test("a texture in another compression is refused, by its number")
    func otherCompression() throws {
        let error = #expect(throws: FormatError.self) {
            try SnapshotTexture.picture(in: Self.ktx([UInt8](repeating: 0, count: 16_384), format: 0x8c00))
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("0x8c00") == true)
    }

    @Test("a picture that claims to be huge is refused", arguments: [0x24, 0x28])
    func huge(offset: Int) throws {
        var file = Self.ktx([])
        file.replaceSubrange(offset..<offset + 4, with: [0xff, 0xff, 0xff, 0xff])
        let error = #expect(throws: FormatError.self) { try SnapshotTexture.picture(in: file) }
        #expect(error?.code == .tooLarge)
    }

    @Test("any bytes give a picture or an error", arguments: 0..<5)
    func hostile(_ index: Int) throws {
        let file = try Self.files()[index]
        // The end of Apple's layout is a chunk of eight bytes, which nothing depends on.
        for length in stride(from: 0, to: file.count - 8, by: 499) {
            #expect(throws: FormatError.self) { try SnapshotTexture.picture(in: Array(file[..<length])) }
        }
        var generator = SeededGenerator(seed: 29)
        for _ in 0..<(runsLongTests ? 200_000 : 50) {
            let mutated = generator.mutate(Array(file.prefix(200))) + file.dropFirst(200)
            _ = try? SnapshotTexture.picture(in: mutated)
        }
    }
}
