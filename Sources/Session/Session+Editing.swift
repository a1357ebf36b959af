import Browser
import FileSharing
import Terminal

/// Work in the editor, which has the terminal meanwhile.
extension Session {
    /// Notes what an editor that failed has left, in case the program ends before anybody has read that.
    func noteKept(by ending: EditorEnding) {
        if case .failed(_, _, let notices) = ending { keptByEditor = notices.flatMap(\.lines) }
    }

    /// Opens a file or a list of names in the editor.
    func edit(on terminal: Terminal, _ open: (OperationPipeline) -> EditorEnding) {
        let ending = terminal.withTerminalReleased { open(workers.pipeline) }
        noteKept(by: ending)
        carryOut(state.update(.editorClosed(ending)), on: terminal)
    }
}
