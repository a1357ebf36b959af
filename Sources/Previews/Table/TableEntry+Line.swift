import Documents
import Screen

extension TableEntry {
    /// The entry as a line of the page.
    func line(at position: UInt64, _ fit: PreviewViewport) -> PageLine {
        let spans = [
            PreviewLine.Span(DisplayText(name, ascii: fit.isASCII), .valueName),
            PreviewLine.Span(DisplayText("  " + title, ascii: fit.isASCII), .dimmed),
        ]
        let line = PreviewLine(PreviewLine.Span.fitted(spans, to: fit.columns))
        return PageLine(line, at: position, steps: [Array(name.utf8)])
    }
}
