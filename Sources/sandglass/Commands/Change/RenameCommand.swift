import ArgumentParser
import FileSharing

struct RenameCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename items: one with --to, several in $EDITOR.",
        discussion: """
            Without --to, the names open in $VISUAL or $EDITOR, one per line; characters other than plain text are \
            written as \\n, \\t or \\xFF, and a backslash is doubled. Items may exchange names. All names are checked \
            first, and then either all items are renamed or none. If the list cannot be used, you are asked whether to \
            edit it again; without a terminal it is kept, and its path is printed.

              sandglass rename Documents/a.txt --to b.txt
              sandglass rename Documents/Photos/*
            """
    )

    @Argument(help: "Items of containers.", completion: Completions.items)
    var paths: [String] = []

    @Option(name: .customLong("to"), help: "The new name of a single item.")
    var name: String?

    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func validate() throws { try operands.check(paths) }

    func perform() throws {
        var named = Operands(options.app, as: options.actor)
        let items = try operands.items(paths, in: &named, inOrder: true) { try $0.item($1) }.items
        let run = options.operationRun(on: named)
        guard let name else { return try run.rename(inEditor: items) }
        guard items.count == 1 else {
            throw Failure(.usage, "--to renames a single item; without it, names are edited in $EDITOR")
        }
        guard let operation = FileOperation.renaming(items, to: [argumentBytes(name)]) else {
            return run.say(.unchangedNames)
        }
        try run.runAndEnd(operation)
    }
}
