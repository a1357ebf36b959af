package import Jobs
import System

/// The limits of the work for a preview: the bytes read of a file of any size and type, and the time.
package struct PreviewLimits: Sendable {
    /// The number of bytes read from the beginning of a file.
    package static let head = 64 * 1_024

    /// Checked between steps: set when the preview is no longer needed.
    package let cancellation: Cancellation
    /// The time by which to finish, in nanoseconds of the monotonic clock.
    private let deadline: UInt64
    /// Who waits for a preview that takes longer; nil if nobody does.
    private let patience: Patience?

    /// Told how far long work is: the bytes of a file that have been searched and how many there are, or the rows read.
    package var progress: ProgressMeter?

    /// Who waits for a preview that takes longer.
    private struct Patience: Sendable {
        /// The time by which to finish then.
        let deadline: UInt64
        /// Shows what there is of the preview meanwhile.
        let show: @Sendable (Preview) -> Void
    }

    /// - Parameter milliseconds: The time that a preview may take from now on.
    package init(cancellation: Cancellation = Cancellation(), milliseconds: UInt64 = 500) {
        self.init(cancellation, deadline: MonotonicClock.now() + milliseconds * 1_000_000, patience: nil)
    }

    /// - Parameters:
    ///   - milliseconds: The time that a preview may take from now on.
    ///   - patience: The time that a part may take that can be added later, in milliseconds.
    ///   - show: Shows what there is of the preview meanwhile.
    package init(
        cancellation: Cancellation,
        milliseconds: UInt64 = 500,
        patience: UInt64,
        showing show: @escaping @Sendable (Preview) -> Void
    ) {
        let now = MonotonicClock.now()
        self.init(
            cancellation, deadline: now + milliseconds * 1_000_000,
            patience: Patience(deadline: now + patience * 1_000_000, show: show))
    }

    private init(_ cancellation: Cancellation, deadline: UInt64, patience: Patience?) {
        self.cancellation = cancellation
        self.deadline = deadline
        self.patience = patience
    }

    /// Whether to stop before the next step and show what there is.
    package var mustStop: Bool { cancellation.isCancelled || MonotonicClock.now() >= deadline }

    /// Returns the limits of a part that goes on after the time is up, and shows what there is of the preview until that
    /// part is added; nil if nobody waits for it.
    func extended(showing preview: @autoclosure () -> Preview) -> PreviewLimits? {
        guard let patience, !cancellation.isCancelled else { return nil }
        patience.show(preview())
        return PreviewLimits(cancellation, deadline: patience.deadline, patience: nil)
    }
}
