import ContainerModel
import FileSharing
import Previews
import Screen
import Search

/// Everything that runs, waits, or has ended, latest first.
struct TasksPanel: Panel {
    let title = "Tasks"

    func rows(_ state: BrowserState) -> [PanelRow] {
        let tasks = state.tasks
        guard !tasks.isEmpty else { return [PanelRow(DisplayText("Nothing has been done yet."))] }
        return tasks.map { task in
            let (text, note) =
                switch task {
                case .operation(let entry): (text(of: entry, state), note(of: entry, state))
                case .background(let entry): (text(of: entry, state), note(of: entry, state))
                }
            var row = PanelRow(DisplayText(text, ascii: state.isASCII), note: note) { state in
                guard case .background(let entry) = task, entry.found != nil, let search = entry.task.contentsSearch
                else { return [] }
                return state.showFound(by: search)
            }
            // Why it failed.
            row.isWrapped = task.isOver
            return row
        }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        let tasks = state.tasks
        let hints = [
            tasks.isEmpty ? nil : state.hint("tasks-cancel", tasks.contains { !$0.isOver } ? "cancels" : "clears"),
            tasks.contains { state.canRetry($0) } ? state.hint("tasks-retry", "tries again") : nil,
            tasks.contains { $0.isOver } ? state.hint("tasks-clear", "clears finished") : nil,
            tasks.contains { $0.hasFound } ? state.hint("panel-choose", "shows the results") : nil,
        ]
        return hints.compactMap(\.self)
    }

    var actions: [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("tasks-cancel", "Cancel the task, or clear it if it is over", .files, keys: ["x"]) { state in
            state.currentTask.map { state.cancelTask($0) } ?? []
        },
        Action("tasks-retry", "Try the task again", .files, keys: ["r"]) { state in
            state.currentTask.map { state.retry($0) } ?? []
        },
        Action("tasks-clear", "Clear all tasks that are over", .files, keys: ["X"]) { state in
            state.clearTasks()
            return []
        },
    ]

    private func text(of entry: OperationList.Entry, _ state: BrowserState) -> String {
        var text = entry.operation.title
        if let names = entry.operation.subjectNames(1, showing: { state.display($0.name).description }) {
            text += " \(names)"
        }
        if !entry.summary.isEmpty { text += ": \(state.display(entry.summary.utf8).description)" }
        return text
    }

    private func note(of entry: OperationList.Entry, _ state: BrowserState) -> String {
        switch entry.stage {
        case .preparing: entry.progress.map { state.progressNote($0, entry.rate) } ?? "looking"
        case .asking: "asking"
        case .deferred, .waiting: "waiting"
        case .running:
            if entry.isCancelled {
                "stopping"
            } else if let progress = entry.progress {
                state.progressNote(progress, entry.rate)
            } else {
                "running"
            }
        case .ended(.done): "done"
        case .ended(.partly): "done in part"
        case .ended(.cancelled): "cancelled"
        case .ended(.failed): "failed"
        }
    }

    private func text(of entry: BackgroundTaskList.Entry, _ state: BrowserState) -> String {
        var text = entry.task.title
        if let question = entry.task.contentsSearch?.reach.question {
            text += " “\(state.display(question.text.utf8).description)”"
        }
        if let subject = entry.task.subject {
            text += " " + (subject.isRoot ? "Container" : state.display(subject.bytes).description)
        }
        if let found = entry.found { text += ": \(Pluralized.files(found))" }
        if case .failed(let reason) = entry.task.stage { text += ": \(state.display(reason.utf8).description)" }
        return text
    }

    private func note(of entry: BackgroundTaskList.Entry, _ state: BrowserState) -> String {
        switch entry.task.stage {
        case .failed: "failed"
        case .running where !entry.isCancelled: state.progressNote(entry.task.progress, entry.rate)
        case .done: "done"
        case .running, .stopped: "cancelled"
        }
    }
}

extension BrowserState.ListedTask {
    /// Whether it is a search in contents whose files can be shown again.
    fileprivate var hasFound: Bool {
        if case .background(let entry) = self { return entry.found != nil }
        return false
    }
}
