/// Writes all bytes where an open file stands, however many calls that takes.
///
/// swift-system's `FileDescriptor.writeAll` goes on for ever where a device takes nothing and says no reason, throws
/// errors of any type, and knows nothing of a reader that has to be waited for.
/// - Parameter makeRoom: waits, where the file is one that does not wait itself and takes no more at the moment
///   (`EAGAIN`); without it that is a failure.
/// - Throws: the system's reason; part of the bytes may have been written.
package func writeAll(
    _ bytes: [UInt8],
    to file: Int32,
    whileFull makeRoom: (() -> Void)? = nil
) throws(Errno) {
    var written = 0
    while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count > 0 {
            written += count
        } else if count == 0 {
            throw .noSpace
        } else if errno == EAGAIN, let makeRoom {
            makeRoom()
        } else if errno != EINTR {
            throw .last
        }
    }
}
