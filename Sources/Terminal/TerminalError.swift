/// The reason why the terminal cannot be used.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem, which determines the exit status.
    package enum Code: Hashable, Sendable {
        /// Standard input or output is a file, a pipe, or closed.
        case notATerminal
        /// The terminal belongs to another session or to none: its keys send no signals to this process.
        case notControlling
        /// `TERM` is empty, or names a terminal without a description.
        case unknownTerminal
        /// The terminal cannot move its cursor.
        case incapableTerminal
        /// A pipe, memory or the terminal's modes could not be obtained from the system.
        case system
    }

    /// The kind of problem.
    package let code: Code
    /// The problem and its solution, in one or two sentences.
    package let message: String

    /// Creates an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
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
