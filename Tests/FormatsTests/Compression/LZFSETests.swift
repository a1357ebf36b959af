import Formats
import TestSupport
import Testing

struct LZFSETests {
    /// The words in the compressed files, chosen by a linear congruential generator.
    private static func words(_ count: Int) -> [UInt8] {
        let words = ["harbor ", "tide ", "sail ", "log ", "anchor\n", "chart "]
        var text: [UInt8] = []
        var state: UInt64 = 1
        while text.count < count {
            state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff
            text += Array(words[Int(state >> 16 % 6)].utf8)
        }
        return Array(text[..<count])
    }

    private static let stored = (0..<5_000).map { UInt8(truncatingIfNeeded: ($0 * $0) / 7 ^ $0 >> 5) }

    @Test(
        "each kind of block is decompressed as the reference implementation does",
        arguments: [
            ("stored.lzfse", stored), ("short.lzfse", words(1_000)), ("words.lzfse", words(200_000)),
            ("words-plain-tables.lzfse", words(200_000)),
        ])
    func oracles(_ file: String, _ expected: [UInt8]) throws {
        let compressed = try oracle(file)
        let bytes = try LZFSE.decompress(compressed[...], limit: expected.count)
        #expect(bytes == expected)
        // Offsets count from the beginning of the slice, wherever that is.
        let shifted = [7, 7, 7] + compressed + [1, 2]
        #expect(try LZFSE.decompress(shifted[3...], limit: expected.count) == expected)
    }

    @Test("output that exceeds the limit is refused", arguments: ["stored.lzfse", "short.lzfse", "words.lzfse"])
    func limit(_ file: String) throws {
        let compressed = try oracle(file)
        let error = #expect(throws: FormatError.self) { try LZFSE.decompress(compressed[...], limit: 999) }
        #expect(error?.code == .tooLarge)
    }

    @Test(
        "a stream without its end is refused", arguments: ["stored.lzfse", "short.lzfse", "words-plain-tables.lzfse"])
    func truncated(_ file: String) throws {
        let compressed = try oracle(file)
        for length in stride(from: 0, to: compressed.count, by: max(1, compressed.count / 100)) {
            #expect(throws: FormatError.self) { try LZFSE.decompress(compressed[..<length], limit: 1 << 20) }
        }
    }

    @Test(
        "any bytes give data within the limit or an error",
        arguments: ["stored.lzfse", "short.lzfse", "words.lzfse", "words-plain-tables.lzfse"])
    func hostile(_ file: String) throws {
        let compressed = try oracle(file)
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<(runsLongTests ? 250_000 : 80) {
            // Most of a block is its payload; its header decides more.
            var mutated = generator.mutate(Array(compressed.prefix(1_000)))
            mutated += compressed.dropFirst(1_000)
            if let bytes = try? LZFSE.decompress(mutated[...], limit: 250_000) { #expect(bytes.count <= 250_000) }
        }
    }
}
