import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
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
        guard !file || !ContainerPath.namesDirectory(argumentBytes(path)) else {
            throw Failure(.usage, "\(DisplayText(path)) is the path of a directory: leave its end or --file out")
        }
        let item: ItemAddress
        do {
            item = try named.item(argumentBytes(path))
        } catch let error as ContainerStoreError where error.code == .notFound {
            // That it does not exist is why somebody wants it made: what is wrong is where.
            guard HostPath(argumentBytes(path))?.parent?.followingLinks() != nil else { throw error }
            throw Failure(
                .data,
                "\(DisplayText(path)) would be in no container; mkdir makes directories in containers only (in the "
                    + "package of one that is in AppData)")
        }
        try options.run(on: named).carryOut(file ? .makeFile(item) : .makeDirectory(item))
    }
}
