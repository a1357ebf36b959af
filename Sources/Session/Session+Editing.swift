import Browser
import ContainerModel
import FileSharing
import FileTree
import Jobs
import System
import Terminal
import Transactions

/// What is done in another program, which gets the terminal meanwhile.
extension Session {
    /// Has a file edited that was made ready: the copy of one of the container, one of this computer itself.
    func openEditor(_ file: EditableFile, on terminal: Terminal) {
        do throws(EditorError) {
            let saving = try terminal.withTerminalReleased { () throws(EditorError) in try workers.openEditor(file) }
            carryOut(state.update(.edited(file.item, saving: saving)), on: terminal)
        } catch {
            // It may have died after it had saved something, or written it beside.
            let notices = [Notice(error.message)] + workers.noticesGivingUp(file)
            carryOut(state.update(.editorFailed(notices.flatMap(\.lines))), on: terminal)
        }
    }

    /// Has the names of items edited, a line for each; as they were left where they are edited again.
    func editNames(_ list: NamesList, problem: String?, on terminal: Terminal) {
        let editing: NamesEditing
        do throws(EditorError) {
            if let known = names[list.ticket] {
                editing = known
                if let problem { try known.explain(known.mistake ?? .other(problem)) }
            } else {
                editing = try NamesEditing(
                    list.items.map { Array($0.name) }, directories: list.items.map(\.parent.path.bytes))
                names[list.ticket] = editing
            }
            try terminal.withTerminalReleased { () throws(EditorError) in try editing.edit() }
        } catch {
            let kept = names[list.ticket].flatMap { $0.isEdited ? $0.keep() : nil }
            dropNames(list)
            return carryOut(state.update(.editorFailed([error.message] + (kept.map { [$0] } ?? []))), on: terminal)
        }
        do throws(NamesEditing.Problem) {
            carryOut(state.update(.namesEdited(list, try editing.result())), on: terminal)
        } catch {
            carryOut(state.update(.namesRejected(list, error.description)), on: terminal)
        }
    }

    /// Forgets an edited list of names; its file goes unless it is kept.
    func dropNames(_ list: NamesList) {
        guard let editing = names.removeValue(forKey: list.ticket) else { return }
        workers.release(editing)
    }

    /// Leaves an edited list of names in its file.
    func keepNames(_ list: NamesList, on terminal: Terminal?) {
        guard let kept = names[list.ticket]?.keep() else { return }
        dropNames(list)
        carryOut(state.update(.report(title: "rename", [Notice(kept)])), on: terminal)
    }

    /// Leaves what is left of edited lists of names where it is, at the end.
    /// - Returns: what there is to say of them.
    func keepAllNames() -> [String] {
        defer { names = [:] }
        return names.values.filter(\.isEdited).map { $0.keep() }
    }
}
