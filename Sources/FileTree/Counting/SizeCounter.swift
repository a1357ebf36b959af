package import ContainerModel
package import Jobs
import Synchronization

/// The contents of a directory, including all subdirectories.
package struct DirectoryTotal: Hashable, Sendable {
    /// The logical size of the regular files in bytes; a file with several hard links counts once. Saturates at the
    /// maximum.
    package var bytes: UInt64 = 0
    /// The number of entries of all kinds, including directories but not the directory itself.
    package var items: Int = 0
    /// The number of unreadable directories, whose contents are missing from the other figures.
    package var unreadable: Int = 0
    /// Whether the count is finished; until then the figures only grow.
    package var isComplete = false

    /// Creates an incomplete total of zero.
    package init() {}

    mutating func add(bytes more: UInt64) { bytes = bytes.addingSaturated(more) }

    /// Adds the figures of another total, but not its completeness.
    mutating func add(_ other: DirectoryTotal) {
        add(bytes: other.bytes)
        items += other.items
        unreadable += other.unreadable
    }
}

/// Counts sizes below directories, using all cores.
package struct SizeCounter: Sendable {
    private let tree: any FileTree
    private let pool: WorkerPool
    private let threads: Int

    /// Creates a counter.
    /// - Parameters:
    ///   - pool: The pool whose threads count.
    ///   - threads: The number of threads to use.
    package init(of tree: any FileTree, pool: WorkerPool, threads: Int = WorkerPool.cores) {
        self.tree = tree
        self.pool = pool
        self.threads = max(1, threads)
    }

    /// Counts below each of `directories`, which may be nested; nothing is read twice.
    ///
    /// - Parameter report: Called on worker threads, one call at a time, with the current total of each directory,
    ///   every tenth of a second and at the end. Directories that do not exist are omitted.
    package func count(
        _ directories: [ContainerPath],
        cancellation: Cancellation,
        report: @escaping @Sendable ([ContainerPath: DirectoryTotal]) -> Void
    ) {
        // Decided once for the whole tree: host directories are counted with direct system calls.
        guard let root = tree.writable else {
            let tree = tree
            return pool.submit {
                var count = TreeCount(tree, directories, cancellation)
                report(count.countTree())
            }
        }
        let count = SizeCount(root: root, directories: directories, cancellation: cancellation, report: report)
        for _ in 0..<threads {
            pool.submit { count.work() }
        }
    }

    /// Counts below each of `directories` as `count` does, and blocks until it is done. This thread counts as well.
    /// - Returns: nil if it was cancelled.
    package func totals(
        below directories: [ContainerPath],
        cancellation: Cancellation,
        progress: @escaping @Sendable ([ContainerPath: DirectoryTotal]) -> Void = { _ in }
    ) -> [ContainerPath: DirectoryTotal]? {
        guard let root = tree.writable else {
            var count = TreeCount(tree, directories, cancellation)
            let totals = count.countTree()
            return cancellation.isCancelled ? nil : totals
        }
        let latest = Mutex<[ContainerPath: DirectoryTotal]>([:])
        let count = SizeCount(root: root, directories: directories, cancellation: cancellation) { totals in
            latest.withLock { $0 = totals }
            progress(totals)
        }
        for _ in 1..<max(2, threads) { pool.submit { count.work() } }
        count.work()
        return cancellation.isCancelled ? nil : latest.withLock { $0 }
    }
}
