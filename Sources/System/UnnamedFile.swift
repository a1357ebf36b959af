/// An unnamed temporary file for contents that need random access; small ones are kept in memory.
package enum UnnamedFile {
    /// The largest file kept in memory, in bytes.
    private static let inMemory: UInt64 = 4 << 20

    /// Creates an empty file.
    /// - Parameter size: The approximate size of the contents.
    /// - Throws: `Errno`
    package static func make(size: UInt64) throws(Errno) -> Descriptor {
        var made = size <= inMemory ? sandglass_memory_file() : -EINVAL
        if made < 0 {
            for directory in TemporaryFiles.directoriesForLargeFiles() where made < 0 {
                made = withNullTerminated(directory) { sandglass_unnamed_file($0) }
            }
        }
        guard made >= 0 else { throw Errno(rawValue: -made) }
        return Descriptor(owning: made)
    }

    /// Creates an empty file that is in memory whatever its size, for contents that must not get to a disk.
    /// - Throws: `Errno`
    package static func makeInMemory() throws(Errno) -> Descriptor {
        let made = sandglass_memory_file()
        guard made >= 0 else { throw Errno(rawValue: -made) }
        return Descriptor(owning: made)
    }
}
