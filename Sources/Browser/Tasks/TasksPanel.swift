import ContainerModel
import FileSharing
import Previews
import Screen
import Search

/// Everything that runs, waits, or has ended, latest first.
struct TasksPanel: Panel {
    let title = "Tasks"

    func rows(_ state: BrowserState) -> [PanelRow] {
        let tasks = state.tasks.latestFirst
        guard !tasks.isEmpty else { return [PanelRow(DisplayText("Nothing has been done yet."))] }
        return tasks.map { task in
            let text = DisplayText(text(of: task, state), ascii: state.screen.isASCII)
            var row = PanelRow(text, fact: note(of: task, state, hasBar: true)) { state in
                guard task.found != nil, let search = task.request?.contentsSearch else { return [] }
                return state.showFound(by: search)
            }
            // Why it failed.
            row.isWrapped = task.isOver
            row.linearNote = note(of: task, state, hasBar: false)
            row.identity = .task(task.ticket)
            return row
        }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        let tasks = state.tasks.entries
        let hints = [
            tasks.isEmpty ? nil : state.keys.hint("tasks-cancel", tasks.contains { !$0.isOver } ? "cancels" : "clears"),
            tasks.contains(where: \.canBeRetried) ? state.keys.hint("tasks-retry", "tries again") : nil,
            tasks.contains(where: \.isOver) ? state.keys.hint("tasks-clear", "clears finished") : nil,
            tasks.contains { $0.found != nil } ? state.keys.hint("panel-choose", "shows the results") : nil,
        ]
        return hints.compactMap(\.self)
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("tasks-cancel", "Cancel the task, or clear it if finished", .files, keys: ["x"]) { state in
            state.currentTask.map { state.cancelTask($0) } ?? []
        },
        Action("tasks-retry", "Try the task again", .files, keys: ["r"]) { state in
            state.currentTask.map { state.retry($0) } ?? []
        },
        Action("tasks-clear", "Clear all finished tasks", .files, keys: ["X"]) { state in
            state.clearTasks()
            return []
        },
    ]

    /// Returns what a task is, about which items, and how it ended.
    private func text(of entry: TaskEntry, _ state: BrowserState) -> String {
        var text = entry.title
        switch entry.subject {
        case .operation(let operation, _):
            if let names = operation.subjectNames(1, showing: { state.screen.display($0.name).description }) {
                text += " \(names)"
            }
        case .request(let task):
            if let question = task.contentsSearch?.reach.question {
                text += " “\(state.screen.display(question.text.utf8).description)”"
            }
            if let subject = task.subject {
                text += " " + (subject.isRoot ? "Container" : state.screen.display(subject.bytes).description)
            }
        }
        if let found = entry.found { text += ": \(Pluralized.files(found))" }
        if !entry.summary.isEmpty { text += ": \(state.screen.display(entry.summary.utf8).description)" }
        return text
    }

    private func note(of entry: TaskEntry, _ state: BrowserState, hasBar: Bool) -> String {
        let progress = entry.progress.map { state.screen.progressNote($0, entry.rate, hasBar: hasBar) }
        return switch entry.stage {
        case .planning: progress ?? "looking"
        case .asking: "asking"
        case .deferred, .waiting: "waiting"
        case .running where entry.isCancelled: "stopping"
        case .running: progress ?? "running"
        case .ended(.done): "done"
        case .ended(.partly): "done in part"
        case .ended(.cancelled): "cancelled"
        case .ended(.failed): "failed"
        }
    }
}
