import TestSupport
import Testing

/// A log that cannot be read: what is in it is missing from every answer, which says so.
@Suite("Databases whose log cannot be read, in commands", .onManyThreads)
struct UnreadDatabaseLogTests {
    private let folder = TemporaryDirectory()

    /// Makes two containers with the same database, of which the second one's log is a directory.
    private func make() throws {
        try Python.run(
            """
            import os, shutil, sqlite3, sys
            os.chdir(sys.argv[1])
            for name in ('Documents', 'Library', 'tmp'): os.makedirs('one/' + name)
            with sqlite3.connect('one/Documents/s.db') as connection:
                connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, password)')
                connection.execute("INSERT INTO t VALUES (1, 'hunter2-secret')")
            connection.close()
            shutil.copytree('one', 'two')
            os.mkdir('two/Documents/s.db-wal')
            """, [folder.path])
    }

    private func run(_ words: String...) throws -> CommandResult {
        try runCommand(
            ["env", "-C", folder.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(folder("state"))", sandglass] + words)
    }

    @Test("diff ends with 65 in every form, and names the side, the database and the reason")
    func compared() throws {
        try make()
        let path = "Documents/s.db"
        let reason = "not compared in full: The write-ahead log cannot be read ("
        for form in [[], ["--json"], ["--stat"]] {
            let whole = try runCommand(
                ["env", "-C", folder.path, "LC_ALL=C.UTF-8", sandglass, "diff", "one", "two"] + form)
            #expect(
                whole.status == 65 && whole.errors.contains("sandglass: two: \(path): \(reason)"),
                "\(whole.status) \(whole.errors)")
        }
        for value in ["", ":t", ":t/1"] {
            let alone = try run("diff", "one/\(path)\(value)", "two/\(path)\(value)")
            #expect(
                alone.status == 65 && alone.errors.contains("sandglass: two/\(path)\(value): \(reason)"),
                "\(value): \(alone.status) \(alone.errors)")
        }
        #expect(try run("diff", "one", "one").status == 0)
    }

    @Test("audit tells the secrets in the rest of the database, and what was not examined, once")
    func audited() throws {
        try make()
        let result = try run("audit", "two")
        #expect(result.status == 1 && result.text.contains("two/Documents/s.db:t/1/password"), "\(result.text)")
        let reason = "File that could not be examined completely: The write-ahead log cannot be read ("
        #expect(result.text.contains(reason), "\(result.text)")
    }
}
