/// The working directory of this process.
package enum WorkingDirectory {
    /// The absolute path, byte for byte and without a terminating NUL: a name need not be UTF-8, and repaired it would
    /// be a different one. Nil if the directory is unknown, for example because it was removed.
    package static var path: [UInt8]? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
}
