import Documents
import Screen

/// Two files with their differences side by side: the place, a mark, the first side and the second one.
struct ComparedContent: PreviewContent {
    let rows: [ComparedRow]

    /// Fewer columns than these have no room for places.
    private static let leastWithPlaces = 60

    /// The columns of a row.
    private struct Columns {
        let place: Int
        let before: Int
        let after: Int

        init(_ rows: ArraySlice<ComparedRow>, _ fit: PreviewViewport) {
            let names = rows.map { DisplayText(bytes: $0.place, ascii: fit.isASCII).width }.max() ?? 0
            place = fit.columns < leastWithPlaces ? 0 : max(8, min(names, fit.columns / 4))
            // A mark and a blank; blanks around the line between the sides.
            let room = max(2, fit.columns - (place > 0 ? place + 1 : 0) - 2 - 3)
            before = room / 2
            after = room - before
        }
    }

    func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage {
        var page = PreviewPage()
        page.hasCursor = true
        page.total = UInt64(rows.count)
        let wanted = request.range ?? max(0, rows.count - request.fit.rows)..<rows.count
        let range = wanted.clamped(to: 0..<rows.count)
        let columns = Columns(rows[range], request.fit)
        page.lines = range.map { index in
            PageLine(
                line(rows[index], columns, request), at: UInt64(index), value: rows[index].copied,
                opening: rows[index].opening)
        }
        page.isComplete = range.upperBound >= rows.count
        if !rows.isEmpty { page.header = header(columns, request.fit) }
        return page
    }

    private func header(_ columns: Columns, _ fit: PreviewViewport) -> PreviewLine {
        let titles = (DisplayText("before"), DisplayText("after"))
        return PreviewLine([
            PreviewLine.Span(Self.padded(DisplayText("place"), to: columns.place), .heading),
            PreviewLine.Span(DisplayText(columns.place > 0 ? "   " : "  "), .heading),
            PreviewLine.Span(Self.padded(titles.0, to: columns.before), .heading),
            PreviewLine.Span(Self.border(fit), .separator),
            PreviewLine.Span(titles.1.prefix(columns.after), .heading),
        ])
    }

    private func line(_ row: ComparedRow, _ columns: Columns, _ request: PageRequest) -> PreviewLine {
        let fit = request.fit
        let place = DisplayText(bytes: row.place, ascii: fit.isASCII)
        // A remark, or the name above several values, has the whole line.
        guard row.before != nil || row.after != nil else {
            let mark = PreviewLine.Span(Self.mark(row.mark), Self.role(row.mark))
            return PreviewLine(PreviewLine.Span.fitted([mark, .init(place, .valueName)], to: fit.columns))
        }
        var spans: [PreviewLine.Span] = []
        if columns.place > 0 {
            let shown = place.truncated(to: columns.place, keeping: .end, ellipsis: Self.ellipsis(fit))
            spans.append(.init(Self.padded(shown, to: columns.place + 1), .valueName))
        }
        let isSame = row.mark == .same
        spans.append(.init(Self.mark(row.mark), Self.role(row.mark)))
        let before = Self.cell(row.before, columns.before, request)
        spans.append(.init(Self.padded(before, to: columns.before), isSame ? .dimmed : .text))
        spans.append(.init(Self.border(fit), .separator))
        spans.append(.init(Self.cell(row.after, columns.after, request), isSame ? .dimmed : .text))
        return PreviewLine(spans)
    }

    /// Returns what a cell shows of a text.
    private static func cell(_ bytes: [UInt8]?, _ columns: Int, _ request: PageRequest) -> DisplayText {
        guard let bytes else { return .empty }
        let text = TextContent.text(bytes.prefix(maxBytes), request.fit)
        let shown = request.wraps ? text : text.suffix(max(0, text.width - request.skipped))
        return shown.truncated(to: columns, ellipsis: ellipsis(request.fit))
    }

    /// The bytes of a value that are laid out: more than any screen has columns.
    private static let maxBytes = 65_536

    private static func padded(_ text: DisplayText, to columns: Int) -> DisplayText {
        let shown = text.prefix(columns)
        return shown + DisplayText(String(repeating: " ", count: max(0, columns - shown.width)))
    }

    private static func border(_ fit: PreviewViewport) -> DisplayText { DisplayText(fit.isASCII ? " | " : " │ ") }

    private static func ellipsis(_ fit: PreviewViewport) -> Unicode.Scalar { fit.isASCII ? "~" : "…" }

    private static func mark(_ mark: ComparedRow.Mark) -> DisplayText {
        switch mark {
        case .same: DisplayText("  ")
        case .added: DisplayText("+ ")
        case .removed: DisplayText("- ")
        case .changed: DisplayText("~ ")
        }
    }

    private static func role(_ mark: ComparedRow.Mark) -> Role {
        switch mark {
        case .same: .dimmed
        case .added: .badgeRead
        case .removed: .badgeDelete
        case .changed: .flagChanged
        }
    }

    func find(
        _ search: TextSearch, _ start: SearchStart, in request: PageRequest, within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch? {
        let found =
            start.isBackwards
            ? rows.prefix(Int(clamping: start.end)).lastIndex { $0.matches(search) }
            : rows.dropFirst(Int(clamping: start.first)).firstIndex { $0.matches(search) }
        return found.map { PreviewMatch(line: UInt64($0)) }
    }
}
