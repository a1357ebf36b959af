import CEncryption
import Formats
import System
import TestSupport
import Testing

@testable import Encryption

@Suite("Encryption of backups")
struct EncryptionTests {
    private func bytes(_ hexadecimal: some StringProtocol) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    @Test("a key is wrapped and unwrapped as RFC 3394, section 4.6, says")
    func wrapping() {
        let wrappingKey = bytes("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F")
        let key = bytes("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F")
        let wrapped = bytes("28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21")
        var result = [UInt8](repeating: 0, count: 40)
        sandglass_wrap_key(wrappingKey, key, &result)
        #expect(result == wrapped)
        var unwrapped = [UInt8](repeating: 1, count: 32)
        #expect(sandglass_unwrap_key(wrappingKey, wrapped, &unwrapped) && unwrapped == key)
        for index in wrapped.indices {
            var changed = wrapped
            changed[index] ^= 0x10
            #expect(!sandglass_unwrap_key(wrappingKey, changed, &unwrapped))
            #expect(unwrapped.allSatisfy { $0 == 0 }, "nothing is left of a key that is not the right one")
        }
    }

    @Test("keys are derived as Python's hashlib derives them", arguments: [1, 2, 3, 4_096, 20_000])
    func derivation(iterations: Int) throws {
        for (function, name) in [(sandglass_hmac_sha1, "sha1"), (sandglass_hmac_sha256, "sha256")] {
            let script = """
                import hashlib, sys
                print(hashlib.pbkdf2_hmac(sys.argv[1], b'pass\\0word', b'sa\\0lt', \(iterations), 32).hex())
                """
            let expected = bytes(try Python.lines(script, name)[0])
            let (passphrase, salt) = (Array("pass\0word".utf8), Array("sa\0lt".utf8))
            var key = [UInt8](repeating: 0, count: 32)
            var calls = 0
            let isWhole = withUnsafeMutablePointer(to: &calls) { calls in
                sandglass_derive_key(
                    function, passphrase, passphrase.count, salt, salt.count, UInt32(iterations), &key,
                    { context, _ in
                        context?.assumingMemoryBound(to: Int.self).pointee += 1
                        return true
                    }, calls)
            }
            #expect(isWhole && key == expected, "\(name)")
            #expect(calls == 1 + iterations * (name == "sha1" ? 2 : 1) / 16_384)
        }
    }

    @Test("a passphrase is read straight into its memory, up to the line's end, and a longer line is refused")
    func reading() throws {
        func read(_ text: String) throws(Errno) -> String? {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw .last }
            let input = Descriptor(owning: ends[0])
            do {
                let output = Descriptor(owning: ends[1])
                try writeAll(Array(text.utf8), to: output.number)
                extendLifetime(output)
            }
            let passphrase = try Passphrase.reading { memory throws(Errno) in
                try PassphraseInput.line(from: input.number, into: memory)
            }
            return passphrase?.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try read("secret\nrest") == "secret")
        #expect(try read("secret\r\n") == "secret")
        #expect(try read("secret") == "secret")
        #expect(try read("") == "")
        let longest = String(repeating: "x", count: Passphrase.longest)
        #expect(try read(longest + "\n") == longest)
        #expect(try read(longest) == longest)
        #expect(throws: Errno(rawValue: E2BIG)) { try read(longest + "x") }
    }

    @Test("two passphrases are compared by their bytes on request alone")
    func comparing() throws {
        func passphrase(_ text: String) throws -> Passphrase {
            var bytes = Array(text.utf8)
            return try #require(Passphrase(taking: &bytes))
        }
        let texts = ["one", "one", "onE", "one "]
        let passphrases = try texts.map { try passphrase($0) }
        #expect(passphrases.map { $0.hasSameBytes(as: passphrases[0]) } == [true, true, false, false])
        #expect(passphrases[0] != passphrases[1])
    }

    @Test("a derivation can be cancelled")
    func cancelling() throws {
        let derivation = BackupKeyBag.Derivation(salt: [1], iterations: 200_000_000)
        let bag = BackupKeyBag(first: derivation, second: derivation, classKeys: [1: [UInt8](repeating: 0, count: 40)])
        var text = Array("secret".utf8)
        let passphrase = try #require(Passphrase(taking: &text))
        #expect(text.allSatisfy { $0 == 0 }, "the bytes given are overwritten")
        var calls = 0
        let result = BackupKeys.unlock(bag, with: passphrase) { _ in
            calls += 1
            return calls < 3
        }
        guard case .cancelled = result else {
            Issue.record("not cancelled")
            return
        }
        #expect(calls == 3)
    }

    @Test(
        "blocks are encrypted as openssl encrypts them, in one part or in several",
        arguments: [0, 1, 15, 16, 17, 4_000])
    func cipher(length: Int) throws {
        let plain = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let keyBytes = (0..<32).map { UInt8($0 * 3) }
        let script = """
            import subprocess, sys
            data = bytes((n * 7) & 255 for n in range(\(length)))
            key = bytes(n * 3 for n in range(32)).hex()
            arguments = ['openssl', 'enc', '-aes-256-cbc', '-K', key, '-iv', '00' * 16]
            sys.stdout.buffer.write(subprocess.run(arguments, input=data, stdout=subprocess.PIPE, check=True).stdout)
            """
        let expected = try Python.run(script, [])
        var cipher = sandglass_cipher()
        sandglass_cipher_begin(&cipher, keyBytes, false)
        var bytes = plain + BlockCipher.padding(for: UInt64(length))
        let half = bytes.count / 32 * 16
        var vector = [UInt8](repeating: 0, count: 16)
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            sandglass_cipher_encrypt(&cipher, &vector, half, start, start)
            sandglass_cipher_encrypt(&cipher, &vector, buffer.count - half, start + half, start + half)
        }
        #expect(bytes == expected)
        sandglass_cipher_begin(&cipher, keyBytes, true)
        vector = [UInt8](repeating: 0, count: 16)
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            sandglass_cipher_decrypt(&cipher, &vector, buffer.count, start, start)
        }
        let padding = try #require(BlockCipher.paddingLength(bytes))
        #expect(Array(bytes.dropLast(padding)) == plain)
    }

    @Test("a passphrase edited during typing matches the result of an editor")
    func entry() throws {
        let scalars: [Unicode.Scalar] = ["a", "é", "密", "😀"]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let entry = try #require(PassphraseEntry())
            var expected: [Unicode.Scalar] = []
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                let place = Int.random(in: 0...expected.count, using: &generator)
                if Bool.random(using: &generator) || expected.isEmpty {
                    let scalar = scalars[Int.random(in: 0..<4, using: &generator)]
                    #expect(entry.insert(scalar, at: place))
                    expected.insert(scalar, at: place)
                } else {
                    let end = Int.random(in: place...expected.count, using: &generator)
                    entry.remove(place..<end)
                    expected.removeSubrange(place..<end)
                }
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: expected)
            let found = entry.finish()?.withBytes { Array($0) }
            #expect(found == Array(String(text).utf8))
        }
        let full = try #require(PassphraseEntry())
        for _ in 0..<Passphrase.longest { #expect(full.insert("x", at: 0)) }
        #expect(!full.insert("x", at: 0))
    }

    @Test("each part is decrypted by itself if the block before it is known", arguments: [16, 32, 48, 160, 4_096])
    func parts(length: Int) throws {
        let plain = (0..<8_192).map { UInt8(truncatingIfNeeded: $0 * 7 ^ $0 >> 8) }
        let key = try #require(SecretKey.random())
        var encrypted = plain
        var chain = BlockCipher.Chain()
        let encryption = try #require(BlockCipher(key, decrypts: false))
        encrypted.withUnsafeMutableBytes { encryption.encrypt($0, &chain) }
        #expect(encrypted != plain)
        let decryption = try #require(BlockCipher(key, decrypts: true))
        for start in stride(from: 0, through: plain.count - length, by: 16).reversed() {
            var part = Array(encrypted[start..<start + length])
            var chain =
                start == 0
                ? BlockCipher.Chain() : encrypted[(start - 16)..<start].withUnsafeBytes { BlockCipher.Chain(after: $0) }
            part.withUnsafeMutableBytes { decryption.decrypt($0, &chain) }
            #expect(part == Array(plain[start..<start + length]))
        }
    }

    @Test("padding that no writer makes is refused", arguments: [[0], [17], [2, 3, 3, 2], [1, 2], []] as [[UInt8]])
    func padding(end: [UInt8]) {
        #expect(BlockCipher.paddingLength(end) == nil)
    }

    @Test("keys made for a backup unwrap with its passphrase alone")
    func making() throws {
        var (right, wrong, again) = (Array("right".utf8), Array("wrong".utf8), Array("right".utf8))
        let passphrase = try #require(Passphrase(taking: &right))
        let made = try #require(
            BackupKeys.make(
                for: [1, 2, 3, 4], .init(salt: [1, 2, 3], iterations: 5), .init(salt: [4, 5], iterations: 6),
                passphrase: passphrase))
        #expect(made.bag.classKeys.count == 4)
        guard case .wrongPassphrase = BackupKeys.unlock(made.bag, with: try #require(Passphrase(taking: &wrong))),
            case .unlocked(let keys) = BackupKeys.unlock(made.bag, with: try #require(Passphrase(taking: &again)))
        else {
            Issue.record("the passphrase does not decide")
            return
        }
        let key = try #require(SecretKey.random())
        let wrapped = try #require(made.keys.wrap(key, classNumber: 3))
        #expect(keys.unwrap(wrapped) != nil)
        #expect(keys.unwrap(WrappedKey(classNumber: 2, bytes: wrapped.bytes)) == nil)
        #expect(keys.unwrap(WrappedKey(classNumber: 9, bytes: wrapped.bytes)) == nil)
    }
}
