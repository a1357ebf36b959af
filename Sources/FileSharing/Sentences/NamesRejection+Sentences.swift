extension NamesRejection {
    /// The title of the question below.
    package static let title = "Nothing was renamed"

    /// A sentence that says that nothing was renamed, and why.
    package var sentence: String { "nothing was renamed: \(reason)" }

    /// The question whether to go on.
    package static let question = "Edit the names again?"
    /// The answer that opens the list again.
    package static let yes = "Yes, edit them again"
    /// The answer that releases the list.
    package static let no = "No, keep my names in a file"

    /// The reason if the user gave up the renaming itself.
    package static let abandoned = "the renaming was abandoned"
}

extension NamesEnding {
    /// The sentence for names that are all as before.
    package static let unchangedSentence = "no name was changed"
}
