import Synchronization

/// A request to stop, polled by running work. It cannot be revoked.
package final class Cancellation: Sendable {
    private let requested = Atomic(false)
    /// Another request that stops this work, too; nil for none.
    private let outer: Cancellation?

    /// Creates a request that has not been made yet.
    /// - Parameter outer: A request about more than this work, which counts for it as well.
    package init(within outer: Cancellation? = nil) { self.outer = outer }

    /// Whether stopping has been requested.
    package var isCancelled: Bool { requested.load(ordering: .relaxed) || outer?.isCancelled == true }

    /// Requests to stop.
    package func cancel() { requested.store(true, ordering: .relaxed) }
}
