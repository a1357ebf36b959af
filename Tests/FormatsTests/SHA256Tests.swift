import Formats
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test("digests match sha256sum, for every length around a block")
    func lengths() throws {
        let folder = TemporaryDirectory()
        var generator = SeededGenerator(seed: 256)
        for length in Array(0...130) + [1_000, 65_537] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            folder.write("\(length)", bytes)
            let said = try runCommand(["sha256sum", folder("\(length)")]).stdout.prefix(64)
            let digits = SHA256.digest(of: bytes).flatMap { [$0 >> 4, $0 & 15] }.map { String($0, radix: 16) }
            #expect(String(decoding: said, as: UTF8.self) == digits.joined(), "\(length) bytes")
        }
    }
}
