import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import Screen

struct MakeDirectoryCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "mkdir",
        abstract: "Create a directory or an empty file in a container.",
        discussion: """
              sandglass mkdir Documents/Drafts
              sandglass mkdir --file Documents/new.txt
            """
    )

    @Argument(help: "The path of the new directory.", completion: Completions.items)
    var path: String

    @Flag(help: "Create an empty file instead.")
    var file = false

    @OptionGroup var options: SharingOptions

    func perform() throws {
        var named = Operands(options.app, as: options.actor)
        guard !file || !ContainerPath.namesDirectory(argumentBytes(path)) else {
            throw Failure(
                .usage, "\(DisplayText(path)) is the path of a directory: remove the trailing slash, or --file")
        }
        let item: ItemAddress
        do {
            item = try named.destination(argumentBytes(path))
        } catch let error as ContainerStoreError where error.code == .notFound {
            // The item is not expected to exist, so report the problem with its location instead.
            guard HostPath(argumentBytes(path))?.parent?.followingLinks() != nil else { throw error }
            throw Failure(
                .data,
                "\(DisplayText(path)) would not be in a container; mkdir creates directories in containers only (in "
                    + "the package of one that is in AppData)")
        }
        try options.operationRun(on: named).runAndEnd(file ? .makeFile(item) : .makeDirectory(item))
    }
}
