import ArgumentParser
import Screen
import System

/// The gate in front of standard output and standard error: everything that the program writes there, except for the
/// browser's screen, passes it in one of these forms.
///
/// | form | on a terminal | in a pipe or a file |
/// |---|---|---|
/// | `printable`: lines for people, and JSON and XML, which have their own escapes | sanitized | sanitized |
/// | `record`: a line for programs, such as CSV | sanitized | exact |
/// | `path`: a path for programs, up to a terminator | sanitized, on a line | exact |
/// | `RawOutput`: the bytes of a file | lines of sanitized text | exact |
/// | `own`: the program's own sequences for the terminal, and scripts | as it is | as it is |
///
/// Sanitized output is ASCII where the locale is not UTF-8.
struct OutputGate: Sendable {
    /// Standard output.
    static let output = OutputGate(STDOUT_FILENO)
    /// Standard error.
    static let error = OutputGate(STDERR_FILENO)

    /// Where it is written.
    let descriptor: Int32
    /// Whether that is a terminal.
    let isTerminal: Bool

    /// Creates the gate of an open descriptor.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// Returns text as it may be written anywhere; line feeds stay.
    /// - Parameter keepsTabs: Whether tabs stay, which indent XML.
    static func printable(_ text: [UInt8], keepingTabs keepsTabs: Bool = false) -> [UInt8] {
        PrintableText.lines(text, keepingTabs: keepsTabs, ascii: !Platform.isLocaleUTF8)
    }

    /// Returns text on one line as it may be written anywhere.
    static func printable(line: String) -> String { inLocale(DisplayText(line).description) }

    /// Returns a line for programs as it is written here, with its end.
    func record(_ line: [UInt8]) -> [UInt8] {
        guard isTerminal else { return line + [0x0a] }
        return Array(inLocale(DisplayText(bytes: line).description).utf8) + [0x0a]
    }

    /// Returns a path for programs as it is written here, with its terminator; on a terminal, that is a line feed.
    func path(_ path: [UInt8], terminator: UInt8 = 0x0a) -> [UInt8] {
        isTerminal ? record(path) : path + [terminator]
    }

    /// Writes bytes that are this program's own, or that passed one of the functions above.
    /// - Throws: `Errno`
    func write(own bytes: [UInt8]) throws(Errno) { try writeAll(bytes, to: descriptor) }
}

/// The bytes of a file or of a value on their way to standard output.
struct RawOutput {
    /// Text on a terminal is written line by line, unless a line is longer than this.
    private static let longestLine = 1 << 16

    private let gate = OutputGate.output
    private var rest: [UInt8] = []
    /// Whether the terminal got something else than these bytes.
    private(set) var isAltered = false

    /// Writes bytes; on a terminal, up to the end of the last whole line.
    /// - Throws: `ExitCode` if they cannot be written.
    mutating func write(_ bytes: [UInt8]) throws {
        guard gate.isTerminal else { return try writeOutput(bytes) }
        rest += bytes
        var end = rest.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        // Not in the middle of a character.
        if end == 0, rest.count > Self.longestLine {
            end = rest.indices.suffix(4).last { rest[$0] & 0xc0 != 0x80 } ?? rest.count
        }
        try pass(end)
    }

    /// Writes the rest.
    /// - Throws: `ExitCode` if it cannot be written.
    mutating func end() throws { try pass(rest.count) }

    private mutating func pass(_ count: Int) throws {
        guard count > 0 else { return }
        let bytes = Array(rest[..<count])
        rest.removeFirst(count)
        let shown = OutputGate.printable(bytes, keepingTabs: true)
        isAltered = isAltered || shown != bytes
        try writeOutput(shown)
    }
}

/// Writes a line to standard error. It stays one line, whatever it was composed of.
func writeError(_ line: String) {
    try? OutputGate.error.write(own: Array((OutputGate.printable(line: line) + "\n").utf8))
}

/// Writes a question to standard error, where it is seen even if standard output is redirected.
func writeQuestion(_ text: String) { try? OutputGate.error.write(own: Array(OutputGate.printable(line: text).utf8)) }

/// Writes a line, or several, to standard output.
/// - Throws: `ExitCode` if it cannot be written; its status is 0 if the reader has closed the pipe, which is not an
///   error.
func writeLine(_ line: String) throws { try writePrintable(Array(line.utf8) + [0x0a]) }

/// Writes lines to standard output.
/// - Parameter lines: Not sanitized.
/// - Throws: `ExitCode` if they cannot be written.
func writeLines(_ lines: [String]) throws {
    var output = Output()
    try output.lines(lines)
    try output.flush()
}

/// Writes text in UTF-8 to standard output; line feeds stay.
/// - Parameter keepsTabs: Whether tabs stay.
/// - Throws: `ExitCode` if it cannot be written.
func writePrintable(_ text: [UInt8], keepingTabs keepsTabs: Bool = false) throws {
    try writeOutput(OutputGate.printable(text, keepingTabs: keepsTabs))
}

/// Writes a line for programs to standard output: exact in a pipe, sanitized on a terminal.
/// - Throws: `ExitCode` if it cannot be written.
func writeRecord(_ line: [UInt8]) throws { try writeOutput(OutputGate.output.record(line)) }

/// Returns sanitized text as it is printed in the user's locale. JSON is ASCII already where that is needed.
func inLocale(_ text: String) -> String { Platform.isLocaleUTF8 ? text : PlainText.ascii(text) }

/// Writes bytes that passed the gate, or that are this program's own, to standard output.
/// - Throws: `ExitCode` if they cannot be written.
func writeOutput(_ bytes: [UInt8]) throws {
    do throws(Errno) {
        try OutputGate.output.write(own: bytes)
    } catch {
        throw ExitCode(error == .brokenPipe ? 0 : Failure.Status.inputOutput.rawValue)
    }
}
