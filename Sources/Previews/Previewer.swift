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

    /// Returns what a search looks through: what the preview shows of the file's contents. Runs on a worker.
    /// - Throws: As `preview(of:within:)`.
    func searched(_ file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> SearchedContents

    /// Whether the texts in such a file cannot be found in its bytes, as in one that is compressed.
    var hidesTexts: Bool { get }
}

extension Previewer {
    package func searched(
        _ file: PreviewedFile, within limits: PreviewLimits
    ) throws(PreviewFailure) -> SearchedContents {
        .values(try preview(of: file, within: limits))
    }

    package var hidesTexts: Bool { false }
}

/// What a search looks through in a file.
package enum SearchedContents: Sendable {
    /// The bytes, or the lines of a text.
    case bytes
    /// Values that were decoded.
    case values(Preview, bytes: BytesBesides = .never)
    /// What was compressed in the file, with the reasons why that is not complete.
    case file(PreviewedFile, problems: [String] = [], bytes: BytesBesides = .never)

    /// Whether the bytes of the file are searched besides.
    package enum BytesBesides: Sendable {
        case never
        /// They have the same texts again, and others that were not decoded.
        case ifNothingIsFound
        case always
    }
}

/// A previewer that shows the bytes of a file, or its text.
protocol BytesPreviewer: Previewer {}

extension BytesPreviewer {
    func searched(_ file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> SearchedContents {
        .bytes
    }
}

/// The reason why a previewer cannot show a file that it recognized.
package struct PreviewFailure: Error, Hashable, Sendable {
    /// The reason as a sentence without a full stop; empty if the file is simply of another kind.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
