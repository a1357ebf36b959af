package import FileTree
package import Formats

/// Why a part of a bundle, such as an executable or a seal, could not be read.
package struct FileProblem: Error {
    /// The reason in words.
    package let message: String
    /// The offset in the file, in bytes; nil if unknown.
    package var offset: UInt64?

    /// Creates a problem with a reason of its own.
    package init(_ message: String) { self.message = message }

    /// Creates the problem of a file that cannot be opened or read.
    package init(_ error: FileTreeError) { message = error.explanation }

    /// Creates the problem of contents that are malformed.
    /// - Parameter start: Where the bytes that were read begin in the file.
    package init(_ error: FormatError, from start: UInt64 = 0) {
        message = error.message
        offset = start.addingSaturated(UInt64(clamping: error.offset))
    }
}
