import ContainerModel
import FileTree
import Jobs
import Search
import System
import TestSupport
import Testing

@testable import Timeline

@Suite("The records of a timeline")
struct TimelineRecordsTests {
    private let directory = TemporaryDirectory()

    private static func random(_ count: Int) -> [TimelineRecord] {
        var generator = SeededGenerator(seed: 55)
        return (0..<count).map { key in
            TimelineRecord(
                time: Int64.random(in: -50...50, using: &generator), key: Int64(key),
                file: UInt32.random(in: 0..<9, using: &generator), place: UInt32.random(in: 0..<4, using: &generator))
        }
    }

    private static func all(_ merge: TimelineMerge) -> [TimelineRecord] {
        var merge = merge
        var found: [TimelineRecord] = []
        while let record = merge.next() { found.append(record) }
        return found
    }

    @Test("they come in their order, however many are in memory", arguments: [1, 7, 1_000, 4_999, 5_000, 1 << 19])
    func merged(maxWaiting: Int) {
        let given = Self.random(20_000)
        let records = TimelineRecords(maxWaiting: maxWaiting)
        let atOnce = maxWaiting == 1 ? 100 : 333
        for start in stride(from: 0, to: given.count, by: atOnce) {
            records.add(Array(given[start..<min(given.count, start + atOnce)]))
        }
        #expect(records.count == given.count && records.problems.isEmpty)
        #expect(Self.all(records.merged()) == given.sorted(by: TimelineRecord.precedes))
    }

    @Test("of one time, what was added last comes first, whatever it is called")
    func sameTime() {
        let given = [(1, 0), (2, 1), (3, 0)].map { key, place in
            TimelineRecord(time: 7, key: key, file: TimelineRecord.none, place: place)
        }
        #expect(given.sorted(by: TimelineRecord.precedes).map(\.key) == [3, 2, 1])
    }

    @Test("what is read is not changed by what is added meanwhile")
    func meanwhile() {
        let given = Self.random(3_000)
        let records = TimelineRecords(maxWaiting: 1_000)
        records.add(Array(given[..<1_500]))
        let before = records.merged()
        records.add(Array(given[1_500...]))
        #expect(Self.all(before) == given[..<1_500].sorted(by: TimelineRecord.precedes))
        #expect(Self.all(records.merged()) == given.sorted(by: TimelineRecord.precedes))
    }

    @Test(
        "records that cannot be read again are named, and all others come",
        arguments: [
            (O_WRONLY, 48_000, 0, "Bad file descriptor"), (O_RDWR, 30_000, 1_000, "Input/output error"),
        ])
    func unreadable(flags: Int32, length: Int, found: Int, reason: String) throws {
        let path = directory.write("spilled", "")
        let given = Self.random(2_500)
        let records = TimelineRecords(maxWaiting: 1_000) { () throws(Errno) in
            let opened = open(path, flags)
            guard opened >= 0 else { throw .last }
            return Descriptor(owning: opened)
        }
        for start in [0, 1_000, 2_000] { records.add(Array(given[start..<min(given.count, start + 1_000)])) }
        #expect(truncate(path, length) == 0)
        let expected = given[..<found] + given[2_000...]
        #expect(Self.all(records.merged()) == expected.sorted(by: TimelineRecord.precedes))
        #expect(records.problems == ["not all times can be read again from a temporary file: \(reason)"])
    }

    @Test("a log that cannot be read again when its lines are shown is named, once")
    func log() throws {
        directory.write("a.log", "2026-04-30 12:00:00 one\n2026-04-30 12:00:01 two\n")
        let root = Root(.directory, at: Array(directory.path.utf8))
        let tree = try RootedDirectory(hostPath: root.hostPath)
        let scope = DirectorySearch.Scope(ItemAddress(root, .root), in: tree, nil, rules: nil)
        let pool = WorkerPool(threads: 1)
        var found = try #require(try DirectorySearch(scope, helpers: pool).items())
        found.order = Array(0..<UInt32(found.entries.count))
        var question = TimelineQuestion()
        question.kinds = [.log]
        let timeline = try #require(Timeline.read(scope, found, question, on: pool, cancellation: Cancellation()))
        func lines() -> [String] {
            var entries = timeline.entriesInOrder()
            var lines: [String] = []
            while let entry = entries.next() { lines.append(String(decoding: entry.text.suffix(3), as: UTF8.self)) }
            return lines
        }
        #expect(lines() == ["two", "one"] && timeline.problems.isEmpty)
        #expect(unlink(directory("a.log")) == 0)
        #expect(lines() == ["", ""])
        #expect(timeline.problems.map(\.path) == ["a.log"])
        let message = try #require(timeline.problems.first?.message)
        #expect(message.hasPrefix("its lines cannot be read again: "), "\(message)")
    }

    @Test("texts are found again, in memory and in the file")
    func texts() throws {
        let texts = StoredTexts()
        let given = (0..<30_000).map { Array(String(repeating: "x\($0)", count: 1 + $0 % 20).utf8) }
        let keys = try given.map { try #require(texts.add($0)) }
        for (key, text) in zip(keys, given) where texts.text(key) != text { Issue.record("\(key)") }
        #expect(texts.add(Array(repeating: 0, count: 1 << 16)) == nil)
    }

    @Test("a line has its position and its number in one key, as far as both fit")
    func lines() {
        for (offset, number) in [(0, 1), (1 << 39, (1 << 24) - 1), (12_345, 678)] as [(UInt64, UInt64)] {
            #expect(LineKey.parts(LineKey.key(at: offset, number: number)) == (offset, number))
        }
        #expect(LineKey.parts(LineKey.key(at: 5, number: 1 << 24)) == (5, 0))
    }

    @Test("a time is written whether a calendar has it or not")
    func iso8601() {
        let times: [Int64] = [0, 1_500_000, -1, .min, .max]
        let texts = times.map { TimelineEntry($0, .file, .file, "modified").iso8601 }
        let expected = [
            "1970-01-01T00:00:00Z", "1970-01-01T00:00:01.5Z", "1969-12-31T23:59:59.999999Z",
            "@-9223372036855.224192", "@9223372036854.775807",
        ]
        #expect(texts == expected)
    }
}
