import Formats
import TestSupport
import Testing

@Suite("The records of backups")
struct BackupFormatTests {
    /// Writes an `MBFile`, a key bag and an `mbdb` with Python, each in hexadecimal.
    private static let script = Script.text("backup_format")

    private static let samples: [[UInt8]] =
        (try? Python.lines(script).map { line in
            let digits = Array(line.utf8)
            return stride(from: 0, to: digits.count - 1, by: 2).map { index in
                UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) ?? 0
            }
        }) ?? []

    private func file(_ bytes: [UInt8]) -> BackupFile? { bytes.withUnsafeBytes { BackupFile($0) } }

    @Test("an MBFile has the values that plistlib wrote")
    func record() throws {
        let found = self.file(Self.samples[0])
        let file = try #require(found)
        #expect((file.mode, file.size, file.user, file.group) == (0o100640, 5_000_000_000, 501, 502))
        #expect((file.modified, file.born, file.changed) == (1_600_000_000, 1_500_000_000, 1_600_000_002))
        #expect(file.inode == 1 << 63 + 5 && file.protectionClass == 2)
        #expect(file.encryptionKey == WrappedKey(classNumber: 2, bytes: (0..<40).map { UInt8($0) }))
        #expect(file.target == Array("to/ü".utf8))
        #expect(file.attributes.map(\.name) == ["a.b"] && file.attributes.map(\.value) == [Array("v".utf8)])
        #expect(Self.samples[0].withUnsafeBytes { BackupFile.size(in: $0) } == 5_000_000_000)
    }

    @Test("a key bag has the derivations, and the keys that a passphrase unwraps")
    func keyBag() throws {
        let bag = try BackupKeyBag(Self.samples[1])
        #expect(bag.first == .init(salt: Array(repeating: 0x64, count: 20), iterations: 10_000_000))
        #expect(bag.second == .init(salt: Array(repeating: 0x73, count: 20), iterations: 3))
        #expect(bag.classKeys == [1, 2, 11].reduce(into: [:]) { $0[$1] = Array(repeating: UInt8($1), count: 40) })
    }

    @Test("an mbdb has the items that were written, up to where it is cut off")
    func records() throws {
        let bytes = Self.samples[2]
        var found: [BackupRecord] = []
        #expect(
            try BackupRecord.forEach(in: bytes) {
                found.append($0)
                return true
            } == nil)
        #expect(found.map { String(decoding: $0.path, as: UTF8.self) } == ["", "f", "l"])
        #expect(found.map(\.flags) == [2, 1, 4])
        #expect(found[1].file.size == 99 && found[1].file.modified == 11 && found[1].file.changed == 13)
        #expect(found[1].file.encryptionKey == WrappedKey(classNumber: 3, bytes: Array(repeating: 0x6b, count: 40)))
        #expect(found[2].file.target == Array("to".utf8))
        for length in 6..<bytes.count {
            var count = 0
            let problem = try BackupRecord.forEach(in: Array(bytes[..<length])) { _ in
                count += 1
                return true
            }
            #expect(count < 3 && (problem == nil) == [6, 6 + 61, 6 + 61 + 112].contains(length), "\(length)")
        }
        #expect(throws: FormatError.self) { try BackupRecord.forEach(in: [1, 2, 3]) { _ in true } }
    }

    @Test("mutated records are read or refused")
    func mutated() {
        withMutations(of: Self.samples) { bytes in
            _ = file(bytes)?.attributes
            _ = bytes.withUnsafeBytes { BackupFile.size(in: $0) }
            _ = try? BackupKeyBag(bytes)
            _ = try? BackupRecord.forEach(in: bytes) { _ in true }
            _ = try? BackupProperties(manifest: bytes, information: bytes)
        }
    }

    @Test("an offset, count or reference of any size leads nowhere outside the list")
    func numbers() {
        let sample = Self.samples[0]
        for place in sample.count - 32..<sample.count {
            for value in [UInt8](.min ... .max) {
                var bytes = sample
                bytes[place] = value
                _ = file(bytes)
            }
        }
        for length in 0..<sample.count { _ = file(Array(sample[..<length])) }
    }
}
