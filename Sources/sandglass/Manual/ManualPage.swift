/// A page of the manual in the language of man(7), made from the description of a command.
struct ManualPage {
    let command: CommandDescription
    /// The topic of the same name, which the page contains.
    var topic: HelpTopic?
    /// The topics that the program's own page lists.
    var topics: [HelpTopic] = []
    /// The version in the footer.
    let version: String

    /// The name of the file: `sandglass-ls.1`.
    var fileName: String { command.pageName + ".1" }

    /// The page.
    /// - Throws: Whatever the tables of a topic throw.
    func text() throws -> String {
        var lines = Roff.head(
            command.pageName, section: 1, version: version, summary: command.abstract ?? "")
        lines += [
            // Filled, but not justified, and without breaks inside of an argument.
            ".SH SYNOPSIS", ".ad l", ".nh",
        ]
        lines += synopsis + [".hy", ".ad b"]
        if let discussion = command.discussion { lines += [".SH DESCRIPTION"] + Roff.paragraphs(discussion) }
        for (title, arguments) in titledArguments {
            lines.append(".SH \(Roff.argument(title.uppercased()))")
            for argument in arguments { lines += Self.lines(about: argument) }
        }
        if !command.shownSubcommands.isEmpty {
            lines.append(".SH COMMANDS")
            for subcommand in command.shownSubcommands {
                lines += [
                    ".TP", ".BR \(Roff.argument(Roff.text(subcommand.pageName))) (1)",
                    Roff.line(subcommand.abstract ?? ""),
                ]
            }
        }
        if let topic {
            lines += [".SH \(Roff.argument(topic.title.uppercased()))"] + Roff.lines(try topic.text(), heading: "SS")
        }
        if !topics.isEmpty {
            lines.append(".SH TOPICS")
            for topic in topics {
                lines += [
                    ".TP", ".BR \(Roff.argument(Roff.text("sandglass-\(topic.name)"))) (\(topic.isCommand ? 1 : 7))",
                    Roff.line(topic.summary),
                ]
            }
        }
        lines += seeAlso
        return lines.joined(separator: "\n") + "\n"
    }

    private var synopsis: [String] {
        let arguments = command.shownArguments.map { argument -> String in
            let name = argument.spellings.max { $0.count < $1.count }
            let value = argument.valueName.map { "\\fI\(Roff.text($0))\\fR" } ?? ""
            let words =
                switch argument.kind {
                case "positional": value
                case "flag": "\\fB\(Roff.text(name ?? ""))\\fR"
                default: "\\fB\(Roff.text(name ?? ""))\\fR\\ \(value)"
                }
            let repeated = argument.isRepeating ? "\(words)\\ .\\|.\\|." : words
            return argument.isOptional ? "[\(repeated)]" : repeated
        }
        let name = "\\fB\(Roff.text(command.words.joined(separator: " ")))\\fR"
        return [name] + arguments + (command.shownSubcommands.isEmpty ? [] : ["[\\fIcommand\\fR]"])
    }

    /// The arguments under the titles that help gives them, the command's own first.
    private var titledArguments: [(String, [CommandDescription.Argument])] {
        var titled: [(String, [CommandDescription.Argument])] = []
        for argument in command.shownArguments {
            let title = argument.sectionTitle ?? (argument.kind == "positional" ? "Arguments" : "Options")
            if let index = titled.firstIndex(where: { $0.0 == title }) {
                titled[index].1.append(argument)
            } else {
                titled.append((title, [argument]))
            }
        }
        return titled.filter { !CommandHelp.isCommon($0.0) } + titled.filter { CommandHelp.isCommon($0.0) }
    }

    private static func lines(about argument: CommandDescription.Argument) -> [String] {
        let value = argument.valueName.map { "\\fI\(Roff.text($0))\\fR" } ?? ""
        let spellings = argument.spellings.map { "\\fB\(Roff.text($0))\\fR" }.joined(separator: ", ")
        let tag =
            switch argument.kind {
            case "positional": value
            case "flag": spellings
            default: "\(spellings) \(value)"
            }
        var words = [argument.abstract].compactMap { $0 }
        if let values = argument.allValues, !values.isEmpty {
            words.append("Values: \(values.joined(separator: ", ")).")
        }
        if let standard = argument.defaultValue { words.append("Default: \(standard).") }
        return [".TP", tag, Roff.line(words.joined(separator: " "))]
    }

    private var seeAlso: [String] {
        guard let parent = command.superCommands, !parent.isEmpty else { return [] }
        return [".SH SEE ALSO", ".BR \(Roff.argument(Roff.text(parent.joined(separator: "-")))) (1)"]
    }
}
