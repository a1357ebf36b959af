/// Why the terminal cannot be used.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// Standard input or output is a file, a pipe, or closed.
        case notATerminal
        /// The terminal belongs to another session, or to none: its keys send this process no signals.
        case notControlling
        /// `TERM` is empty, or names a terminal that nothing is known of.
        case unknownTerminal
        /// The terminal cannot move its cursor.
        case incapableTerminal
        /// The system did not give a pipe, memory or the terminal's modes.
        case system
    }

    package let code: Code
    /// What is wrong and what to do about it, in one or two sentences.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// The exit status for a program that ends for this reason, from sysexits.h.
    package var exitCode: Int32 {
        switch code {
        case .notATerminal: 64
        case .notControlling, .unknownTerminal, .incapableTerminal: 69
        case .system: 71
        }
    }
}
