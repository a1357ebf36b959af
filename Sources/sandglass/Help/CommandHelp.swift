import Screen

/// The help of a command as the parser makes it, arranged: a command's own options come first, and those that many
/// commands have are only named. `HelpTopic.options` explains them.
enum CommandHelp {
    /// The titles of options that many commands have.
    static let commonTitles = [
        "State of the app and the device", "The container and its app", "The containers and their apps",
    ]

    /// Returns whether a title is that of options that many commands have.
    static func isCommon(_ title: String) -> Bool {
        commonTitles.contains { $0.uppercased() == title.uppercased() }
    }

    /// The command whose own options these are.
    private static let explainer = "app-info"

    /// Returns the help of a command, arranged; any other message as it is.
    /// - Parameter columns: The width of the lines.
    static func arranged(_ message: String, columns: Int) -> String {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: sandglass") }),
            !lines[usage].hasPrefix("USAGE: sandglass \(explainer)"),
            let heading = lines[usage...].firstIndex(where: isHeading)
        else { return message }
        let sections = sections(of: lines[heading...])
        let own = sections.filter { !isCommon($0.title) }
        let common = sections.filter { isCommon($0.title) }
        guard !common.isEmpty else { return message }
        let first = ["ARGUMENTS", "OPTIONS"]
        let others = own.filter { !first.contains($0.title) }
        let order = first.flatMap { title in own.filter { $0.title == title } } + others
        let arranged =
            order.map { ["\($0.title):"] + $0.lines.map(String.init) }
            + common.map { ["\($0.title):"] + names(in: $0, columns: columns) }
        let head = lines[..<heading].joined(separator: "\n")
        let text = arranged.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
        return "\(head)\n\(text)\(lines.last?.isEmpty == true ? "\n" : "")"
    }

    private struct Section {
        let title: String
        /// The lines below the title, without empty ones at the end.
        let lines: ArraySlice<Substring>
    }

    private static func isHeading(_ line: Substring) -> Bool {
        guard let first = line.first, first.isLetter, line.last == ":" else { return false }
        return line.allSatisfy { $0.isUppercase || $0 == " " || $0 == ":" }
    }

    private static func sections(of lines: ArraySlice<Substring>) -> [Section] {
        let starts = lines.indices.filter { isHeading(lines[$0]) }
        return zip(starts, starts.dropFirst() + [lines.endIndex]).map { start, end in
            let body = lines[(start + 1)..<end]
            let empty = body.reversed().prefix { $0.isEmpty }.count
            return Section(title: String(lines[start].dropLast()), lines: body.dropLast(empty))
        }
    }

    /// Returns a paragraph with the names of the options of a section.
    private static func names(in section: Section, columns: Int) -> [String] {
        let names = section.lines.filter { $0.hasPrefix("  -") }.flatMap { line in
            line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
                .filter { $0.hasPrefix("-") }.map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
        }
        let text = "Explained by `sandglass help options`: " + names.joined(separator: ", ")
        return DisplayText(text).wrapped(to: columns - 2).map { "  \($0)" }
    }
}
