import FileTree
import Jobs
import System

/// Reads standard input to its end.
func standardInput() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
    }
}

/// Reads the user's answer to a question, without the line ending; nil at end of file, or if the program was
/// interrupted meanwhile, which `readLine` would ignore.
func answerLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while !Interruption.cancellation.isCancelled {
        let count = read(STDIN_FILENO, &byte, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
        if byte == 0x0a { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
    }
    return nil
}

/// Reads a file, a pipe or a device to its end. It is opened once: the writer of a FIFO would not come a second time.
/// - Parameters:
///   - hostPath: Its path; nil for standard input.
///   - limit: The maximum number of bytes.
/// - Throws: `FileTreeError`; its `errno` is `EFBIG` if there is more, and `ECANCELED` if it was cancelled meanwhile.
func streamContents(of hostPath: [UInt8]?, limit: Int, cancellation: Cancellation) throws(FileTreeError) -> [UInt8] {
    var descriptor = STDIN_FILENO
    var opened: Descriptor?
    if let hostPath {
        // Waiting for the writer of a FIFO can be cancelled below.
        descriptor = withNullTerminated(hostPath) { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        guard descriptor >= 0 else { throw FileTreeError(errno: errno, operation: "open the file") }
        opened = Descriptor(owning: descriptor)
    }
    defer { withExtendedLifetime(opened) {} }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !cancellation.isCancelled {
        // A signal may be handled on another thread, or before the wait.
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, 200) > 0 else { continue }
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count >= 0 else { throw FileTreeError(errno: errno, operation: "read the file") }
        guard count > 0 else { return bytes }
        guard bytes.count + count <= limit else { throw FileTreeError(errno: EFBIG, operation: "read the file") }
        bytes += buffer[..<count]
    }
    throw FileTreeError(errno: ECANCELED, operation: "read the file")
}
