package import ContainerModel
package import ContainerStore
package import FileTree
package import Jobs

/// A question that a worker answers: about a container, a directory or this computer.
///
/// Each query is a type in a file of its own: what is asked, what the answer is, and how it is found out. Whoever asks
/// says what is done with the answer; nothing in between knows of any one query.
package protocol Query: Sendable {
    /// What is found out.
    associatedtype Answer: Sendable

    /// How long it takes.
    var effort: QueryEffort { get }

    /// Finds out the answer, on a worker.
    /// - Parameter answer: called with the answer; more often where the first ones are not whole, and not at all where
    ///   the query was cancelled.
    /// - Throws: `QueryFailure` where there is no answer.
    func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure)
}

extension Query {
    package var effort: QueryEffort { .quick }
}

/// How long a query takes, which decides when it begins and what it may have to wait for.
package enum QueryEffort: Hashable, Sendable {
    /// The person waits for it.
    case quick
    /// It is begun quickly and goes on for long by itself. It may begin after the first picture.
    case count
    /// It takes long, and must not hold up what is quick. It may begin after the first picture.
    case walk
    /// It is shown beside what the person works on, and is begun after the first frame. Nothing else waits for it,
    /// however long the disk takes.
    case preview
}

/// Where a query finds its answer.
package struct QueryPlace: Sendable {
    /// The container that is open.
    package let container: Container
    /// Looked at between steps: nobody waits for the answer any more.
    package let cancellation: Cancellation
    /// Threads for counting.
    package let counters: WorkerPool

    /// A container, and all of this computer.
    package init(_ container: Container, cancellation: Cancellation, counters: WorkerPool) {
        self.container = container
        self.cancellation = cancellation
        self.counters = counters
    }

    var isCancelled: Bool { cancellation.isCancelled }

    /// The tree that items are named in.
    /// - Throws: `FileTreeError`
    package func tree(of root: Root) throws(FileTreeError) -> any FileTree {
        root.isContainer ? container.tree : try RootedDirectory(hostPath: root.hostPath)
    }
}

/// Why there is no answer.
package struct QueryFailure: Error, Hashable, Sendable {
    /// A sentence for people; not sanitized.
    package let message: String

    /// - Parameter message: a sentence for people, without a full stop.
    package init(_ message: String) { self.message = message }
}
