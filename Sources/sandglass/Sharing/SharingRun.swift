import ArgumentParser
import ContainerModel
import ContainerStore
import Disk
import FileSharing
import Glibc
import Inspection
import Jobs
import Screen
import Transactions

/// Plans changes, carries them out and says what became of them.
struct SharingRun {
    /// How it is said.
    enum OutputForm {
        case lines, json, nul
        /// Nothing on standard output; the sum on standard error.
        case summary
    }

    let conflicts: ConflictPolicy
    let onError: ErrorPolicy
    let isDryRun: Bool
    let output: OutputForm

    /// The same, where all is carried out or nothing.
    var allOrNothing: SharingRun {
        SharingRun(conflicts: conflicts, onError: .rollBack, isDryRun: isDryRun, output: output)
    }

    /// What a command comes to that asked the rules.
    /// - Throws: `Failure`, `ExitCode`.
    func carryOut(_ ruling: SharingRuling, by rules: SharingRules, containers: [Container]) throws {
        say(ruling)
        if onError == .rollBack, let status = status(of: ruling) {
            throw Failure(status, "nothing was changed: --on-error roll-back")
        }
        let report = try carryOut(
            ruling.request(conflicts: conflicts, onError: onError), rules.open.table
        ) { item, conflict in
            let verdict = rules.replacement(of: item, conflict.kind)
            return verdict.outcome == .allowed || verdict.outcome == .allowedWithWarning ? nil : verdict.rule.quotation
        }
        try end(report, of: ruling, containers: containers, status(of: ruling))
    }

    /// Ends a command: tells what JSON tells, and has the exit status tell the worst of what happened.
    /// - Throws: `ExitCode`
    func end(_ done: Done, of ruling: SharingRuling, containers: [Container], _ status: Failure.Status?) throws {
        if output == .json {
            try writeLine(
                try JSONReport.object(
                    Report(rulings: ruling.decisions, plan: done.plan, outcome: done.outcome),
                    faults: containers.flatMap { $0.faults() },
                    error: done.exitStatus(status).map { .init(reason(ruling, done), status: $0) }))
        }
        try done.end(status)
    }

    /// Why not all was done: the first thing that was told.
    private func reason(_ ruling: SharingRuling, _ done: Done) -> String {
        func told(_ path: [UInt8], _ text: String) -> String { "\(shownPath(path)): \(DisplayText(text))" }
        if done.outcome?.state == .cancelled { return "cancelled" }
        let decision = ruling.decisions.first { $0.outcome == .refused } ?? ruling.unavailable.first
        if let decision, let line = decision.lines.first { return told(decision.item.hostPath, line) }
        if let failure = done.outcome?.failures.first.first { return told(failure.hostPath, failure.reason) }
        if let refusal = done.refusals.first {
            return told(refusal.change.item.hostPath, refusal.reason)
        }
        return "not all of it could be done"
    }

    private struct Report: Encodable {
        let rulings: [SharingRuling.Decision]
        let plan: Plan?
        let outcome: Outcome?
    }

    /// What was planned and done.
    struct Done {
        /// Nil where it was carried out.
        var plan: Plan?
        /// Nil where it was only planned.
        var outcome: Outcome?
        /// What the exit status has to tell.
        var status: Failure.Status?
        /// What the plan refused.
        var refusals: [Plan.Refusal] = []

        /// Ends the command as the worst of what happened demands.
        /// - Throws: `ExitCode`
        func end(_ other: Failure.Status? = nil) throws {
            if let status = exitStatus(other) { throw ExitCode(status) }
        }

        /// The exit status where that is not 0.
        func exitStatus(_ other: Failure.Status?) -> Int32? {
            outcome?.state == .cancelled ? 128 + SIGINT : (other ?? status)?.rawValue
        }
    }

    /// Plans and carries out; says all but what JSON says.
    ///
    /// - Parameters:
    ///   - roots: the handles of what the request names.
    ///   - refusalToReplace: why what is in the way may not go; nil where it may.
    /// - Throws: `Failure`, `ExitCode`.
    func carryOut(
        _ request: ChangeRequest,
        _ roots: RootTable,
        refusalToReplace: (ItemAddress, Plan.Conflict) -> String? = { _, _ in nil }
    ) throws -> Done {
        guard !request.changes.isEmpty || !request.batches.isEmpty else { return Done() }
        do throws(TransactionError) {
            let environment = try TransactionEnvironment.fromEnvironment()
            Interruption.watch()
            if !isDryRun { try Self.recover(in: environment) }
            let counting = ProgressLine("\(request.title): counting")
            let planned = Result { () throws(TransactionError) in
                try Planner(environment: environment, roots: roots)
                    .plan(request, progress: counting.meter, cancellation: Interruption.cancellation)
            }
            counting.end()
            var plan = try planned.get()
            // What is in the way may have come there since the rules were asked.
            plan.refuseReplacements(refusalToReplace)
            say(plan)
            if isDryRun {
                if output == .lines || output == .summary { for line in plan.lines { try printLine(line) } }
                return Done(plan: plan, status: plan.status, refusals: plan.refusals)
            }
            if onError == .rollBack || request.onError == .rollBack, let status = plan.status {
                throw TransactionError(status == .refused ? .refused : .cannotCreate, "nothing was changed")
            }
            try Self.askAboutLimits(of: plan)
            try decide(&plan, refusalToReplace)
            let line = ProgressLine(request.title)
            let done = Result { () throws(TransactionError) in
                try Transaction.carryOut(
                    plan, in: environment, roots: roots, progress: line.meter,
                    cancellation: Interruption.cancellation)
            }
            line.end()
            let outcome = try done.get()
            try tell(outcome)
            return Done(outcome: outcome, status: outcome.status ?? plan.status, refusals: plan.refusals)
        } catch {
            throw Failure(error)
        }
    }

    /// Brings to an end what earlier runs have left, and says so.
    static func recover(in environment: TransactionEnvironment) throws(TransactionError) {
        for line in EditorNote.takeWhatIsLeft() { writeError("sandglass: \(DisplayText(line))") }
        let report = try Journal(environment: environment).recover()
        for item in report.items {
            let result =
                switch item.result {
                case .finished: "was interrupted, and has been finished"
                case .rolledBack: "was interrupted, and has been taken back"
                case .postponed: "was interrupted, and waits: " + item.problems.joined(separator: "; ")
                }
            writeError("sandglass: \(DisplayText("\(item.title) (\(item.id.number)) \(result)"))")
        }
        if report.damagedBytes > 0 {
            writeError("sandglass: the journal had \(report.damagedBytes) damaged bytes, which are left out")
        }
    }

    // MARK: What is said

    func say(_ ruling: SharingRuling) {
        for decision in ruling.decisions {
            // The item is named once, and what else there is to say stands below it.
            for (index, line) in decision.lines.enumerated() {
                let start = index == 0 ? "\(shownPath(decision.item.hostPath)):" : " "
                writeError("sandglass: \(start) \(DisplayText(line))")
            }
        }
    }

    private func say(_ plan: Plan) {
        for refusal in plan.refusals {
            writeError("sandglass: \(shownPath(refusal.change.item.hostPath)): \(DisplayText(refusal.reason))")
        }
        Self.sayLimits(of: plan)
        for warning in plan.warnings.first { writeError("sandglass: warning: \(DisplayText(warning.text))") }
        let rest = plan.warnings.count - plan.warnings.first.count
        if rest > 0 { writeError("sandglass: and \(rest) more warnings") }
    }

    /// Says what was done, and what failed.
    /// - Throws: `TransactionError` where nobody reads it.
    func tell(_ outcome: Outcome, verb: String? = nil) throws(TransactionError) {
        for failure in outcome.failures.first {
            writeError("sandglass: \(shownPath(failure.hostPath)): \(DisplayText(failure.reason))")
        }
        let rest = outcome.failures.count - outcome.failures.first.count
        if rest > 0 { writeError("sandglass: and \(rest) more failures") }
        for note in outcome.notes.first {
            writeError("sandglass: \(shownPath(note.hostPath)): \(DisplayText(note.text))")
        }
        guard output != .json else { return }
        try outcome.forEachItem { (item) throws(TransactionError) in
            guard item.result == .done || item.result == .partly,
                let path = (item.change.target ?? item.change.source)?.hostPath
            else { return }
            if output == .nul {
                writeBytes(path + [0])
            } else if output == .lines {
                try printLine(shownPath(path).description)
            }
        }
        if output != .nul, let summary = outcome.summary(of: verb) { writeError("sandglass: \(summary)") }
    }

    private func printLine(_ line: String) throws(TransactionError) {
        do {
            try writeLine(line)
        } catch {
            throw TransactionError(.inputOutput, "what was done could not be written to standard output")
        }
    }

    /// What the exit status has to tell of what the rules said.
    private func status(of ruling: SharingRuling) -> Failure.Status? {
        if ruling.decisions.contains(where: { $0.outcome == .refused }) { return .refused }
        return ruling.unavailable.isEmpty ? nil : .noInput
    }
}
