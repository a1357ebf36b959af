import Databases
import TestSupport
import Testing

/// Rows without row IDs are found by the keys that a scan passed, and are the same as without it.
struct KeyMarkTests {
    /// A table and the values of its columns in a row by its number.
    struct Table: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let columns: String
        let values: String

        init(_ name: String, _ columns: String, _ values: String) {
            (testDescription, self.columns, self.values) = (name, columns, values)
        }
    }

    static let tables = [
        Table("texts", "k TEXT PRIMARY KEY, v", "f'key {n * 7919 % 5003:05}', n"),
        Table("texts with quotation marks", "k TEXT PRIMARY KEY, v", "f\"it's {n:05}\", n"),
        Table("numbers, the least among them", "k INTEGER PRIMARY KEY, v", "n - 2**63 if n < 1025 else n, n"),
        Table("two columns", "a TEXT, b INTEGER, v, PRIMARY KEY (b, a)", "f'{n % 7}', n // 7, n"),
        Table("columns without types", "k PRIMARY KEY, v", "(n, str(n), float(n) + 0.5, b'%d' % n)[n % 4], n"),
        Table("texts with zero bytes", "k TEXT PRIMARY KEY, v", "f'{n:05}' + chr(0) + 'x', n"),
        Table("numbers in texts", "k TEXT PRIMARY KEY, v", "n, n"),
        Table("descending", "k TEXT, v, PRIMARY KEY (k DESC)", "f'{n:05}', n"),
        Table("another collation", "k TEXT, v, PRIMARY KEY (k COLLATE NOCASE)", "('A', 'b')[n % 2] + f'{n:05}', n"),
        Table("a collation of the column", "k TEXT COLLATE RTRIM PRIMARY KEY, v", "f'{n:05}  ', n"),
    ]

    @Test("a scan does not change what is read", arguments: tables, ["UTF-8", "UTF-16le"])
    func rows(table: Table, encoding: String) throws {
        let folder = try DatabaseFolder(
            """
            run("PRAGMA encoding='\(encoding)'")
            run('CREATE TABLE t(\(table.columns)) WITHOUT ROWID')
            rows = [(\(table.values)) for n in range(5003)]
            connection.execute('BEGIN')
            connection.executemany('INSERT INTO t VALUES (' + ', '.join('?' * len(rows[0])) + ')', rows)
            connection.execute('COMMIT')
            """)
        let (database, scanned) = (try folder.open(), try folder.open())
        #expect(try scanned.scan("t") { _ in true }.isEmpty)
        for position in [0, 1_023, 1_024, 1_025, 2_047, 3_333, 4_096, 5_002] {
            let expected = try database.rows(RowQuery("t"), from: position, count: 3).rows
            let found = try scanned.rows(RowQuery("t"), from: position, count: 3).rows
            #expect(found.count == min(3, 5_003 - position))
            #expect(found.map(\.key) == expected.map(\.key) && found.map(\.cells) == expected.map(\.cells))
        }
    }
}
