import AppLifecycle
import Documents
import Formats
import Previews
import Screen
import System
import Terminal

/// Draws pictures on standard output, in the width of the terminal: in colors if it is a terminal that has them, with
/// characters otherwise.
struct PictureOutput {
    /// Wider pictures show nothing more.
    private static let maxColumns = 200
    /// The width where there is no terminal.
    private static let usualColumns = 80

    /// Draws a picture.
    func draw(_ picture: Picture, _ limits: DocumentLimits, _ output: inout Output) throws {
        try draw(PictureContent(picture), limits, &output)
    }

    /// Draws contents that consist of pictures.
    func draw(_ content: some PreviewContent, _ limits: DocumentLimits, _ output: inout Output) throws {
        let terminal = Platform.terminalWidth(of: STDOUT_FILENO)
        let colors = terminal == nil ? .none : ColorDepth.ofEnvironment
        let columns = min(terminal ?? Self.usualColumns, Self.maxColumns)
        let fit = PreviewViewport(
            columns: columns, isASCII: terminal == nil || !Platform.isLocaleUTF8, rows: .max, colors: colors)
        let lines = content.page(PageRequest(fit, wraps: false), within: limits).lines
        var frame = Frame(size: Size(columns: columns, rows: lines.count))
        for (row, line) in lines.enumerated() {
            var column = 0
            for span in line.line.spans {
                column += frame.write(
                    span.text, column: column, row: row, columns: columns - column, style: span.style ?? .plain)
            }
        }
        try output.flush()
        try writeOutput(SnapshotText.bytes(of: frame))
    }
}
