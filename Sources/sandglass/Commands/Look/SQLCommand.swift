import ArgumentParser
import Databases
import Documents
import FileTree
import Jobs
import Screen
import System

struct SQLCommand: ContentsCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Query a database in SQL, reading it only.",
        discussion: """
            The database is read as show reads it: without changing a byte, with its log. A query is one statement \
            that reads: SELECT, with recursive tables, VALUES, EXPLAIN, or a PRAGMA that tells something. Without one \
            in the arguments, it is read from standard input.

            The entities of a Core Data store are views, entity.Note or Note where no table has the name, with the names \
            of attributes; dates are texts in UTC, such as 2024-03-01T12:00:00Z. A relationship to many objects is a \
            view of pairs of keys, "Note.tags". value(CELL, 'NAME/NAME') returns a value from a property list, archived \
            objects or JSON, by the address that show takes after the colon, or NULL if there is none.

            A mistake in the query ends with 64 and its place; 65 says that rows are missing, because another limit than \
            --limit was reached or since the database could not be read in full. What --limit leaves out is not missing: \
            the status is 0, and nothing says whether there are more rows.

              sandglass sql Store.sqlite 'SELECT title, created FROM Note ORDER BY created DESC'
              sandglass sql --csv Store.sqlite < report.sql > report.csv
              sandglass sql Cache.db "SELECT count(*) FROM cfurl_cache_response"
              sandglass sql New.sqlite --attach old=Old.sqlite 'SELECT * FROM Note EXCEPT SELECT * FROM old.Note'
            """
    )

    /// A form in which rows are printed.
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case table
        case csv
        case json
    }

    @Argument(
        help: "A database, or FILE:NAME/NAME… for one in a value of a file.", completion: Completions.items)
    var path: String

    @Argument(help: "The query; without it, standard input is read.")
    var query: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "table; csv; json (a line for each row, data in base64). On a terminal, csv is sanitized.",
            valueName: "form"))
    var form: Form?

    @Option(
        help: ArgumentHelp(
            "Another database and the name of its tables' schema, as in NAME.TABLE. Repeatable.",
            valueName: "name=database"))
    var attach: [String] = []

    @Option(
        help: ArgumentHelp(
            "The most rows; the status is 0 even if there are more. Without it, more than 1,000,000 are cut off with the status 65.",
            valueName: "number"))
    var limit: Int?

    @Option(
        help: ArgumentHelp("The most seconds that the query takes; 0 for any time.", valueName: "seconds"))
    var timeout = 60.0

    @Flag(help: "Say how the rows are found, and what is slow about it, instead of printing them.")
    var explain = false

    @Flag(help: "Follow links in a container out of it.")
    var follow = false

    @Flag(help: "The same as --as json.")
    var json = false

    @Flag(help: "The same as --as csv.")
    var csv = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit needs a number of rows, 0 or more.") }
        guard timeout >= 0, timeout.isFinite else { throw ValidationError("--timeout needs seconds, 0 or more.") }
        let forms: [Form?] = [form, json ? .json : nil, csv ? .csv : nil]
        if Set(forms.compactMap(\.self)).count > 1 {
            throw ValidationError("--as, --json and --csv exclude each other.")
        }
        for text in attach { try Self.checkAttachment(text) }
    }

    private static func checkAttachment(_ text: String) throws {
        guard let (name, file) = attachment(text), !name.isEmpty, !file.isEmpty else {
            throw ValidationError("--attach needs NAME=DATABASE, not \(DisplayText(text)).")
        }
        guard !["main", "temp", QueryView.schema].contains(name.lowercased()) else {
            throw ValidationError("--attach needs another name than \(name), which is taken.")
        }
    }

    private static func attachment(_ text: String) -> (name: String, file: String)? {
        text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
    }

    var failsInJSON: Bool { json || form == .json }

    /// The most rows without `--limit`.
    private static let maxRows = 1_000_000

    func perform() throws {
        Interruption.watch()
        let limits = DocumentLimits.unlimited(Interruption.cancellation)
        let file = try source(path, limits)
        var attached: [(name: String, file: DocumentSource)] = []
        for text in attach {
            guard let (name, file) = Self.attachment(text) else { continue }
            attached.append((name, try source(file, limits)))
        }
        // Reported at the end, with the status.
        var reported = [file.loss].compactMap(\.self) + attached.compactMap { $0.file.loss }
        do {
            let database = try QueriedDatabase(file, attaching: attached, within: limits)
            let text = try query.map(argumentBytes) ?? typedQuery(limits)
            reported += database.problems
            writeRemarks(database.remarks, except: reported)
            let seconds = timeout == 0 ? 1e9 : timeout
            let rows = try database.rows(
                of: text, limits: QueryLimits(seconds: seconds), maxRows: limit ?? Self.maxRows,
                Interruption.cancellation)
            guard !explain else {
                return try write(database.explanation(of: rows, query: text, within: limits), limits)
            }
            try write(rows, limits)
            try end(rows, reported + rows.losses)
        } catch let failure as SQLFailure {
            writeRemarks(reported)
            throw self.failure(failure)
        }
    }

    /// Returns the file with a database.
    private func source(_ path: String, _ limits: DocumentLimits) throws -> DocumentSource {
        let located = try app.locateValue(path, follows: follow)
        do throws(FileTreeError) {
            if case .file(let file)? = located.item {
                if located.steps.isEmpty { return file }
                let found = try located.item?.open(at: located.steps, as: .decoded, within: limits).document.source
                if let found { return found }
            }
        } catch {
            throw Failure(error, at: path, isValue: !located.steps.isEmpty)
        }
        throw Failure(.data, "\(DisplayText(path)): it is not a database")
    }

    /// Returns the query on standard input.
    private func typedQuery(_ limits: DocumentLimits) throws -> [UInt8] {
        if isatty(STDIN_FILENO) == 1 { writeError("sandglass: type a query, and ^D behind it") }
        do throws(FileTreeError) {
            return try streamContents(of: nil, limit: 1 << 20, cancellation: limits.cancellation)
        } catch {
            throw limits.cancellation.isCancelled ? Failure.cancelled : Failure(error, at: "standard input")
        }
    }

    // MARK: Output

    /// The form that the options name.
    private var chosenForm: Form? { json ? .json : csv ? .csv : form }

    private func write(_ rows: QueryRows, _ limits: DocumentLimits) throws {
        let table = DocumentTable(rows)
        switch chosenForm {
        case nil, .table:
            do {
                try writeLines(Document("Rows", contents: .table(table)), limits, except: [])
            } catch let failure as DocumentFailure {
                throw rows.failure ?? SQLFailure(.database, failure.reason)
            }
        case .csv, .json: try writeRows(of: table, inJSON: chosenForm == .json) { try forEachRow(rows, $0) }
        }
    }

    private func forEachRow(_ rows: QueryRows, _ body: ([ValueNode]) throws -> Void) throws {
        do {
            try rows.forEachRow { nodes in
                try body(nodes)
                return true
            }
        } catch let failure as DocumentFailure {
            throw SQLFailure(.limit, failure.reason)
        }
    }

    /// Ends the command, and says what is missing.
    /// - Throws: `Failure` with the last reason if there is any; the others have been reported.
    private func end(_ rows: QueryRows, _ losses: [String]) throws {
        var reasons = losses
        if limit == nil, rows.isCut {
            reasons.append("there are more than 1,000,000 rows; --limit says how many are printed")
        }
        writeRemarks(reasons.dropLast())
        if let last = reasons.last { throw Failure(.data, "\(DisplayText(path)): \(DisplayText(last))") }
    }

    private func failure(_ failure: SQLFailure) -> Failure {
        switch failure.cause {
        case .cancelled: return .cancelled
        case .limit, .database: return Failure(.data, "\(DisplayText(path)): \(DisplayText(failure.sentence))")
        case .query:
            if let place = failure.place { point(at: place) }
            return Failure(.usage, DisplayText(failure.sentence).description)
        }
    }

    /// The longest line of a query that is repeated.
    private static let longestLine = 200

    /// Repeats the line with a mistake, and points at it.
    private func point(at place: SQLFailure.Place) {
        guard place.text.count <= Self.longestLine else { return }
        let before = DisplayText(String(place.text.prefix(place.column - 1))).width
        writeError("  \(DisplayText(place.text))")
        writeError("  \(String(repeating: " ", count: before))^")
    }

    private func write(_ explanation: QueryExplanation, _ limits: DocumentLimits) throws {
        switch chosenForm {
        case nil:
            var output = Output()
            try output.lines(explanation.lines)
            try output.flush()
        case .table: try writeLines(Document("Plan", contents: .table(explanation.table)), limits, except: [])
        case .csv, .json:
            try writeRows(of: explanation.table, inJSON: chosenForm == .json) { write in
                try explanation.table.forEachRow(within: limits) { nodes in
                    try write(nodes)
                    return true
                }
            }
        }
    }
}
