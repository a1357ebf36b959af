import Browser
import FileSharing
import Jobs
import Synchronization
import System
import Transactions

/// Carries out operations one after the other, tells how far they are, and stops them when it is asked to.
final class OperationQueue: Sendable {
    private struct State {
        var cancellations: [Ticket: Cancellation] = [:]
        /// How many were handed in and have not ended.
        var unfinished = 0
    }

    /// Between two looks at how far an operation is, in microseconds.
    private static let interval: UInt32 = 150_000

    private let state = Mutex(State())
    private let workers = WorkerPool(threads: 1)
    private let watchers = WorkerPool(threads: 1)
    private let idle = Semaphore()

    /// What the work on an operation looks at, from its preparation on.
    func cancellation(of ticket: Ticket) -> Cancellation {
        state.withLock { state in
            if let known = state.cancellations[ticket] { return known }
            let new = Cancellation()
            state.cancellations[ticket] = new
            return new
        }
    }

    /// Carries out what was prepared, after all that was handed in before.
    func run(
        _ ticket: Ticket,
        _ preparation: Preparation,
        _ answers: [ConflictPolicy],
        by pipeline: OperationPipeline,
        tell: @escaping @Sendable (BrowserEvent) -> Void
    ) {
        let cancellation = cancellation(of: ticket)
        state.withLock { $0.unfinished += 1 }
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
                // What is asked about is not over yet.
                if !ending.asks { state.cancellations[ticket] = nil }
                state.unfinished -= 1
                return state.unfinished == 0
            }
            if isIdle { idle.signal() }
        }
    }

    /// Stops an operation where it is at work or waits for others.
    func cancel(_ ticket: Ticket) {
        state.withLock { $0.cancellations[ticket]?.cancel() }
    }

    /// Stops everything and returns when nothing is at work any more.
    func end() {
        let isBusy = state.withLock { state in
            for cancellation in state.cancellations.values { cancellation.cancel() }
            return state.unfinished > 0
        }
        guard isBusy else { return }
        repeat { idle.wait() } while state.withLock { $0.unfinished > 0 }
    }
}

extension OperationEnding {
    fileprivate var asks: Bool {
        if case .asks = self { return true }
        return false
    }

    /// Nobody is asked about what was cancelled meanwhile.
    fileprivate func unlessCancelled(_ cancellation: Cancellation, _ operation: FileOperation) -> OperationEnding {
        asks && cancellation.isCancelled ? .completed(.cancelled(operation)) : self
    }
}
