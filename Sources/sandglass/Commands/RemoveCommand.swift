import ArgumentParser
import FileSharing

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Put items of containers into the trash, directories with all that is in them.",
        discussion: """
            The trash is this computer's ($XDG_DATA_HOME/Trash), for other programs too; `sandglass undo` brings back. \
            Deleting Documents or Inbox deletes what is in it.

              sandglass rm Documents/Drafts
              sandglass rm --contents Library
            """
    )

    @Argument(help: "Items of containers.", completion: .file())
    var paths: [String] = []

    @Flag(help: "Only what is in the directories; they stay.")
    var contents = false

    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(asJSON: options.json, remove) }

    private func remove() throws {
        try options.carryOut(on: paths, operands) { contents ? .empty($0) : .delete($0) }
    }
}
