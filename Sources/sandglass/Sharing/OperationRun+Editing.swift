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
        if saving == nil { writeError("sandglass: edit: nothing was changed") }
        return saving
    }

    /// Brings to its place what the editor saved.
    /// - Throws: as `run`; what the editor left is kept then, and that is said.
    func save(_ file: EditableFile, by saving: FileOperation) throws -> Completion? {
        do {
            return try run(try prepare(saving)).completion
        } catch {
            // Only where it was not given up already.
            if let ticket = file.ticket { say(pipeline.giveUp(ticket)) }
            throw error
        }
    }
}
