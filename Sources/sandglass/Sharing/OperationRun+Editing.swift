import FileSharing
import Screen

/// Editing files as part of an operation.
extension OperationRun {
    /// Opens a file in the editor.
    /// - Returns: The operation that saves the edited text; nil if nothing was changed.
    /// - Throws: `EditorError`, after reporting what is kept of the user's work.
    func edit(_ file: EditableFile) throws -> FileOperation? {
        let saving: FileOperation?
        do throws(EditorError) {
            saving = try pipeline.openEditor(file)
        } catch {
            if let ticket = file.ticket { say(pipeline.giveUp(ticket)) }
            throw error
        }
        // From here on ^C cancels: ending the program at once would lose what the user wrote.
        Interruption.watch()
        if saving == nil { writeError("sandglass: edit: nothing was changed") }
        return saving
    }

    /// Saves the edited text.
    /// - Throws: As `run`, after reporting what is kept of the user's work.
    func save(_ file: EditableFile, by saving: FileOperation) throws -> Completion? {
        do {
            return try run(try prepare(saving)).completion
        } catch {
            // Does nothing if the file was released already.
            if let ticket = file.ticket { say(pipeline.giveUp(ticket)) }
            throw error
        }
    }
}
