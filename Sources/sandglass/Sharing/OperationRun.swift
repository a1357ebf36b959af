import ArgumentParser
import ContainerModel
import ContainerStore
import FileSharing
import Formats
import Inspection
import Jobs
import Reports
import Screen
import System
import Transactions

/// An operation on the command line: asks its questions, shows its progress and reports its result.
struct OperationRun {
    /// The form of the report.
    enum OutputForm {
        case lines, json, nul
        /// Nothing on standard output; a summary on standard error.
        case summary
    }

    var pipeline: OperationPipeline
    /// The named containers, whose faults JSON includes.
    var containers: [Container] = []
    var requester = Requester()
    var options = OperationOptions()
    var isDryRun = false
    var output = OutputForm.lines

    /// Runs an operation and ends the command with the status of the worst that happened.
    /// - Throws: `Failure`, `ExitCode`
    func runAndEnd(_ operation: FileOperation) throws {
        let result = try runReporting(operation)
        try end(result)
    }

    /// The result of an operation.
    struct Result {
        var preparation: Preparation
        /// Nil if the operation was only planned, or if there was nothing to do.
        var completion: Completion?

        /// The exit status; nil if all is well.
        var status: Int32? { preparation.worstStatus(completion) }
    }

    /// Runs an operation and reports everything except JSON.
    /// - Throws: `Failure` if it cannot be done at all; `ExitCode` if the output has no reader.
    func runReporting(_ operation: FileOperation) throws -> Result {
        Interruption.watch()
        // A refusal by the rules takes precedence over problems with the journal.
        let recovery = Swift.Result { if !isDryRun { try Self.recover(pipeline) } }
        var preparation = try planCounting(operation)
        while let question = preparation.destinationQuestion {
            preparation = try planCounting(operation.going(to: try ask(question)))
        }
        try say(preparation)
        guard !isDryRun, !preparation.isEmpty else { return Result(preparation: preparation) }
        // Opening a document in place needs no journal.
        if preparation.delivery == nil || preparation.plan != nil { try recovery.get() }
        return try runPlanned(preparation)
    }

    /// Plans an operation without changing anything.
    /// - Throws: `OperationError`
    func planCounting(_ operation: FileOperation) throws -> Preparation {
        let line = ProgressLine("\(operation.title): counting")
        defer { line.end() }
        return try pipeline.planOperation(
            operation, for: requester, options, progress: line.meter, cancellation: Interruption.cancellation)
    }

    /// Reports the facts known before the operation, and in a dry run its effects.
    /// - Throws: `Failure` if the operation is all or nothing and cannot be done.
    func say(_ preparation: Preparation) throws {
        if let step = preparation.history, !preparation.operation.isNumbered {
            say(step.notices { shownPath($0).description })
        }
        say(preparation.notices)
        // In a dry run, the plan reports the hindrances.
        if let hindrance = preparation.hindrance, !isDryRun || preparation.plan == nil { throw Failure(hindrance) }
        guard isDryRun, output == .lines || output == .summary else { return }
        try printing {
            for line in preparation.lines(showing: { shownPath($0).description }) { try writeLine(line) }
        }
    }

    /// Asks the necessary questions, and runs a planned operation.
    /// - Throws: `Failure` if the user cancels; `ExitCode`.
    func runPlanned(_ preparation: Preparation) throws -> Result {
        try confirm(preparation)
        let answers = try answers(to: preparation)
        let line = ProgressLine(preparation.operation.title)
        let ending = pipeline.runOperation(
            preparation, answers, progress: line.meter, cancellation: Interruption.cancellation)
        line.end()
        switch ending {
        case .completed(let completion):
            try report(completion, of: preparation)
            return Result(preparation: preparation, completion: completion)
        case .asks(let next):
            say(next.plan?.notices ?? [])
            return try runPlanned(next)
        case .editing(let file):
            // The preparation's decisions cover the editing, of which saving is a part.
            return Result(preparation: preparation, completion: try edit(file))
        }
    }

    /// Completes or reverts what earlier runs have left, and reports it.
    static func recover(_ pipeline: OperationPipeline) throws(OperationError) {
        try pipeline.recover { say($0) }
    }

    // MARK: Reporting

    static func say(_ notices: [Notice]) {
        for notice in notices {
            for (index, line) in notice.text(showing: { shownPath($0).description }).enumerated() {
                // The item is named in the first line; the others are indented.
                writeError("sandglass: \(index == 0 ? "" : "  ")\(DisplayText(line))")
            }
        }
    }

    func say(_ notices: [Notice]) { Self.say(notices) }

    /// Reports the changes and the failures.
    /// - Throws: `Failure` if the operation failed as a whole, or if the output cannot be written.
    private func report(_ completion: Completion, of preparation: Preparation) throws {
        say(completion.notices)
        if let error = completion.error { throw Failure(error) }
        guard let outcome = completion.outcome else {
            // A delivery is reported by its result for the app.
            if preparation.delivery == nil { say(completion, of: preparation, "") }
            return
        }
        guard output != .json else { return }
        let listing = Swift.Result { try list(outcome) }
        if output != .nul, outcome.state != .nothing || outcome.skippedCount > 0 {
            let number = completion.isUndoable && !preparation.operation.kind.isAboutHistory ? outcome.id?.number : nil
            // In read-only mode nothing is reverted, either.
            let way = pipeline.isReadOnly ? nil : number
            say(completion, of: preparation, way.map { "; `sandglass undo \($0)` reverts it" } ?? "")
        }
        try listing.get()
    }

    private func say(_ completion: Completion, of preparation: Preparation, _ wayBack: String) {
        // An operation undone or redone without its number was named before that.
        let summary = completion.summary(naming: preparation.history == nil || preparation.operation.isNumbered)
        writeError("sandglass: \(DisplayText("\(preparation.operation.title): \(summary)"))\(wayBack)")
    }

    /// Prints the paths of items created or removed.
    private func list(_ outcome: Outcome) throws {
        guard output == .nul || output == .lines else { return }
        try printing {
            try outcome.forEachItem { item in
                guard item.result == .done || item.result == .partly,
                    let path = (item.change.target ?? item.change.source)?.hostPath
                else { return }
                if output == .nul {
                    try writeOutput(OutputGate.output.path(path, terminator: 0))
                } else {
                    try writeLine(shownPath(path).description)
                }
            }
        }
    }

    /// Calls `body`, which prints; reports an output error other than a closed pipe.
    private func printing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as ExitCode where error.rawValue != 0 {
            throw Failure(.inputOutput, "the report could not be written to standard output")
        }
    }

    // MARK: The end

    /// The report as JSON. JSON keys are stable.
    struct Report: Encodable {
        let decisions: [PolicyDecision.ItemDecision]
        /// The plan, for a dry run.
        let plan: Plan?
        /// The values inside a file that are changed, for a dry run.
        let values: [Value]?
        let outcome: Outcome?

        init(_ result: Result, isDryRun: Bool) {
            decisions = result.preparation.decision.items
            plan = isDryRun ? result.preparation.plan : nil
            values = isDryRun ? result.preparation.changedValues?.map { Value($0) } : nil
            outcome = result.completion?.outcome
        }

        /// A value as it is and as it will be, each on one line; without the old one if it is added, and without the new
        /// one if it is removed. The types are given if they differ.
        struct Value: Encodable {
            let address: String
            let old: String?
            let new: String?
            let oldType: String?
            let newType: String?

            init(_ change: ValueEditor.Change) {
                address = String(decoding: ValueStep.address(change.path), as: UTF8.self)
                (old, new) = (change.old, change.new)
                (oldType, newType) = (change.types?.old, change.types?.new)
            }
        }
    }

    /// Ends a command: prints the JSON report, and sets the exit status to the worst of what happened.
    /// - Throws: `ExitCode`
    func end(_ result: Result) throws {
        if output == .json {
            try writeLine(
                try JSONReport.object(
                    Report(result, isDryRun: isDryRun),
                    faults: containers.flatMap { $0.faults() },
                    error: result.failure?.reported ?? Incompleteness.reported))
        }
        if let status = result.status { throw ExitCode(status) }
    }
}

extension OperationRun.Result {
    /// The reason and the status; nil if all is well.
    var failure: Failure? { status.map { Failure(reason, code: $0) } }

    /// The reason why not everything was done: the first one reported.
    var reason: String {
        if completion?.state == .cancelled { return "cancelled" }
        let decision = preparation.decision
        let decided = decision.items.first { $0.outcome == .refused } ?? decision.unavailable.first
        let notices =
            [decided?.notice] + [completion?.outcome?.failures.count ?? 0 > 0 ? completion?.notices.first : nil]
            + [preparation.plan?.refusals.isEmpty == false ? preparation.plan?.notices.first : nil]
            + [preparation.delivery?.notices.first]
        guard let notice = notices.compactMap(\.self).first,
            let line = notice.text(showing: { shownPath($0).description }).first
        else { return "part of it failed" }
        return DisplayText(line).description
    }
}

extension FileOperation {
    /// Whether the user gave the number of the operation in the journal.
    fileprivate var isNumbered: Bool {
        switch self {
        case .undo(.number), .redo(.number): true
        default: false
        }
    }
}
