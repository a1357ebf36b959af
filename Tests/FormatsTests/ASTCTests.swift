import Formats
import TestSupport
import Testing

struct ASTCTests {
    @Test("blocks of all modes with any contents are decompressed as astcenc does")
    func oracles() throws {
        let expected = try oracle("blocks.rgba")
        let pixels = try ASTC.decompress(try oracleBlocks()[...], width: 128, height: 128)
        #expect(pixels.count == expected.count)
        let differing = zip(pixels, expected).enumerated().filter { $0.element.0 != $0.element.1 }.map { $0.offset / 4 }
        #expect(differing.isEmpty, "pixels \(differing.prefix(20))")
    }

    @Test("a picture whose size is not a multiple of four is cut off at the right and at the bottom")
    func cut() throws {
        let all = try ASTC.decompress(try oracleBlocks()[...], width: 128, height: 128)
        let part = try ASTC.decompress(try oracleBlocks()[...], width: 126, height: 121)
        #expect(part.count == 126 * 121 * 4)
        for row in 0..<121 {
            #expect(part[(row * 126 * 4)..<((row + 1) * 126 * 4)] == all[(row * 128 * 4)..<(row * 128 + 126) * 4])
        }
    }

    /// Half-precision numbers and the bytes they stand for, by hand: 1, 0.5, 2, -1, a NaN, the largest below 1, 2^-9.
    @Test(
        "a block of one color in high dynamic range is shown as far as the screen's range goes",
        arguments: [
            (0x3c00, 255), (0x3800, 128), (0x4000, 255), (0xbc00, 0), (0x7e00, 0), (0x3bff, 255), (0x1800, 0),
        ])
    func highRange(half: Int, byte: UInt8) throws {
        var block = [UInt8](repeating: 0xff, count: 16)
        block[0] = 0xfc
        for component in 0..<4 {
            block[8 + 2 * component] = UInt8(half & 0xff)
            block[9 + 2 * component] = UInt8(half >> 8)
        }
        #expect(try ASTC.decompress(block[...], width: 1, height: 1) == [byte, byte, byte, byte])
    }

    @Test("too few blocks are refused", arguments: [(0, 4), (4, 0), (128, 129), (129, 128), (1 << 16, 1 << 16)])
    func truncated(width: Int, height: Int) throws {
        let blocks = try oracleBlocks()
        #expect(throws: FormatError.self) { try ASTC.decompress(blocks[...], width: width, height: height) }
    }

    @Test("any block gives texels")
    func hostile() throws {
        var generator = SeededGenerator(seed: 23)
        for _ in 0..<(runsLongTests ? 1_000 : 4) {
            let blocks = (0..<16 * 1_024).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(try ASTC.decompress(blocks[...], width: 128, height: 128).count == 128 * 128 * 4)
        }
    }
}
