/// A file without a name, for contents that have to be read from anywhere: small ones are in memory.
package enum UnnamedFile {
    /// Files up to this size are kept in memory.
    private static let inMemory: UInt64 = 4 << 20

    /// Makes one that is empty.
    /// - Parameter size: about what will be written to it.
    /// - Throws: `Errno`
    package static func make(size: UInt64) throws(Errno) -> Descriptor {
        var made = size <= inMemory ? sandglass_memory_file() : -EINVAL
        if made < 0 {
            var directories = ["/var/tmp", "/tmp"]
            if let named = getenv("TMPDIR").map({ String(cString: $0) }), named.hasPrefix("/") {
                directories.insert(named, at: 0)
            }
            for directory in directories where made < 0 { made = sandglass_unnamed_file(directory) }
        }
        guard made >= 0 else { throw Errno(rawValue: -made) }
        return Descriptor(owning: made)
    }
}
