import Databases
import FileTree
import Formats

/// Reads one kind of file, or of value inside a file.
///
/// A reader is one type in a separate file, and one line in `DocumentReaders.all`.
package protocol DocumentReader: Sendable {
    /// Returns whether a source is of that kind, judging by its first bytes and its name only.
    func recognizes(_ file: DocumentSource) -> Bool

    /// Returns the contents of a source. Runs on a worker; the bytes are untrusted.
    /// - Throws: `DocumentFailure` if the source is not of the kind it seemed to be; the next reader that recognizes it
    ///   is used.
    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document

    /// The forms that it reads; most read none but the decoded one.
    var forms: Set<DocumentForm> { get }

    /// Whether the texts in such a source cannot be found in its bytes, as in one that is compressed.
    var hidesTexts: Bool { get }

    /// What the escapes of characters in its texts begin with, if they have any: what is escaped cannot be found in the bytes.
    var escape: UInt8? { get }

    /// Whether it recognizes only contents with a mark of their kind, so that it distinguishes data that was rightly
    /// decompressed on a guess from anything else.
    var isSelective: Bool { get }
}

extension DocumentReader {
    package var forms: Set<DocumentForm> { [.decoded] }
    package var hidesTexts: Bool { false }
    package var escape: UInt8? { nil }
    package var isSelective: Bool { true }
}

/// The reason why a reader cannot read a source that it recognized, or why a part of a document cannot be had.
package struct DocumentFailure: Error, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// The source is of another kind than it seemed to be, which is no reason to say anything.
        case otherKind
        /// There is no such table.
        case notFound
        /// The source violates its format.
        case damaged
        /// The contents cannot be read for another reason, or do not fit a question about them.
        case unreadable
        /// The source is compressed or encrypted in a form that is not decoded.
        case undecoded
        /// The source is of a version or a variant of its format that is not supported.
        case unsupported
    }

    /// The kind of failure, for programs.
    package let code: Code
    /// The reason as a sentence without a full stop.
    package let reason: String
    /// The title of a damaged source that is shown as text or bytes: "Damaged SQLite database"; nil for their own.
    package var title: String?

    package init(_ reason: String) { self.init(.unreadable, reason) }

    /// Creates a failure of a kind.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Creates the failure of a reader of databases.
    /// - Parameter subject: What cannot be read, with a colon and a blank; empty for what the error names.
    init(_ error: DatabaseError, _ subject: String = "") {
        let code: Code =
            switch error.code {
            case .malformed: .damaged
            case .unsupported: .unsupported
            default: .unreadable
            }
        self.init(code, subject + error.message)
    }

    /// Creates the failure of a reader of archives or compressed files.
    /// - Parameter subject: What cannot be read.
    init(_ error: FileTreeError, _ subject: String) {
        self.init(error.code == .damaged ? .damaged : .unreadable, "\(subject): \(error.reason)")
    }

    /// A source that is simply of another kind than it seemed to be.
    package static let otherKind = DocumentFailure(.otherKind, "it is of a different kind")

    /// Creates the failure of a reader of a format.
    /// - Parameters:
    ///   - kind: What is read: "a property list".
    ///   - damaged: The same if it violates its format: "a damaged property list".
    ///   - showsOffset: Whether the reason names the position of the damage.
    init(_ error: FormatError, in kind: String, damaged: String, showsOffset: Bool = false) {
        switch error.code {
        case .tooLarge, .tooDeep: self.init("\(kind), too large to be decoded: \(error.message)")
        case .unsupported: self.init(.unsupported, "\(kind) that is not supported: \(error.message)")
        case .truncated, .malformed, .cyclic:
            self.init(.damaged, "\(damaged): \(error.message)" + (showsOffset ? ", at byte \(error.offset)" : ""))
        }
    }
}
