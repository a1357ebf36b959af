import System

/// The CPU scheduling of the calling thread.
package enum Scheduling {
    /// Requests short time slices, for which the scheduler runs the thread sooner. For an interactive thread, which
    /// soon waits again.
    package static func answerSoon() { sandglass_answer_soon() }
}
