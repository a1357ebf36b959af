import Browser
import ContainerModel
import FileSharing
import FileTree
import Jobs
import System
import Terminal
import Transactions

/// Work in the editor, which has the terminal meanwhile.
extension Session {
    /// Opens a prepared file in the editor: a copy if it is in the container, the file itself if it is on this
    /// computer.
    func openEditor(_ file: EditableFile, on terminal: Terminal) {
        do throws(EditorError) {
            let saving = try terminal.withTerminalReleased { () throws(EditorError) in try workers.openEditor(file) }
            carryOut(state.update(.edited(file.item, saving: saving)), on: terminal)
        } catch {
            // The editor may have died after saving something, or have saved it in another file.
            let notices = [Notice(error.message)] + workers.noticesGivingUp(file)
            carryOut(state.update(.editorFailed(notices.flatMap(\.lines))), on: terminal)
        }
    }

    /// Opens the names of items in the editor, one per line; an existing list keeps the user's edits.
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

    /// Drops an edited list of names; its file is removed unless it is kept.
    func dropNames(_ list: NamesList) {
        guard let editing = names.removeValue(forKey: list.ticket) else { return }
        workers.release(editing)
    }

    /// Keeps an edited list of names in its file.
    func keepNames(_ list: NamesList, on terminal: Terminal?) {
        guard let kept = names[list.ticket]?.keep() else { return }
        dropNames(list)
        carryOut(state.update(.report(title: "rename", [Notice(kept)])), on: terminal)
    }

    /// Keeps the remaining edited lists of names in their files when the program ends.
    /// - Returns: Sentences about them.
    func keepAllNames() -> [String] {
        defer { names = [:] }
        return names.values.filter(\.isEdited).map { $0.keep() }
    }
}
