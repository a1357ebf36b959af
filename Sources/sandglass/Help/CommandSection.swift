import ArgumentParser

/// A group of commands in `sandglass --help`, by their purpose.
struct CommandSection: Sendable {
    /// A command, or several that belong together, on one line.
    struct Row: Sendable {
        let commands: [any ParsableCommand.Type]
        /// One sentence, at most 53 characters.
        let summary: String

        init(_ command: any ParsableCommand.Type) {
            commands = [command]
            summary = command.configuration.abstract
        }

        init(_ commands: [any ParsableCommand.Type], _ summary: String) {
            self.commands = commands
            self.summary = summary
        }

        /// The names of the commands: "undo, redo".
        var names: String { commands.compactMap { $0.configuration.commandName }.joined(separator: ", ") }
    }

    let name: String
    let rows: [Row]

    /// All commands in the order of help; the parser, completions, the manual and the tests take them from here.
    static let all = [look, find, judge, share, change, keep, program]

    private static let look = CommandSection(
        name: "look",
        rows: [
            Row(BrowseCommand.self),
            Row([AppsCommand.self, DevicesCommand.self], "List containers, or connected devices and their apps."),
            Row(ListCommand.self), Row(InfoCommand.self), Row(ShowCommand.self), Row(UsageCommand.self),
            Row(SnapshotsCommand.self),
        ])
    private static let find = CommandSection(name: "find", rows: [Row(FindCommand.self), Row(GrepCommand.self)])
    private static let judge = CommandSection(
        name: "judge",
        rows: [
            Row(ExplainCommand.self), Row(VerdictCommand.self), Row(AdviseCommand.self), Row(BackupSetCommand.self),
            Row([AuditCommand.self, VerifyCommand.self], "Audit an app and its data, or check its signature."),
            Row(AppInfoCommand.self),
        ])
    private static let share = CommandSection(
        name: "share",
        rows: [
            Row(ImportCommand.self),
            Row([ExportCommand.self, BackupCommand.self], "Copy items, or a device's backup, to this computer."),
            Row(DeliverCommand.self),
        ])
    private static let change = CommandSection(
        name: "change",
        rows: [
            Row(NewCommand.self),
            Row([CopyCommand.self, MoveCommand.self], "Copy or move items within or between containers."),
            Row(RenameCommand.self), Row(EditCommand.self), Row(MakeDirectoryCommand.self), Row(RemoveCommand.self),
            Row([ExcludeCommand.self, IncludeCommand.self], "Exclude items from backups, or include them again."),
            Row(PurgeCommand.self),
        ])
    private static let keep = CommandSection(
        name: "keep",
        rows: [
            Row([DiffCommand.self, WatchCommand.self], "Compare containers or files; print what changes."),
            Row([KeepCommand.self, KeepsCommand.self], "Keep time points of containers; list or remove them."),
            Row([RestoreCommand.self, ResetCommand.self], "Restore a container as it was, or as installed."),
            Row(HashCommand.self),
            Row([PackCommand.self, UnpackCommand.self], "Copy containers into packages and backups, and back."),
            Row(JournalCommand.self), Row([UndoCommand.self, RedoCommand.self], "Undo or redo an operation."),
        ])
    private static let program = CommandSection(
        name: "program",
        rows: [
            Row(DemoCommand.self), Row(RunCommand.self), Row(RecentCommand.self), Row(KeysCommand.self),
            Row(ThemesCommand.self), Row(ManualCommand.self),
        ])
}

extension CommandSection {
    /// The groups as the parser takes them.
    static let groups = all.map { CommandGroup(name: $0.name, subcommands: $0.rows.flatMap(\.commands)) }

    /// Returns the command with a name.
    static func command(named name: String) -> (any ParsableCommand.Type)? {
        all.flatMap(\.rows).flatMap(\.commands).first { $0.configuration.commandName == name }
    }
}
