package import Documents
package import Formats
package import Screen

/// A document as it is shown: in lines, page by page.
package struct Preview: Sendable {
    /// The document.
    package let document: Document
    /// The title, in a few words: "Text, UTF-8, 214 lines".
    package var title: String
    /// Remarks besides the title, each a sentence without a full stop: omissions, and the reasons.
    package var remarks: [String]
    /// The contents, which adapt to the available width.
    package var content: any PreviewContent
    /// The picture, reduced to the resolution of a terminal; nil for all other contents.
    package private(set) var picture: Picture?
    /// Why a picture, or a part of it, is missing because of damage; each reason is also among the remarks.
    package private(set) var losses: [String] = []

    /// Prepares a document for display; a picture is decoded.
    /// - Parameters:
    ///   - pictures: How pictures are shown. If they are not, none is decoded.
    ///   - extended: Receives an interim preview while a picture is being decoded, and returns the limits for
    ///   continuing after the time is up; nil to stop then.
    package init(
        _ document: Document, pictures: PictureDisplay = .cells, within limits: DocumentLimits,
        extended: (Preview) -> DocumentLimits? = { _ in nil }
    ) {
        self.document = document
        title = document.heading
        remarks = document.remarks
        switch document.contents {
        case .tree(let tree): content = OutlineContent(tree.adding(document.relations))
        case .table(let table): content = TableContent(table)
        case .text(let text): content = TextContent(text)
        case .bytes(let source): content = HexContent(source)
        case .nothing: content = NoContent()
        case .picture(let picture) where pictures == .none: content = Self.facts(of: document, picture)
        case .picture(let picture):
            content = NoContent()
            draw(picture, within: limits, extended: extended)
        }
    }

    private mutating func draw(
        _ picture: DocumentPicture, within limits: DocumentLimits, extended: (Preview) -> DocumentLimits?
    ) {
        do throws(DocumentFailure) {
            let preview = self
            let reduced = try picture.reduced(within: limits) {
                var meanwhile = preview
                meanwhile.remarks.append("it is being decoded")
                return extended(meanwhile)
            }
            if reduced.isPartial {
                let loss = "it is damaged or incomplete: what could be decoded is drawn"
                remarks.append(loss)
                losses.append(loss)
            }
            content = PictureContent(reduced.picture, of: picture, facts: document.facts)
            self.picture = reduced.picture
        } catch {
            let reason = "it cannot be drawn: \(error.reason)"
            remarks.append(reason)
            if error.code == .damaged { losses.append(reason) }
            content = Self.facts(of: document, picture)
        }
    }

    /// What is shown in place of a picture: what is known of it, or its bytes.
    private static func facts(of document: Document, _ picture: DocumentPicture) -> any PreviewContent {
        document.facts.map { OutlineContent(ValueTree(root: $0)) as any PreviewContent } ?? HexContent(picture.source)
    }

    /// Returns the lines for a pane: title, remarks, contents.
    /// - Parameter spot: The place at which the contents begin; nil for their beginning.
    package func lines(
        fitting fit: PreviewViewport, at spot: PreviewSpot? = nil, within limits: DocumentLimits
    ) -> [PreviewLine] {
        var request = PageRequest(fit)
        request.continuesValues = true
        let anchor = spot?.anchor(in: content, request, within: limits)
        request.anchor = anchor ?? request.anchor
        let page = content.page(request, within: limits)
        var lines = (spot?.trail(fit) ?? []) + PreviewLine.wrapped(title, .heading, fit)
        for remark in remarks { lines += Self.lines(of: remark, fit) }
        if anchor != nil { lines += Self.lines(of: "the beginning is not shown here", fit) }
        if let header = page.header { lines.append(header) }
        lines += spot?.marked(page.lines, of: content, fit) ?? page.lines.map(\.line)
        if !page.isComplete { lines += Self.lines(of: "the rest is not shown here", fit) }
        return lines
    }

    /// A remark stands in parentheses: with eight colours or none, it may look like the contents around it.
    private static func lines(of remark: String, _ fit: PreviewViewport) -> [PreviewLine] {
        PreviewLine.wrapped("(\(remark))", .dimmed, fit)
    }
}

/// The space available to a preview on the screen.
package struct PreviewViewport: Hashable, Sendable {
    /// The number of cells in a line; at least one.
    package let columns: Int
    /// Whether the terminal shows only ASCII.
    package let isASCII: Bool
    /// The most lines of contents.
    package let rows: Int
    /// The colors of the terminal.
    package let colors: ColorDepth
    /// How the terminal shows pictures.
    package let pictures: PictureDisplay
    /// The rows that a picture fits in if it is in a pane; nil if it may be higher.
    package let pictureRows: Int?

    /// The glyphs that the terminal shows.
    var glyphs: Glyphs { .forLocale(isUTF8: !isASCII) }

    package init(
        columns: Int, isASCII: Bool = false, rows: Int = 1_000, colors: ColorDepth = .direct,
        pictures: PictureDisplay = .cells, pictureRows: Int? = nil
    ) {
        self.pictures = pictures
        self.pictureRows = pictureRows.map { max(1, $0) }
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
        /// The colors of a picture, which no theme defines; nil for the role's colors.
        package let style: Style?

        package init(_ text: DisplayText, _ role: Role, style: Style? = nil) {
            self.text = text
            self.role = role
            self.style = style
        }
    }

    /// The pieces, from left to right.
    package let spans: [Span]
    /// The columns of text that was looked for.
    package internal(set) var marks: [Range<Int>] = []
    /// The rows of pictures that pieces look like, from left to right.
    package internal(set) var strips: [Strip] = []

    /// A row of a picture in a line.
    package struct Strip: Hashable, Sendable {
        /// The row.
        package let strip: PictureStrip
        /// The column where it begins.
        package let column: Int

        init(_ strip: PictureStrip, column: Int = 0) { (self.strip, self.column) = (strip, column) }
    }

    package init(_ spans: [Span]) { self.spans = spans }

    package init(_ text: DisplayText, _ role: Role) { spans = [Span(text, role)] }

    /// The number of cells.
    package var width: Int { spans.reduce(0) { $0 + $1.text.width } }

    /// Returns a message of the program, wrapped to as many lines as needed.
    package static func wrapped(_ text: String, _ role: Role, _ fit: PreviewViewport) -> [PreviewLine] {
        DisplayText(text, ascii: fit.isASCII).wrapped(to: fit.columns).map { PreviewLine($0, role) }
    }
}

extension PreviewLine.Span {
    /// Returns the part of the spans that fits in a line.
    static func fitted(_ spans: [Self], to columns: Int) -> [Self] {
        var room = columns
        return spans.compactMap { span in
            guard room > 0 else { return nil }
            let text = span.text.prefix(room)
            room -= text.width
            return Self(text, span.role, style: span.style)
        }
    }
}
