import ArgumentParser
import ContainerModel
import FileSharing
import FileTree

/// The option to read paths from standard input in addition to the arguments.
struct OperandOptions: ParsableArguments {
    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "Read more paths from standard input, each terminated by NUL.")
    var null = false
}

extension OperandOptions {
    /// Checks that there are paths, while the parser can still show the usage of the command.
    /// - Parameter what: The name of the paths in the command's help.
    /// - Throws: `ValidationError` if there are none.
    func check(_ arguments: [String], of what: String = "paths") throws {
        guard null || !arguments.isEmpty else { throw ValidationError("Missing expected argument '<\(what)> ...'") }
    }

    /// Returns the items that the arguments name and, with `-0`, a list on standard input. Repeated items count once.
    ///
    /// Successive paths in one directory, such as `find` prints, become one group, so that a million of them take only
    /// the memory of their names.
    /// - Parameters:
    ///   - operands: The operands found so far; new ones are added.
    ///   - inOrder: Whether to keep the items separate and in order.
    ///   - item: Finds the item of a path.
    /// - Throws: The errors of `item`.
    func items(
        _ arguments: [String],
        in operands: inout Operands,
        inOrder: Bool = false,
        by item: (inout Operands, [UInt8]) throws -> ItemAddress
    ) throws -> ItemSet {
        var items = ItemSet(try arguments.map { try item(&operands, argumentBytes($0)) })
        if null {
            var paths = PathList(standardInput())
            while let run = paths.nextRun() {
                guard !inOrder, run.names.count >= EntrySelection.minTogether,
                    let directory = try? item(&operands, run.directory),
                    let missing = items.append(run.names, of: directory, in: operands.open)
                else {
                    for index in 0..<run.names.count { items.append(try item(&operands, run.path(index))) }
                    continue
                }
                // Missing items are reported one by one.
                for index in missing.indices { items.append(try item(&operands, run.path(index))) }
            }
        }
        items.leaveOutRepeated()
        return items
    }
}

/// Options for the last path of commands that put items somewhere.
struct DestinationOptions: ParsableArguments {
    @Flag(help: "Treat the destination as the item's new name, even if an item beside it has nearly the same name.")
    var newName = false

    /// Returns a path as a destination.
    /// - Parameter bytes: The path as it was written.
    func destination(_ item: ItemAddress, _ bytes: [UInt8]) -> Destination {
        .path(item, isDirectory: ContainerPath.namesDirectory(bytes), isNewName: newName)
    }
}
