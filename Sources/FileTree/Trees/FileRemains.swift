package import System

/// An open file of a tree, which may be shorter or longer than its record says.
package struct FileRemains: Sendable {
    /// The file, as far as the tree has it.
    package let file: Descriptor
    /// Why it is not as long as its record says; nil if it is.
    package let misfit: FileTreeError?

    /// Creates the result of opening a file.
    package init(_ file: Descriptor, misfit: FileTreeError? = nil) {
        self.file = file
        self.misfit = misfit
    }
}

/// The first bytes of a file.
package struct FileHead: Hashable, Sendable {
    /// The bytes, fewer than requested if the file is shorter.
    package let bytes: [UInt8]
    /// The size of the whole file in bytes.
    package let size: UInt64
}
