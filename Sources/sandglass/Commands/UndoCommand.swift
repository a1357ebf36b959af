import ArgumentParser
import Inspection
import Jobs
import Transactions

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last operation, or the one with a number.",
        discussion: """
            What was, is again, whatever the rules say now. All of it or nothing: where an item has been changed since, \
            or something else has its name, nothing is undone and the item is named.
            """
    )

    @OptionGroup var options: JournalOptions

    func run() throws {
        try options.carryOut("undo") { journal, which, changed, progress, cancellation throws(TransactionError) in
            try journal.undo(which, changed: changed, progress: progress, cancellation: cancellation)
        }
    }
}

struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Do again what was undone last, or the operation with a number."
    )

    @OptionGroup var options: JournalOptions

    func run() throws {
        try options.carryOut("redo") { journal, which, changed, progress, cancellation throws(TransactionError) in
            try journal.redo(which, changed: changed, progress: progress, cancellation: cancellation)
        }
    }
}

/// What `undo` and `redo` have in common.
struct JournalOptions: ParsableArguments {
    @Argument(help: "The operation's number in the journal.")
    var number: Int?

    @Flag(help: "What was changed since goes to the trash as it is, and does not stand in the way.")
    var trashChanged = false

    @Flag(help: "A JSON object.")
    var json = false

    @Flag(name: .customLong("print0"), help: "Print the paths that were changed as bytes, each ended by NUL.")
    var print0 = false

    /// Runs one of the two and says what it did.
    func carryOut(
        _ title: String,
        _ body: (Journal, Journal.Selection, Journal.ChangedItems, ProgressMeter, Cancellation) throws(TransactionError)
            -> Outcome
    ) throws {
        try reportingFailures {
            do throws(TransactionError) {
                let environment = try TransactionEnvironment.fromEnvironment()
                Interruption.watch()
                try SharingRun.recover(in: environment)
                let line = ProgressLine(title)
                let done = Result { () throws(TransactionError) in
                    try body(
                        Journal(environment: environment),
                        number.map { .number($0) } ?? .last,
                        trashChanged ? .moveToTrash : .refuse,
                        line.meter,
                        Interruption.cancellation
                    )
                }
                line.end()
                let outcome = try done.get()
                let run = SharingRun(
                    conflicts: .ask, onError: .rollBack, isDryRun: false, output: json ? .json : print0 ? .nul : .lines)
                try run.tell(outcome, verb: title)
                try finish(outcome)
            } catch {
                throw Failure(error)
            }
        }
    }

    private func finish(_ outcome: Outcome) throws(TransactionError) {
        do {
            if json { try writeLine(try JSONReport.object(outcome)) }
        } catch {
            throw TransactionError(.inputOutput, "what was done could not be written to standard output")
        }
        if outcome.state == .cancelled { throw TransactionError(.cancelled, "cancelled") }
        if outcome.status != nil { throw TransactionError(.inputOutput, "not all of it could be done") }
    }
}
