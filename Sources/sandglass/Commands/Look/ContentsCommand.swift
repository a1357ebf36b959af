import ArgumentParser
import Documents
import Formats
import Previews
import Screen
import System

/// A command that writes the contents of a file.
protocol ContentsCommand: Command {
    /// The file, for messages.
    var path: String { get }
    /// The most rows of a table; nil for all.
    var limit: Int? { get }
}

/// Writing contents as lines for a person, and the rows of tables for programs.
extension ContentsCommand {
    /// Writes rows of a table: in JSON, an object on each line; otherwise CSV, with the names of the columns.
    /// - Parameter forEachRow: Calls its argument with each row.
    func writeRows<Result>(
        of table: DocumentTable, inJSON: Bool, _ forEachRow: (([ValueNode]) throws -> Void) throws -> Result
    ) throws -> Result {
        guard inJSON else {
            try writeRecord(Array(table.csvHeader.utf8))
            return try forEachRow { try writeRecord(Array(try table.csv($0).utf8)) }
        }
        let isASCII = !Platform.isLocaleUTF8
        return try forEachRow { try writePrintable(JSONWriter.line(try table.json($0), isASCII: isASCII) + [0x0a]) }
    }

    /// - Parameter reasons: The reasons that are reported at the end.
    func writeRemarks(_ remarks: [String], except reasons: [String] = []) {
        for remark in remarks where !reasons.contains(remark) {
            writeError("sandglass: \(DisplayText(path)): \(DisplayText(remark))")
        }
    }

    func writeLines(_ document: Document, _ limits: DocumentLimits, except reasons: [String]) throws {
        let preview = Preview(document, within: limits)
        writeRemarks(preview.remarks, except: reasons)
        var output = Output()
        let isASCII = !Platform.isLocaleUTF8
        if case .text(let text) = document.contents { return try writeText(TextContent(text), isASCII: isASCII) }
        if case .tree(let tree) = document.contents {
            return try writeOutline(OutlineContent(tree.adding(document.relations)), isASCII: isASCII)
        }
        var request = PageRequest(
            PreviewViewport(columns: Self.maxColumns, isASCII: isASCII, rows: Self.rowsAtOnce), wraps: false)
        // Only the rows of a table are limited.
        var rest = document.table == nil ? nil : limit
        var isFirst = true
        var rowsAtOnce = Self.rowsAtOnce
        request.unfoldsAll = true
        // A view may have rows without end, and counting any takes as long as reading them.
        request.countsRows = false
        while true {
            request.fit = PreviewViewport(
                columns: Self.maxColumns, isASCII: isASCII, rows: min(rest ?? .max, rowsAtOnce))
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

    /// Writes values node by node.
    private func writeOutline(_ outline: OutlineContent, isASCII: Bool) throws {
        var output = Output()
        let fit = PreviewViewport(columns: Self.maxColumns, isASCII: isASCII, rows: Self.rowsAtOnce)
        let reason = try outline.forEachLine(fit) { line in
            try output.line(line.spans.map(\.text.description).joined().trimmedAtEnd)
        }
        try output.flush()
        if let reason { throw DocumentFailure(reason) }
    }

    /// Writes a text line by line.
    private func writeText(_ text: TextContent, isASCII: Bool) throws {
        var output = Output()
        defer { try? output.flush() }
        try text.forEachLine(isASCII: isASCII) {
            try output.ascii($0)
        } other: { line, isEnd in
            try isEnd ? output.line(line.description) : output.part(line.description)
        }
        try output.flush()
    }

    /// Writes the facts about a picture, and draws it.
    /// - Returns: Why it, or a part of it, is missing because of damage.
    func writePicture(_ document: Document, _ limits: DocumentLimits) throws -> [String] {
        var output = Output()
        let preview = Preview(document, within: limits)
        try output.lines([preview.title] + preview.remarks)
        if let picture = preview.picture { try PictureOutput().draw(picture, limits, &output) }
        try output.flush()
        return preview.losses
    }

    /// No line that a person would read is cut.
    private static var maxColumns: Int { 1 << 20 }
    private static var rowsAtOnce: Int { 100_000 }
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
