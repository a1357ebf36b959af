import ContainerModel
import Documents
import FileTree
import Formats
import Jobs
import TestSupport
import Testing

@testable import Comparison

/// Cells that are larger than what is held in memory as a value, 16 MiB.
@Suite("Large cells of databases", .onManyThreads)
struct LargeCellTests {
    private static let size = 17_000_001
    private static let changed = #"{"size":\#(size)} {"size":\#(size)}"#

    /// Returns a script that makes two databases whose only row has a cell that differs in its last byte.
    private static func script(_ table: String, _ insert: String, encoding: String = "UTF-8") -> String {
        """
        large = 'x' * \(size - 1)
        for side, end in (('a', '1'), ('b', '2')):
            database(side + '/s.db', "PRAGMA encoding='\(encoding)'", '\(table)', (\(insert)))
        """
    }

    private static func document(_ name: String, in sides: Sides, _ address: [String]) throws -> ComparedSide {
        let tree = try HostTree.open(Array(sides.directory(name).utf8))
        let file = try DocumentSource(ContainerPath("s.db"), in: tree)
        let steps = address.map { Array($0.utf8) }
        return .document(
            try DocumentReaders.open(file, at: steps, as: .decoded, within: .unlimited()).document, name: file.name)
    }

    @Test("the change of another row is told, though it is only in the log")
    func log() throws {
        let sides = try Sides(
            """
            connection = database('s.db', 'PRAGMA journal_mode=WAL', 'PRAGMA wal_autocheckpoint=0',
                'CREATE TABLE t (id INTEGER PRIMARY KEY, b)', ('INSERT INTO t VALUES (1, ?), (2, 0)', (bytes(\(Self.size)),)),
                'PRAGMA wal_checkpoint(TRUNCATE)', close=False)
            for side, number in (('a', 5), ('b', 6)):
                connection.execute(f'UPDATE t SET b = {number} WHERE id = 2')
                for name in ('s.db', 's.db-wal'): shutil.copy(name, side + '/' + name)
            """)
        #expect(try sides.differences() == ["changed value s.db:t/2/b 5 6"])
    }

    @Test(
        "a byte at the end is told with the address of the cell",
        arguments: [
            ("a blob", "(id INTEGER PRIMARY KEY, b)", "(large + end).encode()"),
            ("a text", "(id INTEGER PRIMARY KEY, b)", "large + end"),
        ])
    func lastByte(kind: String, columns: String, value: String) throws {
        let sides = try Sides(
            Self.script("CREATE TABLE t \(columns)", "'INSERT INTO t VALUES (1, ?)', (\(value),)"))
        #expect(try sides.differences() == ["changed value s.db:t/1/b \(Self.changed)"])
        for address in [["t"], ["t", "1"], ["t", "1", "b"]] {
            var count = 0
            _ = try SideComparison.compareSides(
                try Self.document("a", in: sides, address), try Self.document("b", in: sides, address)
            ) { _ in
                count += 1
                return true
            }
            #expect(count == 1, "\(kind): \(address)")
        }
    }

    @Test("texts in UTF-16 are compared, and the same text in another encoding is no difference")
    func encodings() throws {
        let sides = try Sides(
            Self.script(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, b)", "'INSERT INTO t VALUES (1, ?)', (large + end,)",
                encoding: "UTF-16le"))
        #expect(try sides.differences().count == 1)
        let same = try Sides(
            """
            for side, encoding in (('a', 'UTF-8'), ('b', 'UTF-16be')):
                database(side + '/s.db', f"PRAGMA encoding='{encoding}'", 'CREATE TABLE t (id INTEGER PRIMARY KEY, b)',
                    ('INSERT INTO t VALUES (1, ?)', ('é😀x' * 3_000_000,)))
            """)
        #expect(try same.differences() == [])
    }

    @Test("a table whose cells can be read only as a whole is compared as bytes, with its log")
    func withoutRowIDs() throws {
        let sides = try Sides(
            """
            connection = database('s.db', 'PRAGMA journal_mode=WAL', 'PRAGMA wal_autocheckpoint=0',
                'CREATE TABLE t (id INTEGER PRIMARY KEY, b) WITHOUT ROWID',
                ('INSERT INTO t VALUES (1, ?), (2, 0)', (bytes(\(Self.size)),)),
                'PRAGMA wal_checkpoint(TRUNCATE)', close=False)
            for side, number in (('a', 5), ('b', 6)):
                connection.execute(f'UPDATE t SET b = {number} WHERE id = 2')
                for name in ('s.db', 's.db-wal'): shutil.copy(name, side + '/' + name)
            """)
        #expect(try sides.differences().count == 1)
        // By address, there are no bytes.
        let summary = try SideComparison.compareSides(
            try Self.document("a", in: sides, ["t"]), try Self.document("b", in: sides, ["t"])
        ) { _ in true }
        #expect(summary.differences == 0 && summary.problems.count == 1)
    }

    @Test("items of web storage and bodies in URL caches are compared as a whole")
    func web() throws {
        let storage = try Sides(
            Self.script(
                "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL)",
                "'INSERT INTO ItemTable VALUES (?, ?)', ('k', (large + end).encode('utf-16-le'))"))
        #expect(try storage.differences().count == 1)
        let cache = try Sides(
            """
            connection = sqlite3.connect('cache.db', isolation_level=None)
            def run(*words): return connection.execute(*words)
            \(URLCacheScript.cache)
            update = 'UPDATE cfurl_cache_receiver_data SET receiver_data = ? WHERE entry_ID = 1'
            for side, end in (('a', b'1'), ('b', b'2')):
                run(update, [b'x' * \(Self.size - 1) + end])
                run(f"VACUUM INTO '{side}/s.db'")
            """)
        #expect(try cache.differences().filter { $0.contains("body") }.count == 1)
    }
}
