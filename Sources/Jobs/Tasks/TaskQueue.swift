import Synchronization

/// Tasks that run one after another, each known by a ticket, from which on they can be cancelled.
package final class TaskQueue: Sendable {
    private struct State {
        var cancellations: [Ticket: Cancellation] = [:]
        /// The tasks submitted that have not ended.
        var unfinished: Set<Ticket> = []
    }

    private let state = Mutex(State())
    private let worker = WorkerPool(threads: 1)
    private let idle = Semaphore()

    /// Creates an empty queue.
    package init() {}

    /// Returns the cancellation that a task observes, from its preparation on.
    package func cancellation(of ticket: Ticket) -> Cancellation {
        state.withLock { state in
            if let known = state.cancellations[ticket] { return known }
            let new = Cancellation()
            state.cancellations[ticket] = new
            return new
        }
    }

    /// Runs a task after all those submitted before, even if it was cancelled by then.
    /// - Parameter work: Returns whether the task is over. One that asks the user continues, and keeps its
    ///   cancellation.
    package func submitTask(_ ticket: Ticket, _ work: @escaping @Sendable (Cancellation) -> Bool) {
        let cancellation = cancellation(of: ticket)
        state.withLock { _ = $0.unfinished.insert(ticket) }
        worker.submit { [self] in
            let isOver = work(cancellation)
            let isIdle = state.withLock { state in
                if isOver { state.cancellations[ticket] = nil }
                state.unfinished.remove(ticket)
                return state.unfinished.isEmpty
            }
            if isIdle { idle.signal() }
        }
    }

    /// Cancels a task that is running or waiting; one that is only prepared is dropped.
    package func cancel(_ ticket: Ticket) {
        state.withLock { state in
            state.cancellations[ticket]?.cancel()
            if !state.unfinished.contains(ticket) { state.cancellations[ticket] = nil }
        }
    }

    /// Cancels everything and returns when no task is at work.
    package func end() {
        let isBusy = state.withLock { state in
            for cancellation in state.cancellations.values { cancellation.cancel() }
            return !state.unfinished.isEmpty
        }
        guard isBusy else { return }
        repeat { idle.wait() } while state.withLock { !$0.unfinished.isEmpty }
    }
}
