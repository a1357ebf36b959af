package import ContainerModel
package import FileSharing

/// A program that is to have the terminal until it exits.
package enum OutsideRequest: Sendable {
    /// Open a prepared file in `$EDITOR`. Answer: `editorClosed`.
    case openEditor(EditableFile)
    /// Edit the names of items in `$EDITOR`. Answer: `editorClosed`.
    case editNames([ItemAddress])
    /// Edit a list of names again. Answer: `editorClosed`.
    case editNamesAgain(NamesRejection)
    /// Release a file or a list of names that was prepared for the editor. Answer: `report`, if any of it is kept.
    case giveUpEditing(EditingTicket)
    /// Start another program. Answer: `ended`.
    case start(OutsideProgram)
}

/// The end of a program that had the terminal.
package enum OutsideEvent: Sendable {
    /// The editor has exited, or failed.
    case editorClosed(EditorEnding)
    /// A program has exited, with its status; less than 0 if it could not be started.
    case ended(OutsideProgram, status: Int32)
}
