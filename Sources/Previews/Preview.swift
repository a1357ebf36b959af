package import Screen

/// What there is to see of a file's contents: a plain value.
package struct Preview: Sendable {
    /// What it is, in a few words: "Text, UTF-8, 214 lines".
    package var title: String
    /// What has to be said beside that, each in a sentence without a full stop: what is left out, and why.
    package var remarks: [String]
    /// What is shown, in whatever width there is.
    package var content: any PreviewContent

    /// A preview of everything, unless a remark says otherwise.
    package init(_ title: String, remarks: [String] = [], content: any PreviewContent = NoContent()) {
        self.title = title
        self.remarks = remarks
        self.content = content
    }

    /// All of it as lines for a pane: title, remarks, contents.
    package func lines(fitting fit: PreviewFit, within limits: PreviewLimits) -> [PreviewLine] {
        let page = content.page(fitting: fit, within: limits)
        var lines = PreviewLine.wrapped(title, .heading, fit)
        for remark in remarks { lines += PreviewLine.wrapped(remark, .dimmed, fit) }
        lines += page.lines
        if !page.isComplete { lines += PreviewLine.wrapped("the rest is not shown here", .dimmed, fit) }
        return lines
    }
}

/// Contents that lay themselves out in lines: text, bytes, and whatever else a previewer makes of a file.
package protocol PreviewContent: Sendable {
    /// The first lines of it, each as wide as the pane at most, and as many as the pane takes at most.
    func page(fitting fit: PreviewFit, within limits: PreviewLimits) -> PreviewPage
}

/// Lines of a preview, and whether they are all there are.
package struct PreviewPage: Sendable {
    package var lines: [PreviewLine] = []
    package var isComplete = true

    /// A page without lines.
    package init() {}
}

/// The contents of a file in which nothing is to be seen.
package struct NoContent: PreviewContent {
    package init() {}

    package func page(fitting fit: PreviewFit, within limits: PreviewLimits) -> PreviewPage { PreviewPage() }
}

/// The room that a preview has on the screen.
package struct PreviewFit: Hashable, Sendable {
    /// Cells in a line; at least one.
    package let columns: Int
    /// Whether the terminal shows only ASCII.
    package let isASCII: Bool
    /// Lines that are made of a file's contents, at most; more can be scrolled through nowhere.
    package let rows: Int

    package init(columns: Int, isASCII: Bool = false, rows: Int = 1_000) {
        self.columns = max(1, columns)
        self.isASCII = isASCII
        self.rows = rows
    }
}

/// A line of a preview: pieces of text that have passed the sanitizer, one after the other.
package struct PreviewLine: Hashable, Sendable {
    /// A piece of text and what it means.
    package struct Span: Hashable, Sendable {
        package let text: DisplayText
        package let role: Role

        package init(_ text: DisplayText, _ role: Role) {
            self.text = text
            self.role = role
        }
    }

    package let spans: [Span]

    package init(_ spans: [Span]) { self.spans = spans }

    package init(_ text: DisplayText, _ role: Role) { spans = [Span(text, role)] }

    /// Cells that it takes.
    package var width: Int { spans.reduce(0) { $0 + $1.text.width } }

    /// A sentence of our own, in as many lines as it takes.
    package static func wrapped(_ text: String, _ role: Role, _ fit: PreviewFit) -> [PreviewLine] {
        DisplayText(text, ascii: fit.isASCII).wrapped(to: fit.columns).map { PreviewLine($0, role) }
    }
}
