import ArgumentParser
import ContainerModel
import Disk
import FileSharing
import Screen
import Transactions

struct RenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give items other names in their directories, one by --to, many in $EDITOR.",
        discussion: """
            Without --to the names are opened in $VISUAL or $EDITOR, a line for each; what is no plain text in a name is \
            written as \\n, \\t, \\xFF, a backslash as two. Names may be exchanged. Everything is checked before anything \
            is renamed, and then all are, or none.

              sandglass rename Documents/a.txt --to b.txt
              sandglass rename Documents/Photos/*
            """
    )

    @Argument(help: "Items of containers.", completion: .file())
    var paths: [String] = []

    @Option(name: .customLong("to"), help: "The new name, of a single item.")
    var name: String?

    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(rename) }

    private func rename() throws {
        DescriptorLimit.raise()
        var named = Operands(options.app)
        let items = try operands.paths(paths).map { try named.item($0) }
        let names = try newNames(of: items)
        var transfers: [Transfer] = []
        for (item, name) in zip(items, names) where !item.spot.name.elementsEqual(name) {
            guard let target = item.sibling(name) else {
                throw Failure(.usage, "\(DisplayText(bytes: name)) is no name, or not one that this can have")
            }
            transfers.append(Transfer(item, to: target))
        }
        guard !transfers.isEmpty else { return writeError("sandglass: no name was changed") }
        let ruling = options.rules.ruling(on: .rename(transfers))
        var run = options.run
        // Of many names, some changed and some not are a mess.
        if transfers.count > 1 { run = run.allOrNothing }
        try run.carryOut(ruling, by: options.rules, containers: named.containers)
    }

    private func newNames(of items: [SharingItem]) throws -> [[UInt8]] {
        if let name {
            guard items.count == 1 else { throw Failure(.usage, "--to names one item; without it many are edited") }
            return [argumentBytes(name)]
        }
        let names = items.map { Array($0.spot.name) }
        let edited = try Editor.edit(Array(BulkRename.text(of: names).utf8), called: "names.txt")
        do throws(BulkRename.Mistake) {
            return try BulkRename.names(in: edited, for: names, directories: items.map(\.spot.parent.hostPath))
        } catch {
            throw Failure(.data, DisplayText(error.description).description)
        }
    }
}
