package import System

extension Descriptor {
    /// Returns the bytes at an offset, fewer only at the end of the file.
    /// - Throws: `FileTreeError`
    package func part(at offset: UInt64, _ count: Int) throws(FileTreeError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = bytes.withUnsafeMutableBytes { read($0, at: offset) }
        guard found >= 0 else { throw FileTreeError(errno: errno, operation: "read the file") }
        bytes.removeLast(count - found)
        return bytes
    }

    /// Writes bytes at an offset.
    /// - Throws: `FileTreeError`
    func put(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(FileTreeError) {
        let failure = bytes.withUnsafeBytes { write($0, at: offset) }
        guard failure == 0 else { throw FileTreeError(errno: failure, operation: "write the file") }
    }
}
