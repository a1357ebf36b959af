import ArgumentParser
import FileSharing

struct MoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv",
        abstract: "Move items in a container, or from one container to another.",
        discussion: """
            Between file systems the source goes only after everything has arrived. What another process changes \
            meanwhile is copied again; a file that another process has open for writing is not moved.

              sandglass mv Documents/Inbox/invoice.pdf Documents/
            """
    )

    @Argument(
        help: "Items, and at last the directory they go into, or the new name of a single one.", completion: .file())
    var paths: [String] = []

    @OptionGroup var destination: DestinationOptions
    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(asJSON: options.json, move) }

    private func move() throws { try transfer(paths, destination, operands, options) { .move($0, to: $1) } }
}
