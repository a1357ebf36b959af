import Databases
import Jobs
import TestSupport
import Testing

/// Reading all rows of a table, one after the other.
struct TableScanTests {
    private static let script = """
        run('CREATE TABLE a(x, y)'); run('CREATE TABLE b(k PRIMARY KEY, v) WITHOUT ROWID'); run('CREATE TABLE c(z)')
        run('INSERT INTO a VALUES (1, ?), (?, 2), (3, NULL)', ['the Secret key', b'\\0\\1SECRET\\2'])
        run('INSERT INTO b VALUES (?, ?), (5, ?), (?, ?)', ['k', 'no', 'a secret', 'm', 'x' * 300000])
        run('INSERT INTO c VALUES (?), (?), (123456)', ['x' * 300000, 'sec ret'])
        """

    private struct Rows {
        var keys: [RowKey] = []
        var cells: [[String]] = []
        var leftOut: [RowKey] = []
    }

    /// All rows of a table, with the kind and the bytes of each cell.
    private func rows(of table: String, in database: Database) throws -> Rows {
        let columns = try database.columns(of: table).indices
        var rows = Rows()
        let leftOut = try database.scan(table) { row in
            rows.keys.append(row.key)
            rows.cells.append(
                columns.map { column in
                    guard let kind = row.kind(column) else { return "null" }
                    return "\(kind) " + row.withBytes(column) { String(decoding: $0, as: UTF8.self) }
                })
            return true
        }
        rows.leftOut = leftOut
        return rows
    }

    @Test("texts, blobs and numbers are read, and rows with large cells left out", arguments: ["UTF-8", "UTF-16le"])
    func everywhere(_ encoding: String) throws {
        var limits = DatabaseLimits.standard
        limits.cellBytes = 200_000
        let folder = try DatabaseFolder("run(\"PRAGMA encoding='\(encoding)'\")\n" + Self.script)
        let database = try folder.open(limits: limits)
        let a = try rows(of: "a", in: database)
        #expect(a.keys == [.rowID(1), .rowID(2), .rowID(3)] && a.leftOut.isEmpty)
        #expect(a.cells[0] == ["number 1", "text the Secret key"])
        #expect(a.cells[1] == ["blob \0\u{1}SECRET\u{2}", "number 2"])
        #expect(a.cells[2] == ["number 3", "null"])
        let b = try rows(of: "b", in: database)
        #expect(b.keys == [.position(0), .position(1)] && b.leftOut == [.position(2)])
        #expect(b.cells == [["number 5", "text a secret"], ["text k", "text no"]])
        let c = try rows(of: "c", in: database)
        #expect(c.keys == [.rowID(2), .rowID(3)] && c.leftOut == [.rowID(1)])
        #expect(c.cells == [["text sec ret"], ["number 123456"]])
    }

    @Test("a table with large rows out of the order of their row IDs is malformed, and not read in circles")
    func disorder() throws {
        let folder = try DatabaseFolder(
            """
            run('PRAGMA page_size=4096'); run('CREATE TABLE t(a INTEGER PRIMARY KEY, b)')
            for n in (1, 3, 5): run('INSERT INTO t VALUES (?, ?)', [n, 'x' * 9000])
            """)
        var bytes = try readFile(folder.directory("a.db"))
        // The pointers to the rows in the table's page, the second one, after the header of the page: 3, 5, 1.
        let pointers = 4_096 + 8
        let first = Array(bytes[pointers..<pointers + 2])
        bytes.replaceSubrange(pointers..<pointers + 6, with: bytes[pointers + 2..<pointers + 6] + first)
        var limits = DatabaseLimits.standard
        limits.cellBytes = 1_000
        let database = try Database(.bytes(bytes), limits: limits)
        let error = #expect(throws: DatabaseError.self) { try database.scan("t") { _ in true } }
        #expect(error?.code == .malformed)
    }

    @Test("a scan stops on request, and when it is cancelled")
    func stopping() throws {
        let folder = try DatabaseFolder(Self.script)
        let database = try folder.open()
        var count = 0
        let leftOut = try database.scan("a") { _ in
            count += 1
            return false
        }
        #expect(count == 1 && leftOut.isEmpty)
        let cancellation = Cancellation()
        cancellation.cancel()
        let other = try folder.open()
        let error = #expect(throws: DatabaseError.self) { try other.scan("a", cancellation) { _ in true } }
        #expect(error?.code == .cancelled)
    }
}
