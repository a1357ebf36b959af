import Synchronization

/// A request to stop, polled by running work. It cannot be revoked.
package final class Cancellation: Sendable {
    private let requested = Atomic(false)

    /// Creates a request that has not been made yet.
    package init() {}

    /// Whether stopping has been requested.
    package var isCancelled: Bool { requested.load(ordering: .relaxed) }

    /// Requests to stop.
    package func cancel() { requested.store(true, ordering: .relaxed) }
}
