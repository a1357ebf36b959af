import Jobs
import System

/// All that there is on standard input.
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

/// A line that the person writes in answer to a question, without its end; nil where there is none, or where the program
/// was interrupted meanwhile. `readLine` would go on waiting then.
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
