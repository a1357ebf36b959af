import ContainerModel
import TestSupport
import Testing

@testable import Comparison

/// Tables of many rows, which are matched while they are read, against sets of Python's.
@Suite("Rows that are matched while they are read")
struct RowStreamingTests {
    /// Rows are handed over 4,096 at a time.
    struct Tables: Sendable, CustomTestStringConvertible {
        let name: String
        /// Python: the rows of the first table by key.
        let before: String
        /// Python: makes `after`, a copy of them, another one.
        let change: String
        var declaration = "(id INTEGER PRIMARY KEY, v)"

        var testDescription: String { name }
    }

    static let all = [
        Tables(name: "nothing differs", before: "{n: n * 7 for n in range(20000)}", change: "pass"),
        Tables(
            name: "some of all kinds, with negative keys", before: "{n * 3 - 20000: n for n in range(15000)}",
            change: """
                for key in choice.sample(sorted(after), 400): del after[key]
                for key in choice.sample(sorted(after), 400): after[key] += 1
                for _ in range(400): after[choice.randrange(-40000, 60000)] = -1
                """),
        Tables(
            name: "the other one is empty", before: "{n: n for n in range(9000)}", change: "after.clear()"),
        Tables(
            name: "the first one is empty", before: "{}", change: "after.update({n: n for n in range(9000)})"),
        Tables(
            name: "the other one begins behind the end of the first one", before: "{n: n for n in range(5000)}",
            change: "after.clear(); after.update({n: n for n in range(100000, 105000)})"),
        Tables(
            name: "exactly one batch, and one row more", before: "{n: n for n in range(4096)}",
            change: "after[4096] = 1"),
        Tables(
            name: "the least and the greatest keys", before: "{-2**63: 1, -1: 2, 0: 3, 2**63 - 1: 4}",
            change: "after[-2**63] = 9; after[2**63 - 1] = 9; del after[0]"),
        Tables(
            name: "keys that are no row IDs, in any order", before: "{(n * 7919) % 10007: n for n in range(10000)}",
            change: "after[10006] = 5; del after[17]; after[3] = -1",
            declaration: "(id INTEGER PRIMARY KEY DESC, v)"),
        Tables(
            name: "without row IDs", before: "{(n * 7919) % 10007: n for n in range(10000)}",
            change: "after[10006] = 5; del after[17]; after[3] = -1",
            declaration: "(id INTEGER PRIMARY KEY, v) WITHOUT ROWID"),
    ]

    @Test("each row that differs is told, and no other one", arguments: all)
    func rows(tables: Tables) throws {
        let sides = try Sides(
            """
            import random
            choice = random.Random(5)
            before = \(tables.before)
            after = dict(before)
            \(tables.change)
            for side, rows in (('a', before), ('b', after)):
                connection = database(side + '/s.db', 'CREATE TABLE t \(tables.declaration)', close=False)
                connection.execute('BEGIN')
                connection.executemany('INSERT INTO t VALUES (?, ?)', rows.items())
                connection.execute('COMMIT')
                connection.close()
            lines = [f'removed t/{key}' for key in before.keys() - after.keys()]
            lines += [f'added t/{key}' for key in after.keys() - before.keys()]
            lines += [f'changed t/{key}/v' for key in after.keys() & before.keys() if after[key] != before[key]]
            write('expected', '\\n'.join(sorted(lines)))
            """)
        var found: [String] = []
        _ = try sides.compare {
            found.append("\($0.change.rawValue) \($0.addressText)")
            return true
        }
        let expected = String(decoding: try readFile(sides.directory("expected")), as: UTF8.self)
        #expect(found.sorted() == expected.split(separator: "\n").map(String.init).sorted())
    }
}
