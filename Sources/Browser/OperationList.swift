import FileSharing
import Jobs
import Transactions

/// The operations that the person wants, from the first look to the end.
struct OperationList: Sendable {
    /// An operation on its way.
    struct Entry: Sendable {
        enum Stage: Sendable {
            /// It is looked at when those before it have ended: what it is about depends on them.
            case deferred
            /// It is being looked at.
            case preparing
            /// The person is asked; the number of conflicts that are decided about is that of `answers`.
            case asking
            /// It waits for those before it.
            case waiting
            case running
            case ended(Completion.State)
        }

        let ticket: Ticket
        let operation: FileOperation
        var stage = Stage.preparing
        /// What it would do, and what has to be asked.
        var preparation: Preparation?
        /// What there is to tell the person first: not sanitized.
        var notices: [String] = []
        /// Whether the person has to say yes, beside deciding about names that are taken.
        var isConfirmationNeeded = false
        /// What the person decided about the first of the names that are taken.
        var answers: [ConflictPolicy] = []
        /// What the person decided about all that are left, as far as one answer is good for all.
        var answerForAll: ConflictPolicy?
        var progress: Progress?
        var rate = ProgressRate()
        var isCancelled = false
        /// The list in which the person wrote the names that a rename gives.
        var names: NamesList?
        /// How it ended, in words.
        var summary = ""

        var isOver: Bool {
            if case .ended = stage { return true }
            return false
        }

        /// The first name that is taken and not decided about; nil where there is none.
        var conflict: ConflictQuestion? {
            let conflicts = preparation?.conflicts ?? []
            return conflicts.indices.contains(answers.count) ? conflicts[answers.count] : nil
        }

        /// Whether it is or will be at work.
        var isBusy: Bool {
            switch stage {
            case .deferred, .waiting, .running: true
            case .preparing: operation.isPrecious
            case .asking, .ended: false
            }
        }
    }

    /// How many that are over are kept for the list.
    private static let mostEnded = 50

    private(set) var entries: [Entry] = []

    /// The one that is at work.
    var running: Entry? {
        entries.first { if case .running = $0.stage { true } else { false } }
    }

    /// The first that is to be looked at now that all before it have ended.
    var firstDue: Entry? {
        guard let first = entries.first(where: { !$0.isOver }), case .deferred = first.stage else { return nil }
        return first
    }

    /// How many are at work or wait for it.
    var busyCount: Int { entries.count { $0.isBusy } }

    /// Whether all that is at work or waits brings to its place what was edited.
    var isOnlySaving: Bool { entries.allSatisfy { !$0.isBusy || $0.operation.isPrecious } }

    subscript(ticket: Ticket) -> Entry? {
        get { entries.last { $0.ticket == ticket } }
        set {
            guard let place = entries.lastIndex(where: { $0.ticket == ticket }) else { return }
            if let newValue { entries[place] = newValue } else { entries.remove(at: place) }
        }
    }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        var surplus = entries.count { $0.isOver } - Self.mostEnded
        entries.removeAll { entry in
            guard surplus > 0, entry.isOver else { return false }
            surplus -= 1
            return true
        }
    }
}
