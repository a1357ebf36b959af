import Jobs
import Synchronization

/// Batches on the way from a thread that makes them to one that takes them, of which few wait.
final class BatchQueue<Element: Sendable, Failure: Error>: Sendable {
    private struct State {
        var batches: [[Element]] = []
        var isClosed = false
        var failure: Failure?
    }

    private let state = Mutex(State())
    /// One for each batch, and for the end.
    private let filled = Semaphore()
    /// One for each batch for which there is room.
    private let room = Semaphore()

    /// - Parameter maximum: The number of batches that wait at most.
    init(maximum: Int) { for _ in 0..<maximum { room.signal() } }

    /// Gives a batch, once there is room for it.
    /// - Returns: Whether more are wanted.
    func give(_ batch: [Element]) -> Bool {
        room.wait()
        let isWanted = state.withLock { state in
            if !state.isClosed { state.batches.append(batch) }
            return !state.isClosed
        }
        filled.signal()
        return isWanted
    }

    /// Ends the batches.
    func end(_ failure: Failure? = nil) {
        state.withLock { $0.failure = failure }
        filled.signal()
    }

    /// Takes the next batch, once there is one; nil at the end, after which nothing may be taken.
    /// - Throws: The failure with which it ended.
    func take() throws(Failure) -> [Element]? {
        filled.wait()
        let (batch, failure) = state.withLock { state -> ([Element]?, Failure?) in
            guard state.batches.isEmpty else { return (state.batches.removeFirst(), nil) }
            return (nil, state.failure)
        }
        if let failure { throw failure }
        if batch != nil { room.signal() }
        return batch
    }

    /// Says that nothing more is taken, which makes the other thread end.
    func close() {
        state.withLock { $0.isClosed = true }
        room.signal()
    }
}
