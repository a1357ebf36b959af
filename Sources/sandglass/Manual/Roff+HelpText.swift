extension Roff {
    /// Returns the text of a topic in man(7) format.
    /// - Parameter heading: The macro of its headings: `SH`, or `SS` inside a section.
    static func lines(_ text: HelpText, heading: String) -> [String] {
        var lines: [String] = []
        var followsHeading = true
        for block in text.blocks {
            switch block {
            case .heading(let title):
                lines.append(".\(heading) \(argument(heading == "SH" ? title.uppercased() : title))")
                followsHeading = true
                continue
            case .paragraph(let text): lines += (followsHeading ? [] : [".PP"]) + [marked(text)]
            case .list(let items): lines += items.flatMap { [".IP \\(bu 2", marked($0)] }
            case .entries(let entries):
                lines += entries.flatMap { [".TP", "\\fB\(Self.text($0.term))\\fR", marked($0.description)] }
            case .verbatim(let text):
                lines += (followsHeading ? [] : [".PP"]) + [".RS 4", ".nf"] + text.map(line) + [".fi", ".RE"]
            }
            followsHeading = false
        }
        return lines
    }

    /// Returns a text as a line, with the text between backticks in bold.
    private static func marked(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return line(text) }
        let marked = parts.enumerated().map { index, part in
            index % 2 == 0 ? Self.text(String(part)) : "\\fB\(Self.text(String(part)))\\fR"
        }
        .joined()
        return marked.hasPrefix(".") || marked.hasPrefix("\\(aq") ? "\\&" + marked : marked
    }
}
