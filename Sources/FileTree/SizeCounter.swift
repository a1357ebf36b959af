package import ContainerModel
package import Jobs

/// What lies below a directory.
package struct DirectoryTotal: Hashable, Sendable {
    /// Logical bytes of the regular files; one with several hard links is counted once. A sum that is too large for
    /// a number is the greatest number.
    package var bytes: UInt64 = 0
    /// Entries of every kind, directories included, the directory itself not.
    package var items: Int = 0
    /// Directories that could not be read: what is in them is missing from the other figures.
    package var unreadable: Int = 0
    /// Whether the count is done; before that the figures only grow.
    package var isComplete = false

    /// Nothing, not counted to its end.
    package init() {}

    mutating func add(bytes more: UInt64) { bytes = bytes.addingSaturated(more) }

    /// Adds the figures of another total; whether they are complete is another question.
    mutating func add(_ other: DirectoryTotal) {
        add(bytes: other.bytes)
        items += other.items
        unreadable += other.unreadable
    }
}

/// Counts sizes below directories, on all of the machine's cores at once.
package struct SizeCounter: Sendable {
    private let tree: any FileTree
    private let pool: WorkerPool
    private let threads: Int

    /// - Parameters:
    ///   - pool: whose threads count.
    ///   - threads: how many of them.
    package init(of tree: any FileTree, pool: WorkerPool, threads: Int = WorkerPool.cores) {
        self.tree = tree
        self.pool = pool
        self.threads = max(1, threads)
    }

    /// Counts below each of `directories`, which may lie inside one another: nothing is read twice.
    ///
    /// - Parameter report: called on workers' threads, one at a time, with what is known of each directory: every
    ///   tenth of a second, and at the end. A directory that is not there is left out.
    package func count(
        _ directories: [ContainerPath],
        cancellation: Cancellation,
        report: @escaping @Sendable ([ContainerPath: DirectoryTotal]) -> Void
    ) {
        // Chosen once for the whole tree: what is on a disk is counted by the system's own calls.
        guard let root = tree.writable else {
            let tree = tree
            return pool.submit {
                var count = TreeCount(tree, directories, cancellation)
                report(count.run())
            }
        }
        let count = SizeCount(root: root, directories: directories, cancellation: cancellation, report: report)
        for _ in 0..<threads {
            pool.submit { count.work() }
        }
    }
}
