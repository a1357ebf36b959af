import TestSupport
import Testing

@testable import Comparison

/// Tables without row IDs are compared by their keys, whatever those are.
struct RowsWithoutIDsTests {
    /// A key, and its columns in a row by its number; `b` and `v` are the other columns.
    struct Key: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let columns: String
        let key: String
        let values: String
    }

    static let keys = [
        Key(testDescription: "a text", columns: "k TEXT", key: "k", values: "f'key {n * 7919 % 9973:05}'"),
        Key(testDescription: "a number", columns: "k INTEGER", key: "k", values: "n * 3 - 9000"),
        Key(
            testDescription: "a text and a number", columns: "k TEXT, l INTEGER", key: "l, k",
            values: "f'n{n % 5}', n // 5"),
        Key(testDescription: "a text in descending order", columns: "k TEXT", key: "k DESC", values: "f'{n:05}'"),
        Key(
            testDescription: "a text in any case", columns: "k TEXT", key: "k COLLATE NOCASE",
            values: "('K', 'k')[n % 2] + f'{n:05}'"),
    ]

    /// Plants changes in a table of 2,000 rows, and asks SQLite itself for the differences.
    private static let script = Script.text("rows_without_i_ds")

    @Test("planted changes are those that SQLite finds", arguments: keys)
    func planted(key: Key) throws {
        let script = Self.script.replacing("VALUES,", with: key.values + ",").replacing("COLUMNS", with: key.columns)
        let sides = try Sides(
            script.replacing("KEY (KEY)", with: "KEY (\(key.key))").replacing("'KEY'", with: "'\(key.key)'"))
        let expected = String(decoding: try readFile(sides.directory("expected")), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        #expect(expected.count == 4 + 5 + 206)
        #expect(try sides.differences().sorted() == expected.sorted())
    }

    @Test("rows are matched by their keys in any order", arguments: 1...UInt64(runsLongTests ? 2_000 : 200))
    func anyOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var before = (0..<UInt64.random(in: 0...60, using: &random)).map {
            RowDigest(key: $0 &* 0x9e37_79b9_7f4a_7c15, row: $0, place: Int64($0))
        }
        var after = before.compactMap { row -> RowDigest? in
            switch Int.random(in: 0..<8, using: &random) {
            case 0: nil
            case 1: RowDigest(key: row.key, row: row.row + 1_000, place: row.place)
            default: row
            }
        }
        for index in 0..<UInt64.random(in: 0...10, using: &random) {
            let place = Int.random(in: 0...after.count, using: &random)
            after.insert(RowDigest(key: .max - index, row: index, place: 100 + Int64(index)), at: place)
        }
        if seed % 3 == 0 { after.shuffle(using: &random) }
        if seed % 5 == 0 { before.shuffle(using: &random) }
        let (olds, news) = (
            Dictionary(uniqueKeysWithValues: before.map { ($0.key, $0) }),
            Dictionary(uniqueKeysWithValues: after.map { ($0.key, $0) })
        )
        var matching = RowMatching(hasKeys: true)
        matching.add(before, after)
        matching.finish()
        #expect(matching.removed == olds.values.filter { news[$0.key] == nil }.map(\.place).sorted())
        #expect(matching.added == news.values.filter { olds[$0.key] == nil }.map(\.place).sorted())
        #expect(
            matching.changed.map(\.after)
                == news.values.filter { new in olds[new.key].map { $0.row != new.row } ?? false }.map(\.place).sorted())
        #expect(matching.changed.allSatisfy { $0.before == $0.after })
    }
}
