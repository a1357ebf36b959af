package import Jobs
package import System

/// The first bytes of a file.
package struct FileHead: Hashable, Sendable {
    /// The bytes, fewer than requested if the file is shorter.
    package let bytes: [UInt8]
    /// The size of the whole file in bytes.
    package let size: UInt64
}

/// A directory of a tree other than a host directory; a new kind of tree implements this for its directories.
///
/// Names are entry names; an empty name refers to the directory itself.
package protocol TreeListing: AnyObject, Sendable {
    /// Returns all entries.
    func entries() -> EntryList

    /// Returns the status of an item; nil if there is none with that name.
    func status(of name: ArraySlice<UInt8>) -> ItemStatus?

    /// Returns the extended attributes of an item, under their names on this system.
    func attributes(of name: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])]

    /// Returns the target of a symbolic link as stored; nil if the item is not a symbolic link.
    func linkTarget(of name: ArraySlice<UInt8>) -> [UInt8]?

    /// Returns a subdirectory; nil if it does not exist or is not a directory.
    func subdirectory(_ name: ArraySlice<UInt8>) -> (any TreeListing)?

    /// Opens a file for random access.
    /// - Throws: `FileTreeError`
    func openFile(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> Descriptor

    /// Opens a file for random access, even if it is shorter or longer than its record says, for which `openFile`
    /// fails.
    /// - Throws: `FileTreeError`
    func openRemains(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> FileRemains

    /// Returns the first bytes of a file, which may cost less than reading all of it.
    /// - Throws: `FileTreeError`
    func head(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> [UInt8]

    /// Returns the first bytes and the size of the AppleDouble file of an item; nil if there is none.
    /// - Throws: `FileTreeError`
    func appleDoubleHead(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> FileHead?

    /// Writes a file's contents to an open, empty file; of a file that is shorter than its record says, what there is.
    /// - Returns: false if it was cancelled.
    /// - Throws: `FileTreeError`
    func copyContents(
        of name: ArraySlice<UInt8>,
        to target: Descriptor,
        cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool
}
