/// Creates previews for one kind of file.
///
/// A previewer is one type in a file of its own, and one line in `Previewers.all`.
package protocol Previewer: Sendable {
    /// Returns whether a file is of that kind, judging by its first bytes and its name only.
    func recognizes(_ file: PreviewedFile) -> Bool

    /// Returns the preview of a file. Runs on a worker; the contents are untrusted.
    /// - Throws: `PreviewFailure` if the file is not of the kind it seemed to be; the next previewer that recognizes it
    ///   is used.
    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview
}

/// The reason why a previewer cannot show a file that it recognized.
package struct PreviewFailure: Error, Hashable, Sendable {
    /// The reason as a sentence without a full stop; empty if the file is simply of another kind.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
