import ArgumentParser
import FileSharing

struct MoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv",
        abstract: "Move items within a container, or from one container to another.",
        discussion: """
            Between file systems, the source is removed only once everything has been copied and compared. What \
            another process changes in the meantime is copied again; a file that another process has open for writing \
            is not moved.

              sandglass mv Documents/Inbox/invoice.pdf Documents/
            """
    )

    @Argument(
        help: "Items, then the destination directory, or the new name of a single item.", completion: Completions.items)
    var paths: [String] = []

    @OptionGroup var destination: DestinationOptions
    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func validate() throws { try checkTransfer(paths, operands) }

    func perform() throws { try transfer(paths, destination, operands, options) { .move($0, to: $1) } }
}
