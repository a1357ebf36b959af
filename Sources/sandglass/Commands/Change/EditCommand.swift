import ArgumentParser
import FileSharing
import System

struct EditCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edit a file of a container in $EDITOR.",
        discussion: """
            The editor opens a copy. When it exits, the saved copy replaces the file atomically and the old contents \
            go to the trash; `sandglass undo` restores them. A file in Inbox is moved to Documents with the first \
            save; it stays if nothing was saved or the contents are unchanged. Attributes are kept. The file is locked \
            (flock) while the editor is open; if another process has changed it in the meantime, both versions are \
            kept, with a message.

            A binary property list is edited as XML and saved in binary again; values that you do not touch stay the \
            same. If the text cannot be read, the line is reported and you may edit it again. Other files that are not \
            text are not opened, unless with --raw.
            """
    )

    @Argument(help: "A file of a container.", completion: Completions.items)
    var path: String

    @Flag(help: "Open the bytes as they are, even if they are not text.")
    var raw = false

    @OptionGroup var options: SharingOptions

    func perform() throws {
        var named = Operands(options.app, as: options.actor)
        let item = try named.item(argumentBytes(path))
        try options.operationRun(on: named).runAndEnd(.edit(item, asBytes: raw))
    }
}
