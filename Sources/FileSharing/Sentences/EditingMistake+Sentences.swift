extension EditingMistake {
    /// The title of the question below.
    package static let title = "Nothing was saved"

    /// A sentence that says that nothing was saved, and why. Not sanitized.
    package var sentence: String { "nothing was saved: \(reason)" }

    /// Where the text is until it is saved. Not sanitized.
    package var place: String { "your text is in \(String(decoding: file.hostPath, as: UTF8.self))" }

    /// The question whether to go on.
    package static let question = "Edit the text again?"
    /// The answer that opens the text again.
    package static let yes = "Yes, edit it again"
    /// The answer that releases the text.
    package static let no = "No, keep my text in a file"
}
