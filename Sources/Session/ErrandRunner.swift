import Browser
import Glibc
import Jobs
import Synchronization

/// Does errands one after the other, tells how far they are, and stops them when it is asked to.
final class ErrandRunner: Sendable {
    /// What does an errand that was looked at: it takes the decisions about its conflicts.
    typealias Work = @Sendable ([ErrandPlan.Decision], ProgressMeter, Cancellation) -> Ending

    /// What work comes to.
    enum Ending: Sendable {
        case ended(ErrandOutcome)
        /// Nothing was done, and the person is asked whether something else is to be done.
        case asks(ErrandPlan, then: Work)
    }

    private struct State {
        /// What was looked at and not begun yet.
        var planned: [Ticket: Work] = [:]
        var cancellations: [Ticket: Cancellation] = [:]
        /// How many were handed in and have not ended.
        var unfinished = 0
    }

    /// Between two looks at how far an errand is, in microseconds.
    private static let interval: UInt32 = 150_000

    private let state = Mutex(State())
    private let workers = WorkerPool(threads: 1)
    private let watchers = WorkerPool(threads: 1)
    private let idle = Semaphore()

    /// What the work on an errand looks at, from its plan on.
    func cancellation(of ticket: Ticket) -> Cancellation {
        state.withLock { state in
            if let known = state.cancellations[ticket] { return known }
            let new = Cancellation()
            state.cancellations[ticket] = new
            return new
        }
    }

    /// Keeps what will be done, until it is wanted or forgotten.
    func keep(_ work: @escaping Work, for ticket: Ticket) {
        state.withLock { state in
            // Forgotten meanwhile: nobody will ask for it.
            guard state.cancellations[ticket]?.isCancelled != true else { return }
            state.planned[ticket] = work
        }
    }

    /// Does what was kept for a ticket, after all that was handed in before.
    func carryOut(
        _ ticket: Ticket,
        _ decisions: [ErrandPlan.Decision],
        tell: @escaping @Sendable (BrowserEvent) -> Void
    ) {
        let cancellation = cancellation(of: ticket)
        guard let work = state.withLock({ $0.planned.removeValue(forKey: ticket) }) else { return }
        state.withLock { $0.unfinished += 1 }
        workers.submit { [self] in
            var isAsking = false
            if cancellation.isCancelled {
                tell(.errandEnded(ticket, ErrandOutcome(.cancelled, "cancelled before it was begun")))
            } else {
                tell(.errandBegun(ticket))
                let meter = ProgressMeter()
                let isOver = Cancellation()
                watchers.submit {
                    while !isOver.isCancelled {
                        usleep(Self.interval)
                        if !isOver.isCancelled { tell(.progressed(ticket, meter.progress)) }
                    }
                }
                let ending = work(decisions, meter, cancellation)
                isOver.cancel()
                switch ending {
                case .ended(let outcome): tell(.errandEnded(ticket, outcome))
                case .asks where cancellation.isCancelled:
                    tell(.errandEnded(ticket, ErrandOutcome(.cancelled, "cancelled; nothing was changed")))
                case .asks(let plan, let work):
                    isAsking = true
                    keep(work, for: ticket)
                    tell(.planned(ticket, plan))
                }
            }
            let isIdle = state.withLock { state in
                // What is asked about is not over yet.
                if !isAsking { state.cancellations[ticket] = nil }
                state.unfinished -= 1
                return state.unfinished == 0
            }
            if isIdle { idle.signal() }
        }
    }

    /// Forgets an errand, or stops it where it is at work.
    func cancel(_ ticket: Ticket) {
        state.withLock { state in
            state.cancellations[ticket]?.cancel()
            if state.planned.removeValue(forKey: ticket) != nil { state.cancellations[ticket] = nil }
        }
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
