import Browser
import Comparison
import ContainerModel
import ContainerStore
import Jobs
import Synchronization
import System

/// Telling what changes in the open container as it happens.
extension SessionWorkers {
    /// Begins to watch the container, or stops.
    func followChanges(_ isWanted: Bool) {
        changes.stop()
        guard isWanted, let container else { return }
        let (mailbox, epoch) = (mailbox, epoch)
        changes.start(container) { mailbox.post(.event(.watched($0), epoch: epoch)) }
    }
}

/// The watch of the open container, on a thread that only waits for changes.
final class ContainerChanges: Sendable {
    /// A watch that is running.
    private struct Run: Sendable {
        let cancellation = Cancellation()
        var stopper: WatchStopper?
    }

    /// How long the end of the program waits, in nanoseconds.
    private static let patience: UInt64 = 2_000_000_000

    private let current = Mutex<Run?>(nil)
    private let pool = WorkerPool(threads: 2)
    /// The number of watches whose temporary time points exist.
    private let running = Mutex(0)
    private let hasEnded = Semaphore()

    /// Stops the watch.
    func stop() {
        let run = current.withLock { current in
            defer { current = nil }
            return current
        }
        run?.cancellation.cancel()
        run?.stopper?.stop()
    }

    /// Stops the watch, and waits until its temporary time point is gone, or for a moment.
    func finish() {
        stop()
        let deadline = MonotonicClock.now() + Self.patience
        while running.withLock({ $0 > 0 }), MonotonicClock.now() < deadline { hasEnded.wait(until: deadline) }
    }

    /// Watches a container until it is stopped.
    /// - Parameter receive: Called on a separate thread.
    func start(_ container: Container, receive: @escaping @Sendable (WatchNews) -> Void) {
        let run = Run()
        current.withLock { $0 = run }
        running.withLock { $0 += 1 }
        pool.submit { [self] in
            do throws(WatchError) {
                try watch(container, run.cancellation, receive)
            } catch {
                if error.code != .cancelled { receive(.failed(error.message)) }
            }
            running.withLock { $0 -= 1 }
            hasEnded.signal()
        }
    }

    private func watch(
        _ container: Container, _ cancellation: Cancellation, _ receive: @escaping @Sendable (WatchNews) -> Void
    ) throws(WatchError) {
        let watch = try SideWatch(.root, of: container.tree, in: container, cancellation: cancellation)
        defer { watch.close() }
        current.withLock { current in
            if current?.cancellation === cancellation { current?.stopper = watch.stopper }
        }
        try watch.makeStartingPoint { path, reason in receive(.problem(path, reason)) }
        receive(.begun)
        while !cancellation.isCancelled {
            let found = FoundChanges()
            let step = watch.next { report in
                switch report {
                case .change(let change): found.add(change)
                case .problem(let path, let reason): receive(.problem(path, reason))
                }
                return !cancellation.isCancelled
            }
            let changes = found.take()
            if !changes.isEmpty { receive(.changes(changes)) }
            if step == .ended { break }
        }
    }
}

/// The changes of one look.
private final class FoundChanges {
    /// Of more at once, only the last ones could be shown.
    private static let maximum = 2_000

    private var changes: [WatchedChange] = []

    func add(_ change: WatchedChange) {
        changes.append(change)
        if changes.count > 2 * Self.maximum { changes.removeFirst(Self.maximum) }
    }

    func take() -> [WatchedChange] { changes }
}
