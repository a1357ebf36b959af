import ArgumentParser
import FileSharing

struct RemoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Move items to the trash.",
        discussion: """
            Directories go with their contents. The trash is that of this computer ($XDG_DATA_HOME/Trash), which other \
            programs use too; `sandglass undo` restores items from it. Deleting Documents or Inbox deletes their \
            contents.

              sandglass rm Documents/Drafts
              sandglass rm --contents Library
            """
    )

    @Argument(help: "Items of containers.", completion: Completions.items)
    var paths: [String] = []

    @Flag(help: "Remove the contents of the directories, and keep the directories.")
    var contents = false

    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func validate() throws { try operands.check(paths) }

    func perform() throws {
        try options.runOnItems(at: paths, operands) { contents ? .empty($0) : .delete($0) }
    }
}
