import System

/// Why nothing could be edited.
package struct EditorError: Error, Hashable, Sendable {
    /// What kind of failure it is, for those who act on it.
    package enum Code: Hashable, Sendable {
        /// The system could not start it, or not wait for it.
        case cannotStart
        /// There is no such program.
        case notFound
        /// It ended with this status, 128 and a signal's number included.
        case failed(status: Int32)
        /// There is no directory that its file could be in.
        case noTemporaryDirectory
        /// Its file could not be written or read.
        case inputOutput
    }

    /// The reason as programs tell it.
    package let code: Code
    /// A sentence for people, with what to do. Names in it are not safe for a terminal.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// - Parameter status: what `sandglass_run` gave: negative for a number of the system's, else a shell's.
    init(_ editor: String, status: Int32) {
        switch status {
        case ..<0:
            let reason = String(cString: strerror(-status))
            self.init(.cannotStart, "the editor \(editor) could not be started: \(reason)")
        case 127: self.init(.notFound, "the editor \(editor) was not found; set $EDITOR to choose another")
        default:
            let end = status > 128 ? "was killed by signal \(status - 128)" : "failed with status \(status)"
            self.init(
                .failed(status: status),
                "the editor \(editor) \(end): its output is discarded; set $EDITOR to choose another")
        }
    }

    /// - Parameters:
    ///   - verb: what could not be done, as in "could not read the file".
    ///   - path: on this computer.
    init(_ verb: String, _ path: [UInt8], errno: Int32) {
        let name = String(decoding: path, as: UTF8.self)
        self.init(.inputOutput, "could not \(verb) \(name): \(String(cString: strerror(errno)))")
    }
}
