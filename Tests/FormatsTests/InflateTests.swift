import Formats
import TestSupport
import Testing

/// Decompression as zlib does it.
struct InflateTests {
    private static let script = """
        import sys, zlib
        data = {
            'empty': b'', 'short': b'harbor', 'text': b'tide and sail ' * 3000,
            'all': bytes(range(256)) * 20, 'mixed': bytes((n * n >> 3) & 255 for n in range(70000)),
        }[sys.argv[1]]
        if sys.argv[2] == 'plain':
            sys.stdout.buffer.write(data)
        else:
            level, strategy = sys.argv[2].split()
            packer = zlib.compressobj(int(level), zlib.DEFLATED, -15, 9, int(strategy))
            sys.stdout.buffer.write(packer.compress(data) + packer.flush())
        """

    // Level 0 stores; strategy 2 has no matches and 4 the fixed codes.
    @Test(
        "data compressed by zlib come back",
        arguments: ["empty", "short", "text", "all", "mixed"], ["0 0", "1 0", "9 0", "9 2", "9 4"])
    func oracle(_ data: String, _ form: String) throws {
        let expected = try Python.run(Self.script, [data, "plain"])
        let compressed = try Python.run(Self.script, [data, form])
        #expect(try Inflate.decompress(compressed, limit: expected.count) == expected)
        #expect(try Inflate.decompress(compressed + [1, 2, 3], limit: expected.count) == expected)
        guard !expected.isEmpty else { return }
        let error = #expect(throws: FormatError.self) {
            try Inflate.decompress(compressed, limit: expected.count - 1)
        }
        #expect(error?.code == .tooLarge)
        #expect(throws: FormatError.self) { try Inflate.decompress(Array(compressed.dropLast()), limit: 1 << 20) }
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
