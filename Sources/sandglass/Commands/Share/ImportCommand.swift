import ArgumentParser
import ContainerModel
import FileSharing
import Screen

struct ImportCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Copy files from this computer into a container.",
        discussion: """
            Modes, times, extended attributes and links are kept. A file appears under its final name only when it is \
            complete. Unless the owner acts, files go to Documents if the destination names a container and no place \
            in it. Nothing is replaced without asking. `sandglass undo` reverts an import.

            Directories named Documents, Library or tmp, imported to a container, are merged into its own with \
            --merge: their contents go into the directories of the same names. Without it, the command asks.

              sandglass import notes.md --to App.xcappdata
              sandglass import charts --to App.xcappdata/AppData/Library/Caches/
              find . -name '*.png' -print0 | sandglass import -0 --to App.xcappdata/AppData/Documents
            """
    )

    @Argument(help: "Files and directories on this computer.", completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("to"), help: "A container, a directory in one, or the new name of a single file.",
        completion: Completions.items)
    var target: String

    @Flag(help: "Merge directories named Documents, Library or tmp into those of the container.")
    var merge = false

    @OptionGroup var destination: DestinationOptions
    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func validate() throws { try operands.check(files, of: "files") }

    func perform() throws {
        var named = Operands(options.app, as: options.actor)
        let sources = try operands.items(files, in: &named) { try $0.hostItem($1) }
        let path = argumentBytes(target)
        let place = try named.transferDestination(path)
        if merge, !place.path.isRoot {
            throw Failure(.usage, "\(DisplayText(target)): --merge needs the container itself as the destination")
        }
        let documents = options.actor == .owner ? nil : RuleBook.standard.path(of: .documents)
        let others = documents.map { ItemAddress(place.root, $0) } ?? place
        let goal = merge ? .places(place, others: others) : destination.destination(place, path)
        try options.operationRun(on: named).runAndEnd(.copy(sources, to: goal))
    }
}
