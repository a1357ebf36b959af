import Synchronization
import System

/// Items that several threads take and work on, and add to, until nothing is left. The newest item is taken first.
package final class WorkQueue<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item]
        var busy = 0
        var waiting = 0
    }

    private let state: Mutex<State>
    private let available = Semaphore()

    /// Creates a queue.
    package init(_ items: [Item]) { state = Mutex(State(items: items)) }

    /// The number of threads that wait for items.
    package var waiting: Int { state.withLock { $0.waiting } }

    /// Returns an item, which has to be passed to `finish`. Waits while other threads may still add some.
    /// - Returns: nil when nothing is left.
    package func next() -> Item? {
        while true {
            let (item, mustWait) = state.withLock { state -> (Item?, Bool) in
                if let item = state.items.popLast() {
                    state.busy += 1
                    return (item, false)
                }
                guard state.busy > 0 else { return (nil, false) }
                state.waiting += 1
                return (nil, true)
            }
            if let item { return item }
            guard mustWait else { return nil }
            available.wait()
        }
    }

    /// Adds items while this thread works on another one.
    package func add(_ items: [Item]) { wake { $0.items.append(contentsOf: items) } }

    /// Ends the work on an item that `next` returned.
    /// - Parameters:
    ///   - items: The items that it led to.
    ///   - last: Called if nothing is left, before any thread is notified.
    package func finish(adding items: [Item], last: () -> Void = {}) {
        wake { state in
            state.items.append(contentsOf: items)
            state.busy -= 1
            if state.items.isEmpty, state.busy == 0 { last() }
        }
    }

    /// Changes the queue, and wakes as many threads as then have something to do.
    private func wake(_ change: (inout State) -> Void) {
        let woken = state.withLock { state -> Int in
            change(&state)
            let isOver = state.items.isEmpty && state.busy == 0
            let woken = isOver ? state.waiting : min(state.waiting, state.items.count)
            state.waiting -= woken
            return woken
        }
        for _ in 0..<woken { available.signal() }
    }
}
