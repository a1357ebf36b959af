import ContainerModel
import FileSharing
import Jobs
import Transactions

/// The operations requested by the user, from their preparation to their end.
struct OperationList: Sendable {
    /// An operation and its state.
    struct Entry: Sendable {
        enum Stage: Sendable {
            /// Waits to be prepared until the operations before it have ended, since what it applies to depends on
            /// them.
            case deferred
            /// Being prepared.
            case preparing
            /// Waits for the user; `conflicts` has the answers so far.
            case asking
            /// Waits to run after the operations before it.
            case waiting
            case running
            case ended(Completion.State)
        }

        let ticket: Ticket
        let operation: FileOperation
        /// The actor of this operation alone; nil for the one that the browser acts as.
        var actor: ActingParty?
        var stage = Stage.preparing
        /// What the operation would do, and what has to be asked.
        var preparation: Preparation?
        /// Messages to show to the user first, not sanitized.
        var notices: [String] = []
        /// Whether the user has to confirm, apart from deciding name conflicts.
        var isConfirmationNeeded = false
        /// The user's decisions about name conflicts.
        var conflicts = ConflictAnswers()
        var progress: Progress?
        var rate = ProgressRate()
        var isCancelled = false
        /// Whether it failed, or did in part, and the user has not looked at the list of tasks since.
        var isUnseen = false
        /// The root of the container that was open when it began; it can be tried again only there.
        var container: Root?
        /// A sentence that says how it ended.
        var summary = ""

        var isOver: Bool {
            if case .ended = stage { return true }
            return false
        }

        /// Whether the operation has been submitted to be run and has not ended.
        var isSubmitted: Bool {
            switch stage {
            case .waiting, .running: true
            case .deferred, .preparing, .asking, .ended: false
            }
        }

        /// Whether the operation is at work or will be.
        var isBusy: Bool {
            switch stage {
            case .deferred, .waiting, .running: true
            case .preparing: operation.holdsUnsavedEdit
            case .asking, .ended: false
            }
        }
    }

    /// The number of ended operations that are kept.
    private static let mostEnded = 50

    private(set) var entries: [Entry] = []

    /// The operation that is running.
    var running: Entry? {
        entries.first { if case .running = $0.stage { true } else { false } }
    }

    /// The first operation, if it is deferred and due to be prepared because all before it have ended.
    var firstDue: Entry? {
        guard let first = entries.first(where: { !$0.isOver }), case .deferred = first.stage else { return nil }
        return first
    }

    /// The number of operations that are at work or waiting.
    var busyCount: Int { entries.count { $0.isBusy } }

    /// Whether all operations are over, including those that are being prepared or ask the user.
    var areAllOver: Bool { entries.allSatisfy(\.isOver) }

    /// Whether all operations that are at work or waiting save edited files.
    var isOnlySaving: Bool { entries.allSatisfy { !$0.isBusy || $0.operation.holdsUnsavedEdit } }

    subscript(ticket: Ticket) -> Entry? {
        get { entries.last { $0.ticket == ticket } }
        set {
            guard let place = entries.lastIndex(where: { $0.ticket == ticket }) else { return }
            if let newValue { entries[place] = newValue } else { entries.remove(at: place) }
        }
    }

    /// The number of operations that failed unseen.
    var unseenCount: Int { entries.count { $0.isUnseen } }

    /// Notes that the user has seen the failures.
    mutating func markSeen() {
        for index in entries.indices { entries[index].isUnseen = false }
    }

    /// Removes the operations that are over.
    mutating func clear() { entries.removeAll { $0.isOver } }

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
