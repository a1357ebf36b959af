extension HelpTopic {
    /// The options that many commands have.
    static let options = HelpTopic(
        "options", "Options of many commands", summary: "Options about the app, the device and its state.",
        text: try optionsText())

    private static func optionsText() throws -> String {
        // `ls` has all of them.
        let arguments = try CommandDescription.program().subcommands?.first { $0.commandName == "ls" }?.arguments ?? []
        let sections = CommandHelp.commonTitles.compactMap { title -> String? in
            let entries = arguments.filter { $0.sectionTitle == title }.map(\.entry)
            return entries.isEmpty ? nil : "# \(title)\n\n\(entries.joined(separator: "\n"))"
        }
        return """
            `--help` of a command explains the command's own options and names these, which many commands have.

            \(sections.joined(separator: "\n\n"))

            `sandglass help app-info` has more on what an app declares, `sandglass help lifecycle` on the states.

            $ sandglass ls --locked --running App.xcappdata :: What the app may do while the device is locked.
            $ sandglass explain --file-sharing yes App.xcappdata/AppData/Documents :: Assume a declaration.
            """
    }
}

extension CommandDescription.Argument {
    /// An entry of a topic: the spelling, and what it does.
    fileprivate var entry: String {
        let value = kind == "option" ? " \((valueName ?? "value").uppercased())" : ""
        let values = allValues.map { $0.isEmpty ? "" : " (\($0.joined(separator: ", ")))" } ?? ""
        let text = (abstract ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
        return "\(spellings.joined(separator: ", "))\(value) :: \(text)\(values)"
    }
}
