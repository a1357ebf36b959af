package import Documents
import Screen

/// The place in a file at which its preview begins, and the text that was found there.
package struct PreviewSpot: Hashable, Sendable {
    /// The way to the value with the place; empty for the file itself. Not sanitized.
    package var steps: [[UInt8]]
    /// How the file or the value is shown.
    package var form: DocumentForm
    /// The place; nil for the beginning.
    package var target: PreviewTarget?
    /// The text that was found, which is marked wherever it occurs.
    package var text: String
    /// Whether the case of ASCII letters in it does not matter.
    package var ignoresCase: Bool
    /// The number of bytes that were found, where they are shown as such.
    package var byteCount: Int

    package init(
        steps: [[UInt8]] = [], form: DocumentForm = .decoded, target: PreviewTarget? = nil, text: String,
        ignoresCase: Bool = false, byteCount: Int = 0
    ) {
        self.steps = steps
        self.form = form
        self.target = target
        self.text = text
        self.ignoresCase = ignoresCase
        self.byteCount = byteCount
    }

    /// The number of lines that are shown before the place.
    private static let leadingLines = 3

    /// Returns the anchor of a page that begins shortly before the place; nil if that is near the beginning or not
    /// there, or if the contents have no such places.
    func anchor(in content: any PreviewContent, _ request: PageRequest, within limits: DocumentLimits)
        -> PageRequest.Anchor?
    {
        guard let target, let match = try? content.match(for: target, in: request, within: limits) else { return nil }
        var before = request
        before.fit = PreviewViewport(
            columns: request.fit.columns, isASCII: request.fit.isASCII, rows: Self.leadingLines + 1,
            colors: request.fit.colors, pictures: request.fit.pictures)
        before.anchor = .before(match.line)
        before.continuesValues = false
        let lines = content.page(before, within: limits).lines
        // If there are no more lines than these, the page may as well begin with the first.
        return lines.count > Self.leadingLines ? .from(lines[1].position) : nil
    }

    /// Returns the lines of a page with the text marked, also where it continues in the next line of a wrapped text.
    func marked(_ lines: [PageLine], of content: any PreviewContent, _ fit: PreviewViewport) -> [PreviewLine] {
        let wanted = DisplayText(text, ascii: fit.isASCII)
        var marked = lines.map(\.line)
        for index in lines.indices {
            marked[index].marks = form == .hex ? [] : columns(in: marked[index], fit)
            if form == .hex, case .offset(let offset)? = target {
                let end = offset.addingReportingOverflow(UInt64(max(0, byteCount))).partialValue
                marked[index].marks = content.columns(of: offset..<max(offset, end), in: lines[index], fit)
            }
        }
        guard content is TextContent else { return marked }
        for index in lines.indices.dropLast() where lines[index + 1].position == lines[index].position &+ 1 {
            let (first, second) = (marked[index].whole, marked[index + 1].whole)
            // Lines are wrapped at blanks, which are dropped, or inside a long word.
            for blank in [DisplayText(" "), .empty] {
                let joined = first + blank + second
                let start = first.width + blank.width
                for found in joined.columns(of: wanted, ignoringCase: ignoresCase)
                where found.lowerBound < first.width && found.upperBound > start {
                    marked[index].marks.append(found.lowerBound..<first.width)
                    marked[index + 1].marks.append(0..<found.upperBound - start)
                }
            }
        }
        return marked
    }

    /// Returns the way to the value, with the text marked; nothing for the file itself.
    func trail(_ fit: PreviewViewport) -> [PreviewLine] {
        guard !steps.isEmpty else { return [] }
        let arrow = DisplayText(fit.isASCII ? " > " : " › ")
        let names = steps.map { DisplayText(bytes: $0, ascii: fit.isASCII) }
        let whole = names.dropFirst().reduce(names[0]) { $0 + arrow + $1 }
        return whole.wrapped(to: fit.columns).map { text in
            var line = PreviewLine(text, .valueName)
            line.marks = columns(in: line, fit)
            return line
        }
    }

    /// Returns the columns of a line in which the text is.
    private func columns(in line: PreviewLine, _ fit: PreviewViewport) -> [Range<Int>] {
        line.whole.columns(of: DisplayText(text, ascii: fit.isASCII), ignoringCase: ignoresCase)
    }
}

extension PreviewLine {
    /// The text of all pieces.
    fileprivate var whole: DisplayText { spans.reduce(.empty) { $0 + $1.text } }
}
