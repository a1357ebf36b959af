import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import Inspection
import Reports
import Screen
import System
import Transactions

struct UndoCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last operation, the last one in a container, or the one with a number.",
        discussion: """
            Restores the earlier state, whatever the rules say now. It is all or nothing: if an item has been changed \
            since, or its name is taken, nothing is undone and the item is named.

            \(JournalOptions.whichOne("the last operation"))
            """
    )

    @OptionGroup var options: JournalOptions

    var json: Bool { options.json }

    func perform() throws { try options.runInversion { .undo($0) } }
}

struct RedoCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone operation, or one by its number.",
        discussion: """
            An operation can be redone only if nothing has been done in the same container since.

            \(JournalOptions.whichOne("the operation undone last"))
            """
    )

    @OptionGroup var options: JournalOptions

    var json: Bool { options.json }

    func perform() throws { try options.runInversion { .redo($0) } }
}

/// The options and behavior that `undo` and `redo` share.
struct JournalOptions: ParsableArguments {
    /// How the operation is chosen, for the help of both commands.
    static func whichOne(_ operation: String) -> String {
        """
        Without a number, this is \(operation), which is named first. If it concerned neither the container of \
        the working directory nor the one that is named, you are asked; without a terminal nothing is done, \
        and the message gives the number to use. `sandglass journal` lists the numbers.
        """
    }

    @Argument(
        help: ArgumentHelp(
            "The operation's number in the journal; or a container, for the last one that concerned it.",
            valueName: "number"),
        completion: Completions.usedContainers)
    var chosen: String?

    @Option(help: "The last one that concerned this container.", completion: Completions.usedContainers)
    var container: String?

    @Option(help: "With --container: the kind of container, if it cannot be recognized.")
    var kind: ContainerKind?

    @Flag(help: "Continue if an item has been changed since; the changed item goes to the trash.")
    var trashChanged = false

    @Flag(help: "Print a JSON object.")
    var json = false

    @Flag(name: .customLong("print0"), help: "Print the paths that were changed as bytes, each terminated by NUL.")
    var print0 = false

    @OptionGroup var readOnly: ReadOnlyOptions

    @OptionGroup var names: NamesOptions

    @OptionGroup(title: "Encrypted backups") var passphrase: PassphraseOptions

    /// The number of the operation; nil if none is given.
    private var number: Int? { chosen.flatMap { Int($0) } }

    func validate() throws {
        if chosen != nil, container != nil {
            throw ValidationError("A number or a path, and --container are mutually exclusive.")
        }
        if kind != nil, container == nil, chosen == nil || number != nil {
            throw ValidationError("--kind needs --container.")
        }
    }

    /// Opens the container whose last operation is meant.
    private func locate(_ container: String) throws -> Container {
        let path = argumentBytes(container)
        do throws(ContainerStoreError) {
            guard let kind else { return try ContainerStore.locate(path).0 }
            return try ContainerStore.locate(path, in: path, as: kind, overriding: true).0
        } catch {
            // A path with a slash is no slip of a number.
            guard chosen != nil, error.code == .notFound, !path.contains(0x2f), !ContainerStore.isReserved(path) else {
                throw error
            }
            throw Failure(
                .usage,
                """
                \(DisplayText(container)) is neither the number of an operation nor a container; `sandglass journal` lists \
                the numbers
                """)
        }
    }

    /// Runs an undo or redo and reports its result.
    func runInversion(_ operation: (HistorySelection) -> FileOperation) throws {
        var open = OpenRoots()
        let selection: HistorySelection
        if let number {
            selection = .number(number)
        } else if let container = container ?? chosen {
            let found = try locate(container)
            open.add(found)
            selection = .lastIn([found.root])
        } else {
            let standing = Self.workingContainer
            standing.map { open.add($0) }
            selection = .last(standingIn: standing?.root)
        }
        let run = OperationRun(
            pipeline: readOnly.pipeline(open, isAboutHistory: true),
            options: OperationOptions(changed: trashChanged ? .moveToTrash : .refuse),
            output: json ? .json : print0 ? .nul : .lines)
        try finish(try run.runReporting(operation(selection)))
    }

    /// The container that contains the working directory or whose package it is; a container below it does not count.
    private static var workingContainer: Container? {
        guard let directory = HostPath([0x2e]), let (container, _) = try? ContainerStore.locate(directory.bytes) else {
            return nil
        }
        let root = container.description.hostPath
        let isPackage = container.description.source == .xcappdata && root.parent == directory
        return directory.path(below: root) != nil || isPackage ? container : nil
    }

    private func finish(_ result: OperationRun.Result) throws {
        guard let outcome = result.completion?.outcome else { return }
        if json {
            let error = result.status.map { JSONReport.CommandError(result.reason, status: $0) }
            try writeLine(try JSONReport.object(outcome, error: error))
        }
        if let status = result.status { throw ExitCode(status) }
    }
}
