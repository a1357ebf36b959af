import Screen

/// Something below the rows of a table that can be opened and is no row, such as the schema of a database.
package struct TableEntry: Sendable {
    /// The name by which it is opened.
    package let name: String
    /// What it is, in a few words.
    let title: String
    /// Opens it.
    let open: @Sendable (ViewForm) -> Preview?

    init(_ name: String, _ title: String, open: @escaping @Sendable (ViewForm) -> Preview?) {
        self.name = name
        self.title = title
        self.open = open
    }

    /// The entry as a line of the page.
    func line(at position: UInt64, _ fit: PreviewFit) -> PageLine {
        let spans = [
            PreviewLine.Span(DisplayText(name, ascii: fit.isASCII), .key),
            PreviewLine.Span(DisplayText("  " + title, ascii: fit.isASCII), .dimmed),
        ]
        let line = PreviewLine(PreviewLine.Span.fitted(spans, to: fit.columns))
        return PageLine(line, at: position, steps: [Array(name.utf8)])
    }
}
