import ContainerModel
package import Documents
import Screen

/// A table in columns under their titles, one page of rows at a time.
package struct TableContent: PreviewContent {
    /// The widest column, except the last one, behind which nothing is out of sight. On narrow screens, columns get no
    /// more than a part of it, so that a long name does not push all values out of sight.
    private static let widest = 40
    private static let narrowest = 10
    private static let widestLast = 300

    /// The maximum number of rows of a page: sources read no more at once.
    private static let maxRows = 10_000

    /// Returns the width of the widest column. The first one, with the names of the rows, gets more than the others.
    private func widest(_ column: Int, _ fit: PreviewViewport) -> Int {
        guard column < source.columns.count - 1 else { return Self.widestLast }
        return min(Self.widest, max(Self.narrowest, fit.columns * (column == 0 ? 3 : 2) / 5))
    }

    private let table: DocumentTable
    private var source: any TableSource { table.source }

    /// Creates contents from a table.
    package init(_ table: DocumentTable) { self.table = table }

    package func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage {
        var page = PreviewPage()
        page.hasCursor = true
        // The last rows are found by the number of all.
        let counts = request.countsRows || request.range == nil
        var count = counts ? source.rowCount(within: limits) : nil
        let maximum = min(request.fit.rows, Self.maxRows)
        let wanted: Range<Int>
        if let range = request.range {
            wanted = range.prefix(maximum)
        } else {
            wanted = count.map { max(0, $0 + table.entries.count - maximum)..<$0 + table.entries.count } ?? 0..<maximum
        }
        let rows: [TableRow]
        do throws(DocumentFailure) {
            let maximum = count.map { max(0, $0 - wanted.lowerBound) } ?? .max
            rows = try source.rows(from: wanted.lowerBound, count: min(wanted.count, maximum), within: limits)
        } catch {
            page.fail(error.reason, at: UInt64(wanted.lowerBound), ascii: request.fit.isASCII)
            return page
        }
        if !counts, rows.count < wanted.count {
            // Past the last row, its number is not known from the page.
            count =
                rows.isEmpty && wanted.lowerBound > 0
                ? source.rowCount(within: limits) : wanted.lowerBound + rows.count
        }
        // Where the rows end is known by their number.
        let entries = count == nil ? [] : table.entries
        let total = count.map { $0 + entries.count }
        page.total = total.map { UInt64($0) }
        let (texts, titles, widths, lasting) = measure(rows, request)
        page.table = TableLayout(
            source.columns, widths: widths, lasting: lasting,
            kinds: source.columns.indices.map { Self.kind(of: $0, in: rows) }, skipped: request.skipped)
        page.header = line(titles, titles.map { _ in false }, widths, .dimmed, request)
        page.lines = rows.indices.map { index in
            let alignsRight = rows[index].cells.map { source.alignsNumbers && $0.isNumber }
            return PageLine(
                line(texts[index], alignsRight, widths, .text, request), at: UInt64(wanted.lowerBound + index),
                steps: rows[index].name.map { [Array($0.utf8)] })
        }
        for (index, entry) in entries.enumerated() {
            guard let count, wanted.contains(count + index) else { continue }
            page.lines.append(entry.line(at: UInt64(count + index), request.fit))
        }
        page.isComplete = page.lines.count < wanted.count || total == wanted.upperBound
        return page
    }

    /// Returns the texts of cells and titles, and the widths of the columns, with and without the arrow of the one that
    /// the rows are sorted by.
    private func measure(
        _ rows: [TableRow],
        _ request: PageRequest
    ) -> (texts: [[DisplayText]], titles: [DisplayText], widths: [Int], lasting: [Int]) {
        let ellipsis = request.fit.glyphs.ellipsis
        let texts = rows.map { row in
            row.cells.enumerated().map { index, cell in
                DisplayText(Self.text(cell), ascii: request.fit.isASCII)
                    .truncated(
                        to: widest(index, request.fit),
                        ellipsis: ellipsis)
            }
        }
        let offsets = source.columns.indices.map { Self.offset(of: $0, in: rows) }
        let bare = source.columns.indices.map { title(of: $0, offset: offsets[$0], isMarked: false, request.fit) }
        let titles = source.columns.indices.map { column in
            let isMarked = table.order?.column == source.columns[column]
            return isMarked ? title(of: column, offset: offsets[column], isMarked: true, request.fit) : bare[column]
        }
        let lasting = titles.indices.map { column in
            let minimum = request.widths.indices.contains(column) ? request.widths[column] : 0
            return texts.reduce(max(minimum, bare[column].width)) {
                max($0, $1.indices.contains(column) ? $1[column].width : 0)
            }
        }
        let widths = titles.indices.map { max(lasting[$0], titles[$0].width) }
        return (texts, titles, widths, lasting)
    }

    /// Returns what the values of a column are in rows.
    private static func kind(of column: Int, in rows: [TableRow]) -> TableLayout.ColumnKind {
        var found: TableLayout.ColumnKind?
        for row in rows where row.cells.indices.contains(column) {
            let kind: TableLayout.ColumnKind
            switch row.cells[column] {
            case .null: continue
            case .date: kind = .dates
            default: kind = row.cells[column].isNumber ? .numbers : .others
            }
            guard found == nil || found == kind else { return .others }
            found = kind
        }
        return found ?? .others
    }

    /// Returns the offset of local time from UTC of the dates in a column, in seconds; nil if they have several.
    private static func offset(of column: Int, in rows: [TableRow]) -> Int? {
        var found: Int?
        for row in rows where row.cells.indices.contains(column) {
            guard case .date(let date) = row.cells[column], let offset = date.local?.time.offset else {
                continue
            }
            guard found == nil || found == offset else { return nil }
            found = offset
        }
        return found
    }

    /// The number of cells of a date.
    private static let dateColumns = 19

    /// Returns the title of a column, with an arrow if the rows are sorted by it.
    /// - Parameters:
    ///   - offset: The offset of its dates from UTC, which is shown if the column does not become wider.
    ///   - isMarked: Whether the arrow is shown.
    private func title(of column: Int, offset: Int?, isMarked: Bool, _ fit: PreviewViewport) -> DisplayText {
        var title = DisplayText(source.columns[column], ascii: fit.isASCII)
        if let offset {
            let zoned = title + DisplayText(" " + LocalTime.text(ofOffset: offset))
            if zoned.width + (isMarked ? 2 : 0) <= Self.dateColumns { title = zoned }
        }
        let room = min(Self.widest, widest(column, fit))
        let glyphs = fit.glyphs
        guard isMarked, let order = table.order else { return title.truncated(to: room, ellipsis: glyphs.ellipsis) }
        let arrow = DisplayText(" \(order.isDescending ? glyphs.descending : glyphs.ascending)", ascii: fit.isASCII)
        return title.truncated(to: room - 2, ellipsis: glyphs.ellipsis) + arrow
    }

    private func line(
        _ texts: [DisplayText],
        _ alignsRight: [Bool],
        _ widths: [Int],
        _ role: Role,
        _ request: PageRequest
    ) -> PreviewLine {
        var spans: [PreviewLine.Span] = []
        for column in texts.indices.dropFirst(request.skipped) where widths.indices.contains(column) {
            let blanks = DisplayText(String(repeating: " ", count: widths[column] - texts[column].width))
            let gap = DisplayText(String(repeating: " ", count: TableLayout.gap))
            let parts = alignsRight[column] ? [blanks, texts[column], gap] : [texts[column], blanks, gap]
            spans += parts.filter { $0.width > 0 }.map { .init($0, role) }
        }
        return PreviewLine(PreviewLine.Span.fitted(spans, to: request.fit.columns))
    }

    /// Returns a value in a cell: strings without quotation marks, NULL as a dot.
    private static func text(_ value: DocumentValue) -> String {
        switch value {
        case .null: "·"
        case .string(let text): text
        case .data: ValueNode("", value).summary.kind
        // The title of the column has the offset from UTC.
        case .date(let date): date.local.map { $0.time.full($0.fraction) } ?? date.text
        default: ValueNode("", value).summary.value
        }
    }

    package func find(
        _ search: TextSearch,
        _ start: SearchStart,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? {
        var index = Int(clamping: start.isBackwards ? start.end : start.first)
        // Backwards from the end: the number of rows has to be known.
        if start.isBackwards, start.end == .max { index = source.rowCount(within: limits) ?? 0 }
        guard let found = try source.find(search, from: index, isBackwards: start.isBackwards, within: limits) else {
            return nil
        }
        var match = PreviewMatch(line: UInt64(found.row))
        match.remark = found.place(in: source.columns)
        match.column = found.column
        if let excerpt = try excerpt(of: search, at: found, request, limits) { match.remark? += ": \(excerpt)" }
        if let column = found.column, !isVisible(column, inRow: found.row, request, limits) { match.skipped = column }
        return match
    }

    /// The number of characters in front of a match, and behind its beginning, in an excerpt.
    private static let excerptCharacters = (before: 12, after: 40)

    /// Returns the text around a match that the cell on the screen is cut off before; nil if the screen shows it.
    private func excerpt(
        of search: TextSearch, at found: TableMatch, _ request: PageRequest, _ limits: DocumentLimits
    ) throws(DocumentFailure) -> String? {
        guard let column = found.column,
            let row = try source.rows(from: found.row, count: 1, within: limits).first
        else { return nil }
        let cells = source.wholeCells(of: row, within: limits)
        guard cells.indices.contains(column) else { return nil }
        let text = Self.text(cells[column])
        let shown = DisplayText(text, ascii: request.fit.isASCII).prefix(widest(column, request.fit) - 1).description
        guard !search.occurs(in: shown), let start = search.start(in: text) else { return nil }
        let first =
            text.index(start, offsetBy: -Self.excerptCharacters.before, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(start, offsetBy: Self.excerptCharacters.after, limitedBy: text.endIndex) ?? text.endIndex
        return (first > text.startIndex ? "…" : "") + text[first..<end] + (end < text.endIndex ? "…" : "")
    }

    /// Returns whether a column is on the screen when a row is.
    private func isVisible(_ column: Int, inRow row: Int, _ request: PageRequest, _ limits: DocumentLimits) -> Bool {
        guard column >= request.skipped, column < source.columns.count else { return column >= request.skipped }
        let first = max(0, row - (request.screenRows ?? request.fit.rows))
        guard let rows = try? source.rows(from: first, count: request.fit.rows, within: limits) else { return true }
        let (_, _, widths, lasting) = measure(rows, request)
        let layout = TableLayout(source.columns, widths: widths, lasting: lasting, skipped: request.skipped)
        return (layout.range(of: column)?.lowerBound ?? 0) + 1 < request.fit.columns
    }
}

extension DocumentValue {
    /// Whether the value is aligned by its last digit.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .wide, .real, .number: true
        default: false
        }
    }
}
