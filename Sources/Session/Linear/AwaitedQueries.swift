import Browser
import Inspection
import Synchronization

/// The queries that the user waits for, which a session in lines answers before it takes the next line of input.
///
/// Sizes of directories are not among them: they come in the background.
final class AwaitedQueries: Sendable {
    /// A query is awaited as long as its token exists: whatever may answer the query has to hold it.
    final class Token: Sendable {
        private let owner: AwaitedQueries

        fileprivate init(_ owner: AwaitedQueries) {
            self.owner = owner
            owner.count.wrappingAdd(1, ordering: .sequentiallyConsistent)
        }

        deinit { owner.count.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    }

    private let count = Atomic(0)

    /// Whether all queries have been answered. The answers may still be in the mailbox.
    var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

    /// Begins to await a query; nil for one that is answered in the background.
    func token(for request: some PendingQuery) -> Token? {
        request.query is CountQuery ? nil : Token(self)
    }
}
