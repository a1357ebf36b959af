/// Writes all bytes at the current file offset, in as many calls as necessary.
///
/// A device that accepts nothing without reporting an error is full.
/// - Parameter makeRoom: Called to wait when a non-blocking file accepts no more data (`EAGAIN`); if nil, that is an
///   error.
/// - Throws: The system error; part of the bytes may have been written.
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
