/// An open file descriptor that closes itself when nobody holds it any more.
package final class Descriptor: Sendable {
    /// What system calls take; good as long as somebody holds this object.
    package let number: Int32

    /// - Parameter number: an open descriptor, owned from now on.
    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}

extension Descriptor {
    /// Reads from a place of the file.
    /// - Returns: how many bytes; less than there is room for only at the end. -1 where that failed, and `errno` says why.
    package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                number, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
                off_t(clamping: offset) + off_t(filled))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return -1 }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Writes all bytes to a place of the file.
    /// - Returns: 0, or the reason why that failed.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                number, bytes.baseAddress.map { $0 + written }, bytes.count - written,
                off_t(clamping: offset) + off_t(written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? EIO : errno }
            written += count
        }
        return 0
    }

    /// Makes the file so long; what is not written is a hole.
    /// - Returns: 0, or the reason why that failed.
    package func setSize(_ size: UInt64) -> Int32 {
        while ftruncate(number, off_t(clamping: size)) != 0 {
            guard errno == EINTR else { return errno }
        }
        return 0
    }
}
