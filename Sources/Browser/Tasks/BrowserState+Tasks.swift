import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Previews
import Screen
import Transactions

/// The list of tasks: operations, and the queries and readings that take long.
extension BrowserState {
    /// A row of the list.
    enum ListedTask: Sendable {
        case operation(OperationList.Entry)
        case background(BackgroundTaskList.Entry)

        var ticket: Ticket {
            switch self {
            case .operation(let entry): entry.ticket
            case .background(let entry): entry.ticket
            }
        }

        /// Whether it is neither at work nor waiting.
        var isOver: Bool {
            switch self {
            case .operation(let entry): entry.isOver
            case .background(let entry): !entry.isRunning
            }
        }
    }

    /// The tasks, the latest first.
    var tasks: [ListedTask] {
        (operations.entries.map { .operation($0) } + backgroundTasks.entries.map { .background($0) })
            .sorted { $0.ticket > $1.ticket }
    }

    /// The task under the cursor of the list.
    var currentTask: ListedTask? {
        let tasks = tasks
        return panel.flatMap { tasks.indices.contains($0.cursor) ? tasks[$0.cursor] : nil }
    }

    /// The number of failures that the user has not seen in the list.
    var unseenFailures: Int { operations.unseenCount + backgroundTasks.unseenCount }

    /// Whether the list is on the screen.
    var isShowingTasks: Bool { panel?.content is TasksPanel }

    /// Opens the list, which shows all failures to the user.
    mutating func showTasks() {
        operations.markSeen()
        backgroundTasks.markSeen()
        open(TasksPanel())
    }

    /// Handles a report about a query or a reading.
    mutating func receive(_ task: BackgroundTask) -> [BrowserEffect] {
        // Such as the filter before the last letter: the answer would be dropped.
        if task.stage == .running, !isNeeded(task.effect) { return [.cancelTask(task.number)] }
        let ticket = backgroundTasks.isNew(task) ? nextTicket() : Ticket.none
        let isShown = isShowingTasks
        let found = task.contentsSearch.flatMap { search in
            self[search.side].flatMap { listing in
                listing.location == search.directory && listing.reach.question == search.reach.question
                    ? listing.entries.count : nil
            }
        }
        changeTasks { $0.backgroundTasks.receive(task, ticket, found: found, isShown: isShown) }
        switch task.stage {
        case .done: return notifyAfter(task.title, task.progress, isFailure: false)
        case .failed: return notifyAfter(task.title, task.progress, isFailure: true)
        case .running, .stopped: return []
        }
    }

    /// Tasks that took longer than this are worth a notification, in nanoseconds.
    private static let longTask: UInt64 = 10_000_000_000

    /// Returns the notification of the terminal that a task has ended, if it took long. It names no item, and none is
    /// sent while the screen is covered.
    func notifyAfter(_ title: String, _ progress: Progress?, isFailure: Bool) -> [BrowserEffect] {
        guard let progress, progress.nanoseconds >= Self.longTask, !isCovered else { return [] }
        return [.notify("sandglass: \(title) \(isFailure ? "failed" : "finished")")]
    }

    /// Changes the tasks; the cursor stays on its row.
    private mutating func changeTasks(_ change: (inout BrowserState) -> Void) {
        let place = isShowingTasks ? panel?.cursor : nil
        let before = tasks
        change(&self)
        guard let place, before.indices.contains(place) else { return }
        let ticket = before[place].ticket
        let after = tasks
        panel?.cursor = after.firstIndex { $0.ticket <= ticket } ?? max(0, after.count - 1)
        movePanel(by: 0)
    }

    /// Cancels a task, or removes one that is over from the list.
    mutating func cancelTask(_ task: ListedTask) -> [BrowserEffect] {
        guard !task.isOver else {
            changeTasks { state in
                state.operations[task.ticket] = nil
                state.backgroundTasks[task.ticket] = nil
            }
            return []
        }
        switch task {
        case .operation(let entry): return cancelOperation(entry.ticket)
        case .background(let entry):
            backgroundTasks[entry.ticket]?.isCancelled = true
            if case .ask(let request) = entry.task.effect, request.scope == .preview(preview.ticket),
                let subject = preview.subject
            {
                preview.lines = PreviewLine.wrapped(
                    "the preview was cancelled; \(key("reload")) shows it again", .dimmed, subject.fit)
                preview.isComplete = true
            }
            if case .ask(let request) = entry.task.effect, request.scope == viewer.map({ .viewing($0.ticket) }) {
                // Going back leaves the value again, instead of stopping the search.
                let reason = "reading was cancelled; \(key("viewer-reload")) reads it again"
                viewer?.fail(reason)
            }
            return [.cancelTask(entry.task.number)]
        }
    }

    /// Removes all tasks that are over from the list.
    mutating func clearTasks() {
        changeTasks { state in
            state.operations.clear()
            state.backgroundTasks.clear()
        }
    }

    /// Whether a task failed or was cancelled, and can be tried again.
    func canRetry(_ task: ListedTask) -> Bool {
        switch task {
        case .operation(let entry):
            guard case .ended(let end) = entry.stage, end != .done else { return false }
            // The text of an edited file or list is kept elsewhere, as the message about the failure says.
            return !entry.operation.holdsUnsavedEdit && entry.operation.namesList == nil
        case .background(let entry): return !entry.isRunning && entry.task.stage != .done
        }
    }

    /// Shows what a search in contents has found, searching again.
    mutating func showFound(by search: DirectoryRequest) -> [BrowserEffect] {
        guard search.side == .container || isSharing, search.directory.root == root(of: search.side) else {
            say("it concerns another container, which has to be opened first", isError: true)
            return []
        }
        panel = nil
        viewer = nil
        focus = search.side == .container ? .listing : .computer
        return enter(
            search.path, on: search.side, reach: everythingBelow(on: search.side, containing: search.reach.question))
    }

    /// Tries a task again that failed or was cancelled. An operation is prepared anew, and asks what it has to ask.
    mutating func retry(_ task: ListedTask) -> [BrowserEffect] {
        guard canRetry(task) else {
            say(task.isOver ? "this cannot be tried again" : "this is not over")
            return []
        }
        switch task {
        case .operation(let entry):
            guard entry.container == container?.root else {
                say("it concerns another container, which has to be opened first", isError: true)
                return []
            }
            panel = nil
            operations[entry.ticket] = nil
            return begin(entry.operation, as: entry.actor)
        case .background(let entry):
            guard !entry.isLeftBehind, isNeeded(entry.task.effect) else {
                say("its subject is no longer on the screen; \(key("reload")) reads everything again")
                return []
            }
            changeTasks { $0.backgroundTasks[entry.ticket] = nil }
            return [entry.task.effect]
        }
    }

    /// Whether the answers to a request would still be used.
    private func isNeeded(_ effect: BrowserEffect) -> Bool {
        switch effect {
        case .ask(let request): !isOver(request.scope)
        case .readDirectory(let request):
            Side.allCases.contains { self[$0]?.ticket == request.ticket || self[$0]?.refresh == request.ticket }
        default: false
        }
    }
}

extension Completion.State {
    /// Whether not everything was done, and not because the user wanted it so.
    var isFailure: Bool { self == .failed || self == .partly }
}
