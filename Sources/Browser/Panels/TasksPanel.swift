import ContainerModel
import FileSharing
import Screen

/// The operations that are running, waiting or ended, latest first.
struct TasksPanel: Panel {
    let title = "Tasks"

    func rows(_ state: BrowserState) -> [PanelRow] {
        guard !state.operations.entries.isEmpty else { return [PanelRow(DisplayText("Nothing has been done yet."))] }
        return state.operations.entries.reversed().map { entry in
            let text = DisplayText(text(of: entry, state), ascii: state.isASCII)
            return PanelRow(text, note: note(of: entry, state)) { _ in [] }
        }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        state.operations.entries.isEmpty ? [] : [KeyHint("x", "cancels")]
    }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard key == .character("x") else { return nil }
        let entries = Array(state.operations.entries.reversed())
        return entries.indices.contains(choice) ? state.cancelOperation(entries[choice].ticket) : []
    }

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
        case .preparing: "looking"
        case .asking: "asking"
        case .deferred, .waiting: "waiting"
        case .running: entry.isCancelled ? "stopping" : state.progressText(entry, columns: 40)
        case .ended(.done): "done"
        case .ended(.partly): "done in part"
        case .ended(.cancelled): "cancelled"
        case .ended(.failed): "failed"
        }
    }
}
