package import ContainerModel
package import FileTree
package import Formats

/// An item that is read as a document: a file, or the preferences in a directory.
package enum DocumentItem: Sendable {
    case file(DocumentSource)
    case suites(PreferenceSuites)

    /// Opens an item of a container. Of the directories, only the place for preferences can be opened.
    /// - Throws: `FileTreeError` if it cannot be opened or read.
    package init(_ path: ContainerPath, in tree: any FileTree) throws(FileTreeError) {
        if PreferenceSuites.isPlace(path), try tree.status(path).kind == .directory {
            self = .suites(try PreferenceSuites(in: path, of: tree))
        } else {
            self = .file(try DocumentSource(remainsOf: path, in: tree))
        }
    }

    /// The status of each file that the document is made from; nil for bytes in memory.
    package var versions: [ItemStatus?]? {
        switch self {
        case .file(let file): file.versions
        case .suites(let suites): suites.versions
        }
    }

    /// Whether a file beside it that the document was made from has changed since. All files of suites are among the versions.
    package var hasChangedNeighbor: Bool { file?.hasChangedNeighbor ?? false }

    /// The type of the file; nil if it is unknown, and for several files.
    package var signature: FileSignature? { file?.signature }

    /// The type of the file, unless it is that of a text by its first bytes, while the others are none: what is said of a
    /// file must not contradict what is shown of it.
    package var confirmedSignature: FileSignature? {
        guard let file, let signature, signature.kind == .text, file.text == nil else { return signature }
        return TextEncoding.beginsJSONGroup(file.head) ? signature : nil
    }

    /// Why the file is shorter or longer than its record says, as a sentence without a full stop; nil if it is neither, and
    /// for several files.
    package var loss: String? { file?.loss }

    /// The size in bytes of the file; nil for several.
    package var size: UInt64? { file?.size }

    private var file: DocumentSource? { if case .file(let file) = self { file } else { nil } }

    /// Opens the whole, or a value inside it.
    /// - Parameter steps: The way to the value.
    /// - Throws: `FileTreeError` if there is no such value.
    package func open(
        at steps: [[UInt8]], as form: DocumentForm, within limits: DocumentLimits
    ) throws(FileTreeError) -> LocatedDocument {
        switch self {
        case .file(let file): return try DocumentReaders.open(file, at: steps, as: form, within: limits)
        case .suites(let suites):
            return try DocumentReaders.open(
                suites.document(within: limits), at: steps, as: form, within: limits)
        }
    }
}
