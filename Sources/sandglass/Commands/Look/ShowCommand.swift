import ArgumentParser
import Documents
import FileTree
import Formats
import Screen
import System

struct ShowCommand: ContentsCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a file's contents: decoded, as text or bytes.",
        discussion: """
            Any file is shown, in a container or not: property lists, archived objects and JSON as a tree, databases, \
            cookies and archives as tables, pictures, text, and anything else as bytes; for Library/Preferences, \
            the preferences of all suites. After a colon, the names that lead to a value inside the \
            file show that value alone; in a name, ~1 stands for a slash and ~0 for a tilde. A row of a table is named \
            by its primary key, with commas between several columns; without one, by rowid=NUMBER, which VACUUM may \
            change. Each archived object is written once; in JSON, a reference to one that is written elsewhere \
            is {"$ref": "NAME/…"}, and one to an object that is missing is {"$missing": NUMBER}.

            The encoding of text that is not in Unicode is detected from its bytes, and a remark says how certain it \
            is; --encoding names another one: \(Self.encodings.joined(separator: ", ")).

              sandglass show App.xcappdata/AppData/Library/Preferences/org.example.app.plist
              sandglass show --as json Settings.plist | jq .
              sandglass show --as raw Settings.plist:Sessions/0/archive > archive.plist
              sandglass show App.xcappdata/AppData/Library/Preferences
              sandglass show Store.sqlite --table Note --where 'created>=2024-03-01' --where 'title~tide' --sort \
            -created
            """
    )

    /// A form in which a file is shown.
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case tree
        case table
        case csv
        case text
        case hex
        case json
        case xml
        case raw
    }

    @Argument(
        help: "A file, FILE:NAME/NAME… for a value inside it, or Library/Preferences.", completion: Completions.items)
    var path: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "tree; table; csv; text; hex; json (dates in ISO 8601, data in base64; a line for each row of a table); "
                + "xml, for property lists; raw, the bytes as they are. On a terminal, csv and raw are sanitized.",
            valueName: "form"))
    var form: Form?

    @Option(
        help: ArgumentHelp(
            "The table of a database, or the entity of a Core Data store, like a name after the colon.",
            valueName: "name"))
    var table: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only rows for which COLUMN=VALUE holds, or !=, <, <=, >, >= or ~ (contains, regardless of case and of how characters are composed); == and <> are = and !=. Spaces after the operator belong to the value, except for one in COLUMN = VALUE. Dates are written 2024-03-01, 2024-03-01T12:00:00Z or 2024-03-01T12:00:00.25Z, and stand for all of that day, second or fraction: <=2024-03-01 includes the whole day. An empty value matches NULL. May be given more than once.",
            valueName: "condition"))
    var conditions: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sort rows by a column, by -COLUMN from the largest.", valueName: "column"))
    var sort: String?

    @Option(help: ArgumentHelp("The maximum number of rows of a table.", valueName: "number"))
    var limit: Int?

    @Option(
        help: ArgumentHelp("The encoding of text, instead of the detected one.", valueName: "name"),
        completion: .list(Self.encodings))
    var encoding: String?

    @Flag(help: "Follow links in a container out of it.")
    var follow = false

    @Flag(help: "The same as --as json.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit needs a number of rows, 0 or more.") }
        if json, let form, form != .json {
            throw ValidationError("--json and --as \(form.rawValue) are mutually exclusive.")
        }
        for condition in conditions where TableCondition(condition) == nil {
            throw ValidationError(
                "--where needs a condition such as COLUMN=VALUE, with = (==), != (<>), <, <=, >, >= or ~, not "
                    + "\(DisplayText(condition)).")
        }
        if let encoding, TextEncoding(named: encoding) == nil {
            throw ValidationError(
                "--encoding takes \(Self.encodings.joined(separator: ", ")), not \(DisplayText(encoding)).")
        }
        if form == .raw || form == .xml, table != nil || choosesRows {
            throw ValidationError(
                "--table, --where and --sort need rows, which --as \(form?.rawValue ?? "") does not show.")
        }
    }

    var failsInJSON: Bool { json || form == .json }

    /// The names of encodings.
    private static let encodings = TextEncoding.allCases.map { $0.names[0] }

    /// Whether only some rows are wanted, or in a different order.
    private var choosesRows: Bool { !conditions.isEmpty || sort != nil }

    func perform() throws {
        let located = try app.locateValue(path, follows: follow)
        let steps = located.steps
        guard let item = located.item else {
            return writeError("sandglass: \(DisplayText(path)): no preferences are stored")
        }
        let form = json ? .json : form
        do {
            let missing = item.loss.map { [(status: Failure.Status.data, text: $0)] } ?? []
            if form == .raw {
                return try end(try writeAll(item, steps) + missing)
            }
            let readForm: DocumentForm = form == .hex ? .hex : form == .text ? .text : .decoded
            let limits = Self.limits
            let opened = try item.open(
                at: steps, as: readForm, encoding.flatMap { TextEncoding(named: $0) }, within: limits)
            let document = try chosen(opened, limits)
            let request: ShowStatus.Request = table == nil ? .init(form) : .named
            // Reported at the end, with the status; anything else is a remark.
            var reasons = document.findings.compactMap { finding, reason in
                ShowStatus.status(of: request, finding).map { (status: $0, text: reason) }
            }
            // Whatever was asked for, a part of it is missing.
            reasons += missing + document.unreadValues.map { (status: .data, text: $0) }
            var losses: [String] = []
            do {
                losses = try write(document, as: form, limits, except: reasons.map { $0.text })
            } catch let error as DocumentFailure {
                // What is missing may be the reason.
                reasons.append((.data, error.reason))
            }
            losses += document.table?.source.losses ?? []
            reasons += losses.compactMap { loss in
                ShowStatus.status(of: request, .incomplete).map { (status: $0, text: loss) }
            }
            try end(reasons)
        } catch let error as FileTreeError {
            throw Failure(error, at: path, isValue: !steps.isEmpty)
        } catch let error as DocumentFailure {
            throw failure(error.code == .notFound ? .absent : .damaged, error.reason)
        }
    }

    /// Reports why the contents, or a part of them, are missing.
    /// - Throws: `Failure` with the last reason if there is any; the others have been reported.
    private func end(_ reasons: [(status: ExitStatus, text: String)]) throws {
        var known: Set<String> = []
        let distinct = reasons.filter { known.insert($0.text).inserted }
        writeRemarks(distinct.dropLast().map { $0.text })
        guard let last = distinct.last else { return }
        throw Failure(last.status, "\(DisplayText(path)): \(DisplayText(last.text))")
    }

    /// Returns the failure of a request for a form, a table or a value that cannot be met.
    func failure(_ finding: ShowStatus.Finding, _ reason: String) -> Failure {
        let status = ShowStatus.status(of: .named, finding) ?? .data
        return Failure(status, "\(DisplayText(path)): \(DisplayText(reason))")
    }

    /// Writes a document.
    /// - Parameter reasons: The reasons that are reported at the end, and not as remarks.
    /// - Returns: Why a part of it is missing, as was found while it was written.
    private func write(
        _ document: Document, as form: Form?, _ limits: DocumentLimits, except reasons: [String]
    ) throws -> [String] {
        // Other forms than lines have no place for them.
        if form == .json || form == .xml || form == .csv { writeRemarks(document.remarks, except: reasons) }
        switch (form, document.contents) {
        case (.json, _): return try writeJSON(document)
        case (.xml, _): try writeXML(document)
        case (.csv, .table(let table)): return try writeCSV(table)
        case (.csv, _): throw unavailable(.csv, document)
        case (.table, _) where document.table == nil: throw unavailable(.table, document)
        case (.tree, _) where document.tree == nil: throw unavailable(.tree, document)
        case (nil, .nothing) where document.isEmpty:
            writeError("sandglass: \(DisplayText(path)): the \(document.bytes == nil ? "file" : "value") is empty")
        case (nil, _) where document.isPicture: return try writePicture(document, limits)
        case (.tree, _), (.table, _), (.text, _), (.hex, _), (.raw, _), (nil, _):
            try writeLines(document, limits, except: reasons)
        }
        return []
    }

    /// Returns the table that the options name, with the rows that they choose.
    private func chosen(_ document: Document, _ limits: DocumentLimits) throws -> Document {
        var document = document
        if let name = table {
            guard let table = document.table else {
                throw failure(.otherForm, document.failures.first?.reason ?? "it has no tables")
            }
            let (remarks, losses) = (document.remarks, document.losses)
            document = try table.table(named: name, within: limits)
            document.remarks = remarks + document.remarks
            document.addLosses(losses)
        }
        guard choosesRows else { return document }
        guard let table = document.table else {
            throw failure(.otherForm, "--where and --sort need a table, and \(document.kind) is not one")
        }
        let choice = TableChoice(conditions.compactMap { TableCondition($0) }, sorted: sort.map { TableOrder($0) })
        document.contents = .table(try table.choosing(choice, within: limits))
        return document
    }

    /// No time limit: contents are written as they are read.
    static var limits: DocumentLimits { .unlimited() }

    /// Says that a terminal got something else than the bytes.
    private func reportAlteration(_ output: RawOutput) {
        guard output.isAltered else { return }
        writeError(
            "sandglass: \(DisplayText(path)): characters that a terminal acts on or cannot show were replaced; "
                + "a pipe or a file gets the exact bytes")
    }

    /// Writes the bytes of the file or value.
    /// - Returns: Why they are not exactly those that are stored.
    private func writeAll(_ item: DocumentItem, _ steps: [[UInt8]]) throws -> [(status: ExitStatus, text: String)] {
        var output = RawOutput()
        defer { reportAlteration(output) }
        guard case .file(let file) = item, steps.isEmpty else {
            let document = try item.open(at: steps, as: .decoded, within: Self.limits).document
            if let source = document.value?.source {
                try write(source, &output)
            } else if let bytes = document.bytes {
                try output.write(bytes)
            } else {
                let reason = document.unreadValues.first ?? "the value has no bytes; --as json shows it"
                throw Failure(.data, "\(DisplayText(path)): \(DisplayText(reason))")
            }
            try output.end()
            return document.repairs.map { (.data, $0) }
        }
        try write(file, &output)
        try output.end()
        return []
    }

    private func write(_ source: DocumentSource, _ output: inout RawOutput) throws {
        var offset: UInt64 = 0
        while true {
            let bytes = try source.bytes(from: offset, count: 1 << 20)
            guard !bytes.isEmpty else { return }
            try output.write(bytes)
            offset += UInt64(bytes.count)
        }
    }
}

extension DocumentItem {
    /// Opens the whole, or a value inside it.
    /// - Parameters:
    ///   - steps: The way to the value.
    ///   - encoding: The encoding of the text that it is; nil to detect it.
    /// - Throws: `FileTreeError` if there is no such value.
    fileprivate func open(
        at steps: [[UInt8]], as form: DocumentForm, _ encoding: TextEncoding?, within limits: DocumentLimits
    ) throws(FileTreeError) -> Document {
        guard let encoding else { return try open(at: steps, as: form, within: limits).document }
        guard case .file(let file) = self, steps.isEmpty else {
            let found = try open(at: steps, as: form, within: limits).document
            // Other values than bytes are not encoded.
            guard let source = found.source, source.isValue, found.bytes != nil else { return found }
            switch found.contents {
            case .text, .bytes: return DocumentReaders.read(source.inEncoding(encoding), as: form, within: limits)
            case .tree, .table, .picture, .nothing: return found
            }
        }
        return try DocumentReaders.open(file.inEncoding(encoding), at: [], as: form, within: limits).document
    }
}

extension Document {
    /// Whether it is a picture, though perhaps one that cannot be drawn.
    fileprivate var isPicture: Bool {
        if case .picture = contents { return true }
        return facts != nil
    }
}
