import Formats
import TestSupport
import Testing

/// Decompression as zlib does it.
struct InflateTests {
    private static let script = Script.text("inflate")

    // Level 0 stores; strategy 2 has no matches and 4 the fixed codes.
    @Test(
        "data compressed with zlib come back",
        arguments: ["empty", "short", "text", "all", "mixed"], ["0 0", "1 0", "9 0", "9 2", "9 4"])
    func oracle(_ data: String, _ form: String) throws {
        let expected = try Python.run(Self.script, [data, "plain"])
        let compressed = try Python.run(Self.script, [data, form])
        #expect(try Inflate.decompress(compressed, limit: expected.count) == expected)
        let (output, end) = try Inflate.decompressPrefix(of: compressed + [1, 2, 3], limit: expected.count)
        #expect(output == expected && end == compressed.count)
        guard !expected.isEmpty else { return }
        let error = #expect(throws: FormatError.self) {
            try Inflate.decompress(compressed, limit: expected.count - 1)
        }
        #expect(error?.code == .tooLarge)
        let cut = #expect(throws: FormatError.self) {
            try Inflate.decompress(Array(compressed.dropLast()), limit: 1 << 20)
        }
        #expect(cut?.code == .truncated)
    }

    @Test("every beginning of compressed data is refused as truncated")
    func beginnings() throws {
        let compressed = try Python.run(Self.script, ["short", "9 0"])
        for count in compressed.indices {
            let error = #expect(throws: FormatError.self) {
                try Inflate.decompress(Array(compressed[..<count]), limit: 100)
            }
            #expect(error?.code == .truncated, "\(count)")
        }
    }

    // RFC 1951: 3.2.3 (block types), 3.2.4 (a length and its complement), 3.2.5 (a distance to before the beginning).
    @Test(
        "data that contradict themselves are refused",
        arguments: [[0b111], [0b001, 1, 0, 0, 0], [0b0000_0011, 0b0000_0010, 0]] as [[UInt8]])
    func contradictions(_ bytes: [UInt8]) {
        let error = #expect(throws: FormatError.self) { try Inflate.decompress(bytes, limit: 100) }
        #expect(error?.code == .malformed)
    }

    @Test("a little data that decompress to very much are given up at the limit", arguments: [-1, 0, 1, 1 << 20])
    func bomb(limit: Int) throws {
        let script = """
            import sys, zlib
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            sys.stdout.buffer.write(packer.compress(bytes(64 << 20)) + packer.flush())
            """
        let compressed = try Python.run(script, [])
        #expect(compressed.count < 100_000)
        let error = #expect(throws: FormatError.self) { try Inflate.decompress(compressed, limit: limit) }
        #expect(error?.code == .tooLarge)
        #expect(error.map { $0.offset <= max(1_000, limit / 100) } == true)
    }

    @Test("randomly mutated data are decompressed or refused", arguments: 1...UInt64(runsLongTests ? 100 : 2))
    func mutations(_ seed: UInt64) throws {
        let compressed =
            try ["9 0", "9 4"].map { try Python.run(Self.script, ["short", $0]) }
            + [Python.run(Self.script, ["all", "9 0"])]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<(runsLongTests ? 10_000 : 1_000) {
            guard let start = compressed.randomElement(using: &generator) else { continue }
            let bytes = try? Inflate.decompress(generator.mutate(start), limit: 100_000)
            #expect((bytes?.count ?? 0) <= 100_000)
        }
    }
}
