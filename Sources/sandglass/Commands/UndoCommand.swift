import ArgumentParser
import ContainerStore
import FileSharing
import Inspection
import Jobs
import Screen
import System
import Transactions

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last operation, the last one in a container, or the one with a number.",
        discussion: """
            What was, is again, whatever the rules say now. All of it or nothing: where an item has been changed since, \
            or something else has its name, nothing is undone and the item is named.

            \(JournalOptions.whichOne)
            """
    )

    @OptionGroup var options: JournalOptions

    func run() throws {
        try options.carryOut { .undo($0) }
    }
}

struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Do again what was undone last, there or in a container, or the operation with a number.",
        discussion: """
            Only what nothing was done after in the same container can be done again.

            \(JournalOptions.whichOne)
            """
    )

    @OptionGroup var options: JournalOptions

    func run() throws {
        try options.carryOut { .redo($0) }
    }
}

/// What `undo` and `redo` have in common.
struct JournalOptions: ParsableArguments {
    /// How the operation is chosen, for the help of both.
    static let whichOne = """
        Without a number the last operation is meant; it is named first. Where that was not in the container of the \
        working directory, nor in the one that --container names, you are asked; without a terminal nothing is done, \
        and the message gives the number to say.
        """

    @Argument(help: "The operation's number in the journal.")
    var number: Int?

    @Option(help: "The last operation in this container, or that exchanged something with it.", completion: .directory)
    var container: String?

    @Flag(help: "Goes on where an item was changed since: it goes to the trash as it is.")
    var trashChanged = false

    @Flag(help: "A JSON object.")
    var json = false

    @Flag(name: .customLong("print0"), help: "Print the paths that were changed as bytes, each ended by NUL.")
    var print0 = false

    func validate() throws {
        if number != nil, container != nil {
            throw ValidationError("A number and --container are two ways to say which operation: choose one.")
        }
    }

    /// Runs one of the two and says what it did.
    func carryOut(_ operation: (HistorySelection) -> FileOperation) throws {
        try reportingFailures(asJSON: json) {
            var open = OpenRoots()
            let selection: HistorySelection
            if let number {
                selection = .number(number)
            } else if let container {
                let (found, _) = try ContainerStore.locate(argumentBytes(container))
                open.add(found)
                selection = .lastIn(found.root)
            } else {
                let standing = Self.workingContainer
                standing.map { open.add($0) }
                selection = .last(standingIn: standing?.root)
            }
            let run = OperationRun(
                pipeline: OperationPipeline(open),
                options: OperationOptions(changed: trashChanged ? .moveToTrash : .refuse),
                output: json ? .json : print0 ? .nul : .lines)
            try finish(try run.run(operation(selection)))
        }
    }

    /// The container that the working directory is in, or whose package it is; one that is merely below it is none.
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
        let failure: Failure? =
            if outcome.state == .cancelled {
                Failure("cancelled", code: 128 + SIGINT)
            } else {
                outcome.status.map { _ in Failure(.inputOutput, "not all of it could be done") }
            }
        if json {
            try writeLine(try JSONReport.object(outcome, error: failure?.reported))
            // What failed is told in the same object.
            failure?.report()
            if let failure { throw ExitCode(failure.status) }
        }
        if let failure { throw failure }
    }
}
