import Glibc
import Jobs

/// ^C while something is changed: what is finished stays, nothing half is left. A second one ends the program.
enum Interruption {
    /// Cancelled by the first SIGINT or SIGTERM once `watch` has been called.
    static let cancellation = Cancellation()

    /// Takes the signals from now on.
    static func watch() {
        // The handler must find it made.
        _ = cancellation
        take([SIGINT, SIGTERM, SIGHUP], flags: Int32(bitPattern: SA_RESETHAND)) { _ in
            Interruption.cancellation.cancel()
        }
    }

    /// Leaves the keys that end programs to the one that has the terminal now, an editor.
    static func leaveToOther() { take([SIGINT, SIGQUIT], flags: 0) { _ in } }

    private static func take(_ signals: [Int32], flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = flags
        for signal in signals { sigaction(signal, &action, nil) }
    }
}
