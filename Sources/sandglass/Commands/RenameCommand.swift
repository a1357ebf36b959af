import ArgumentParser
import ContainerModel
import FileSharing
import FileTree
import Jobs
import Screen
import System
import Transactions

struct RenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename items: one with --to, several in $EDITOR.",
        discussion: """
            Without --to, the names open in $VISUAL or $EDITOR, one per line; characters other than plain text are written \
            as \\n, \\t or \\xFF, and a backslash is doubled. Items may exchange names. All names are checked first, and then \
            either all items are renamed or none. If the list cannot be used, you are asked whether to edit it again; \
            without a terminal it is kept, and its path is printed.

              sandglass rename Documents/a.txt --to b.txt
              sandglass rename Documents/Photos/*
            """
    )

    @Argument(help: "Items of containers.", completion: .file())
    var paths: [String] = []

    @Option(name: .customLong("to"), help: "The new name of a single item.")
    var name: String?

    @OptionGroup var operands: OperandOptions
    @OptionGroup var options: SharingOptions

    func run() throws { try reportingFailures(asJSON: options.json, rename) }

    private func rename() throws {
        DescriptorLimit.raise()
        var named = Operands(options.app)
        let items = try operands.items(paths, in: &named, inOrder: true) { try $0.item($1) }.items
        guard let name else { return try renameInEditor(items, named) }
        guard items.count == 1 else {
            throw Failure(.usage, "--to renames a single item; without it, names are edited in $EDITOR")
        }
        try rename(items, to: [argumentBytes(name)], named)
    }

    private func rename(_ items: [ItemAddress], to names: [[UInt8]], _ named: Operands) throws {
        let newNames = FileOperation.NewName.changes(of: items, to: names)
        guard !newNames.isEmpty else { return writeError("sandglass: no name was changed") }
        try options.run(on: named).carryOut(.rename(newNames))
    }

    /// Renames items to the names that the user enters in the editor, which are never discarded before they are
    /// applied.
    private func renameInEditor(_ items: [ItemAddress], _ named: Operands) throws {
        let editing = try NamesEditing(
            items.map { Array($0.name) }, directories: items.map(\.parent.hostPath))
        while true {
            do {
                try editing.edit()
                let names = try editing.result()
                let targets = FileOperation.NewName.changes(of: items, to: names).compactMap { new in
                    new.item.sibling(new.name).map { Transfer(new.item, to: $0) }
                }
                if options.onConflict == .ask, let taken = targets.firstTaken(in: named.open) {
                    throw NamesEditing.Problem.other(
                        "\(BulkRename.escaped(Array(taken.target.name))) already exists; choose another name, "
                            + "or use --on-conflict skip, replace or keep-both")
                }
                return try rename(items, to: names, named)
            } catch {
                // If an item has its new name already, the list was applied and something else failed.
                guard items.allSatisfy(named.open.isPresent) else { throw error }
                try editAgain(editing, after: error)
            }
        }
    }

    /// Asks whether to edit the list again, and prepares it.
    /// - Throws: `Failure` or the error if the user declines or cannot be asked; the list is kept.
    private func editAgain(_ editing: NamesEditing, after error: any Error) throws {
        let problem = error as? NamesEditing.Problem ?? .other((error as? Failure)?.message ?? "it failed")
        let failure: any Error =
            switch error {
            case let error as EditorError: Failure(error)
            case NamesEditing.Problem.mistake(let mistake):
                Failure(.data, DisplayText(mistake.description).description)
            case let problem as NamesEditing.Problem:
                Failure(.cannotCreate, DisplayText(problem.description).description)
            default: error
            }
        guard editing.isEdited else { throw failure }
        let canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        if canAsk, !(error is EditorError), !Interruption.cancellation.isCancelled {
            (failure as? Failure)?.report()
            // ^C is also an answer: the user must be told where the list is kept.
            Interruption.watch()
            writeQuestion("Edit the names again? [Y/n] ")
            let answer = answerLine()?.filter { !$0.isWhitespace }.lowercased()
            if answer == "" || answer == "y" || answer == "yes", (try? editing.explain(problem)) != nil { return }
            writeError("sandglass: \(DisplayText(editing.keep()))")
            let status = (failure as? Failure)?.status ?? (error as? ExitCode)?.rawValue
            throw ExitCode(status ?? Failure.Status.data.rawValue)
        }
        writeError("sandglass: \(DisplayText(editing.keep()))")
        throw failure
    }
}
