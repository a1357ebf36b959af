import ArgumentParser
import ContainerModel
import Disk
import FileSharing
import Screen

struct MakeDirectoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mkdir",
        abstract: "Make a directory in a container, or an empty file.",
        discussion: """
              sandglass mkdir Documents/Drafts
              sandglass mkdir --file Documents/new.txt
            """
    )

    @Argument(help: "Where it will be.", completion: .file())
    var path: String

    @Flag(help: "An empty file instead.")
    var file = false

    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(asJSON: options.json, make) }

    private func make() throws {
        DescriptorLimit.raise()
        var named = Operands(options.app)
        let item = try named.item(argumentBytes(path))
        guard !file || !ContainerPath.namesDirectory(argumentBytes(path)) else {
            throw Failure(.usage, "\(DisplayText(path)) is the path of a directory: leave its end or --file out")
        }
        try options.carryOut(file ? .newFile(item) : .makeDirectory(item), in: named.containers)
    }
}
