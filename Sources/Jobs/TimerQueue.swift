import Synchronization
import System

/// Actions to be performed at a time, on a thread that waits for the next of them and for nothing else.
package final class TimerQueue: Sendable {
    private struct Timer {
        let deadline: UInt64
        let action: @Sendable () -> Void
    }

    private struct State {
        var timers: [Int: Timer] = [:]
        var last = 0
        /// The time that the thread waits for; nil if it does not wait.
        var wakes: UInt64?
        var isRunning = false
        /// Whether the thread does not start yet.
        var isHeld: Bool
    }

    private let state: Mutex<State>
    private let earlier = Semaphore()
    private let thread = WorkerPool(threads: 1)

    /// Creates a queue without timers. Its thread starts with the first one.
    /// - Parameter isHeld: Whether it starts after a call of `release()` only.
    package init(isHeld: Bool = false) { state = Mutex(State(isHeld: isHeld)) }

    /// Lets the thread start.
    package func release() {
        let starts = state.withLock { state in
            defer { state.isHeld = false }
            guard state.isHeld, !state.timers.isEmpty else { return false }
            state.isRunning = true
            return true
        }
        if starts { thread.submit { [self] in serveTimers() } }
    }

    /// Sets a timer.
    /// - Parameters:
    ///   - deadline: A time of `MonotonicClock`, in nanoseconds.
    ///   - action: Performed on the queue's thread; it must not block.
    /// - Returns: A number by which the timer can be cancelled.
    @discardableResult
    package func at(_ deadline: UInt64, _ action: @escaping @Sendable () -> Void) -> Int {
        let (number, starts, wakes) = state.withLock { state -> (Int, Bool, Bool) in
            state.last += 1
            state.timers[state.last] = Timer(deadline: deadline, action: action)
            if state.isHeld { return (state.last, false, false) }
            defer { state.isRunning = true }
            // The thread keeps waiting for a timer that was cancelled: most timers are, and are followed by later ones.
            return (state.last, !state.isRunning, state.wakes.map { deadline < $0 } ?? false)
        }
        if starts { thread.submit { [self] in serveTimers() } } else if wakes { earlier.signal() }
        return number
    }

    /// Removes a timer, if its action has not begun.
    package func cancel(_ number: Int) { state.withLock { $0.timers[number] = nil } }

    /// Performs the actions that are due, and waits for the next timer, until none is left.
    private func serveTimers() {
        while true {
            let (due, next) = state.withLock { state -> ([Timer], UInt64?) in
                let now = MonotonicClock.now()
                let due = state.timers.filter { $0.value.deadline <= now }
                for number in due.keys { state.timers[number] = nil }
                let next = due.isEmpty ? state.timers.values.map(\.deadline).min() : nil
                state.wakes = next
                state.isRunning = next != nil || !due.isEmpty
                return (due.values.sorted { $0.deadline < $1.deadline }, next)
            }
            for timer in due { timer.action() }
            if let next {
                earlier.wait(until: next)
            } else if due.isEmpty {
                return
            }
        }
    }
}
