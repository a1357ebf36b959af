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
        abstract: "Edit a file of a container in $EDITOR.",
        discussion: """
            The editor opens a copy. When it exits, the saved copy replaces the file atomically and the old contents go to \
            the trash; `sandglass undo` restores them. A file in Inbox is moved to Documents with the first save; it stays \
            if nothing was saved or the contents are unchanged. Attributes are kept. The file is locked (flock) while the \
            editor is open; if another process has changed it meanwhile, both versions are kept and you are told.
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
