import Glibc
import TestSupport
import Testing

@testable import Transactions

@Suite("The journal's file")
struct JournalFileTests {
    private func journal(_ scene: Scene) -> String { scene.home("state/sandglass/journal/journal") }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "we"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    @Test("whatever a crash leaves of the last record, the others stand, and it is told")
    func tornTail() throws {
        let scene = try Scene()
        try scene.carryOut(.makeDirectory(scene.inContainer("Documents/1")))
        let first = try readFile(journal(scene))
        try scene.carryOut(.makeDirectory(scene.inContainer("Documents/2")))
        let both = try readFile(journal(scene))
        for length in stride(from: first.count, through: both.count, by: 1) {
            let contents = JournalFile.parse(Array(both[..<length]))
            #expect(contents.end + contents.torn == length && contents.damaged == 0)
            #expect(JournalHistory(contents.records).transactions.first?.ending == .done)
        }
        try write(Array(both[..<(first.count + 7)]), to: journal(scene))
        #expect(try scene.journal.entries().map(\.state) == [.done])
        try scene.carryOut(.makeDirectory(scene.inContainer("Documents/3")))
        #expect(try scene.journal.entries().map(\.state) == [.done, .done])
        try write(try readFile(journal(scene)) + [1, 2, 3], to: journal(scene))
        #expect(try scene.journal.recover().damagedBytes == 3)
        #expect(try scene.journal.recover().isEmpty)
    }

    @Test("damage in the middle hides what it is in, and nothing after it")
    func damage() throws {
        let scene = try Scene()
        try scene.carryOut(.makeDirectory(scene.inContainer("Documents/1")))
        let first = try readFile(journal(scene)).count
        try scene.carryOut(.makeDirectory(scene.inContainer("Documents/2")))
        var bytes = try readFile(journal(scene))
        bytes[first / 3] ^= 0x40
        let contents = JournalFile.parse(bytes)
        #expect(contents.damaged > 0 && contents.torn == 0)
        #expect(JournalHistory(contents.records).transactions.last?.ending == .done)
    }

    @Test("no bytes make it trap")
    func fuzz() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        try scene.carryOut(.trash(scene.inContainer("Documents/a")))
        try scene.undo()
        let bytes = try readFile(journal(scene))
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2_000 {
            let changed = generator.mutate(bytes)
            let contents = JournalFile.parse(changed)
            #expect(contents.end + contents.torn == changed.count)
            _ = JournalHistory(contents.records).lines.map(\.state)
        }
        // The payload itself, as if its checksum were right.
        for record in JournalFile.parse(bytes).records {
            let payload = record.encoded()
            for _ in 0..<500 { _ = JournalRecord(generator.mutate(payload)[...]) }
        }
    }

    @Test("its checksum is zlib's", .enabled(if: Python.isAvailable))
    func checksum() throws {
        let script = "import zlib; print(zlib.crc32(bytes(range(256)) * 3))"
        let bytes = Array(repeating: Array(UInt8.min...UInt8.max), count: 3).flatMap { $0 }
        #expect(try Python.lines(script, []) == [String(Checksum.crc32(bytes[...]))])
    }

    @Test("old entries are dropped, the newest and those that have not ended are kept")
    func compaction() throws {
        let scene = try Scene()
        for number in 1...6 { try scene.carryOut(.makeDirectory(scene.inContainer("Documents/\(number)"))) }
        try scene.undo()
        let journal = try LockedJournal(JournalFile(scene.environment))
        var records = try journal.contents().records
        records.removeAll { if case .end(2, _) = $0 { true } else { false } }
        records.removeAll { if case .commit(2, _, _) = $0 { true } else { false } }
        let history = JournalHistory(records)
        try journal.replace(with: history.compacted(count: 3, bytes: .max))
        let kept = JournalHistory(try journal.contents().records)
        #expect(kept.transactions.map(\.number) == [2, 4, 5, 6, 7])
        #expect(kept.lines.map(\.state) == [.interrupted, .done, .done, .undone])
        #expect(kept.nextNumber == 8)
        let least = JournalHistory(kept.compacted(count: 100, bytes: 1))
        #expect(least.transactions.map(\.number) == [2, 6, 7])
        extendLifetime(journal)
    }

    @Test("names of any bytes stand in it as they are")
    func bytes() throws {
        let scene = try Scene()
        let name: [UInt8] = [0xff, 0x0a, 0x20, 0x1b]
        let spot = try #require(try scene.inContainer("Documents/x").sibling(name))
        try scene.carryOut(.makeDirectory(spot))
        let item = try #require(try scene.journal.entries().first?.items.first)
        #expect(item.hostPath == Array(scene.container.utf8) + "/Documents/".utf8 + name)
        try scene.undo()
        #expect(try scene.state().filter { $0.hasPrefix("container./Documents/") } == [])
    }
}
