import ArgumentParser
import FileSharing

struct CopyCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "cp",
        abstract: "Copy items within a container, or from one container to another.",
        discussion: "  sandglass cp Documents/a.txt Documents/b.txt Library/Caches/"
    )

    @Argument(
        help: "Items, then the destination directory, or the new name of a single item.", completion: Completions.items)
    var paths: [String] = []

    @OptionGroup var destination: DestinationOptions
    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func validate() throws { try checkTransfer(paths, operands) }

    func perform() throws {
        try transfer(paths, destination, operands, options) { .copy($0, to: $1) }
    }
}

/// Checks that there are items and a destination, while the parser can still show the usage of the command.
/// - Throws: `ValidationError`
func checkTransfer(_ arguments: [String], _ operands: OperandOptions) throws {
    guard arguments.count > (operands.null ? 0 : 1) else {
        throw ValidationError("Name the items, then the destination.")
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
    let target = arguments.last ?? ""
    var named = Operands(options.app, as: options.actor)
    let sources = try operands.items(arguments.dropLast(), in: &named) { try $0.item($1) }
    let path = argumentBytes(target)
    let goal = destination.destination(try named.transferDestination(path), path)
    try options.operationRun(on: named).runAndEnd(operation(sources, goal))
}
