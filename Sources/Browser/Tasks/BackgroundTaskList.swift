import Jobs

/// The queries and readings that take long, and those that failed or were cancelled by the user.
struct BackgroundTaskList: Sendable {
    /// A task and what the user has done about it.
    struct Entry: Sendable {
        /// Its place among all tasks, the latest having the greatest ticket.
        let ticket: Ticket
        var task: BackgroundTask
        var rate = ProgressRate()
        /// The number of files that a search in contents has found; nil until it is done.
        var found: Int?
        /// Whether the user cancelled it.
        var isCancelled = false
        /// Whether it failed, and the user has not looked at the list of tasks since.
        var isUnseen = false
        /// Whether it concerns a container that was left.
        var isLeftBehind = false

        var isRunning: Bool { task.stage == .running && !isCancelled }
    }

    /// The number of failed and cancelled tasks that are kept.
    private static let mostOver = 50

    private(set) var entries: [Entry] = []

    /// The number of tasks that failed unseen.
    var unseenCount: Int { entries.count { $0.isUnseen } }

    subscript(ticket: Ticket) -> Entry? {
        get { entries.last { $0.ticket == ticket } }
        set {
            guard let place = entries.lastIndex(where: { $0.ticket == ticket }) else { return }
            if let newValue { entries[place] = newValue } else { entries.remove(at: place) }
        }
    }

    /// Whether a report is about a task that is not in the list.
    func isNew(_ task: BackgroundTask) -> Bool { !entries.contains { $0.task.number == task.number } }

    /// Takes a report. A task that is done is removed unless it is a search in contents, and so is one that was stopped,
    /// unless the user cancelled it.
    /// - Parameters:
    ///   - found: The number of files that a search has found.
    ///   - ticket: The ticket of a task that is not in the list.
    ///   - isShown: Whether the user is looking at the list.
    mutating func receive(_ task: BackgroundTask, _ ticket: Ticket, found: Int? = nil, isShown: Bool) {
        var entry = entries.first { $0.task.number == task.number } ?? Entry(ticket: ticket, task: task)
        entries.removeAll { $0.ticket == entry.ticket }
        switch task.stage {
        case .running: break
        case .failed: entry.isUnseen = !isShown && !entry.isCancelled
        case .stopped where entry.isCancelled: break
        case .done where task.contentsSearch != nil:
            // A search that was made again, since something has changed, takes the place of the one before.
            entries.removeAll { !$0.isRunning && $0.task.isSameSearch(as: task) }
            entry.found = found
        case .stopped, .done: return
        }
        entry.task = task
        entry.rate.add(task.progress)
        entries.append(entry)
        entries.sort { $0.ticket < $1.ticket }
        var surplus = entries.count { !$0.isRunning } - Self.mostOver
        entries.removeAll { entry in
            guard surplus > 0, !entry.isRunning else { return false }
            surplus -= 1
            return true
        }
    }

    /// Notes that the user has cancelled everything.
    mutating func markCancelled() {
        for index in entries.indices where entries[index].isRunning { entries[index].isCancelled = true }
    }

    /// Notes that the user has seen the failures.
    mutating func markSeen() {
        for index in entries.indices { entries[index].isUnseen = false }
    }

    /// Removes the tasks that are over.
    mutating func clear() { entries.removeAll { !$0.isRunning } }

    /// Drops the tasks that concern the container being left, except what the user has not seen.
    mutating func leaveContainer() {
        entries.removeAll { !$0.isUnseen }
        for index in entries.indices { entries[index].isLeftBehind = true }
    }
}

extension BackgroundTask {
    /// Whether both search the same directory for the same text.
    fileprivate func isSameSearch(as other: BackgroundTask) -> Bool {
        guard let one = contentsSearch, let other = other.contentsSearch else { return false }
        return one.directory == other.directory && one.reach.question == other.reach.question
    }
}
