import ArgumentParser
import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats
import Previews
import Screen
import System

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a file's contents: decoded, as text or bytes.",
        discussion: """
            Any file is shown, in a container or not: property lists, archived objects and JSON as a tree, databases, \
            cookies and archives as tables, pictures, text, and anything else as bytes; of a \
            directory, the preferences of all suites in Library/Preferences. After a colon, the names that lead to a value inside the file show that value \
            alone; in a name, ~1 stands for a slash and ~0 for a tilde. A row of a table is named by its primary key, with \
            commas between several columns; without one, by rowid=NUMBER, which VACUUM may change. Of archived objects, each is written \
            once; in JSON, a reference to one that is written elsewhere is {"$ref": "NAME/…"}, and one to an object that \
            is missing is {"$missing": NUMBER}.

              sandglass show App.xcappdata/AppData/Library/Preferences/org.example.app.plist
              sandglass show --as json Settings.plist | jq .
              sandglass show --as raw Settings.plist:Sessions/0/archive > archive.plist
              sandglass show App.xcappdata/AppData/Library/Preferences
              sandglass show Store.sqlite --table Note --where 'created>=2024-03-01' --where 'title~tide' --sort -created
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
            "tree; table; csv; text; hex; json (dates in ISO 8601, data in base64; a line for each row of a table); xml, for property lists; raw, the bytes as they are. On a terminal, csv and raw are sanitized.",
            valueName: "form"))
    var form: Form?

    @Option(
        help: ArgumentHelp(
            "The table of a database, or the entity of a Core Data store, like a name behind the colon.",
            valueName: "name"))
    var table: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only rows for which COLUMN=VALUE holds, or !=, <, <=, >, >= or ~ (contains). Dates are written 2024-03-01 or 2024-03-01T12:00:00Z; an empty value matches NULL. May be given more than once.",
            valueName: "condition"))
    var conditions: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sort rows by a column, by -COLUMN from the largest.", valueName: "column"))
    var sort: String?

    @Option(help: ArgumentHelp("The most rows of a table.", valueName: "number"))
    var limit: Int?

    @Flag(help: "Follow links in a container out of it.")
    var follow = false

    @Flag(help: "The same as --as json.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit needs a number of rows, 0 or more.") }
        if json, let form, form != .json {
            throw ValidationError("--json and --as \(form.rawValue) exclude each other.")
        }
        for condition in conditions where TableCondition(condition) == nil {
            throw ValidationError("--where needs a condition such as COLUMN=VALUE, not \(DisplayText(condition)).")
        }
        if form == .raw || form == .xml, table != nil || choosesRows {
            throw ValidationError(
                "--table, --where and --sort need rows, which --as \(form?.rawValue ?? "") does not show.")
        }
    }

    func run() throws { try reportingFailures(asJSON: json || form == .json, show) }

    /// Whether only some rows are wanted, or in a different order.
    private var choosesRows: Bool { !conditions.isEmpty || sort != nil }

    private func show() throws {
        let located = try locate(argumentBytes(path))
        let steps = located.steps
        guard let item = located.item else {
            return writeError("sandglass: \(DisplayText(path)): no preferences are stored")
        }
        let form = json ? .json : form
        do {
            if form == .raw { return try writeAll(item, steps) }
            let readForm: DocumentForm = form == .hex ? .hex : form == .text ? .text : .decoded
            let limits = Self.limits
            let document = try chosen(item.open(at: steps, as: readForm, within: limits).document, limits)
            let request: ShowStatus.Request = table == nil ? .init(form) : .named
            // Reported at the end, with the status; anything else is a remark.
            var reasons = document.findings.compactMap { finding, reason in
                ShowStatus.status(of: request, finding).map { (status: $0, text: reason) }
            }
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
    private func failure(_ finding: ShowStatus.Finding, _ reason: String) -> Failure {
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
        case (.json, _): try writeJSON(document)
        case (.xml, _): try writeXML(document)
        case (.csv, .table(let table)): try writeCSV(table)
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

    /// Finds the file, and the names of a value inside it behind a colon.
    private func locate(_ path: [UInt8]) throws -> DocumentLocator.Located {
        let locator = DocumentLocator(followsLinks: follow) { path throws(ContainerStoreError) in
            do {
                return try app.locateItem(path)
            } catch let error as ContainerStoreError {
                throw error
            } catch {
                return nil
            }
        }
        do throws(DocumentLocator.Failure) {
            return try locator.locate(path)
        } catch {
            throw Failure(error, at: self.path)
        }
    }

    /// - Parameter reasons: The reasons that are reported at the end.
    private func writeRemarks(_ remarks: [String], except reasons: [String] = []) {
        for remark in remarks where !reasons.contains(remark) {
            writeError("sandglass: \(DisplayText(path)): \(DisplayText(remark))")
        }
    }

    private func writeLines(_ document: Document, _ limits: DocumentLimits, except reasons: [String]) throws {
        let preview = Preview(document, within: limits)
        writeRemarks(preview.remarks, except: reasons)
        var output = Output()
        let isASCII = !Platform.isLocaleUTF8
        if case .text(let text) = document.contents, try writeText(TextContent(text), isASCII: isASCII) { return }
        var request = PageRequest(
            PreviewViewport(columns: Self.mostColumns, isASCII: isASCII, rows: Self.rowsAtOnce), wraps: false)
        // Only the rows of a table are limited.
        var rest = document.table == nil ? nil : limit
        var isFirst = true
        var rowsAtOnce = Self.rowsAtOnce
        request.unfoldsAll = true
        // A view may have rows without end, and counting any takes as long as reading them.
        request.countsRows = false
        while true {
            request.fit = PreviewViewport(
                columns: Self.mostColumns, isASCII: isASCII, rows: min(rest ?? .max, rowsAtOnce))
            let page = preview.content.page(request, within: limits)
            // The readable rows are written up to the first unreadable one.
            if page.failure != nil, page.lines.count == 1, rowsAtOnce > 1 {
                rowsAtOnce /= 2
                continue
            }
            if isFirst, let header = page.header {
                try output.line(header.spans.map(\.text.description).joined().trimmedAtEnd)
            }
            isFirst = false
            rest = rest.map { $0 - page.lines.count }
            let lines = page.failure == nil ? page.lines : page.lines.dropLast()
            for line in lines { try output.line(line.line.spans.map(\.text.description).joined().trimmedAtEnd) }
            if let reason = page.failure {
                try output.flush()
                throw DocumentFailure(reason)
            }
            guard !page.isComplete, rest != 0, let last = page.lines.last else { break }
            // Columns do not become narrower from page to page.
            request.widths = page.table?.widths ?? []
            request.anchor = .from(last.position + 1)
        }
        try output.flush()
    }

    /// Writes a text line by line.
    /// - Returns: Whether its encoding permits that.
    private func writeText(_ text: TextContent, isASCII: Bool) throws -> Bool {
        var output = Output()
        defer { try? output.flush() }
        let isWritten = try text.forEachLine(isASCII: isASCII) {
            try output.ascii($0)
        } other: {
            try output.line($0.description)
        }
        try output.flush()
        return isWritten
    }

    /// Writes the facts about a picture, and draws it.
    /// - Returns: Why it, or a part of it, is missing because of damage.
    private func writePicture(_ document: Document, _ limits: DocumentLimits) throws -> [String] {
        var output = Output()
        let preview = Preview(document, within: limits)
        for line in [preview.title] + preview.remarks { try output.line(DisplayText(line).description) }
        if let picture = preview.picture { try PictureOutput().draw(picture, limits, &output) }
        try output.flush()
        return preview.losses
    }

    /// No time limit: contents are written as they are read.
    private static var limits: DocumentLimits { .unlimited() }

    /// No line that a person would read is cut.
    private static let mostColumns = 1 << 20
    private static let rowsAtOnce = 100_000

    private func writeJSON(_ document: Document) throws {
        let isASCII = !Platform.isLocaleUTF8
        if case .table(let table) = document.contents {
            return try forEachRow(of: table) {
                try writePrintable(JSONWriter.line(try table.json($0), isASCII: isASCII) + [0x0a])
            }
        }
        // A value inside a value of the file may itself be decoded.
        let node = document.facts ?? document.value
        guard let tree = document.tree ?? node.map({ ValueTree(root: $0) }) else {
            throw unavailable(.json, document)
        }
        try writePrintable(JSONWriter.text(try tree.json(), isASCII: isASCII) + [0x0a])
    }

    private func writeCSV(_ table: DocumentTable) throws {
        try writeRecord(Array(table.csvHeader.utf8))
        try forEachRow(of: table) { try writeRecord(Array(try table.csv($0).utf8)) }
    }

    private func forEachRow(of table: DocumentTable, _ body: ([ValueNode]) throws -> Void) throws {
        var rest = limit ?? .max
        guard rest > 0 else { return }
        try table.forEachRow(within: Self.limits) { nodes in
            try body(nodes)
            rest -= 1
            return rest > 0
        }
    }

    private func writeXML(_ document: Document) throws {
        guard let list = document.propertyList else { throw unavailable(.xml, document) }
        if let found = PropertyListWriter.firstUnwritable(in: list) {
            let digits = String(found.scalar.value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            let place = (found.isInKey ? "the key " : "the value of ") + found.path.joined(separator: "/")
            throw Failure(
                .data,
                "\(DisplayText(self.path)): \(DisplayText(place)) contains \(code), which XML cannot represent; "
                    + "use --as json or --as raw")
        }
        try writePrintable(PropertyListWriter.xml(list, isASCII: !Platform.isLocaleUTF8), keepingTabs: true)
    }

    /// Says why something has no such form, and which ones it has.
    private func unavailable(_ form: Form, _ document: Document) -> Failure {
        let reason = document.failures.first?.reason ?? "\(document.kind) is not a \(form.subject)"
        let others = document.forms.map(\.rawValue).joined(separator: ", ")
        return failure(.otherForm, "cannot be shown as \(form.rawValue): \(reason); available: \(others)")
    }

    /// Says that a terminal got something else than the bytes.
    private func tell(_ output: RawOutput) {
        guard output.isAltered else { return }
        writeError(
            "sandglass: \(DisplayText(path)): characters that a terminal acts on or cannot show were replaced; "
                + "a pipe or a file gets the exact bytes")
    }

    /// Writes the bytes of the file or value.
    private func writeAll(_ item: DocumentItem, _ steps: [[UInt8]]) throws {
        var output = RawOutput()
        defer { tell(output) }
        guard case .file(let file) = item, steps.isEmpty else {
            guard let bytes = try item.open(at: steps, as: .decoded, within: Self.limits).document.bytes else {
                throw Failure(.data, "\(DisplayText(path)): the value has no bytes; --as json shows it")
            }
            try output.write(bytes)
            return try output.end()
        }
        var offset: UInt64 = 0
        while true {
            let bytes = try file.bytes(from: offset, count: 1 << 20)
            guard !bytes.isEmpty else { return try output.end() }
            try output.write(bytes)
            offset += UInt64(bytes.count)
        }
    }
}

extension Document {
    /// Whether it is a picture, though perhaps one that cannot be drawn.
    fileprivate var isPicture: Bool {
        if case .picture = contents { return true }
        return facts != nil
    }

    /// A description for messages: "a picture".
    fileprivate var kind: String {
        switch contents {
        case .table: "a table"
        case .tree: "a tree"
        case .text: "text"
        case .picture: "a picture"
        case .bytes, .nothing: "binary data"
        }
    }

    /// The forms in which it can be shown.
    fileprivate var forms: [ShowCommand.Form] {
        var forms: [ShowCommand.Form] = []
        switch contents {
        case .table: forms += [.table, .csv, .json]
        case .tree: forms += [.tree, .json]
        case .text, .picture, .bytes, .nothing: break
        }
        if propertyList != nil { forms.append(.xml) }
        if forms.isEmpty, facts != nil || value != nil { forms.append(.json) }
        // A value inside a file need not have separate bytes.
        return value == nil || bytes != nil ? forms + [.text, .hex, .raw] : forms
    }
}

extension ShowCommand.Form {
    /// The subject with this form, for messages.
    fileprivate var subject: String {
        switch self {
        case .tree, .json: "tree"
        case .table, .csv: "table"
        case .xml: "property list"
        case .text, .hex, .raw: "file"
        }
    }
}

extension String {
    /// The text without blanks at its end.
    fileprivate var trimmedAtEnd: String {
        guard last == " " else { return self }
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
