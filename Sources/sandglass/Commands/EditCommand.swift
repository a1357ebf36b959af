import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Screen
import System
import Transactions

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a file of a container in $EDITOR.",
        discussion: """
            The editor gets a copy; what was saved replaces the file at once when the editor is closed, and the old \
            contents go to the trash: `sandglass undo` brings them back. A file in Inbox is moved out to Documents with \
            the first save; where nothing is saved, or what it had before, it stays. Attributes are kept. While the \
            editor has it, the file is locked (flock); where somebody has changed it \
            meanwhile, that is said and both are kept.
            """
    )

    @Argument(help: "A file of a container.", completion: .file())
    var path: String

    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(asJSON: options.json, edit) }

    private func edit() throws {
        DescriptorLimit.raise()
        var named = Operands(options.app)
        let item = try named.item(argumentBytes(path))
        try options.run(on: named).carryOut(.edit(item))
    }
}
