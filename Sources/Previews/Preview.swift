package import Screen

/// A preview of a file's contents: a plain value.
package struct Preview: Sendable {
    /// The title, in a few words: "Text, UTF-8, 214 lines".
    package var title: String
    /// Remarks besides the title, each a sentence without a full stop: what is left out, and why.
    package var remarks: [String]
    /// Why it is not shown as what it seemed to be, each a sentence without a full stop; they are among the remarks too.
    package var failures: [String] = []
    /// Why a part of the contents is missing, which is among the remarks, too; nil if all of it is there.
    package var loss: String?
    /// Whether the file has no bytes.
    package var isEmpty = false
    /// The contents, which adapt to the available width.
    package var content: any PreviewContent
    /// The decoded values in other forms, for those who want more than lines.
    package var exports = PreviewExports()

    /// Creates a preview, complete unless a remark says otherwise.
    package init(_ title: String, remarks: [String] = [], content: any PreviewContent = NoContent()) {
        self.title = title
        self.remarks = remarks
        self.content = content
    }

    /// Returns the lines for a pane: title, remarks, contents.
    package func lines(fitting fit: PreviewFit, within limits: PreviewLimits) -> [PreviewLine] {
        let page = content.page(PageRequest(fit), within: limits)
        var lines = PreviewLine.wrapped(title, .heading, fit)
        for remark in remarks { lines += Self.lines(of: remark, fit) }
        if let header = page.header { lines.append(header) }
        lines += page.lines.map(\.line)
        if !page.isComplete { lines += Self.lines(of: "the rest is not shown here", fit) }
        return lines
    }

    /// A remark stands in parentheses: with eight colours or none, it may look like the contents around it.
    private static func lines(of remark: String, _ fit: PreviewFit) -> [PreviewLine] {
        PreviewLine.wrapped("(\(remark))", .dimmed, fit)
    }
}

/// The space available to a preview on the screen.
package struct PreviewFit: Hashable, Sendable {
    /// The number of cells in a line; at least one.
    package let columns: Int
    /// Whether the terminal shows only ASCII.
    package let isASCII: Bool
    /// The most lines of contents.
    package let rows: Int
    /// The colors of the terminal.
    package let colors: ColorDepth

    package init(columns: Int, isASCII: Bool = false, rows: Int = 1_000, colors: ColorDepth = .direct) {
        self.columns = max(1, columns)
        self.isASCII = isASCII
        self.rows = rows
        self.colors = colors
    }
}

/// A line of a preview: consecutive pieces of sanitized text.
package struct PreviewLine: Hashable, Sendable {
    /// A piece of text and its role.
    package struct Span: Hashable, Sendable {
        /// The text, sanitized.
        package let text: DisplayText
        /// Its role, which decides the colors.
        package let role: Role
        /// The colors of a picture, which are in no theme; nil for those of the role.
        package let style: Style?

        package init(_ text: DisplayText, _ role: Role, style: Style? = nil) {
            self.text = text
            self.role = role
            self.style = style
        }
    }

    /// The pieces, from left to right.
    package let spans: [Span]

    package init(_ spans: [Span]) { self.spans = spans }

    package init(_ text: DisplayText, _ role: Role) { spans = [Span(text, role)] }

    /// The number of cells.
    package var width: Int { spans.reduce(0) { $0 + $1.text.width } }

    /// Returns a message of the program, wrapped to as many lines as needed.
    package static func wrapped(_ text: String, _ role: Role, _ fit: PreviewFit) -> [PreviewLine] {
        DisplayText(text, ascii: fit.isASCII).wrapped(to: fit.columns).map { PreviewLine($0, role) }
    }
}
