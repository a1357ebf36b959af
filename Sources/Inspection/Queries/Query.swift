package import ContainerModel
package import ContainerStore
package import FileTree
package import Jobs

/// A question about a container, a directory or this computer, answered on a worker.
///
/// Each query is a type in a file of its own, with its parameters, its answer, and the code that finds it. The caller
/// decides what to do with the answer; nothing in between knows individual queries.
package protocol Query: Sendable {
    /// The type of the result.
    associatedtype Answer: Sendable

    /// How long the query takes.
    var effort: QueryEffort { get }

    /// Runs the query on a worker.
    /// - Parameter answer: Called with the answer; repeatedly if the first answers are incomplete, and never if the
    ///   query was cancelled.
    /// - Throws: `QueryFailure` if there is no answer.
    func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure)
}

extension Query {
    package var effort: QueryEffort { .quick }
}

/// How long a query takes, which decides when it starts and what it may wait for.
package enum QueryEffort: Hashable, Sendable {
    /// The user is waiting for it.
    case quick
    /// Starts quickly and continues long in the background. May be deferred until the first frame is drawn.
    case count
    /// Takes long, and must not delay quick queries. May be deferred until the first frame is drawn.
    case walk
    /// Shown next to what the user is working on; starts after the first frame. Delays nothing else, however slow the
    /// disk.
    case preview
}

/// The environment in which a query runs.
package struct QueryPlace: Sendable {
    /// The open container.
    package let container: Container
    /// The open roots of the session, the container's among them.
    package let roots: RootTable
    /// Checked between steps: set when the answer is no longer needed.
    package let cancellation: Cancellation
    /// The threads for counting.
    package let counters: WorkerPool
    /// What earlier queries have kept.
    package let memory: QueryMemory

    /// Creates a place from a container and the means to work on it.
    package init(
        _ container: Container,
        roots: RootTable,
        cancellation: Cancellation,
        counters: WorkerPool,
        memory: QueryMemory = QueryMemory()
    ) {
        self.memory = memory
        self.container = container
        self.roots = roots
        self.cancellation = cancellation
        self.counters = counters
    }

    var isCancelled: Bool { cancellation.isCancelled }

    /// Returns the tree of a root.
    /// - Throws: `FileTreeError` if the directory cannot be opened.
    package func tree(of root: Root) throws(FileTreeError) -> any FileTree {
        try roots.tree(of: root)
    }
}

/// The reason why a query has no answer.
package struct QueryFailure: Error, Hashable, Sendable {
    /// The message for the user; not sanitized.
    package let message: String

    /// Creates a failure.
    /// - Parameter message: A message for the user, without a full stop.
    package init(_ message: String) { self.message = message }
}
