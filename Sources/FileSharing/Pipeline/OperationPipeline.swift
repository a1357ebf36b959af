import ContainerModel
import ContainerStore
import FileTree
package import Jobs
import System
package import Transactions

/// The steps of every change to files: an operation is planned, its questions are answered, and it is run.
/// Both the command line and the browser use it.
package struct OperationPipeline: Sendable {
    /// The open roots.
    package let open: OpenRoots
    /// The files being edited.
    package let editing: EditingSessions
    let editor: Editor
    /// Whether nothing in a container may be changed.
    package let isReadOnly: Bool
    /// Why it is not known whether read-only mode is meant, which counts as read-only mode; nil if it is known.
    let readOnlyDoubt: String?
    private let givenEnvironment: TransactionEnvironment?

    /// Creates a pipeline.
    /// - Parameters:
    ///   - open: The open roots.
    ///   - editor: The editor that opens files and lists of names.
    ///   - environment: The location of journal and trash; nil to determine it from the process environment when an
    ///     operation first needs it.
    ///   - isReadOnly: Whether to refuse everything but copies out of containers.
    ///   - doubt: Why it is not known whether that is meant, a sentence for the refusals; nil if it is known.
    package init(
        _ open: OpenRoots,
        editing: EditingSessions = EditingSessions(),
        editor: Editor = .fromEnvironment,
        in environment: TransactionEnvironment? = nil,
        isReadOnly: Bool = false,
        doubt: String? = nil
    ) {
        self.open = open
        self.editing = editing
        self.editor = editor
        self.isReadOnly = isReadOnly
        readOnlyDoubt = doubt
        givenEnvironment = environment
    }

    func environment() throws(OperationError) -> TransactionEnvironment {
        var environment: TransactionEnvironment
        if let givenEnvironment {
            environment = givenEnvironment
        } else {
            environment = try forOperation { () throws(TransactionError) in try .fromEnvironment() }
        }
        environment.isReadOnly = isReadOnly
        return environment
    }

    /// Determines what an operation would do, by which rules, and what to ask, without changing the disk. Blocks; call
    /// it on a worker.
    ///
    /// - Parameters:
    ///   - requester: The party that requests it.
    ///   - options: Answers given in advance.
    ///   - progress: Counts the items examined.
    /// - Throws: `OperationError` if the operation is impossible. A refusal by a rule is not an error; it is part of
    ///   the decision.
    package func planOperation(
        _ operation: FileOperation,
        for requester: Requester = Requester(),
        _ options: OperationOptions = OperationOptions(),
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(OperationError) -> Preparation {
        var preparation = try decideAndPlan(operation, for: requester, options, progress, cancellation)
        if !requester.state.isAppRunning { leaveOutGivenWarnings(from: &preparation.decision) }
        return preparation
    }

    /// Runs a planned operation, and releases its list of names once they are applied. Blocks; call it on a
    /// worker.
    /// - Parameter answers: The decisions about taken names, one for each of `conflicts`.
    package func runOperation(
        _ preparation: Preparation,
        _ answers: [ConflictPolicy] = [],
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) -> OperationEnding {
        let ending = runWork(of: preparation, answers, progress, cancellation)
        ContainerStore.leaveFurtherMounts()
        if case .completed(let completion) = ending, let list = preparation.operation.namesList,
            completion.hasGivenNames
        {
            editing.remove(list.ticket)
        }
        if case .completed(var completion) = ending, let outcome = completion.outcome {
            var inverted: Int?
            if case .invert(let step, _) = preparation.work { inverted = step.number }
            if let problem = follow(outcome, inverting: inverted) {
                completion.remarks.append(problem)
                return .completed(completion)
            }
        }
        return ending
    }

    /// Lets tags and marks follow what was moved, also to the trash and back.
    /// - Returns: Why some may be lost; nil if none are. The operation has succeeded nevertheless.
    private func follow(_ outcome: Outcome, inverting inverted: Int?) -> Notice? {
        guard outcome.movesItems, let environment = try? environment() else { return nil }
        let state = StateDirectory(path: environment.stateDirectory)
        do throws(StateError) {
            try ContainerMemoryStore(state).follow { outcome.journeys(inverting: inverted) }
            return nil
        } catch {
            return Notice("tags and marks of moved items may be lost: \(error.message)")
        }
    }

    private func runWork(
        of preparation: Preparation,
        _ answers: [ConflictPolicy],
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) -> OperationEnding {
        if let hindrance = preparation.hindrance { return .completed(Completion(hindrance)) }
        do throws(OperationError) {
            switch preparation.work {
            case .nothing: return .completed(Completion("nothing to do"))
            case .change(var plan):
                for (question, answer) in zip(preparation.conflicts, answers) {
                    plan.decide(answer, for: question.index)
                }
                return .completed(Completion(try executePlan(plan, progress, cancellation)))
            case .savedChange(let plan, let ticket):
                return .completed(try executeSave(plan, of: ticket, progress, cancellation))
            case .deliver(let plan):
                guard let plan else { return .completed(Completion("opened in place")) }
                return .completed(Completion(try executePlan(plan, progress, cancellation)))
            case .edit(let item, let form, let destination, _):
                return .editing(try makeReady(item, as: form, savingTo: destination, progress, cancellation))
            case .setValues(let setting):
                return try set(setting, preparation, progress, cancellation)
            case .save(let ticket): return try save(ticket, preparation, progress, cancellation)
            case .invert(let step, let changed): return try invert(step, changed, preparation, progress, cancellation)
            }
        } catch {
            return .completed(Completion(error))
        }
    }

    /// Completes or rolls back operations that earlier runs left unfinished.
    /// - Parameter receive: Receives notices. Those about what was left outside of containers come even if there is no usable
    ///   journal, because they are reported only once.
    /// - Throws: `OperationError` if the journal cannot be recovered.
    package func recover(reporting receive: ([Notice]) -> Void) throws(OperationError) {
        receive(UnfinishedRuns.collect(isReadOnly: isReadOnly, isSeen: true).map { Notice($0) })
        let journal = try journal()
        let report = try forOperation { () throws(TransactionError) in try journal.recover() }
        receive(report.notices)
    }

    /// Ends an operation that was interrupted as a person has decided.
    /// - Returns: Notices about the result, and whether it has ended.
    /// - Throws: `OperationError` if there is no such operation, or if the journal cannot be used.
    package func settle(
        _ number: Int, by settlement: Journal.Settlement
    ) throws(OperationError) -> (notices: [Notice], hasEnded: Bool) {
        let journal = try journal()
        let report = try forOperation { () throws(TransactionError) in try journal.settle(number, by: settlement) }
        return (report.notices, report.items.allSatisfy { $0.result != .postponed && $0.result != .awaitsDevice })
    }
}
