import Screen

/// Lines of text, wrapped at the width of the pane.
package struct TextContent: PreviewContent {
    /// The distance between tab stops; eight columns would be too many for a pane.
    private static let tabColumns = 4

    private let utf8: [UInt8]
    /// The line terminator: LF, possibly after a CR, or CR in a text without LF.
    private let lineEnd: UInt8
    /// The number of lines, including an unterminated last line.
    package let lineCount: Int

    /// - Parameter utf8: The text, not sanitized; bytes that are not UTF-8 are shown as such.
    package init(utf8: [UInt8]) {
        self.utf8 = utf8
        let lineEnd: UInt8 = utf8.contains(0x0a) ? 0x0a : 0x0d
        self.lineEnd = lineEnd
        let ends = utf8.count { $0 == lineEnd }
        lineCount = ends + (utf8.isEmpty || utf8.last == lineEnd ? 0 : 1)
    }

    package func page(fitting fit: PreviewFit, within limits: PreviewLimits) -> PreviewPage {
        var page = PreviewPage()
        var rest = utf8[...]
        while !rest.isEmpty {
            guard page.lines.count < fit.rows, !limits.mustStop else {
                page.isComplete = false
                break
            }
            let end = rest.firstIndex(of: lineEnd) ?? rest.endIndex
            var line = rest[..<end]
            if lineEnd == 0x0a, end < rest.endIndex, line.last == 0x0d { line.removeLast() }
            let lines = Self.text(line, fit).wrapped(to: fit.columns)
            let room = fit.rows - page.lines.count
            page.lines += lines.prefix(room).map { PreviewLine($0, .text) }
            if lines.count > room { page.isComplete = false }
            rest = rest[min(end + 1, rest.endIndex)...]
        }
        return page
    }

    /// Returns a line with its tabs expanded.
    private static func text(_ line: ArraySlice<UInt8>, _ fit: PreviewFit) -> DisplayText {
        guard line.contains(0x09) else { return DisplayText(bytes: line, ascii: fit.isASCII) }
        var expanded: [UInt8] = []
        var column = 0
        for (index, piece) in line.split(separator: 0x09, omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                let blanks = tabColumns - column % tabColumns
                expanded += repeatElement(0x20, count: blanks)
                column += blanks
            }
            expanded += piece
            column += DisplayText(bytes: piece, ascii: fit.isASCII).width
        }
        return DisplayText(bytes: expanded, ascii: fit.isASCII)
    }
}
