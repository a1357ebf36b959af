import ArgumentParser

/// A group of commands in `sandglass --help`, by their purpose.
struct CommandSection: Sendable {
    /// A command by its name. Its type is asked for when it is needed: the conformances of all commands together take
    /// longer than a short command.
    struct Name: Sendable {
        /// The `commandName` of its configuration.
        let text: String
        private let load: @Sendable () -> any ParsableCommand.Type

        init(_ text: String, _ command: @autoclosure @escaping @Sendable () -> any ParsableCommand.Type) {
            self.text = text
            load = command
        }

        var command: any ParsableCommand.Type { load() }
    }

    /// A command, or several that belong together, on one line.
    struct Row: Sendable {
        let commands: [Name]
        /// One sentence, at most 53 characters, about several commands.
        private let commonSummary: String?

        init(_ name: String, _ command: @autoclosure @escaping @Sendable () -> any ParsableCommand.Type) {
            commands = [Name(name, command())]
            commonSummary = nil
        }

        init(_ commands: [Name], _ summary: String) {
            self.commands = commands
            commonSummary = summary
        }

        /// One sentence, at most 53 characters.
        var summary: String { commonSummary ?? commands.first?.command.configuration.abstract ?? "" }

        /// The names of the commands: "undo, redo".
        var names: String { commands.map(\.text).joined(separator: ", ") }
    }

    let name: String
    let rows: [Row]

    /// All commands in the order of help; the parser, completions, the manual and the tests take them from here.
    static let all = [look, find, judge, share, change, keep, program]

    private static let look = CommandSection(
        name: "look",
        rows: [
            Row("browse", BrowseCommand.self),
            Row(
                [Name("apps", AppsCommand.self), Name("devices", DevicesCommand.self)],
                "List containers, or connected devices and their apps."),
            Row("ls", ListCommand.self), Row("info", InfoCommand.self),
            Row(
                [Name("show", ShowCommand.self), Name("sql", SQLCommand.self)],
                "Print a file's contents; query a database in SQL."),
            Row("usage", UsageCommand.self),
            Row("snapshots", SnapshotsCommand.self),
        ])
    private static let find = CommandSection(
        name: "find",
        rows: [
            Row(
                [Name("find", FindCommand.self), Name("timeline", TimelineCommand.self)],
                "Find items by conditions, or list everything by time."),
            Row("grep", GrepCommand.self),
        ])
    private static let judge = CommandSection(
        name: "judge",
        rows: [
            Row("explain", ExplainCommand.self), Row("verdict", VerdictCommand.self), Row("advise", AdviseCommand.self),
            Row("backup-set", BackupSetCommand.self),
            Row(
                [Name("audit", AuditCommand.self), Name("verify", VerifyCommand.self)],
                "Audit an app and its data, or check its signature."),
            Row("app-info", AppInfoCommand.self),
        ])
    private static let share = CommandSection(
        name: "share",
        rows: [
            Row("import", ImportCommand.self),
            Row(
                [Name("export", ExportCommand.self), Name("backup", BackupCommand.self)],
                "Copy items, or a device's backup, to this computer."),
            Row("deliver", DeliverCommand.self),
        ])
    private static let change = CommandSection(
        name: "change",
        rows: [
            Row("new", NewCommand.self),
            Row(
                [Name("cp", CopyCommand.self), Name("mv", MoveCommand.self)],
                "Copy or move items within or between containers."),
            Row("rename", RenameCommand.self),
            Row(
                [Name("edit", EditCommand.self), Name("set", SetCommand.self)],
                "Edit a file in $EDITOR, or change a value inside one."),
            Row("mkdir", MakeDirectoryCommand.self),
            Row("rm", RemoveCommand.self),
            Row(
                [Name("exclude", ExcludeCommand.self), Name("include", IncludeCommand.self)],
                "Exclude items from backups, or include them again."),
            Row("purge", PurgeCommand.self),
        ])
    private static let keep = CommandSection(
        name: "keep",
        rows: [
            Row(
                [Name("diff", DiffCommand.self), Name("watch", WatchCommand.self)],
                "Compare containers or files; print what changes."),
            Row(
                [Name("keep", KeepCommand.self), Name("keeps", KeepsCommand.self)],
                "Keep time points of containers; list or remove them."),
            Row(
                [Name("restore", RestoreCommand.self), Name("reset", ResetCommand.self)],
                "Restore a container as it was, or as installed."),
            Row("hash", HashCommand.self),
            Row(
                [Name("pack", PackCommand.self), Name("unpack", UnpackCommand.self)],
                "Copy containers into packages and backups, and back."),
            Row("journal", JournalCommand.self),
            Row([Name("undo", UndoCommand.self), Name("redo", RedoCommand.self)], "Undo or redo an operation."),
        ])
    private static let program = CommandSection(
        name: "program",
        rows: [
            Row("demo", DemoCommand.self), Row("run", RunCommand.self), Row("recent", RecentCommand.self),
            Row(
                [Name("keys", KeysCommand.self), Name("themes", ThemesCommand.self)],
                "Print the keys of the browser, or its themes."),
            Row("manual", ManualCommand.self),
        ])
}

extension CommandSection {
    /// The groups as the parser takes them.
    static let groups = all.map { CommandGroup(name: $0.name, subcommands: $0.rows.flatMap(\.commands).map(\.command)) }

    /// Returns the command with a name.
    static func command(named name: String) -> (any ParsableCommand.Type)? {
        all.lazy.flatMap(\.rows).flatMap(\.commands).first { $0.text == name }?.command
    }
}
