import Encryption
import System
import TestSupport
import Testing

@testable import FileTree

/// Encrypted files, of which any part is decrypted by itself.
@Suite("Decrypting parts of files")
struct DecryptionTests {
    private let folder = TemporaryDirectory()
    private let plain = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 31 ^ $0 >> 7) }

    /// Writes the file, padded, and returns it with what decrypts it.
    private func encrypted() throws -> (file: Descriptor, decryption: Decryption, size: UInt64) {
        let key = try #require(SecretKey.random())
        let cipher = try #require(BlockCipher(key, decrypts: false))
        var bytes = plain + BlockCipher.padding(for: UInt64(plain.count))
        var chain = BlockCipher.Chain()
        bytes.withUnsafeMutableBytes { cipher.encrypt($0, &chain) }
        try folder.write(bytes, to: "file")
        let file = try FileContents.open(hostPath: Array(folder("file").utf8))
        return (file, try Decryption(key), UInt64(bytes.count))
    }

    @Test("any part matches the whole, and none is behind the end")
    func parts() throws {
        let (file, decryption, size) = try encrypted()
        let whole = plain + BlockCipher.padding(for: UInt64(plain.count))
        var generator = SeededGenerator(seed: 3)
        var places = (0..<500).map { _ in
            (Int.random(in: 0...whole.count + 40, using: &generator), Int.random(in: 0...5_000, using: &generator))
        }
        places += [(0, 0), (0, 1), (0, 16), (1, 15), (15, 2), (16, 16), (17, 31), (whole.count - 1, 1), (0, 20_000)]
        for (offset, count) in places {
            var buffer = [UInt8](repeating: 0xee, count: count)
            let found = buffer.withUnsafeMutableBytes {
                decryption.read($0, of: file, at: UInt64(offset), size: size)
            }
            let expected = Array(whole.dropFirst(offset).prefix(count))
            #expect(found == expected.count && Array(buffer.prefix(max(0, found))) == expected, "\(offset) \(count)")
        }
    }

    @Test("a file that became shorter is an error, not other bytes")
    func shorter() throws {
        let (file, decryption, size) = try encrypted()
        try folder.write(Array(try folder.bytes(of: "file").prefix(4_000)), to: "cut")
        let cut = try FileContents.open(hostPath: Array(folder("cut").utf8))
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(buffer.withUnsafeMutableBytes { decryption.read($0, of: file, at: 3_950, size: size) } == 100)
        #expect(buffer.withUnsafeMutableBytes { decryption.read($0, of: cut, at: 3_950, size: size) } == -1)
        #expect(errno == EIO)
        #expect(buffer.withUnsafeMutableBytes { decryption.read($0, of: cut, at: 9_000, size: size) } == -1)
    }
}
