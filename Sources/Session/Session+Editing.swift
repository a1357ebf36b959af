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

    /// Opens a list of names in the editor.
    func editNames(on terminal: Terminal, _ edit: (OperationPipeline) -> NamesEnding) {
        let ending = terminal.withTerminalReleased { edit(workers.pipeline) }
        carryOut(state.update(.namesEdited(ending)), on: terminal)
    }
}
