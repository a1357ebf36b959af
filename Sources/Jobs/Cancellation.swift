import Synchronization

/// A request to stop, polled by running work. It cannot be revoked.
package final class Cancellation: Sendable {
    private let requested = Atomic(false)

    package init() {}

    package var isCancelled: Bool { requested.load(ordering: .relaxed) }

    package func cancel() { requested.store(true, ordering: .relaxed) }
}
