import Jobs
import System

/// Decides whether SQLite must stop its current operation. Belongs to one connection and is used on its thread.
final class StatementInterruption {
    private var cancellation: Cancellation?
    private var deadline: UInt64 = .max

    /// Applies to everything until the next call.
    func start(_ cancellation: Cancellation?, seconds: Double) {
        self.cancellation = cancellation
        deadline = MonotonicClock.now() &+ UInt64(max(0, min(seconds, 1e9)) * 1e9)
    }

    /// Whether to stop.
    var isDue: Bool { cancellation?.isCancelled == true || MonotonicClock.now() > deadline }

    /// The error for a stopped statement.
    var error: DatabaseError {
        cancellation?.isCancelled == true
            ? DatabaseError(.cancelled, "cancelled") : DatabaseError(.timedOut, "it takes too long")
    }

    func check() throws(DatabaseError) {
        if isDue { throw error }
    }

    /// For C: whether the `StatementInterruption` that `context` points to is due.
    static let callback: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { context in
        guard let context else { return false }
        return Unmanaged<StatementInterruption>.fromOpaque(context).takeUnretainedValue().isDue
    }

    /// Points to this object; valid while it is alive.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
