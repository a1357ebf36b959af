import ArgumentParser
import ContainerModel
import System

/// Help that the argument parser does not have: the commands by group, the list of topics, and the topics.
enum GeneralHelp {
    /// The widest lines of text, which are read with difficulty beyond that.
    private static let maxColumns = 100

    /// The width of standard output.
    static var columns: Int {
        min(max(Platform.terminalWidth(of: STDOUT_FILENO) ?? 80, 40), maxColumns)
    }

    /// The lines of `sandglass --help`.
    static var commands: [String] {
        let groups = CommandSection.all
        let widestGroup = groups.map(\.name.count).max() ?? 0
        let widestNames = groups.flatMap(\.rows).map(\.names.count).max() ?? 0
        let rows = groups.flatMap { group in
            group.rows.enumerated().map { index, row in
                aligned(index == 0 ? group.name : "", to: widestGroup + 2) + aligned(row.names, to: widestNames + 2)
                    + row.summary
            }
        }
        return [
            Sandglass.configuration.abstract, "",
            "Usage: sandglass [PATH]   or   sandglass COMMAND …   or   sandglass --version",
            "To see what others see of a suspended app: `sandglass demo snapshot-hide`", "",
        ] + rows + ["", "`sandglass help` lists topics; `sandglass help NAME` explains one, or a command."]
    }

    /// The lines of `sandglass help`.
    static var topics: [String] {
        let entries = HelpTopic.all.map { "\($0.name) :: \($0.summary)" }.joined(separator: "\n")
        let text = HelpText(
            """
            `sandglass help TOPIC` explains a topic, and `sandglass help COMMAND` a command; `sandglass --help` lists \
            the
            commands. Lines that begin with $ are examples, which you may run without the $.

            \(entries)
            """)
        return text.lines(columns: columns)
    }

    /// Returns the lines of `sandglass help TOPIC`.
    /// - Throws: Whatever the text's tables throw.
    static func lines(of topic: HelpTopic) throws -> [String] {
        var lines: [String] = []
        if let command = CommandSection.command(named: topic.name) {
            lines = CommandHelp.arranged(Sandglass.helpMessage(for: command, columns: columns), columns: columns)
                .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if lines.last?.isEmpty == false { lines.append("") }
        }
        let summary = HelpText("\(topic.title.uppercased()): \(topic.summary)")
        return lines + summary.lines(columns: columns) + [""] + (try topic.text().lines(columns: columns))
    }
}
