import Browser
import ContainerModel
import Terminal

// What is done in another program, which gets the terminal meanwhile.
extension Session {
    func openEditor(_ item: SidePath, on terminal: Terminal) {
        guard let path = workers.hostPath(of: item) else { return }
        // Whoever coordinates access by locks sees that the file is in use (container-rules.md, "Delivery", 2).
        let lock = workers.lock(item)
        let problem = terminal.lend { Editor.edit(path) }
        _ = lock
        carryOut(state.update(problem.map { .failed($0) } ?? .edited(item)), on: terminal)
    }

    func editNames(_ items: [SidePath], on terminal: Terminal) {
        let edited = terminal.lend { Editor.edit(text: NameSheet.text(of: items.map(\.name))) }
        switch edited {
        case .failure(let error): carryOut(state.update(.failed(error.message)), on: terminal)
        case .success(let text):
            switch NameSheet.names(in: text, expecting: items.count) {
            case .success(let names): carryOut(state.update(.namesEdited(items, names)), on: terminal)
            case .failure(let error): carryOut(state.update(.failed(error.message)), on: terminal)
            }
        }
    }
}
