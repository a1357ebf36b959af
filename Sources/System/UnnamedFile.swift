import Synchronization

/// An unnamed temporary file for contents that need random access; small ones are kept in memory.
package enum UnnamedFile {
    /// The largest file kept in memory, in bytes.
    private static let inMemory: UInt64 = 4 << 20

    /// How many calls forbid that anything gets to a disk.
    private static let confidential = Mutex(0)

    /// Calls `body`. All files that are made meanwhile, on whatever thread, are in memory if what they come from was
    /// encrypted: it is on a disk only where it was asked for.
    package static func keepingAllInMemory<Result, Failure>(
        if isEncrypted: Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isEncrypted else { return try body() }
        confidential.withLock { $0 += 1 }
        defer { confidential.withLock { $0 -= 1 } }
        return try body()
    }

    /// Creates an empty file.
    /// - Parameters:
    ///   - size: The approximate size of the contents.
    ///   - source: What they come from: if that must not get to a disk, neither must they.
    /// - Throws: `Errno`
    package static func make(size: UInt64, from source: Descriptor) throws(Errno) -> Descriptor {
        guard !source.isConfidential else { return try makeInMemory() }
        return try make(size: size)
    }

    /// Creates an empty file for contents of this program's own making.
    /// - Parameter size: The approximate size of the contents.
    /// - Throws: `Errno`
    package static func make(size: UInt64) throws(Errno) -> Descriptor {
        guard confidential.withLock({ $0 == 0 }) else { return try makeInMemory() }
        var made = size <= inMemory ? sandglass_memory_file(false) : -EINVAL
        if made < 0 {
            for directory in TemporaryFiles.directoriesForLargeFiles() where made < 0 {
                made = withNullTerminated(directory) { sandglass_unnamed_file($0) }
            }
        }
        guard made >= 0 else { throw Errno(rawValue: -made) }
        return Descriptor(owning: made)
    }

    /// Creates an empty file that is in memory whatever its size, for contents that must not get to a disk, since they were
    /// encrypted or are values. So does whatever is made from it.
    /// - Throws: `Errno`
    package static func makeInMemory() throws(Errno) -> Descriptor {
        let made = sandglass_memory_file(true)
        guard made >= 0 else { throw Errno(rawValue: -made) }
        return Descriptor(owning: made)
    }
}

extension Descriptor {
    /// Whether the file is one of those that `UnnamedFile.makeInMemory()` makes, whose contents must not get to a disk.
    package var isConfidential: Bool { sandglass_is_confidential(number) }
}
