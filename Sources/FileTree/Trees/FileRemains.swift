package import System

/// An open file of a tree, of which a part may be missing.
package struct FileRemains: Sendable {
    /// The file, as far as the tree has it.
    package let file: Descriptor
    /// Why it is shorter than its record says; nil if nothing is missing.
    package let loss: FileTreeError?

    /// Creates the result of opening a file.
    package init(_ file: Descriptor, loss: FileTreeError? = nil) {
        self.file = file
        self.loss = loss
    }
}

extension TreeListing {
    /// Most trees have their files as a whole, or not at all.
    package func openRemains(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> FileRemains {
        FileRemains(try openFile(name))
    }
}
