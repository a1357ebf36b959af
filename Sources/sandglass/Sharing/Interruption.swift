import Jobs
import System

/// Handles ^C during an operation: finished items stay, and nothing is left half done. A second ^C ends the program.
enum Interruption {
    /// Cancelled by the first SIGINT, SIGTERM or SIGHUP after `watch` was called.
    static let cancellation = Cancellation()

    /// Installs the signal handlers.
    static func watch() {
        // Initialized here, because the handler must not do it.
        _ = cancellation
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Interruption.cancellation.cancel() }
        action.sa_flags = Int32(bitPattern: SA_RESETHAND)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaction(signal, &action, nil) }
    }
}
