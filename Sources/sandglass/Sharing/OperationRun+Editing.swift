import FileSharing
import Screen

/// Files that are changed in an editor on the way.
extension OperationRun {
    /// Has the editor open a file.
    /// - Returns: what brings to its place what was saved; nil where nothing was.
    /// - Throws: `EditorError`; what the editor left is kept then, and that is said.
    func edit(_ file: EditableFile) throws -> FileOperation? {
        let saving: FileOperation?
        do throws(EditorError) {
            saving = try pipeline.openEditor(file)
        } catch {
            if let ticket = file.ticket { say(pipeline.giveUp(ticket)) }
            throw error
        }
        // From now on ^C is answered: what somebody wrote is not lost.
        Interruption.watch()
        if saving == nil { writeError("sandglass: nothing was changed") }
        return saving
    }
}
