package import FileTree
package import Formats
package import System

/// Why a part of a bundle, such as an executable or a seal, could not be read.
package struct FileProblem: CausedError {
    /// The kind of problem, for programs.
    package enum Code: Hashable, Sendable {
        /// The file cannot be opened or read.
        case unreadable
        /// The contents violate their format.
        case malformed
        /// There is more of it than is read, or it takes too long.
        case tooLarge
    }

    /// The kind of problem.
    package let code: Code
    /// The reason in words, without the file.
    package let message: String
    /// The error that caused it.
    package let cause: ErrorCause?
    /// The place: the offset in the file, in bytes; nil if unknown.
    package let offset: UInt64?

    /// Creates the problem of a file of which no more is read.
    package init(tooLarge message: String, at offset: UInt64? = nil) {
        (code, self.message, cause, self.offset) = (.tooLarge, message, nil, offset)
    }

    /// Creates the problem of a file that cannot be opened or read.
    package init(_ error: FileTreeError) {
        (code, message, cause, offset) = (.unreadable, error.message, ErrorCause(error), nil)
    }

    /// Creates the problem of contents that are malformed.
    /// - Parameter start: Where the bytes that were read begin in the file.
    package init(_ error: FormatError, from start: UInt64 = 0) {
        (code, message, cause) = (.malformed, error.message, ErrorCause(error))
        offset = start.addingSaturated(UInt64(clamping: error.offset))
    }
}
