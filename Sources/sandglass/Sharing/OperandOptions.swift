import ArgumentParser
import ContainerModel
import FileSharing
import FileTree

/// Paths from arguments, or in a list on standard input.
struct OperandOptions: ParsableArguments {
    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "Read more paths from standard input, each terminated by NUL.")
    var null = false
}

extension OperandOptions {
    /// The items that arguments and, with `-0`, a list on standard input name. What is named again counts once.
    ///
    /// Paths of one directory that follow one another in the list, as those of `find` do, are one group: a million of
    /// them cost their names and no values.
    /// - Parameters:
    ///   - operands: what was named so far, and what is named now.
    ///   - inOrder: whether each item has to be one by itself, in the order in which they were named.
    ///   - item: finds what a path names.
    /// - Throws: `ValidationError` where nothing is named; what `item` throws.
    func items(
        _ arguments: [String],
        of what: String = "PATH",
        in operands: inout Operands,
        inOrder: Bool = false,
        by item: (inout Operands, [UInt8]) throws -> ItemAddress
    ) throws -> ItemSet {
        guard null || !arguments.isEmpty else { throw ValidationError("Missing expected argument '<\(what)> ...'") }
        var items = ItemSet(try arguments.map { try item(&operands, argumentBytes($0)) })
        if null {
            var paths = PathList(standardInput())
            while let run = paths.nextRun() {
                guard !inOrder, run.names.count >= EntrySelection.fewestTogether,
                    let directory = try? item(&operands, run.directory),
                    let missing = items.append(run.names, of: directory, in: operands.open)
                else {
                    for index in 0..<run.names.count { items.append(try item(&operands, run.path(index))) }
                    continue
                }
                // What is not there is told of one by one.
                for index in missing.indices { items.append(try item(&operands, run.path(index))) }
            }
        }
        items.leaveOutRepeated()
        return items
    }
}

/// What can be said about the last path, on every command that puts items somewhere.
struct DestinationOptions: ParsableArguments {
    @Flag(help: "Treat the destination as the item's new name, even if an item beside it has nearly the same name.")
    var newName = false

    /// A path as a destination.
    /// - Parameter bytes: the path as it was written.
    func destination(_ item: ItemAddress, _ bytes: [UInt8]) -> Destination {
        .path(item, isDirectory: ContainerPath.namesDirectory(bytes), isNewName: newName)
    }
}
