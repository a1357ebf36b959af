import Browser
import FileSharing
import Terminal

/// Work in the editor, which has the terminal meanwhile.
extension Session {
    /// Opens a file or a list of names in the editor.
    func edit(on terminal: Terminal, _ open: (OperationPipeline) -> EditorEnding) {
        let ending = terminal.withTerminalReleased { open(workers.pipeline) }
        carryOut(state.update(.editorClosed(ending)), on: terminal)
    }
}
