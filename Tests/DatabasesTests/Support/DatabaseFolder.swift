import Databases
import System
import TestSupport

/// A directory with a database, made by Python's SQLite.
struct DatabaseFolder {
    let directory: TemporaryDirectory

    init(_ directory: TemporaryDirectory = TemporaryDirectory()) { self.directory = directory }

    /// Creates the directory and runs a script in it. `connection` is open to `a.db` in autocommit mode; `leave()` ends
    /// the process without closing it, so that the log remains.
    init(_ script: String, in directory: TemporaryDirectory = TemporaryDirectory()) throws {
        self.directory = directory
        try run(script)
    }

    func run(_ script: String) throws { try DatabaseScript.run(script, in: directory) }

    /// Opens a file for reading; nil if it does not exist.
    static func descriptor(_ path: String) -> Descriptor? {
        // O_NOATIME, as the program opens all files.
        let opened = System.open(path, O_RDONLY | 0o1_000_000 | O_CLOEXEC)
        return opened < 0 ? nil : Descriptor(owning: opened)
    }

    /// The database and the files beside it.
    func source(_ name: String = "a.db") throws -> DatabaseSource {
        guard let main = Self.descriptor(directory(name)) else { throw CommandError(call: "open", number: errno) }
        return .files(
            main: main, log: Self.descriptor(directory(name + "-wal")),
            journal: Self.descriptor(directory(name + "-journal")))
    }

    func open(_ name: String = "a.db", limits: DatabaseLimits = .standard) throws -> Database {
        try Database(source(name), limits: limits)
    }

    /// The contents and all times of the directory and the files in it.
    func state() throws -> [String] { try DatabaseScript.state(of: directory) }

    /// Generated queries, and for each the rows as Python reads them from a copy, sorted: a line each, with a tab.
    func generatedQueries(seed: Int, count: Int) throws -> [String] {
        try Python.lines(Script.text("generated_queries"), directory("a.db"), "\(seed)", "\(count)")
    }

    /// All rows of all tables as Python reads them from a copy, one line each.
    func expectedRows(_ name: String = "a.db") throws -> [String] {
        let script = Script.text("database_folder_expected_rows")
        return try Python.lines(script, directory(name))
    }
}

extension Database {
    /// All rows of all tables and views, as `DatabaseFolder.expectedRows` shows them.
    func allRows() throws -> [String] {
        try schema().tables.filter { $0.kind != .virtual }.flatMap { table in
            try rows(RowQuery(table.name), count: 10_000).rows.map { row in
                ([table.name] + row.cells.map(\.shown)).joined(separator: " ")
            }
        }
    }

    /// The first column of rows, as text.
    func column(_ query: RowQuery, from index: Int = 0, count: Int = 10_000) throws -> [String] {
        try rows(query, from: index, count: count).rows.map { $0.cells.first?.shown ?? "" }
    }
}

extension CellValue {
    /// The value with the letter of its type; texts and blobs in hexadecimal.
    var shown: String {
        switch self {
        case .null: "n"
        case .integer(let number): "i\(number)"
        case .real(let number): "r" + Self.hexadecimal(withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init))
        case .text(let contents): "t" + Self.hexadecimal(contents.bytes)
        case .blob(let contents): "b" + Self.hexadecimal(contents.bytes)
        case .unread, .damaged: "?"
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
