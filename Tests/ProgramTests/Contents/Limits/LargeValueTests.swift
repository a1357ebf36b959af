import TestSupport
import Testing

/// Values that are larger than what is held in memory: they are written as a whole, or a remark says that they are not.
@Suite("Values that are too large to be held", .onManyThreads)
struct LargeValueTests {
    private let directory = TemporaryDirectory()
    private static let size = 20_971_522

    private func run(_ words: String...) throws -> CommandResult {
        try runCommand(
            ["env", "-C", directory.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(directory("state"))", sandglass] + words)
    }

    private func make() throws {
        try Python.run(
            """
            import os, sqlite3, sys
            os.chdir(sys.argv[1])
            connection = sqlite3.connect('s.db')
            connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)')
            connection.execute('INSERT INTO t VALUES (1, ?, ?)', ('y' * \(Self.size), b'z' * \(Self.size)))
            connection.commit()
            """, [directory.path])
    }

    @Test("--as raw writes all bytes of a text and a blob, and --as text all of a text")
    func raw() throws {
        try make()
        for (column, byte) in [("a", UInt8(ascii: "y")), ("b", UInt8(ascii: "z"))] {
            let result = try run("show", "--as", "raw", "s.db:t/1/\(column)")
            #expect(result.status == 0 && result.stdout.count == Self.size, "\(column): \(result.errors)")
            #expect(result.stdout.allSatisfy { $0 == byte })
        }
        let text = try run("show", "--as", "text", "s.db:t/1/a")
        #expect(text.status == 0 && text.stdout.count == Self.size + 1, "\(text.errors)")
    }

    @Test(
        "where a description stands in place of the value, a remark says so, with status 65",
        arguments: [["json", "s.db:t"], ["csv", "s.db:t"], ["json", "s.db:t/1"], ["json", "s.db:t/1/b"]])
    func descriptions(words: [String]) throws {
        try make()
        let result = try run("show", "--as", words[0], words[1])
        #expect(result.status == 65 && result.errors.contains("described only"), "\(result.errors)")
        #expect(result.stdout.count < 1_000)
    }
}
