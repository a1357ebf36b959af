package import Jobs

/// How much work a preview may be: of files of any size and kind only so much is read, and only for so long.
package struct PreviewLimits: Sendable {
    /// Bytes that are read of a file to begin with.
    package static let head = 64 * 1_024

    /// Looked at between steps: nobody waits for the preview any more.
    package let cancellation: Cancellation
    /// When to be done, by the monotonic clock in nanoseconds.
    private let deadline: UInt64

    /// - Parameter milliseconds: how long a preview may take, beginning now.
    package init(cancellation: Cancellation = Cancellation(), milliseconds: UInt64 = 500) {
        self.cancellation = cancellation
        deadline = MonotonicClock.now() + milliseconds * 1_000_000
    }

    /// Whether no further step is to be begun: what there is by now is shown.
    package var mustStop: Bool { cancellation.isCancelled || MonotonicClock.now() >= deadline }
}
