import Synchronization
import System

extension WorkerPool {
    /// Works on a range of numbers in parts: on this thread, and on those threads of the pool that are free. Blocks until
    /// all parts are done, or those that were begun when the work was cancelled.
    ///
    /// - Parameters:
    ///   - count: The end of the range, which begins at 0.
    ///   - size: The numbers in a part; the last one may have fewer.
    ///   - threads: The most threads, this one included: as many as there are cores, unless they wait for others.
    ///   - progress: Receives the results so far, on any of the threads, one call at a time.
    ///   - work: Returns the result of a part.
    /// - Returns: The results in the order of the parts; nil if the work was cancelled.
    package func inParts<Result: Sendable>(
        of count: Int,
        size: Int,
        cancellation: Cancellation,
        threads: Int = WorkerPool.cores,
        progress: @escaping @Sendable ([Result?]) -> Void = { _ in },
        work: @escaping @Sendable (Range<Int>) -> Result
    ) -> [Result]? {
        beginParts(
            of: count, size: size, cancellation: cancellation, threads: threads, progress: progress, work: work
        ).finish()
    }

    /// Begins to work on a range of numbers in parts, on those threads of the pool that are free, with one thread fewer than
    /// there are to be; the caller does something else meanwhile, and `finish()` then does what is left.
    ///
    /// The parameters are those of `inParts(of:size:cancellation:threads:progress:work:)`.
    package func beginParts<Result: Sendable>(
        of count: Int,
        size: Int,
        cancellation: Cancellation,
        threads: Int = WorkerPool.cores,
        progress: @escaping @Sendable ([Result?]) -> Void = { _ in },
        work: @escaping @Sendable (Range<Int>) -> Result
    ) -> WorkParts<Result> {
        let size = max(1, size)
        let parts = WorkParts(count: count, size: size, cancellation, progress, work)
        let helpers = min(threads, parts.count) - 1
        for _ in 0..<max(0, helpers) { submit { parts.help() } }
        return parts
    }
}

/// Parts of a range, each of which is taken by one thread.
package final class WorkParts<Result: Sendable>: Sendable {
    private struct State {
        var results: [Result?]
        var next = 0
        /// The number of threads that are working on a part.
        var busy = 0
        var isAwaited = false
    }

    fileprivate let count: Int
    private let end: Int
    private let size: Int
    private let cancellation: Cancellation
    private let progress: @Sendable ([Result?]) -> Void
    private let work: @Sendable (Range<Int>) -> Result
    private let state: Mutex<State>
    private let isIdle = Semaphore()

    fileprivate init(
        count end: Int,
        size: Int,
        _ cancellation: Cancellation,
        _ progress: @escaping @Sendable ([Result?]) -> Void,
        _ work: @escaping @Sendable (Range<Int>) -> Result
    ) {
        count = (end + size - 1) / size
        (self.end, self.size, self.cancellation, self.progress, self.work) = (end, size, cancellation, progress, work)
        state = Mutex(State(results: Array(repeating: nil, count: count)))
    }

    /// Works until all parts are taken.
    fileprivate func help() {
        while let part = nextPart() {
            let result = work(part * size..<min(end, (part + 1) * size))
            let isLast = state.withLock { state in
                state.results[part] = result
                progress(state.results)
                state.busy -= 1
                return state.isAwaited && state.busy == 0
            }
            if isLast { isIdle.signal() }
        }
    }

    /// Works until all parts are taken, and waits for other threads to finish theirs. Call once.
    /// - Returns: The results in the order of the parts; nil if the work was cancelled.
    package func finish() -> [Result]? {
        help()
        // A thread that begins only now finds nothing left to do.
        let mustWait = state.withLock { state in
            state.isAwaited = state.busy > 0
            return state.isAwaited
        }
        if mustWait { isIdle.wait() }
        let results = state.withLock { $0.results.compactMap { $0 } }
        return results.count == count ? results : nil
    }

    /// Begins no further part, and waits for other threads to finish theirs. Call instead of `finish()`.
    package func stop() {
        state.withLock { $0.next = count }
        _ = finish()
    }

    private func nextPart() -> Int? {
        guard !cancellation.isCancelled else { return nil }
        return state.withLock { state in
            guard state.next < count else { return nil }
            defer { state.next += 1 }
            state.busy += 1
            return state.next
        }
    }
}
