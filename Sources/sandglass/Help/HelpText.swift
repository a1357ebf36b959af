/// The text of a topic as blocks.
///
/// Blank lines separate the blocks of the source:
///
///     # A heading
///
///     A paragraph, whose lines are joined.
///
///     - An item of a list,
///     which may go on in further lines.
///
///     term :: Its description, which may go on in further lines.
///     $ sandglass ls Documents :: A command that a reader may run, and its purpose.
///
///       Lines that are indented by two blanks stay as they are.
///       $ sandglass ls Documents
///       Lines of a shell begin with a dollar sign, and those below them are output.
struct HelpText: Sendable, Equatable {
    /// A term and its description.
    struct Entry: Sendable, Equatable {
        let term: String
        let description: String

        /// Whether the term is a command line.
        var isCommand: Bool { term.hasPrefix("$ ") }
    }

    enum Block: Sendable, Equatable {
        case heading(String)
        case paragraph(String)
        case list([String])
        case entries([Entry])
        case verbatim([String])
    }

    let blocks: [Block]

    /// Reads a text with the marks above.
    init(_ source: String) {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        blocks = lines.split { $0.allSatisfy(\.isWhitespace) }.map(Self.block)
    }

    private static func block(_ lines: ArraySlice<Substring>) -> Block {
        let first = lines.first ?? ""
        if first.hasPrefix("# ") { return .heading(String(first.dropFirst(2))) }
        if first.hasPrefix("  ") { return .verbatim(lines.map { String($0.dropFirst(2)) }) }
        if first.hasPrefix("- ") {
            return .list(joined(lines) { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) })
        }
        guard first.contains(separator) else { return .paragraph(lines.joined(separator: " ")) }
        let entries = joined(lines) { $0.contains(separator) }.map { line in
            let parts = line.split(separator: separator, maxSplits: 1)
            return Entry(term: String(parts[0]), description: String(parts[1]))
        }
        return .entries(entries)
    }

    private static let separator = " :: "

    /// Joins each line that begins something with those that follow it.
    private static func joined(_ lines: ArraySlice<Substring>, begins: (Substring) -> Bool) -> [String] {
        var items: [String] = []
        for line in lines {
            if begins(line) || items.isEmpty {
                items.append(String(line))
            } else {
                items[items.count - 1] += " " + line
            }
        }
        return items
    }
}
