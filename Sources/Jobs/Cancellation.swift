import Synchronization

/// A request to stop that work looks at between its steps. Once made it stays.
package final class Cancellation: Sendable {
    private let requested = Atomic(false)

    package init() {}

    package var isCancelled: Bool { requested.load(ordering: .relaxed) }

    package func cancel() { requested.store(true, ordering: .relaxed) }
}
