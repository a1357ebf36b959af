package import Jobs
import System

/// The limits of reading: the bytes read of a file of any size and type, and the time.
package struct DocumentLimits: Sendable {
    /// The number of bytes read from the beginning of a file.
    package static let head = 64 * 1_024

    /// Checked between steps: set when the contents are no longer needed.
    package let cancellation: Cancellation
    /// The time by which to finish, in nanoseconds of the monotonic clock.
    private let deadline: UInt64
    /// Told how far long work is: the bytes of a file that have been searched and how many there are, or the rows read.
    package var progress: ProgressMeter?

    /// - Parameter milliseconds: The time that reading may take from now on.
    package init(cancellation: Cancellation = Cancellation(), milliseconds: UInt64 = 500) {
        self.cancellation = cancellation
        deadline = MonotonicClock.now() + milliseconds * 1_000_000
    }

    /// Limits without a deadline: reading takes as long as it does, until it is cancelled.
    package static func unlimited(_ cancellation: Cancellation = Cancellation()) -> DocumentLimits {
        // 34 years.
        DocumentLimits(cancellation: cancellation, milliseconds: 1 << 40)
    }

    /// Whether to stop before the next step and keep the results so far.
    package var mustStop: Bool { cancellation.isCancelled || MonotonicClock.now() >= deadline }
}
