package import ContainerModel
package import ContainerStore
package import FileTree
import Formats
package import Jobs
import Synchronization
import System

/// Counts where the space below a directory of a container goes, using all cores.
package struct UsageCounter: Sendable {
    private let container: Container
    private let pool: WorkerPool
    private let threads: Int

    /// Creates a counter.
    /// - Parameters:
    ///   - pool: The pool whose threads help the one that counts.
    ///   - threads: The number of threads that count.
    package init(of container: Container, pool: WorkerPool, threads: Int = WorkerPool.cores) {
        self.container = container
        self.pool = pool
        self.threads = max(1, threads)
    }

    /// Counts everything below a directory. Blocks until it is done.
    /// - Parameter progress: Receives the report so far from time to time, on any of the threads, one call at a time.
    /// - Throws: `FileTreeError` if the directory itself cannot be read. Others that cannot be are counted.
    /// - Returns: nil if it was cancelled.
    package func count(
        below path: ContainerPath,
        cancellation: Cancellation,
        progress: @escaping @Sendable (UsageReport) -> Void = { _ in }
    ) throws(FileTreeError) -> UsageReport? {
        let count = try UsageCount(container, path, cancellation, progress)
        for _ in 1..<threads { pool.submit { count.work() } }
        count.work()
        return cancellation.isCancelled ? nil : count.report
    }
}

/// A count in progress.
private final class UsageCount: Sendable {
    /// The number of entries of a long directory that a thread takes at a time.
    private static let partSize = 2_048
    private static let interval: UInt64 = 100_000_000

    /// Some entries of a directory.
    private struct Item {
        let path: ContainerPath
        /// The open directory, its entries, and those to be counted; nil for a directory that is still to be read.
        let part: (directory: TreeDirectory, entries: EntryList, range: Range<Int>)?
        /// The row that it counts toward.
        let row: Int
        /// Whether a directory above, or the directory itself, is excluded from backups.
        let isCovered: Bool
    }

    /// The findings of a thread in one go.
    private struct Found {
        var usage = Usage()
        var linked: [(identity: FileIdentity, size: UInt64, storage: StorageClass)] = []
        var below: [Item] = []
    }

    private struct State {
        var report: UsageReport
        /// The rows that count each file with several hard links.
        var linked: [FileIdentity: Set<Int>] = [:]
        var nextReport: UInt64
    }

    private let tree: any FileTree
    private let rules: DirectoryRules
    private let cancellation: Cancellation
    private let progress: @Sendable (UsageReport) -> Void
    private let queue: WorkQueue<Item>
    private let state: Mutex<State>

    init(
        _ container: Container,
        _ path: ContainerPath,
        _ cancellation: Cancellation,
        _ progress: @escaping @Sendable (UsageReport) -> Void
    ) throws(FileTreeError) {
        tree = container.tree
        let description = container.description
        rules = description.rules(in: path)
        self.cancellation = cancellation
        self.progress = progress
        let directory = try container.tree.directory(at: path)
        let entries = try directory.entries(path: path, cancellation: cancellation) ?? EntryList()
        var report = UsageReport(path: path)
        report.rows = (0..<entries.count).map { index in
            UsageReport.Row(name: Array(entries.name(index)), kind: entries.kind(index), usage: Usage())
        }
        report.isComplete = entries.isEmpty
        let isCovered = !ExclusionReader.coveringExclusion(of: path, in: container.tree).isEmpty
        // Each entry is a separate row.
        queue = WorkQueue(
            (0..<entries.count).map { index in
                Item(path: path, part: (directory, entries, index..<index + 1), row: index, isCovered: isCovered)
            })
        state = Mutex(State(report: report, nextReport: MonotonicClock.now() + Self.interval))
    }

    /// The report as it is now.
    var report: UsageReport { state.withLock { $0.report } }

    /// Counts until nothing is left.
    func work() {
        while let item = queue.next() {
            var found = Found()
            if !cancellation.isCancelled { count(item, &found) }
            add(found, item)
        }
    }

    private func count(_ item: Item, _ found: inout Found) {
        if let part = item.part {
            return count(part.directory, part.entries, part.range, item, &found)
        }
        guard let directory = try? tree.directory(at: item.path),
            let entries = try? directory.entries(path: item.path, cancellation: cancellation)
        else {
            found.usage.unreadable += cancellation.isCancelled ? 0 : 1
            return
        }
        guard entries.count > Self.partSize else { return count(directory, entries, 0..<entries.count, item, &found) }
        for start in stride(from: 0, to: entries.count, by: Self.partSize) {
            let range = start..<min(entries.count, start + Self.partSize)
            found.below.append(
                Item(path: item.path, part: (directory, entries, range), row: item.row, isCovered: item.isCovered))
        }
    }

    private func count(
        _ directory: TreeDirectory, _ entries: EntryList, _ range: Range<Int>, _ item: Item, _ found: inout Found
    ) {
        let rules = rules.directory(item.path)
        let exclusion = item.isCovered ? Exclusion.inherited : Exclusion(rawValue: 0)
        let mayHaveAppleDouble = directory.mayHaveAppleDoubles(entries)
        for index in range {
            let name = entries.name(index)
            var kind = entries.kind(index)
            found.usage.items += 1
            var status: ItemStatus?
            if kind == .file || kind == .unknown {
                // It may be gone by now.
                guard let known = try? directory.status(of: name, path: item.path) else { continue }
                status = known
                kind = known.kind
            }
            guard kind == .file || kind == .directory else { continue }
            guard let status else {
                guard let path = item.path.appending(name: name) else { continue }
                let isCovered = item.isCovered || isExcluded(name, in: directory, mayHaveAppleDouble)
                found.below.append(Item(path: path, part: nil, row: item.row, isCovered: isCovered))
                continue
            }
            let place = name.withUnsafeBufferPointer {
                rules.storageClass(ofEntry: $0.span, type: .file, exclusion: exclusion)
            }
            // Asking for attributes takes nearly as long as asking for the size.
            let asks = status.size > 0 && (place == .backedUp || place == .purgeable)
            var storage = asks && isExcluded(name, in: directory, mayHaveAppleDouble) ? StorageClass.excluded : place
            if place == .backedUp, mayHaveAppleDouble, directory.isFoldedAppleDouble(name, size: status.size) {
                storage = .other
            }
            if status.links > 1 {
                found.linked.append((status.identity, status.size, storage))
            } else {
                found.usage.add(status.size, storage)
            }
        }
    }

    /// Returns whether an entry's own attributes exclude it from any kind of backup.
    private func isExcluded(_ name: ArraySlice<UInt8>, in directory: TreeDirectory, _ mayHaveAppleDouble: Bool) -> Bool
    {
        guard mayHaveAppleDouble || directory.hasAttributes(name) else { return false }
        let attributes = directory.attributeNames(of: name)
        return ExclusionReader.ownExclusion(
            of: name, in: directory, attributes: attributes, mayHaveAppleDouble: mayHaveAppleDouble
        ).rawValue != 0
    }

    private func add(_ found: Found, _ item: Item) {
        state.withLock { state in
            state.report.rows[item.row].usage.add(found.usage)
            state.report.total.add(found.usage)
            for (identity, size, storage) in found.linked {
                let isFirst = state.linked[identity] == nil
                if isFirst { state.report.total.add(size, storage) }
                if state.linked[identity, default: []].insert(item.row).inserted {
                    state.report.rows[item.row].usage.add(size, storage)
                }
            }
            if !cancellation.isCancelled, MonotonicClock.now() >= state.nextReport {
                // Under the lock, so that reports come one after another and grow.
                progress(state.report.sorted())
                state.nextReport = MonotonicClock.now() + Self.interval
            }
        }
        queue.finish(adding: found.below) {
            state.withLock { state in
                state.report = state.report.sorted()
                state.report.isComplete = true
            }
        }
    }
}

extension UsageReport {
    /// Returns the report with the largest rows first.
    func sorted() -> UsageReport {
        var sorted = self
        let sizes = rows.map(\.usage.bytes)
        sorted.rows = rows.indices.sorted { one, other in
            if sizes[one] != sizes[other] { return sizes[one] > sizes[other] }
            return rows[one].name.lexicographicallyPrecedes(rows[other].name)
        }.map { rows[$0] }
        return sorted
    }
}
