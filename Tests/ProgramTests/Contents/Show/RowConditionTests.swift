import TestSupport
import Testing

@Suite("Conditions on rows on the command line", .onManyThreads)
struct RowConditionTests {
    private let directory = TemporaryDirectory()

    /// The texts in the column `b` of the rows, by their numbers from 1.
    private static let texts = ["a", " a", "a ", "  ", "", "5", " 5"]

    @Test(
        "a value is looked for with its blanks",
        arguments: [
            ("b=a", [1]), ("b= a", [2]), ("b=a ", [3]), ("b=  ", [4]), ("b=", [5]), ("b = a", [1]), ("b =  a", [2]),
            ("b=5", [6]), ("b= 5", [7]), ("b~ a", [2]), ("b != a", [2, 3, 4, 5, 6, 7]),
        ])
    func blanks(condition: String, rows: [Int]) throws {
        try Python.run(
            """
            import os, sqlite3, sys
            os.chdir(sys.argv[1])
            connection = sqlite3.connect('a.db')
            connection.execute('CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)')
            for text in sys.argv[2:]: connection.execute('INSERT INTO t(b) VALUES (?)', [text])
            connection.commit()
            """, [directory.path] + Self.texts)
        let found = try runCommand(
            [sandglass, "show", directory("a.db"), "--table", "t", "--as", "csv", "--where", condition])
        #expect(found.status == 0, "\(found.errors)")
        let numbers = found.lines.dropFirst().map { $0.prefix { $0 != "," } }
        #expect(numbers == rows.map { Substring("\($0)") }, "\(found.text)")
    }
}
