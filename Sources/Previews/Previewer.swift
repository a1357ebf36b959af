/// Shows files of one kind.
///
/// A previewer is one file with one type, and one line in `Previewers.all`.
package protocol Previewer: Sendable {
    /// Whether a file is of that kind, by its first bytes or its name; nothing more is read for that.
    func recognizes(_ file: PreviewedFile) -> Bool

    /// What there is to see of it. Runs on a worker; the bytes may come from anywhere.
    /// - Throws: `PreviewFailure` where it is not what it seemed to be: the next previewer that recognizes it is asked.
    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview
}

/// Why a file that seemed to be of some kind cannot be shown as that.
package struct PreviewFailure: Error, Hashable, Sendable {
    /// A sentence for people, without a full stop.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
