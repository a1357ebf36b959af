import ContainerModel
import Jobs

@testable import Browser
@testable import FileSharing
@testable import Transactions

/// Made-up preparations in place of the pipeline's.
extension Preparation {
    /// Returns a preparation of an operation on a number of items.
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
            kind: operation.kind, actor: .app, onError: .goOn,
            items: (0..<items).map { _ in
                Plan.Item(change: .trash(item), kind: .file, method: .atOnce, counts: ItemCounts(), conflict: nil)
            },
            batches: [], refusals: [], warnings: BoundedList(), undoLimits: undoLimits, counts: counts)
        var preparation = Preparation(operation, PolicyDecision(actor: .app), .change(plan))
        let isAsked = operation.kind.takesAway ? Confirmation([.takesAway]) : nil
        preparation.questions =
            [confirmation ?? isAsked].compactMap { $0.map { .confirmation($0) } } + conflicts.map { .conflict($0) }
        return preparation
    }

    /// Returns a preparation of the undo or redo of a deletion five minutes ago.
    static func sample(invert operation: FileOperation, lastFailed: Bool = false) -> Preparation {
        func entry(_ number: Int, _ title: String) -> JournalEntry {
            JournalEntry(
                id: TransactionID(number: number, token: 1), time: 700, title: title, actor: "app",
                items: [JournalEntry.Item(verb: "trash", hostPath: Array("/App/a.txt".utf8), newHostPath: nil)],
                itemCount: 1, state: .done, roots: [])
        }
        let candidate = Journal.Candidate(
            entry: entry(1, "delete"), failedSince: lastFailed ? entry(2, "import") : nil)
        let step = HistoryStep(candidate, isUndo: operation.kind == .undo, now: 1_000)
        var preparation = Preparation(operation, PolicyDecision(actor: .owner), .invert(step, .refuse))
        preparation.history = step
        if lastFailed { preparation.questions = [.confirmation(Confirmation([.lastFailed]))] }
        return preparation
    }

    /// Returns the same preparation with a question about a change made since.
    func sampleAskingAboutChange() -> Preparation {
        var preparation = self
        let error = TransactionError(.changed, "/App/Documents/a.txt has been changed since")
        guard let changed = ChangedSince(error, isUndo: operation.kind == .undo) else { return self }
        preparation.questions = [.confirmation(Confirmation(changed))]
        return preparation
    }

    /// Returns a preparation of an operation whose destination does not exist.
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

    /// Returns a preparation of an operation that a rule refuses.
    static func sampleRefused(_ operation: FileOperation, _ item: ItemAddress) -> Preparation {
        var decision = PolicyDecision(actor: .app)
        decision.note(item, .refused, by: Verdict(outcome: .refused, rule: .ofUnknownContainer))
        return Preparation(operation, decision, .nothing)
    }
}

extension ConflictQuestion {
    /// Returns a question about a file that would replace another item.
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
    /// Returns the ending of an operation that changed something.
    static func sampleDone(_ title: String = "test", _ phrase: String? = nil, remarks: [String] = []) -> OperationEnding
    {
        let change = Change.trash(ItemAddress(Scene.oddRoot, "Documents/file"))
        var completion = Completion(
            Outcome(
                id: TransactionID(number: 1, token: 1), title: title, state: .done,
                items: [Outcome.ItemOutcome(change: change, result: .done)]))
        completion.phrase = phrase
        completion.remarks = remarks.map { Notice($0) }
        return .completed(completion)
    }

    /// Returns the ending of an undo that brought items back from the trash.
    static func sampleRestored(_ items: [ItemAddress]) -> OperationEnding {
        .sampleInverted(items.map { .move(ItemAddress(Root(.trash, at: Array("/trash".utf8)), "a"), to: $0) })
    }

    /// Returns the ending of an undo or a redo that made changes.
    static func sampleInverted(_ changes: [Change]) -> OperationEnding {
        .completed(
            Completion(
                Outcome(
                    id: TransactionID(number: 1, token: 1), title: "undo", state: .done,
                    items: changes.map { Outcome.ItemOutcome(change: $0, result: .done) })))
    }

    /// Returns the ending of an operation that had nothing to change.
    static let sampleNothing = OperationEnding.completed(Completion("nothing was changed"))

    /// Returns the ending of an operation that failed as a whole.
    static func sampleFailed(_ message: String = "no room", remarks: [String] = []) -> OperationEnding {
        var completion = Completion(OperationError(.inputOutput, message))
        completion.remarks = remarks.map { Notice($0) }
        return .completed(completion)
    }

    /// The ending of an operation that was cancelled.
    static let sampleCancelled = OperationEnding.completed(.cancelled)

    /// Returns the ending of an operation that failed in part.
    static func samplePartly(failing path: String, _ reason: String) -> OperationEnding {
        let change = Change.trash(ItemAddress(Scene.oddRoot, "Documents/file"))
        var outcome = Outcome(
            id: TransactionID(number: 1, token: 1), title: "test", state: .partly,
            items: [Outcome.ItemOutcome(change: change, result: .done)])
        outcome.failures.append(Outcome.Failure(hostPath: Array(path.utf8), reason: reason, errno: 0))
        return .completed(Completion(outcome))
    }
}

extension EditingTicket {
    /// An editing ticket for tests.
    static let sample = EditingTicket(number: 1)
}

extension NamesList {
    /// Returns a list of names for tests.
    static func sample(_ items: [ItemAddress]) -> NamesList {
        NamesList(ticket: EditingTicket(number: 2, kind: .rename), items: items)
    }
}

extension EditorEnding {
    /// Returns the ending of an editor in which a person wrote the given names.
    static func sample(_ names: [[UInt8]], in list: NamesList) -> EditorEnding {
        FileOperation.renaming(list.items, to: names, from: list).map { .changed($0) } ?? .unchangedNames
    }
}
