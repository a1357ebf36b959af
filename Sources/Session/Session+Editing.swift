import Browser
import ContainerModel
import Terminal

// What is done in another program, which gets the terminal meanwhile.
extension Session {
    func editNames(_ items: [SidePath], on terminal: Terminal) {
        let edited = terminal.lend { Editor.edit(text: NameSheet.text(of: items.map(\.name))) }
        switch edited {
        case .failure(let error): carryOut(update(.failed(error.message)), on: terminal)
        case .success(let text):
            switch NameSheet.names(in: text, expecting: items.count) {
            case .success(let names): carryOut(update(.namesEdited(items, names)), on: terminal)
            case .failure(let error): carryOut(update(.failed(error.message)), on: terminal)
            }
        }
    }
}
