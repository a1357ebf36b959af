import ContainerModel
import Testing

@testable import FileTree

struct RawEntriesTests {
    /// Returns a record as described in getdents(2); `length` replaces its length.
    private func record(_ name: [UInt8], type: UInt8 = 8, length: Int? = nil, padding: Int? = nil) -> [UInt8] {
        let natural = (19 + name.count + 1 + 7) & ~7
        let told = length ?? natural
        var record = [UInt8](repeating: 0xaa, count: 16) + [UInt8(told & 0xff), UInt8(told >> 8), type] + name + [0]
        record += [UInt8](repeating: 0, count: max(0, (padding ?? natural) - record.count))
        return record
    }

    private func names(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.withUnsafeBytes { RawEntries($0).map { Array($0.name) } }
    }

    @Test("consecutive records are read, without `.` and `..`")
    func plain() {
        let bytes =
            record([0x2e], type: 4) + record([0x2e, 0x2e], type: 4) + record(Array("a".utf8))
            + record(Array("...".utf8))
        #expect(names(bytes) == [Array("a".utf8), Array("...".utf8)])
        #expect(names([]) == [])
    }

    @Test("a wrong record length ends the list without reading out of bounds", arguments: [0, 1, 18, 19, 48, 65_535])
    func lying(length: Int) {
        #expect(names(record(Array("a".utf8)) + record(Array("b".utf8), length: length)) == [Array("a".utf8)])
    }

    @Test("a record with an empty or unterminated name is skipped")
    func nameless() {
        var endless = record(Array("bbbb".utf8))
        for place in 19..<endless.count { endless[place] = 0x62 }
        let bytes = record([]) + endless + record(Array("c".utf8))
        #expect(names(bytes) == [Array("c".utf8)])
    }

    @Test("every truncation of a batch yields a prefix of its names")
    func truncated() {
        let all = (0..<20).map { Array("name\($0)".utf8) }
        let bytes = all.flatMap { record($0) }
        for length in 0...bytes.count {
            let found = names(Array(bytes[..<length]))
            #expect(all.starts(with: found))
        }
    }

    @Test("unassigned types are read as unknown", arguments: UInt8.min ... .max)
    func types(type: UInt8) {
        let known: [UInt8: ItemKind] = [
            1: .fifo, 2: .characterDevice, 4: .directory, 6: .blockDevice, 8: .file, 10: .link, 12: .socket,
        ]
        let bytes = record(Array("a".utf8), type: type)
        let kinds = bytes.withUnsafeBytes { RawEntries($0).map(\.kind) }
        #expect(kinds == [known[type] ?? .unknown])
    }
}
