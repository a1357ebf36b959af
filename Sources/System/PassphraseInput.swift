/// Asks for a passphrase at the terminal.
package enum PassphraseInput {
    /// Asks for a line on the controlling terminal, even if standard input is redirected, without showing what is typed.
    /// - Parameters:
    ///   - question: The question, which has to be safe for the terminal.
    ///   - longest: The greatest number of bytes.
    /// - Returns: The line. The caller overwrites it.
    /// - Throws: `Errno`: ENXIO without a terminal, E2BIG for a longer line.
    package static func ask(_ question: String, longest: Int) throws(Errno) -> [UInt8] {
        var failure = 0
        let line = [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
            let found = buffer.withMemoryRebound(to: CChar.self) {
                sandglass_read_passphrase(question, $0.baseAddress, $0.count)
            }
            count = max(0, found)
            failure = min(0, found)
        }
        guard failure == 0 else { throw Errno(rawValue: Int32(-failure)) }
        return line
    }
}
