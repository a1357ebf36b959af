import Synchronization
import System

/// The tasks at work: operations, queries, readings, openings. Reports those that take long, and cancels one on request.
///
/// The progress is pushed by the threads that make it. Work that makes none is reported once a second, since the time
/// that it has taken is all there is to say about it.
package final class TaskRegister: Sendable {
    /// A task at work. It is over when nothing is left that could answer: when this object is released.
    package final class Task: Sendable {
        /// Says how far the work is.
        package let meter: ProgressMeter
        /// Stops this task, as does the cancellation that it was begun with.
        package let cancellation: Cancellation
        private let failure = Mutex<String?>(nil)
        private let end: @Sendable (TaskState) -> Void

        fileprivate init(
            _ meter: ProgressMeter, _ cancellation: Cancellation, end: @escaping @Sendable (TaskState) -> Void
        ) {
            (self.meter, self.cancellation, self.end) = (meter, cancellation, end)
        }

        deinit { finish() }

        /// Ends the task before the object is released. No report comes after the one about its end.
        package func finish() {
            let failure = failure.withLock { $0 }
            end(failure.map { .failed($0) } ?? (cancellation.isCancelled ? .stopped : .done))
        }

        /// Notes why there is no answer.
        package func fail(_ reason: String) { failure.withLock { $0 = reason } }
    }

    private struct Entry {
        let meter: ProgressMeter
        let cancellation: Cancellation
        let report: @Sendable (TaskReport) -> Void
        var timer = 0
        /// Whether anything was reported, so that its end is reported as well.
        var isAnnounced = false
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var last = 0
    }

    /// The interval between reports about work that makes no progress, in nanoseconds.
    private static let stillness: UInt64 = 1_000_000_000

    private let state = Mutex(State())
    private let timers: TimerQueue

    /// Creates a register without tasks.
    /// - Parameter remindsLater: Whether work that makes no progress is reported only after a call of `remind()`.
    package init(remindsLater: Bool = false) { timers = TimerQueue(isHeld: remindsLater) }

    /// Has work that makes no progress reported from now on.
    package func remind() { timers.release() }

    /// Begins a task.
    /// - Parameters:
    ///   - cancellation: Stops it, together with other work.
    ///   - isListed: Whether it is reported however quick it is.
    ///   - report: Receives the reports, one at a time; it must not block.
    package func beginTask(
        within cancellation: Cancellation,
        _ pacing: ProgressMeter.Pacing = .patient,
        isListed: Bool = false,
        report: @escaping @Sendable (TaskReport) -> Void
    ) -> Task {
        let own = Cancellation(within: cancellation)
        let (number, meter) = state.withLock { state in
            state.last += 1
            let number = state.last
            let meter = ProgressMeter(
                ProgressMeter.Observer(pacing) { [weak self] progress in self?.push(progress, number) })
            var entry = Entry(meter: meter, cancellation: own, report: report, isAnnounced: isListed)
            entry.timer = remind(number, at: meter.started + pacing.delay)
            state.entries[number] = entry
            if isListed { report(TaskReport(number: number, state: .running, progress: meter.progress)) }
            return (number, meter)
        }
        return Task(meter, own) { [weak self] in self?.end(number, $0) }
    }

    /// Cancels a task, if it is not over.
    package func cancel(_ number: Int) { state.withLock { $0.entries[number]?.cancellation.cancel() } }

    /// Has a task reported at a time, and from then on at least once a second.
    /// - Returns: The number of the timer.
    private func remind(_ number: Int, at time: UInt64) -> Int {
        timers.at(time) { [weak self] in
            guard let self else { return }
            state.withLock { $0.entries[number]?.meter }?.pushIfDue()
            state.withLock { state in
                guard state.entries[number] != nil else { return }
                state.entries[number]?.timer = remind(number, at: MonotonicClock.now() + Self.stillness)
            }
        }
    }

    private func push(_ progress: Progress, _ number: Int) {
        // Under the lock, so that no report comes after the last one.
        state.withLock { state in
            guard let entry = state.entries[number] else { return }
            state.entries[number]?.isAnnounced = true
            entry.report(TaskReport(number: number, state: .running, progress: progress))
        }
    }

    private func end(_ number: Int, _ ending: TaskState) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: number) else { return }
            timers.cancel(entry.timer)
            guard entry.isAnnounced || ending.isFailure else { return }
            entry.report(TaskReport(number: number, state: ending, progress: entry.meter.progress))
        }
    }
}

extension ProgressMeter.Pacing {
    /// For work that the user learns of only if it takes long.
    package static let patient = ProgressMeter.Pacing(after: 300, every: 150)
    /// For work that the user has begun and waits for.
    package static let prompt = ProgressMeter.Pacing(after: 150, every: 150)
}
