/// The names of AppleDouble files, which have the attributes of the files beside them (formats.md, "The backup-exclusion
/// attribute").
package enum AppleDoubleName {
    private static let prefix: [UInt8] = [0x2e, 0x5f]

    /// The number of bytes read of an AppleDouble file. With a resource fork it can be large, but its attributes come
    /// first, in at most 64 KiB (`ATTR_MAX_HDR_SIZE` in xnu's vfs_xattr.c).
    package static let headLength = 128 << 10

    /// Returns whether a name has the form of an AppleDouble file's: `._` and the name of a file.
    package static func isOne(_ name: some Collection<UInt8>) -> Bool { name.count > 2 && name.starts(with: prefix) }

    /// Returns the name of a file's AppleDouble file.
    package static func name(for file: ArraySlice<UInt8>) -> [UInt8] { prefix + file }

    /// Returns the name of the file that an AppleDouble file belongs to; nil for any other name.
    package static func file(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        isOne(name) ? name.dropFirst(prefix.count) : nil
    }
}
