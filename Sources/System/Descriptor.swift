/// An open file descriptor that is closed when the last reference to it is released.
package final class Descriptor: Sendable {
    /// The descriptor for system calls; valid while this object is alive.
    package let number: Int32

    /// Takes ownership of a descriptor.
    /// - Parameter number: An open descriptor.
    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}

extension Descriptor {
    /// Reads from an offset in the file.
    /// - Returns: The number of bytes read, less than the buffer's size only at the end of the file; -1 on failure,
    ///   with the reason in `errno`.
    package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
        var filled = 0
        var interruptions = Interruptions()
        while filled < buffer.count {
            let count = pread(
                number, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
                off_t(clamping: offset) + off_t(filled))
            if count < 0, interruptions.allowAnother() { continue }
            guard count >= 0 else { return -1 }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Writes all bytes to an offset in the file.
    /// - Returns: 0 or an error number.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) -> Int32 {
        var written = 0
        var interruptions = Interruptions()
        while written < bytes.count {
            let count = pwrite(
                number, bytes.baseAddress.map { $0 + written }, bytes.count - written,
                off_t(clamping: offset) + off_t(written))
            if count < 0, interruptions.allowAnother() { continue }
            guard count > 0 else { return count == 0 ? EIO : errno }
            written += count
        }
        return 0
    }

    /// Sets the file's length; added space is a hole.
    /// - Returns: 0 or an error number.
    package func setSize(_ size: UInt64) -> Int32 {
        while ftruncate(number, off_t(clamping: size)) != 0 {
            guard errno == EINTR else { return errno }
        }
        return 0
    }
}
