import ArgumentParser
import FileSharing
import FileTree

struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cp",
        abstract: "Copy items within a container, or from one container to another.",
        discussion: "  sandglass cp Documents/a.txt Documents/b.txt Library/Caches/"
    )

    @Argument(
        help: "Items, then the destination directory, or the new name of a single item.", completion: .file())
    var paths: [String] = []

    @OptionGroup var destination: DestinationOptions
    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(asJSON: options.json, copy) }

    private func copy() throws {
        try transfer(paths, destination, operands, options) { .copy($0, to: $1) }
    }
}

/// Carries out `cp` or `mv`: the last argument is the destination of the others.
func transfer(
    _ arguments: [String],
    _ destination: DestinationOptions,
    _ operands: OperandOptions,
    _ options: SharingOptions,
    _ operation: (ItemSet, Destination) -> FileOperation
) throws {
    DescriptorLimit.raise()
    guard let target = arguments.last, arguments.count > 1 || operands.null else {
        throw ValidationError("Name the items, then the destination.")
    }
    var named = Operands(options.app)
    let sources = try operands.items(arguments.dropLast(), in: &named) { try $0.item($1) }
    let path = argumentBytes(target)
    let goal = destination.destination(try named.transferDestination(path), path)
    try options.run(on: named).carryOut(operation(sources, goal))
}
