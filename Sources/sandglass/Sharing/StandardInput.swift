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

/// Reads a pipe or a device to its end.
/// - Parameters:
///   - hostPath: Its path; nil for standard input.
///   - limit: The greatest number of bytes.
/// - Throws: `FileTreeError`; its `errno` is `EFBIG` if there is more, and `ECANCELED` if it was cancelled meanwhile.
func streamContents(of hostPath: [UInt8]?, limit: Int, cancellation: Cancellation) throws(FileTreeError) -> [UInt8] {
    var descriptor = STDIN_FILENO
    var opened: Descriptor?
    if let hostPath {
        descriptor = withNullTerminated(hostPath) { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
        guard descriptor >= 0 else { throw FileTreeError(errno: errno, operation: "open the file") }
        opened = Descriptor(owning: descriptor)
    }
    defer { withExtendedLifetime(opened) {} }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !cancellation.isCancelled {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileTreeError(errno: errno, operation: "read the file") }
        guard count > 0 else { return bytes }
        guard bytes.count + count <= limit else { throw FileTreeError(errno: EFBIG, operation: "read the file") }
        bytes += buffer[..<count]
    }
    throw FileTreeError(errno: ECANCELED, operation: "read the file")
}
