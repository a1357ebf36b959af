package import ContainerModel
package import ContainerStore
package import FileTree
package import Jobs

/// The environment in which a query runs.
package struct QueryContext: Sendable {
    /// The open container.
    package let container: Container
    /// The open roots of the session, the container's among them.
    package let roots: RootTable
    /// Checked between steps: set when the answer is no longer needed.
    package let cancellation: Cancellation
    /// The threads for counting.
    package let counters: WorkerPool
    /// Values kept by earlier queries.
    package let memory: QueryMemory
    /// Says how far the query is.
    package let progress: ProgressMeter

    /// Creates a context from a container and the means to work on it.
    package init(
        _ container: Container,
        roots: RootTable,
        cancellation: Cancellation,
        counters: WorkerPool,
        memory: QueryMemory = QueryMemory(),
        progress: ProgressMeter = ProgressMeter()
    ) {
        self.progress = progress
        self.memory = memory
        self.container = container
        self.roots = roots
        self.cancellation = cancellation
        self.counters = counters
    }

    /// Whether the answer is no longer needed.
    package var isCancelled: Bool { cancellation.isCancelled }

    /// Returns the tree of a root.
    /// - Throws: `FileTreeError` if the directory cannot be opened.
    package func tree(of root: Root) throws(FileTreeError) -> any FileTree {
        try roots.tree(of: root)
    }
}
