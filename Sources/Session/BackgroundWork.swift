import Browser
import ContainerModel
import Jobs
import Synchronization
import System

/// The queries and readings at work: reports to the browser those that take long, and cancels one on request.
final class BackgroundWork: Sendable {
    /// A piece of work. It is over when nothing is left that could answer: when this object is released.
    final class Piece: Sendable {
        /// Says how far the work is.
        let meter = ProgressMeter()
        /// Stops this piece of work, as does the cancellation that it was begun with.
        let cancellation: Cancellation
        private let failure = Mutex<String?>(nil)
        private let end: @Sendable (BackgroundTask.Stage) -> Void

        fileprivate init(_ cancellation: Cancellation, end: @escaping @Sendable (BackgroundTask.Stage) -> Void) {
            self.cancellation = cancellation
            self.end = end
        }

        deinit {
            let failure = failure.withLock { $0 }
            end(failure.map { .failed($0) } ?? (cancellation.isCancelled ? .stopped : .done))
        }

        /// Ends the work before the object is released.
        func finish() { end(cancellation.isCancelled ? .stopped : .done) }

        /// Notes why there is no answer.
        func fail(_ reason: String) { failure.withLock { $0 = reason } }
    }

    private struct Entry {
        let meter: ProgressMeter
        let cancellation: Cancellation
        /// Reports how far the work is, or that it is over.
        let report: @Sendable (BackgroundTask.Stage, Progress) -> Void
        var isAnnounced = false
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var last = 0
        var isWatched = false
    }

    /// The time after which work is reported, in nanoseconds.
    private static let patience: UInt64 = 300_000_000
    /// The interval between reports, in microseconds.
    private static let interval: UInt32 = 150_000

    private let state = Mutex(State())
    private let watchers = WorkerPool(threads: 1)

    /// Begins a piece of work that is a task of its own.
    /// - Parameters:
    ///   - title: What the list of tasks calls it.
    ///   - subject: The item that it is about.
    ///   - effect: The browser's request for it.
    ///   - cancellation: Stops it, together with other work.
    ///   - isListed: Whether it is reported however quick it is.
    ///   - tell: Receives the reports.
    func begin(
        _ title: String,
        _ subject: ContainerPath?,
        for effect: BrowserEffect,
        within cancellation: Cancellation,
        isListed: Bool = false,
        tell: @escaping @Sendable (BrowserEvent) -> Void
    ) -> Piece {
        begin(within: cancellation, isListed: isListed) { number, stage, progress in
            var task = BackgroundTask(number: number, title: title, subject: subject, effect: effect)
            task.stage = stage
            task.progress = progress
            tell(.task(task))
        }
    }

    /// Begins a piece of work that belongs to a task known otherwise, such as an operation.
    /// - Parameter tell: Receives how far it is, if it takes long.
    func begin(within cancellation: Cancellation, tell: @escaping @Sendable (Progress) -> Void) -> Piece {
        begin(within: cancellation) { _, stage, progress in
            if stage == .running { tell(progress) }
        }
    }

    private func begin(
        within cancellation: Cancellation,
        isListed: Bool = false,
        report: @escaping @Sendable (Int, BackgroundTask.Stage, Progress) -> Void
    ) -> Piece {
        let own = Cancellation(within: cancellation)
        let (number, mustWatch) = state.withLock { state in
            state.last += 1
            defer { state.isWatched = true }
            return (state.last, !state.isWatched)
        }
        let piece = Piece(own) { [weak self] in self?.end(number, $0) }
        var entry = Entry(meter: piece.meter, cancellation: own) { report(number, $0, $1) }
        entry.isAnnounced = isListed
        state.withLock { [entry] in
            $0.entries[number] = entry
            if isListed { entry.report(.running, entry.meter.progress) }
        }
        if mustWatch { watchers.submit { [weak self] in self?.watch() } }
        return piece
    }

    /// Cancels a piece of work, if it is not over.
    func cancel(_ number: Int) {
        state.withLock { $0.entries[number]?.cancellation.cancel() }
    }

    /// Reports what takes long, until all work is over.
    private func watch() {
        repeat { usleep(Self.interval) } while report()
    }

    /// - Returns: Whether anything is at work.
    private func report() -> Bool {
        state.withLock { state in
            let now = MonotonicClock.now()
            // Under the lock, so that no report comes after the last one.
            for (number, entry) in state.entries where now >= entry.meter.started + Self.patience {
                state.entries[number]?.isAnnounced = true
                entry.report(.running, entry.meter.progress)
            }
            state.isWatched = !state.entries.isEmpty
            return state.isWatched
        }
    }

    private func end(_ number: Int, _ stage: BackgroundTask.Stage) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: number) else { return }
            if entry.isAnnounced || stage.isFailure { entry.report(stage, entry.meter.progress) }
        }
    }
}
