import TestSupport
import Testing

/// Tables of databases with a damaged page, as `sqlite3` finds them.
@Suite("Tables with damaged pages", .onManyThreads)
struct DamagedTableTests {
    private let directory = TemporaryDirectory()

    /// Python that makes `whole.db`, with a table of 300 rows, in the directory given, and reads it.
    static let whole = """
        import os, sqlite3, sys
        os.chdir(sys.argv[1])
        made = sqlite3.connect('whole.db')
        made.execute('PRAGMA page_size=1024')
        made.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)')
        made.executemany('INSERT INTO t(v) VALUES (?)', [('row %d ' % n + 'x' * 60,) for n in range(300)])
        made.commit()
        made.close()
        whole = open('whole.db', 'rb').read()
        """

    /// Makes databases `N.db`, each with 1 KiB of zeros at another place, and returns how many.
    private func makeDatabases() throws -> Int {
        let count = try Python.lines(
            """
            \(Self.whole)
            places = range(2 * 1024, len(whole) - 1024, 1536)
            for number, place in enumerate(places):
                open('%d.db' % number, 'wb').write(whole[:place] + bytes(1024) + whole[place + 1024:])
            print(len(places))
            """, directory.path)
        return try #require(count.first.flatMap { Int($0) })
    }

    private func show(_ words: String...) throws -> CommandResult {
        try runCommand(["env", "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(directory("state"))", sandglass, "show"] + words)
    }

    @Test("rows before the damage are written, and then status 65 says that others are missing")
    func missing() throws {
        var damaged = 0
        for number in 0..<(try makeDatabases()) {
            let path = directory("\(number).db")
            let known = try runCommand(["sqlite3", "-csv", path, "SELECT * FROM t"])
            let result = try show("--as", "csv", "\(path):t")
            let isDamaged = known.status != 0 || known.errors.contains("malformed")
            damaged += isDamaged ? 1 : 0
            if result.status == 0 {
                #expect(!isDamaged, "\(number): \(known.errors)")
                #expect(result.lines.count == known.lines.count + 1)
            } else {
                #expect(result.status == 65 && result.errors.contains("malformed"), "\(number): \(result.errors)")
            }
        }
        #expect(damaged > 10)
    }

    @Test("every form reports it, and so does the list of tables", arguments: ["csv", "json", "table", "text"])
    func forms(form: String) throws {
        _ = try makeDatabases()
        // A leaf in the middle.
        let path = directory("7.db")
        try #require(try runCommand(["sqlite3", path, "SELECT * FROM t"]).status != 0)
        let result = try show("--as", form, "\(path):t")
        #expect(result.status == 65 && result.errors.contains("malformed"), "\(result.status) \(result.errors)")
        #expect(result.text.contains("row 0 "))
        #expect(try show(path).text.contains("damaged"))
    }
}
