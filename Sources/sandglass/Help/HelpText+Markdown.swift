extension HelpText {
    /// Returns the markup for a document of the project, written in a part of Markdown: headings, paragraphs, lists, and
    /// tables, of which each row becomes a term and its description. The title is left out.
    static func markup(ofMarkdown markdown: String) -> String {
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("# ") }
        return lines.split(whereSeparator: \.isEmpty).map { markup(ofBlock: Array($0)) }.joined(separator: "\n\n")
            .replacing("**", with: "")
    }

    private static func markup(ofBlock lines: [Substring]) -> String {
        let first = lines.first ?? ""
        if first.hasPrefix("#") { return "# " + first.drop { $0 == "#" || $0 == " " } }
        if first.hasPrefix("| ") {
            let rows = lines.map { $0.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false) }
                .map { $0.map { trimmed($0) } }
            return rows.dropFirst(2).map { entry($0, under: rows[0]) }.joined(separator: "\n")
        }
        // The items of a numbered list become terms.
        return lines.map { line in
            guard let number = line.prefixMatch(of: #/(\d+)\. /#) else { return trimmed(line) }
            return "\(number.1) :: \(line[number.range.upperBound...])"
        }.joined(separator: "\n")
    }

    private static func entry(_ cells: [String], under headings: [String]) -> String {
        let named = zip(headings, cells).dropFirst().filter { !$0.1.isEmpty }
        let texts = headings.count == 2 ? named.map(\.1) : named.map { "\($0): \($1)" }
        return "\(cells[0]) :: \(texts.joined(separator: "; "))"
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
