import ContainerModel
import Jobs

@testable import Browser
@testable import FileSharing
@testable import Transactions

/// What the pipeline would answer, made up: the browser only shows it.
extension Preparation {
    /// An operation on so many items.
    static func sample(
        _ operation: FileOperation,
        items: Int = 1,
        counts: ItemCounts = ItemCounts(),
        conflicts: [ConflictQuestion] = [],
        confirmation: Confirmation? = nil,
        undoLimits: [UndoLimit] = []
    ) -> Preparation {
        let item = ItemAddress(Scene.oddRoot, "Documents/file")
        let plan = Plan(
            title: operation.title, actor: "app", onError: .goOn,
            items: (0..<items).map { _ in
                Plan.Item(change: .trash(item), kind: .file, method: .atOnce, counts: ItemCounts(), conflict: nil)
            },
            batches: [], refusals: [], warnings: BoundedList(), undoLimits: undoLimits, counts: counts)
        var preparation = Preparation(operation, PolicyDecision(actor: .app), .change(plan))
        let isAsked = operation.takesAway ? Confirmation([.takesAway]) : nil
        preparation.questions =
            [confirmation ?? isAsked].compactMap { $0.map { .confirmation($0) } } + conflicts.map { .conflict($0) }
        return preparation
    }

    /// An undo or a redo of a deletion five minutes ago.
    static func sample(invert operation: FileOperation, lastFailed: Bool = false) -> Preparation {
        func entry(_ number: Int, _ title: String) -> JournalEntry {
            JournalEntry(
                id: TransactionID(number: number, token: 1), time: 700, title: title, actor: "app",
                items: [JournalEntry.Item(verb: "trash", hostPath: Array("/App/a.txt".utf8), newHostPath: nil)],
                itemCount: 1, state: .done, roots: [])
        }
        let candidate = Journal.Candidate(
            entry: entry(1, "delete"), failedSince: lastFailed ? entry(2, "import") : nil)
        let step = HistoryStep(candidate, isUndo: operation.isUndo, now: 1_000)
        var preparation = Preparation(operation, PolicyDecision(actor: .owner), .invert(step, .refuse))
        preparation.history = step
        if lastFailed { preparation.questions = [.confirmation(Confirmation([.lastFailed]))] }
        return preparation
    }

    /// The same, asking about what was changed since.
    func sampleAskingAboutChange() -> Preparation {
        var preparation = self
        let error = TransactionError(.changed, "/App/Documents/a.txt has been changed since")
        guard let changed = ChangedSince(error, isUndo: operation.isUndo) else { return self }
        preparation.questions = [.confirmation(Confirmation(changed))]
        return preparation
    }

    /// An operation whose destination does not exist.
    static func sample(
        _ operation: FileOperation,
        asking item: ItemAddress,
        suggesting suggestion: ItemAddress?,
        canBeDirectory: Bool
    ) -> Preparation {
        var preparation = Preparation(operation, PolicyDecision(actor: .app), .nothing)
        let question = DestinationQuestion(
            item: item, suggestion: suggestion, canBeName: false, canBeDirectory: canBeDirectory, isDirectory: true)
        preparation.questions = [.destination(question)]
        return preparation
    }

    /// An operation that a rule refuses.
    static func sampleRefused(_ operation: FileOperation, _ item: ItemAddress) -> Preparation {
        var decision = PolicyDecision(actor: .app)
        decision.note(
            item, .refused,
            by: Verdict(outcome: .refused, rule: RuleCitation(identifier: "test", sentence: "No.", sources: [])))
        return Preparation(operation, decision, .nothing)
    }
}

extension ConflictQuestion {
    /// A file that would replace another item.
    static func sample(
        _ target: ItemAddress,
        kind: ItemKind = .file,
        size: UInt64 = 1,
        newSize: UInt64 = 2,
        modified: Int64 = World.nowSeconds,
        otherName: String? = nil
    ) -> ConflictQuestion {
        ConflictQuestion(
            index: 0, target: target,
            conflict: Plan.Conflict(
                kind: kind, newKind: .file, identity: nil, size: size, modified: modified, decision: .ask,
                otherName: otherName.map { Array($0.utf8) }),
            newSize: newSize, refusalToReplace: nil)
    }
}

extension OperationEnding {
    /// An operation that has changed something.
    static func sampleDone(_ title: String = "test", _ phrase: String? = nil, remarks: [String] = []) -> OperationEnding
    {
        let change = Change.trash(ItemAddress(Scene.oddRoot, "Documents/file"))
        var completion = Completion(
            title,
            Outcome(
                id: TransactionID(number: 1, token: 1), title: title, state: .done,
                items: [Outcome.ItemOutcome(change: change, result: .done)]))
        completion.phrase = phrase
        completion.remarks = remarks.map { Notice($0) }
        return .completed(completion)
    }

    /// One that has changed nothing, and need not.
    static func sampleNothing(_ title: String = "test") -> OperationEnding {
        .completed(Completion(title, "nothing was changed"))
    }

    /// One that failed as a whole.
    static func sampleFailed(_ message: String = "no room", remarks: [String] = []) -> OperationEnding {
        var completion = Completion("test", OperationError(.inputOutput, message))
        completion.remarks = remarks.map { Notice($0) }
        return .completed(completion)
    }

    /// One that was cancelled.
    static let sampleCancelled = OperationEnding.completed(
        Completion("test", OperationError(.cancelled, "cancelled; nothing was changed")))

    /// One of which a part failed.
    static func samplePartly(failing path: String, _ reason: String) -> OperationEnding {
        let change = Change.trash(ItemAddress(Scene.oddRoot, "Documents/file"))
        var outcome = Outcome(
            id: TransactionID(number: 1, token: 1), title: "test", state: .partly,
            items: [Outcome.ItemOutcome(change: change, result: .done)])
        outcome.failures.append(Outcome.Failure(hostPath: Array(path.utf8), reason: reason, errno: 0))
        return .completed(Completion("test", outcome))
    }
}

extension EditingTicket {
    /// The editing session of a test.
    static let sample = EditingTicket(number: 1)
}

extension NamesList {
    /// The list of a test.
    static func sample(_ items: [ItemAddress]) -> NamesList {
        NamesList(ticket: EditingTicket(number: 2, title: "rename"), items: items)
    }
}

extension EditorEnding {
    /// Names that a person has written in a list.
    static func sample(_ names: [[UInt8]], in list: NamesList) -> EditorEnding {
        FileOperation.renaming(list.items, to: names, from: list).map { .changed($0) } ?? .unchangedNames
    }
}
