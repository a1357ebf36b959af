import Screen

extension HelpText {
    /// Terms that are longer have their descriptions below them.
    private static let longestTerm = 24

    /// Returns the text in sanitized lines of at most `columns` cells; only verbatim lines may be longer.
    func lines(columns: Int) -> [String] {
        var lines: [String] = []
        var followsHeading = true
        for block in blocks {
            if !followsHeading { lines.append("") }
            lines += Self.lines(of: block, columns: columns)
            if case .heading = block { followsHeading = true } else { followsHeading = false }
        }
        return lines
    }

    private static func lines(of block: Block, columns: Int) -> [String] {
        switch block {
        case .heading(let text): [DisplayText("\(text.uppercased()):").description]
        case .paragraph(let text): wrapped(text, columns: columns)
        case .list(let items):
            items.flatMap { item in hanging("- ", wrapped(item, columns: columns - 2)) }
        case .entries(let entries): lines(of: entries, columns: columns)
        case .verbatim(let lines): lines.map { DisplayText("  " + $0).description }
        }
    }

    private static func lines(of entries: [Entry], columns: Int) -> [String] {
        let widest = entries.map { DisplayText($0.term).width }.max() ?? 0
        guard widest <= longestTerm, !entries.contains(where: \.isCommand) else {
            return entries.flatMap { entry in
                [DisplayText("  " + entry.term).description]
                    + hanging("      ", wrapped(entry.description, columns: columns - 6))
            }
        }
        return entries.flatMap { entry in
            let term = DisplayText(entry.term)
            let label = "  \(term)" + String(repeating: " ", count: widest - term.width + 2)
            return hanging(label, wrapped(entry.description, columns: columns - widest - 4))
        }
    }

    private static func wrapped(_ text: String, columns: Int) -> [String] {
        DisplayText(text).wrapped(to: columns).map(\.description)
    }

    /// Returns lines behind a label, and blanks in place of the label from the second one on.
    private static func hanging(_ label: String, _ lines: [String]) -> [String] {
        let blanks = String(repeating: " ", count: DisplayText(label).width)
        return lines.enumerated().map { ($0 == 0 ? label : blanks) + $1 }
    }
}
