import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Previews
import Queries
import Screen
import Transactions

/// The list of tasks: operations, and the queries and readings that take long.
extension BrowserState {
    /// The task under the cursor of the list.
    var currentTask: TaskEntry? {
        let tasks = tasks.latestFirst
        return panels.current.flatMap { tasks.indices.contains($0.cursor) ? tasks[$0.cursor] : nil }
    }

    /// Opens the list, which shows all failures to the user.
    mutating func showTasks() {
        tasks.markSeen()
        open(TasksPanel())
    }

    /// Handles a report about a query or a reading.
    mutating func receiveTaskReport(_ task: BackgroundTask) -> [BrowserEffect] {
        // Such as the filter before the last letter: the answer would be dropped.
        if task.stage == .running, !isNeeded(task.effect) { return [.cancel(.task(task.number))] }
        let ticket = tasks.entry(of: task)?.ticket ?? nextTicket()
        let isShown = panels.isShowingTasks
        let found = task.contentsSearch.flatMap { search in
            panes[search.side].flatMap { listing in
                listing.location == search.directory && listing.reach.question == search.reach.question
                    ? listing.entries.count : nil
            }
        }
        let container = root(of: .container)
        findings.audit.note(task, isOver: tasks.entry(of: task)?.isOver == true)
        changeTasks { $0.updateEntry(of: task, ticket: ticket, in: container, found: found, isShown: isShown) }
        switch task.stage {
        case .done, .failed:
            let isFailure = if case .failed = task.stage { true } else { false }
            return ComponentContext(self).notification(that: task.title, task.progress, isFailure: isFailure)
        case .running, .stopped: return []
        }
    }

    /// Changes the tasks; the cursor stays on its row.
    private mutating func changeTasks(_ change: (inout TaskList) -> Void) {
        let place = panels.isShowingTasks ? panels.current?.cursor : nil
        let before = tasks.latestFirst
        change(&tasks)
        guard let place, before.indices.contains(place) else { return }
        let ticket = before[place].ticket
        let after = tasks.latestFirst
        panels.current?.cursor = after.firstIndex { $0.ticket <= ticket } ?? max(0, after.count - 1)
        movePanel(by: 0)
    }

    /// Cancels a task, or removes one that is over from the list.
    mutating func cancelTask(_ task: TaskEntry) -> [BrowserEffect] {
        guard !task.isOver else {
            changeTasks { $0[task.ticket] = nil }
            return []
        }
        guard let request = task.request else { return update(\.tasks) { $0.cancelOperation(task.ticket, &$1) } }
        tasks[task.ticket]?.cancelRequest()
        if request.effect.isAudit { findings.audit.stop() }
        if case .ask(let query) = request.effect, query.scope == .preview(panes.details.preview.ticket) {
            panes.details.preview.noteCancelled(keys)
        }
        if case .ask(let query) = request.effect, query.scope == viewer.map({ .viewing($0.ticket) }) {
            // Going back leaves the value again, instead of stopping the search.
            let reason = "reading was cancelled; \(keys.key("viewer-reload")) reads it again"
            viewer?.fail(reason)
        }
        return [.cancel(.task(request.number))]
    }

    /// Removes all tasks that are over from the list.
    mutating func clearTasks() { changeTasks { $0.clear() } }

    /// Shows what a search in contents has found, searching again.
    mutating func showFound(by search: DirectoryRequest) -> [BrowserEffect] {
        guard panes.shownSides.contains(search.side), search.directory.root == root(of: search.side) else {
            say("it concerns another container, which has to be opened first", isError: true)
            return []
        }
        panels.current = nil
        viewer = nil
        panes.focus = search.side == .container ? .listing : .computer
        return browse {
            let reach = $0.everythingBelow(on: search.side, containing: search.reach.question)
            return $0.enter(search.path, on: search.side, reach: reach, &$1)
        }
    }

    /// Tries a task again that failed or was cancelled. An operation is prepared anew, and asks what it has to ask.
    mutating func retry(_ task: TaskEntry) -> [BrowserEffect] {
        guard task.canBeRetried else {
            say(task.isOver ? "this cannot be tried again" : "this has not finished")
            return []
        }
        let isElsewhere = task.container != root(of: .container)
        switch task.subject {
        case .operation(let operation, let actor):
            guard !isElsewhere else {
                say("it concerns another container, which has to be opened first", isError: true)
                return []
            }
            panels.current = nil
            tasks[task.ticket] = nil
            return beginOperation(operation, as: actor)
        case .request(let request):
            guard !isElsewhere, isNeeded(request.effect) else {
                say("its subject is no longer on the screen; \(keys.key("reload")) reads everything again")
                return []
            }
            changeTasks { $0[task.ticket] = nil }
            return [request.effect]
        }
    }

    /// Whether the answers to a request would still be used.
    private func isNeeded(_ effect: BrowserEffect) -> Bool {
        switch effect {
        case .ask where effect.isAudit && findings.audit.isStopped: false
        case .ask(let request): !isOver(request.scope)
        case .readDirectory(let request):
            Side.allCases.contains { panes[$0]?.ticket == request.ticket || panes[$0]?.refresh == request.ticket }
        default: false
        }
    }
}

extension Completion.State {
    /// Whether not everything was done, and not because the user wanted it so.
    var isFailure: Bool { self == .failed || self == .partly }
}
