import System

/// When the calling thread gets a processor that others want as well.
package enum Scheduling {
    /// Asks for short turns, which are given sooner. For the thread that a person waits for, and that soon waits itself.
    package static func answerSoon() { sandglass_answer_soon() }
}
