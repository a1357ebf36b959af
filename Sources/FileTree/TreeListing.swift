package import Jobs
package import System

/// The first bytes of a file.
package struct FileHead: Hashable, Sendable {
    package let bytes: [UInt8]
    /// Of the whole file.
    package let size: UInt64
}

/// A directory of a tree that is not one of this computer's: what a new kind of tree has to know of its directories.
///
/// A name is an entry's; where it is empty, the directory itself is meant.
package protocol TreeListing: AnyObject, Sendable {
    /// All that is in it.
    func entries() -> EntryList

    /// What an item is; nil where nothing has the name.
    func status(of name: ArraySlice<UInt8>) -> ItemStatus?

    /// Extended attributes, under the names that they have on this system.
    func attributes(of name: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])]

    /// Where a link leads, as it is written there; nil for what is none.
    func linkTarget(of name: ArraySlice<UInt8>) -> [UInt8]?

    /// A directory in it; nil for what is none, or not there.
    func subdirectory(_ name: ArraySlice<UInt8>) -> (any TreeListing)?

    /// A file to be read from anywhere in it.
    /// - Throws: `FileTreeError`
    func openFile(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> Descriptor

    /// A file's first bytes, which may be had for less than all of it.
    /// - Throws: `FileTreeError`
    func head(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> [UInt8]

    /// The first bytes, and the size, of the AppleDouble file that belongs to an item; nil where there is none.
    /// - Throws: `FileTreeError`
    func appleDoubleHead(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> FileHead?

    /// Writes a file's contents to an open, empty file.
    /// - Returns: whether it was not cancelled.
    /// - Throws: `FileTreeError`
    func copyContents(
        of name: ArraySlice<UInt8>,
        to target: Descriptor,
        cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool
}
