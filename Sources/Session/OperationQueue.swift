import Browser
import FileSharing
import Jobs
import Synchronization
import System
import Transactions

/// Runs operations one after another, reports their progress, and cancels them on request.
final class OperationQueue: Sendable {
    private struct State {
        var cancellations: [Ticket: Cancellation] = [:]
        /// The operations submitted that have not ended.
        var unfinished: Set<Ticket> = []
    }

    /// The interval between progress reports, in microseconds.
    private static let interval: UInt32 = 150_000

    private let state = Mutex(State())
    private let workers = WorkerPool(threads: 1)
    private let watchers = WorkerPool(threads: 1)
    private let idle = Semaphore()

    /// Returns the cancellation that an operation observes, from its preparation on.
    func cancellation(of ticket: Ticket) -> Cancellation {
        state.withLock { state in
            if let known = state.cancellations[ticket] { return known }
            let new = Cancellation()
            state.cancellations[ticket] = new
            return new
        }
    }

    /// Runs a prepared operation after all those submitted before.
    func run(
        _ ticket: Ticket,
        _ preparation: Preparation,
        _ answers: [ConflictPolicy],
        by pipeline: OperationPipeline,
        tell: @escaping @Sendable (BrowserEvent) -> Void
    ) {
        let cancellation = cancellation(of: ticket)
        state.withLock { _ = $0.unfinished.insert(ticket) }
        workers.submit { [self] in
            let ending: OperationEnding
            if cancellation.isCancelled {
                ending = .completed(.cancelled(preparation.operation))
            } else {
                tell(.operationBegun(ticket))
                let meter = ProgressMeter()
                let isOver = Cancellation()
                watchers.submit {
                    while !isOver.isCancelled {
                        usleep(Self.interval)
                        if !isOver.isCancelled { tell(.progressed(ticket, meter.progress)) }
                    }
                }
                ending = pipeline.run(preparation, answers, progress: meter, cancellation: cancellation)
                isOver.cancel()
            }
            tell(.operationEnded(ticket, ending.unlessCancelled(cancellation, preparation.operation)))
            let isIdle = state.withLock { state in
                // An operation that asks the user has not ended.
                if !ending.asks { state.cancellations[ticket] = nil }
                state.unfinished.remove(ticket)
                return state.unfinished.isEmpty
            }
            if isIdle { idle.signal() }
        }
    }

    /// Cancels an operation that is running or waiting; one that is only prepared is dropped.
    func cancel(_ ticket: Ticket) {
        state.withLock { state in
            state.cancellations[ticket]?.cancel()
            if !state.unfinished.contains(ticket) { state.cancellations[ticket] = nil }
        }
    }

    /// Cancels everything and returns when no operation is at work.
    func end() {
        let isBusy = state.withLock { state in
            for cancellation in state.cancellations.values { cancellation.cancel() }
            return !state.unfinished.isEmpty
        }
        guard isBusy else { return }
        repeat { idle.wait() } while state.withLock { !$0.unfinished.isEmpty }
    }
}

extension OperationEnding {
    fileprivate var asks: Bool {
        if case .asks = self { return true }
        return false
    }

    /// Replaces a question by cancellation if the operation was cancelled meanwhile.
    fileprivate func unlessCancelled(_ cancellation: Cancellation, _ operation: FileOperation) -> OperationEnding {
        asks && cancellation.isCancelled ? .completed(.cancelled(operation)) : self
    }
}
