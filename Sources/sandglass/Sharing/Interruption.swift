import Comparison
import Jobs
import Synchronization
import System

/// Handles ^C during an operation: finished items stay, and nothing is left half done. A second ^C ends the program;
/// a second SIGTERM or SIGHUP does not, since one request can send both: timeout(1) signals its child and its group.
enum Interruption {
    /// Cancelled by the first SIGINT, SIGTERM or SIGHUP after `watch` was called.
    static let cancellation = Cancellation()

    /// The descriptor of a watch that a signal ends; -1 for none.
    private static let wake = Atomic<Int32>(-1)

    /// Installs the signal handlers.
    /// - Parameter descriptor: The descriptor of a watch that waits without looking at the cancellation; -1 for none.
    static func watch(waking descriptor: Int32 = -1) {
        // Initialized here, because the handler must not do it.
        _ = cancellation
        wake.store(descriptor, ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            Interruption.cancellation.cancel()
            let descriptor = Interruption.wake.load(ordering: .relaxed)
            if descriptor >= 0 { SideWatch.stop(descriptor) }
        }
        for signal in [SIGTERM, SIGHUP] { sigaction(signal, &action, nil) }
        action.sa_flags = Int32(bitPattern: SA_RESETHAND)
        sigaction(SIGINT, &action, nil)
    }
}
