import TestSupport
import Testing

@testable import Formats

@Suite("Realm and LevelDB")
struct StoreFileTests {
    @Test("the header of a Realm database says which of its two versions counts", arguments: [UInt8(0), 1])
    func realm(selected: UInt8) throws {
        let bytes: [UInt8] =
            [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0] + Array("T-DB".utf8) + [9, 23, 0, selected]
        let header = try #require(RealmHeader(bytes))
        #expect(header.version == [9, 23][Int(selected)] && header.top == UInt64(selected) + 1)
        for length in 0..<bytes.count { #expect(RealmHeader(Array(bytes[..<length])) == nil) }
        #expect(RealmHeader(Array(repeating: 0xaa, count: 64)) == nil)
    }

    /// RFC 3720, B.4.
    @Test(
        "the checksum matches the standard's examples",
        arguments: [
            (Array(repeating: 0, count: 32), 0x8a91_36aa), (Array(repeating: 0xff, count: 32), 0x62a8_ab43),
            (Array(0..<32), 0x46dd_794e),
        ] as [([UInt8], UInt32)])
    func checksum(bytes: [UInt8], value: UInt32) { #expect(CRC32C.value(bytes[...]) == value) }

    private static func record(_ kind: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let checksum = CRC32C.masked(([kind] + contents)[...])
        let head = (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
        return head + [UInt8(contents.count & 255), UInt8(contents.count >> 8), kind] + contents
    }

    /// A batch of three changes in one part, and one of two in parts in two blocks.
    private static let log: [UInt8] = {
        let first = record(1, [1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0] + Array(repeating: 0x61, count: 100))
        let start: [UInt8] = [4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]
        // Six bytes remain in the block, which are too few for a record.
        let room = (32 << 10) - first.count - 7 - 6 - start.count
        return first + record(2, start + Array(repeating: 0x62, count: room)) + Array(repeating: 0, count: 6)
            + record(4, [1, 2, 3])
    }()

    @Test("the records and changes of a log are counted")
    func log() throws {
        let log = try #require(LevelDBLog(Self.log))
        #expect(log.records == 2 && log.changes == 5 && log.isWhole)
        let reserved = try #require(LevelDBLog(Self.log + Array(repeating: 0, count: 5_000)))
        #expect(reserved.records == 2 && reserved.isWhole)
        let cut = try #require(LevelDBLog(Array(Self.log.dropLast())))
        #expect(cut.records == 2 && !cut.isWhole)
    }

    @Test(
        "other files are not logs",
        arguments: ["", "2026-03-01 12:00:00 started\n", "0000000", String(repeating: "\0", count: 100)])
    func noLog(_ text: String) { #expect(LevelDBLog(Array(text.utf8)) == nil) }

    @Test("a table is recognized by its end")
    func table() {
        let end: [UInt8] = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]
        #expect(LevelDBTable.recognizes(footer: Array(repeating: 0, count: 40) + end))
        #expect(!LevelDBTable.recognizes(footer: Array(repeating: 0, count: 48)))
        #expect(!LevelDBTable.recognizes(footer: end))
    }

    @Test("randomly mutated logs are read or refused")
    func mutated() {
        let small =
            Self.record(1, [1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]) + Self.record(1, Array(repeating: 7, count: 40))
        withMutations(of: [small, small + small]) { bytes in
            if let log = LevelDBLog(bytes) { #expect(log.records >= 1) }
            _ = RealmHeader(bytes)
        }
    }
}
