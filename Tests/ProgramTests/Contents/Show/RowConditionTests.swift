import TestSupport
import Testing

@Suite("Conditions on rows on the command line", .onManyThreads)
struct RowConditionTests {
    private let directory = TemporaryDirectory()

    /// The texts in the column `b` of the rows, by their numbers from 1.
    private static let texts = ["a", " a", "a ", "  ", "", "5", " 5"]

    /// Dates as text, and what is none, in a column that is declared as one of dates.
    private static let dates = [
        "2024-03-01", "2024-03-01 12:00:00", "2024-03-01T12:00:00Z", "2024-03-01T12:00:00.25Z", "2024-03-02 00:00:00",
        "2024-02-29 23:59:59", "soon",
    ]

    @Test(
        "texts in columns of dates are dates, to the day, minute, second or fraction that is asked for",
        arguments: ["DATE", "datetime", "TIMESTAMP NOT NULL"],
        [
            ("b=2024-03-01", [1, 2, 3, 4]), ("b!=2024-03-01", [5, 6, 7]), ("b<2024-03-01", [6]),
            ("b<=2024-03-01", [1, 2, 3, 4, 6]), ("b>2024-03-01", [5]), ("b>=2024-03-01 12:00", [2, 3, 4, 5]),
            ("b=2024-03-01T12:00:00Z", [2, 3, 4]), ("b=2024-03-01T12:00:00.0Z", [2, 3]),
            ("b=2024-03-01 12:00:00.25", [4]), ("b=2024-03-01T00:00:00Z", [1]), ("b=soon", [7]),
            ("b~03-01", [1, 2, 3, 4]),
        ])
    func dates(type: String, condition: (text: String, rows: [Int])) throws {
        try choose(condition.text, among: Self.dates, of: type, finding: condition.rows)
    }

    @Test("a blob is found by the text that it holds", arguments: ["b=5", "b==5", "b~5"])
    func blobs(condition: String) throws {
        try choose(condition, among: ["5", "a", ""], of: "BLOB", as: "text.encode()", finding: [1])
        try choose("b=a", among: ["5", "a", ""], of: "BLOB", as: "text.encode()", finding: [2])
        try choose("b=", among: ["5", "a", ""], of: "BLOB", as: "text.encode()", finding: [3])
    }

    @Test(
        "a value is looked for with its blanks",
        arguments: [
            ("b=a", [1]), ("b= a", [2]), ("b=a ", [3]), ("b=  ", [4]), ("b=", [5]), ("b = a", [1]), ("b =  a", [2]),
            ("b=5", [6]), ("b= 5", [7]), ("b~ a", [2]), ("b != a", [2, 3, 4, 5, 6, 7]),
        ])
    func blanks(condition: String, rows: [Int]) throws {
        try choose(condition, among: Self.texts, of: "TEXT", finding: rows)
    }

    @Test(
        "a text contains another regardless of case and composition",
        arguments: [
            ("b~É", [1, 2, 3, 4]), ("b~é", [1, 2, 3, 4]), ("b~E\u{301}", [1, 2, 3, 4]), ("b~СОЛЬ", [5]),
            ("b~σίσυφος", [6]), ("b~ÉTÉ", [1, 2]), ("b~groß", [7]), ("b~GROSS", []), ("b~cafe", [3, 4]),
        ])
    func folding(condition: String, rows: [Int]) throws {
        let texts = ["été", "E\u{301}te\u{301}", "CAFE\u{301}", "cafe\u{301}", "морская соль", "ΣΊΣΥΦΟΣ", "GROẞ"]
        try choose(condition, among: texts, of: "TEXT", finding: rows)
    }

    /// Makes a table with texts in a column of a type, and looks for rows.
    /// - Parameter value: Python that makes a value of `text`.
    private func choose(
        _ condition: String, among texts: [String], of type: String, as value: String = "text", finding rows: [Int]
    ) throws {
        try Python.run(
            """
            import os, sqlite3, sys
            os.chdir(sys.argv[1])
            connection = sqlite3.connect('a.db')
            connection.execute('DROP TABLE IF EXISTS t')
            connection.execute('CREATE TABLE t(a INTEGER PRIMARY KEY, b \(type))')
            for text in sys.argv[2:]: connection.execute('INSERT INTO t(b) VALUES (?)', [\(value)])
            connection.commit()
            """, [directory.path] + texts)
        let found = try runCommand(
            [sandglass, "show", directory("a.db"), "--table", "t", "--as", "csv", "--where", condition])
        #expect(found.status == 0, "\(found.errors)")
        let numbers = found.lines.dropFirst().map { $0.prefix { $0 != "," } }
        #expect(numbers == rows.map { Substring("\($0)") }, "\(found.text)")
    }
}
