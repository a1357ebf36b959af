import Jobs
import System

/// ^C while something is changed: what is finished stays, nothing half is left. A second one ends the program.
enum Interruption {
    /// Cancelled by the first SIGINT or SIGTERM once `watch` has been called.
    static let cancellation = Cancellation()

    /// Takes the signals from now on.
    static func watch() {
        // The handler must find it made.
        _ = cancellation
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Interruption.cancellation.cancel() }
        action.sa_flags = Int32(bitPattern: SA_RESETHAND)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaction(signal, &action, nil) }
    }
}
