/// Reads a passphrase straight into memory of the caller's, so that no copy of it is left elsewhere.
package enum PassphraseInput {
    /// Asks for a line on the controlling terminal, even if standard input is redirected, without echo.
    /// - Parameters:
    ///   - question: The question, which has to be safe for the terminal.
    ///   - memory: Receives the line without its end.
    /// - Returns: The number of bytes.
    /// - Throws: `Errno`: ENXIO without a terminal, E2BIG for a line that is longer than the memory.
    package static func ask(_ question: String, into memory: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        let found = sandglass_read_passphrase(
            question, memory.baseAddress?.assumingMemoryBound(to: CChar.self), memory.count)
        guard found >= 0 else { throw Errno(rawValue: Int32(-found)) }
        return found
    }

    /// Reads the first line of a file or a pipe: up to a line feed, which may follow a carriage return, or to the end.
    /// Input after the line feed in a pipe stays in it.
    /// - Parameter memory: Receives the line without its end.
    /// - Returns: The number of bytes.
    /// - Throws: `Errno`: E2BIG for a line that is longer than the memory.
    package static func line(
        from descriptor: Int32, into memory: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int {
        var count = 0
        // Whatever follows a full memory is either the line's end, or the line is refused.
        var next: UInt8 = 0
        while true {
            let isFull = count == memory.count
            let found = isFull ? read(descriptor, &next, 1) : read(descriptor, memory.baseAddress.map { $0 + count }, 1)
            if found < 0, errno == EINTR { continue }
            guard found >= 0 else { throw .last }
            if found == 0 || (isFull ? next : memory[count]) == 0x0a { break }
            if isFull { throw Errno(rawValue: E2BIG) }
            count += 1
        }
        if count > 0, memory[count - 1] == 0x0d { count -= 1 }
        return count
    }
}
