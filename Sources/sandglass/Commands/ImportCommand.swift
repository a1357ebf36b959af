import ArgumentParser
import ContainerModel
import FileSharing
import FileTree

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Copy files of this computer into a container.",
        discussion: """
            Modes, times, extended attributes and links are kept; a file has its final name only once all of it is \
            there. Into a container without a place in it files go to Documents, unless the owner acts. Nothing is \
            replaced in silence. `sandglass undo` takes it back.

              sandglass import notes.md --to App.xcappdata
              sandglass import charts --to App.xcappdata/AppData/Library/Caches/
              find . -name '*.png' -print0 | sandglass import -0 --to App.xcappdata/AppData/Documents
            """
    )

    @Argument(help: "Files and directories of this computer.", completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("to"), help: "A container, a directory in one, or the new name of a single file.",
        completion: .file())
    var target: String

    @OptionGroup var destination: DestinationOptions
    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(asJSON: options.json, importFiles) }

    private func importFiles() throws {
        DescriptorLimit.raise()
        var named = Operands(options.app)
        let sources = try operands.items(files, of: "files", in: &named) { try $0.hostItem($1) }
        let path = argumentBytes(target)
        let goal = destination.destination(try named.item(path), path)
        try options.run(on: named).carryOut(.copy(sources, to: goal))
    }
}
