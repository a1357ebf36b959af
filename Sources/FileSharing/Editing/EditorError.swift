package import System

/// The reason why nothing could be edited.
package struct EditorError: CausedError, Hashable, Sendable {
    /// The kind of failure, for callers that act on it.
    package enum Code: Hashable, Sendable {
        /// The system could not start the editor, or not wait for it.
        case cannotStart
        /// The editor was not found, or is not a program.
        case notFound
        /// The editor exited with this status; 128 plus the signal number if it was killed.
        case failed(status: Int32)
        /// No temporary directory could be created.
        case noTemporaryDirectory
        /// The temporary file could not be written or read.
        case inputOutput
    }

    /// The kind of failure.
    package let code: Code
    /// The message, with what to do. Names in it are not safe for a terminal.
    package let message: String
    /// The place: the path of the temporary file or its directory; nil if it is about the editor.
    package let hostPath: [UInt8]?
    /// The error that caused it; nil if it is the editor's own.
    package let cause: ErrorCause?

    init(_ code: Code, _ message: String, at hostPath: [UInt8]? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.hostPath = hostPath
        self.cause = cause.map { ErrorCause($0) }
    }

    /// - Parameter status: The result of `sandglass_run`: a negated errno, or else the status of the shell.
    init(_ editor: String, status: Int32) {
        switch status {
        case ..<0:
            let reason = Errno(rawValue: -status)
            self.init(.cannotStart, "the editor \(editor) could not be started: \(reason)", cause: reason)
        case 127: self.init(.notFound, "the editor \(editor) was not found; set $EDITOR to choose another")
        case 126: self.init(.notFound, "the editor \(editor) cannot be executed; set $EDITOR to choose another")
        default:
            let end = status > 128 ? "was killed by signal \(status - 128)" : "failed with status \(status)"
            self.init(
                .failed(status: status),
                "the editor \(editor) \(end): its output is discarded; set $EDITOR to choose another")
        }
    }

    /// - Parameters:
    ///   - verb: The failed operation, as in "could not read the file".
    ///   - path: The path on this computer.
    init(_ verb: String, _ path: [UInt8], _ errno: Errno) {
        let name = String(decoding: path, as: UTF8.self)
        self.init(.inputOutput, "could not \(verb) \(name): \(errno)", at: path, cause: errno)
    }
}
