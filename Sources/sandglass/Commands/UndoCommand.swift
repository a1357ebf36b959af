import ArgumentParser
import ContainerStore
import FileSharing
import Glibc
import Inspection
import Jobs
import Screen
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
        try options.carryOut(
            "undo", { journal, which throws(TransactionError) in try journal.undoable(which) },
            { journal, which, changed, progress, cancellation throws(TransactionError) in
                try journal.undo(which, changed: changed, progress: progress, cancellation: cancellation)
            })
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
        try options.carryOut(
            "redo", { journal, which throws(TransactionError) in try journal.redoable(which) },
            { journal, which, changed, progress, cancellation throws(TransactionError) in
                try journal.redo(which, changed: changed, progress: progress, cancellation: cancellation)
            })
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

    typealias Look = (Journal, Journal.Selection) throws(TransactionError) -> Journal.Candidate
    typealias Work =
        (Journal, Journal.Selection, Journal.ChangedItems, ProgressMeter, Cancellation) throws(TransactionError) ->
        Outcome

    /// Runs one of the two and says what it did.
    func carryOut(_ title: String, _ look: Look, _ work: Work) throws {
        try reportingFailures(asJSON: json) {
            let scope = try container.map { try Self.scope(of: ContainerStore.locate(argumentBytes($0)).0) }
            let outcome: Outcome
            do throws(TransactionError) {
                let environment = try TransactionEnvironment.fromEnvironment()
                Interruption.watch()
                try SharingRun.recover(in: environment)
                let journal = Journal(environment: environment)
                let which = if let number { number } else { try choose(title, scope, journal, look) }
                let line = ProgressLine(title)
                let done = Result { () throws(TransactionError) in
                    try work(
                        journal,
                        .number(which),
                        trashChanged ? .moveToTrash : .refuse,
                        line.meter,
                        Interruption.cancellation
                    )
                }
                line.end()
                outcome = try done.get()
                let run = SharingRun(
                    conflicts: .ask, onError: .rollBack, isDryRun: false, output: json ? .json : print0 ? .nul : .lines)
                try run.tell(outcome, verb: title)
            } catch {
                let changed = ChangedSince(error, isUndo: title == "undo")
                throw changed.map {
                    Failure(.refused, DisplayText($0.refusal(insistingWith: "--trash-changed")).description)
                } ?? Failure(error)
            }
            try finish(outcome)
        }
    }

    /// The number of the operation that is meant where none was given; says which it is, and asks where it may be
    /// another one than the person thinks of.
    /// - Throws: `TransactionError`: `refused` where nobody can be asked.
    private func choose(
        _ title: String,
        _ scope: JournalScope?,
        _ journal: Journal,
        _ look: Look
    ) throws(TransactionError) -> Int {
        let found = try look(journal, scope.map { .lastIn($0) } ?? .last)
        let now = Int64(time(nil))
        func name(_ entry: JournalEntry) -> String {
            DisplayText(OperationName(entry, now: now).full { shownPath($0).description }).description
        }
        if let failed = found.failedSince {
            writeError("sandglass: \(name(failed)), failed and changed nothing")
        }
        let number = found.entry.id.number
        writeError("sandglass: \(title): \(name(found.entry))")
        if scope != nil || Self.workingContainer.map(found.entry.concerns) == true { return number }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw TransactionError(
                .refused,
                "nothing was changed: number \(number) was not in the container of the working directory; "
                    + "give its number (`sandglass \(title) \(number)`), or the container (`--container PATH`)")
        }
        let verb = title == "undo" ? "Undo" : "Redo"
        writeQuestion("It was not in the container of the working directory. \(verb) it? [y/N] ")
        let answer = answerLine()?.filter { !$0.isWhitespace }.lowercased()
        guard answer == "y" || answer == "yes" else {
            throw TransactionError(.cancelled, "cancelled; nothing was changed")
        }
        return number
    }

    /// The container that the working directory is in, or whose package it is; one that is merely below it is none.
    private static var workingContainer: JournalScope? {
        guard let directory = HostPath([0x2e]), let (container, _) = try? ContainerStore.locate(directory.bytes) else {
            return nil
        }
        let root = container.description.hostPath
        let isPackage = container.description.source == .xcappdata && root.parent == directory
        return directory.path(below: root) != nil || isPackage ? try? scope(of: container) : nil
    }

    private static func scope(of container: Container) throws -> JournalScope {
        do {
            return try JournalScope(container.root, in: OpenRoots(container).table)
        } catch {
            throw Failure(error, at: String(decoding: container.description.hostPath.bytes, as: UTF8.self))
        }
    }

    private func finish(_ outcome: Outcome) throws {
        let error: TransactionError? =
            if outcome.state == .cancelled {
                TransactionError(.cancelled, "cancelled")
            } else {
                outcome.status.map { _ in TransactionError(.inputOutput, "not all of it could be done") }
            }
        let failure = error.map { Failure($0) }
        if json {
            try writeLine(try JSONReport.object(outcome, error: failure?.reported))
            // What failed is told in the same object.
            failure?.report()
            if let failure { throw ExitCode(failure.status) }
        }
        if let failure { throw failure }
    }
}
