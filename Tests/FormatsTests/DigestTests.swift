import Formats
import TestSupport
import Testing

@Suite("Digests")
struct DigestTests {
    private static let tools: [(algorithm: Digest.Algorithm, command: String)] = [
        (.sha1, "sha1sum"), (.sha256, "sha256sum"), (.sha384, "sha384sum"), (.sha512, "sha512sum"),
    ]

    @Test("digests match the coreutils, for lengths around a block", arguments: tools.indices)
    func lengths(_ index: Int) throws {
        let (algorithm, command) = Self.tools[index]
        var generator = SeededGenerator(seed: 512)
        for length in [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1_000] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let said = try runCommand([command], input: bytes).stdout.prefix { $0 != 0x20 }
            let digest = Digest.of(bytes, algorithm)
            #expect(digest.count == algorithm.length)
            let digits = digest.flatMap { [$0 >> 4, $0 & 15] }.map { String($0, radix: 16) }.joined()
            #expect(digits == String(decoding: said, as: UTF8.self), "\(length) bytes")
        }
    }

    @Test("a computation that ended begins another one")
    func again() {
        var digest = Digest(.sha384)
        for text in ["one", "two"] {
            Array(text.utf8).withUnsafeBytes { digest.add($0) }
            #expect(digest.end() == Digest.of(Array(text.utf8), .sha384))
        }
    }
}
