import TestSupport
import Testing

@testable import Timeline

@Suite("The records of a timeline")
struct TimelineRecordsTests {
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
        #expect(records.count == given.count && records.failure == nil)
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
