import ContainerModel
import FileSharing
import Jobs
import Queries
import Transactions

/// What the user has begun, and what takes long: operations, queries and readings, from their request to their end.
struct TaskList: Sendable {
    /// The number of tasks that are kept after their end.
    private static let maxEnded = 50

    /// The oldest first, so that their tickets rise.
    private(set) var entries: [TaskEntry] = []
    /// Whether the program quits as soon as no operation is at work.
    var quitsWhenDone = false
    /// What undo and redo apply to.
    var undo = UndoScope()

    /// The tasks as they are listed: the latest first.
    var latestFirst: [TaskEntry] { entries.reversed() }

    /// The operations, the oldest first.
    var operations: [TaskEntry] { entries.filter { $0.operation != nil } }

    /// The operation that is running.
    var running: TaskEntry? {
        entries.first { $0.operation != nil && $0.stage == .running }
    }

    /// The first operation, if it is deferred and due to be prepared because all before it have ended.
    var firstDue: TaskEntry? {
        let first = operations.first { !$0.isOver }
        return first?.stage == .deferred ? first : nil
    }

    /// The number of operations that are at work or waiting.
    var busyCount: Int { entries.count { $0.isBusy } }

    /// Whether all operations are over, including those that are being prepared or ask the user.
    var areOperationsOver: Bool { operations.allSatisfy(\.isOver) }

    /// Whether a query or a reading is at work.
    var isAnyRequestRunning: Bool { entries.contains { $0.request != nil && !$0.isOver } }

    /// Whether all operations that are at work or waiting save edited files.
    var isOnlySaving: Bool { entries.allSatisfy { !$0.isBusy || $0.holdsUnsavedEdit } }

    /// The number of tasks that failed unseen.
    var unseenCount: Int { entries.count { $0.isUnseen } }

    subscript(ticket: Ticket) -> TaskEntry? {
        get { entries.last { $0.ticket == ticket } }
        set {
            guard let place = entries.lastIndex(where: { $0.ticket == ticket }) else { return }
            if let newValue { entries[place] = newValue } else { entries.remove(at: place) }
        }
    }

    /// Notes that the user has seen the failures.
    mutating func markSeen() {
        for index in entries.indices { entries[index].isUnseen = false }
    }

    /// Notes that the user has cancelled all queries and readings.
    mutating func markRequestsCancelled() {
        for index in entries.indices where entries[index].request != nil && !entries[index].isOver {
            entries[index].cancelRequest()
        }
    }

    /// Removes the tasks that are over.
    mutating func clear() { entries.removeAll { $0.isOver } }

    /// Drops the queries and readings of the container being left, except for failures that the user has not seen.
    mutating func removeRequestsOfContainer() {
        entries.removeAll { $0.request != nil && !$0.isUnseen }
        for index in entries.indices where entries[index].request != nil { entries[index].leaveContainer() }
    }

    mutating func append(_ entry: TaskEntry) {
        entries.append(entry)
        var surplus = entries.count { $0.isOver } - Self.maxEnded
        entries.removeAll { entry in
            guard surplus > 0, entry.isOver else { return false }
            surplus -= 1
            return true
        }
    }

    // MARK: Reports about queries and readings

    /// Returns the entry of a query or a reading; nil if it is not in the list.
    func entry(of task: BackgroundTask) -> TaskEntry? { entries.first { $0.request?.number == task.number } }

    /// Takes a report about a query or a reading. One that is done is removed unless it is a search in contents, and so
    /// is one that was stopped, unless the user cancelled it.
    /// - Parameters:
    ///   - ticket: The ticket of a task that is not in the list.
    ///   - container: The root of the open container.
    ///   - found: The number of files that a search has found.
    ///   - isShown: Whether the user is looking at the list.
    mutating func updateEntry(
        of task: BackgroundTask, ticket: Ticket, in container: Root, found: Int? = nil, isShown: Bool
    ) {
        let known = entry(of: task)
        var entry = known ?? TaskEntry(ticket: ticket, .request(task), stage: .running, container: container)
        let isKept = entry.receiveTask(task, found: found, isShown: isShown)
        guard isKept else {
            self[entry.ticket] = nil
            return
        }
        if entry.found != nil {
            // A search that was made again, since something has changed, takes the place of the one before.
            entries.removeAll { $0.isOver && $0.ticket != entry.ticket && $0.request?.isSameSearch(as: task) == true }
        }
        if known == nil { append(entry) } else { self[entry.ticket] = entry }
    }
}

extension BackgroundTask {
    /// Whether both search the same directory for the same text.
    fileprivate func isSameSearch(as other: BackgroundTask) -> Bool {
        guard let one = contentsSearch, let other = other.contentsSearch else { return false }
        return one.directory == other.directory && one.reach.question == other.reach.question
    }
}
