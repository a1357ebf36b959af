import Databases
import Jobs
import TestSupport
import Testing

/// Searching for a text in all tables.
struct DatabaseSearchTests {
    private static let script = """
        run('CREATE TABLE a(x, y)'); run('CREATE TABLE b(k PRIMARY KEY, v) WITHOUT ROWID'); run('CREATE TABLE c(z)')
        run('INSERT INTO a VALUES (1, ?), (?, 2), (3, 4)', ['the Secret key', b'\\0\\1SECRET\\2'])
        run('INSERT INTO b VALUES (?, ?), (5, ?)', ['k', 'no', 'a secret'])
        run('INSERT INTO c VALUES (?), (?), (123456)', ['x' * 3000000 + 'secret' + 'x' * 100000, 'sec ret'])
        """

    private func hits(_ text: String, _ database: Database, tables: [String]? = nil) throws -> [SearchHit] {
        var hits: [SearchHit] = []
        try database.search(for: text, in: tables) { hit in
            hits.append(hit)
            return true
        }
        return hits
    }

    @Test("a text is found in texts, blobs, numbers and very long cells", arguments: ["UTF-8", "UTF-16le"])
    func everywhere(_ encoding: String) throws {
        let database = try DatabaseFolder("run(\"PRAGMA encoding='\(encoding)'\")\n" + Self.script).open()
        let found = try hits("secret", database)
        #expect(found.map(\.table) == ["a", "a", "b", "c"])
        #expect(found.map(\.column) == ["y", "x", "v", "z"])
        #expect(found.map(\.key) == [.rowID(1), .rowID(2), .position(0), .rowID(1)])
        #expect(found.prefix(3).map(\.offset) == [4, 2, 2])
        #expect(found.allSatisfy { String(decoding: $0.excerpt, as: UTF8.self).lowercased().contains("secret") })
        #expect(try hits("2345", database).map(\.table) == ["c"])
        #expect(try hits("secret", database, tables: ["b"]).count == 1)
        #expect(try hits("", database).isEmpty)
    }

    @Test("a search stops on request, and when it is cancelled")
    func stopping() throws {
        let database = try DatabaseFolder(Self.script).open()
        var count = 0
        try database.search(for: "secret") { _ in
            count += 1
            return false
        }
        #expect(count == 1)
        let cancellation = Cancellation()
        cancellation.cancel()
        let error = #expect(throws: DatabaseError.self) {
            try database.search(for: "secret", cancellation) { _ in true }
        }
        #expect(error?.code == .cancelled)
    }
}
