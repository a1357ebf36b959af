import Documents
import FileTree
import Formats
import Jobs
import Search
import System
import TestSupport
import Testing

@testable import Comparison

/// Databases that a special view explains, changed in one place after the other by SQLite itself.
@Suite("What a view of a database does not show")
struct DatabaseRestTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        /// The columns, as `table.column`, that are declared to be noise.
        var noise: Set<String> = []

        var testDescription: String { name }
    }

    static let kinds = [
        Kind(
            name: "plain",
            script: """
                run('CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT DEFAULT 1, b REAL, c BLOB, d)')
                run("INSERT INTO t (a, b, c) VALUES ('x', 1.5, x'0001'), ('y', 2.5, NULL)")
                run('CREATE TABLE w (a TEXT, b TEXT, c, PRIMARY KEY (a, b)) WITHOUT ROWID')
                run("INSERT INTO w VALUES ('x', 'y', 1), ('x', 'z', 2)")
                run('CREATE TABLE n (a, b)'); run("INSERT INTO n VALUES (1, 'p'), (2, 'q')")
                run('CREATE INDEX i ON t (a)'); run('ANALYZE')
                """),
        Kind(name: "Core Data", script: CoreDataScript.withModel),
        Kind(name: "Core Data without a model", script: CoreDataScript.withoutModel),
        Kind(
            name: "URL cache", script: URLCacheScript.cache,
            noise: [
                "cfurl_cache_response.entry_ID", "cfurl_cache_blob_data.entry_ID", "cfurl_cache_receiver_data.entry_ID",
            ]),
        Kind(
            name: "local storage",
            script: """
                run('CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL)')
                run('INSERT INTO ItemTable VALUES (?, ?), (?, ?)',
                    ['theme', 'dark'.encode('utf-16-le'), 'token', 'abc'.encode('utf-16-le')])
                """),
        Kind(
            name: "IndexedDB", script: IndexedDBScript.database,
            noise: ["Records.recordID", "Records.objectStoreID", "ObjectStoreInfo.id"]),
        Kind(
            name: "alternative services",
            script: """
                run('CREATE TABLE alt_services (partition TEXT, host TEXT, alternateHost TEXT, port INTEGER, '
                    'alternatePort INTEGER, type INTEGER, creation_time INTEGER, expires_time INTEGER)')
                for host, other in [('b.example', None), ('a.example', 'cdn.example')]:
                    run('INSERT INTO alt_services VALUES (?, ?, ?, 443, 8443, 3, 978307200, 1549107062)', ['', host, other])
                """),
    ]

    /// Adds a table and a column of the app's own, and writes a copy for each change to `v`, with a list of them: the file,
    /// what was changed, and a text that only the copy has.
    private static let changes = Script.text("database_rest_changes")

    @Test("every change is told, and every new text is found", arguments: kinds)
    func everyChange(kind: Kind) throws {
        let directory = TemporaryDirectory()
        try DatabaseScript.run(kind.script + Self.changes, in: directory)
        let before = try DocumentSource(hostPath: Array(directory("base.db").utf8))
        let lines = String(decoding: try readFile(directory("list")), as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 20)
        for line in lines {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let (name, label, text) = (parts[0], parts[1], parts[2])
            let after = try DocumentSource(hostPath: Array(directory(name).utf8))
            var told: [Difference] = []
            let comparison = ContentsComparison(ComparisonOptions(), cancellation: Cancellation()) {
                told.append($0)
                return true
            }
            try comparison.compareFiles(before, after)
            #expect(!told.isEmpty || kind.noise.contains(label), "\(label) \(text) is not told")
            #expect(!told.contains { $0.bytes != nil && $0.address.isEmpty }, "\(label) \(text): \(told)")
            guard !text.isEmpty else { continue }
            let pattern = try ContentsPattern(text)
            let search = FileContentsSearch(pattern, ContentsOptions(), cancellation: Cancellation())
            var hits = 0
            let problems = try search.search(after) { _ in
                hits += 1
                return true
            }
            // A property list that was replaced by a text is damaged, and said to be.
            let others = problems.filter { !$0.message.contains("a damaged property list") }
            #expect(hits > 0 && others.isEmpty, "\(label): \(text) is not found, \(problems)")
        }
    }
}
