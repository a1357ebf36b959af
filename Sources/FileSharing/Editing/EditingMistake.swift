/// Why an edited text was not saved. The text can be edited again or released.
package struct EditingMistake: Hashable, Sendable {
    /// The file, whose copy in the editor has the text.
    package let file: EditableFile
    /// What is wrong, with the line; a sentence that is not sanitized.
    package let reason: String

    /// Creates a mistake.
    package init(_ file: EditableFile, _ reason: String) {
        self.file = file
        self.reason = reason
    }
}
