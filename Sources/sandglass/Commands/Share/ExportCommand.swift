import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import Screen

struct ExportCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Copy items from containers to this computer.",
        discussion: """
            Items in a directory that may not be read are left out and reported, and so are names that macOS or \
            Windows would take for the same name.

            With --documents, the Documents of each app of a device that gives access to them are copied below the \
            app's name. The same command continues an interrupted export: files that are there with the same size and \
            time are skipped. A file that differs stays, unless --on-conflict replace is given. --check compares the \
            contents and writes nothing; its exit status is 1 if something is missing or different.

              sandglass export App.xcappdata/AppData/Documents --to ~/Desktop
              sandglass export device: --to ~/Phone --documents
            """
    )

    @Argument(help: "Items of containers.", completion: Completions.items)
    var paths: [String] = []

    @Option(
        name: .customLong("to"), help: "A directory on this computer, or the new name of a single item.",
        completion: .directory)
    var target: String

    @Flag(help: "Export the Documents of all apps of a device.")
    var documents = false

    @Flag(help: "With --documents: compare with what is there, and write nothing.")
    var check = false

    @OptionGroup var destination: DestinationOptions
    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func validate() throws {
        try operands.check(paths)
        if check, !documents { throw ValidationError("--check needs --documents.") }
    }

    func perform() throws { try documents ? exportDocuments() : export() }

    private func export() throws {
        var named = Operands(options.app, as: options.actor)
        let sources = try operands.items(paths, in: &named) { try $0.readableItem($1) }
        let path = argumentBytes(target)
        // A directory that only looks like a container counts as a whole if it is named.
        let origins = named.containers.map(\.description.hostPath) + named.packageItems.map(\.package)
        let isInOrigin = origins.contains { HostPath(path)?.path(below: $0) != nil }
        let isInContainer = try isInOrigin || ContainerStore.surroundings(ofNew: path) != nil
        let medium = ContainerStore.medium(at: path)
        // An archive without a container is a file like any other that has the name.
        if let medium,
            isInContainer || !medium.path.isRoot || ContainerPath.namesDirectory(path)
                || (try? ContainerStore.open(path)) != nil
        {
            throw Failure(.readOnly(medium.title, at: path))
        }
        guard !isInContainer else {
            let place = isInOrigin ? "the container itself" : "another container"
            throw Failure(.usage, "\(DisplayText(target)) is in \(place): use `sandglass cp` or `mv` there")
        }
        let directory = try medium == nil ? named.hostDestination(path) : named.hostItem(path)
        try options.operationRun(on: named).runAndEnd(.copy(sources, to: destination.destination(directory, path)))
    }
}
