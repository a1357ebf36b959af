package import ContainerModel
import ContainerStore
import FileTree
import Inspection
package import Jobs
import Reports
package import Search
import Synchronization
import System

/// Everything with a time in a container or a directory, the newest first.
///
/// Only 24 bytes are kept of each, and not all of them in memory; the rest is read again when it is shown.
package final class Timeline: Sendable {
    private let storage: TimelineStorage
    private let items: TimelineFiles
    /// The items that were looked for, in their order.
    private let files: [UInt32]

    private init(
        _ storage: TimelineStorage, _ found: DirectorySearch.Found, _ scope: DirectorySearch.Scope
    ) {
        self.storage = storage
        items = TimelineFiles(entries: found.entries, directory: scope.directory.path, tree: scope.tree)
        files = found.order
    }

    /// The number of times.
    package var count: Int { storage.records.count }

    /// What could not be read in full, so far: of entries, when they are shown.
    package var problems: [TimelineProblem] { storage.problems }

    /// The most items that are read at a time by a thread.
    private static let itemsAtOnce = 8

    /// Reads all times. Blocks; the threads of a pool help.
    /// - Parameters:
    ///   - scope: Where the items are.
    ///   - found: The items in it.
    ///   - others: What is in no file: operations and time points.
    ///   - progress: Receives the times so far: first those of the items, then, from time to time, those in them; on
    ///     any thread, one call at a time.
    /// - Returns: nil if it was cancelled.
    package static func read(
        _ scope: DirectorySearch.Scope, _ found: DirectorySearch.Found, _ question: TimelineQuestion,
        besides others: [TimelineEntry] = [], on pool: WorkerPool, cancellation: Cancellation,
        meter: ProgressMeter = ProgressMeter(), progress: @escaping @Sendable (Timeline) -> Void = { _ in }
    ) -> Timeline? {
        UnnamedFile.keepingAllInMemory(if: scope.container?.isSecret ?? false) {
            let timeline = Timeline(TimelineStorage(question), found, scope)
            timeline.add(others)
            let snapshots = question.kinds.contains(.snapshot) ? timeline.snapshots(of: scope.container) : []
            guard timeline.readItems(snapshots, pool, cancellation) else { return nil }
            progress(timeline)
            guard question.readsContents else { return timeline }
            return timeline.readContents(pool, cancellation, meter, progress) ? timeline : nil
        }
    }

    // MARK: What is in no file

    private func add(_ others: [TimelineEntry]) {
        let sink = DateSink(storage)
        var places: [String: DateSink.Place?] = [:]
        for entry in others {
            let name = "\(entry.kind.rawValue) \(entry.clock.rawValue) \(entry.title)"
            let known = places[name]
            let place =
                known
                ?? sink.place(
                    TimelinePlace(
                        kind: entry.kind, clock: entry.clock, title: entry.title, doubt: entry.doubt, form: .note))
            if known == nil { places[name] = place }
            if let place { _ = sink.add(entry.time, at: place) { Array(entry.text.prefix(4_096)) } }
        }
        sink.flush()
    }

    /// Returns the paths of the app-switcher snapshots.
    private func snapshots(of container: Container?) -> Set<ContainerPath> {
        guard let container else { return [] }
        var paths: Set<ContainerPath> = []
        var inventory = SnapshotInventory(of: container)
        while let step = inventory.next() {
            // Whatever cannot be read is noted with the items.
            if case .row(let row) = step { paths.insert(row.rawPath) }
        }
        return paths
    }

    // MARK: Items

    /// Adds the times of the items themselves.
    private func readItems(_ snapshots: Set<ContainerPath>, _ pool: WorkerPool, _ cancellation: Cancellation) -> Bool {
        let wanted = storage.question.kinds
        guard wanted.contains(.file) || wanted.contains(.snapshot) else { return true }
        let sink = DateSink(storage)
        let born = sink.place(TimelinePlace(kind: .file, clock: .file, title: "born", form: .item))
        let modified = sink.place(TimelinePlace(kind: .file, clock: .file, title: "modified", form: .item))
        let taken = sink.place(TimelinePlace(kind: .snapshot, clock: .file, title: "taken", form: .item))
        let done: [Void]? = pool.inParts(of: files.count, size: 256, cancellation: cancellation) { range in
            let sink = DateSink(self.storage)
            for index in range where !cancellation.isCancelled {
                sink.file = self.files[index]
                guard let path = self.items.path(sink.file) else { continue }
                do throws(FileTreeError) {
                    let status = try self.items.tree.status(path)
                    if let birth = status.birthTime, let born {
                        sink.add(TimelineEntry.time(seconds: birth.seconds, nanoseconds: birth.nanoseconds), at: born)
                    }
                    // A directory without an entry in its archive has no time.
                    guard status.kind != .directory || status.modified != 0 else { continue }
                    let change = TimelineEntry.time(
                        seconds: status.modified, nanoseconds: status.modifiedNanoseconds)
                    if snapshots.contains(path) {
                        if let taken { sink.add(change, at: taken) }
                    } else if let modified {
                        sink.add(change, at: modified)
                    }
                } catch {
                    if !error.isDisappearance { self.storage.note(path, error.reason) }
                }
            }
            sink.flush()
        }
        return done != nil && !cancellation.isCancelled
    }

    /// The least time between two reports of progress, in nanoseconds.
    private static let interval: UInt64 = 500_000_000

    /// Adds the times in files.
    private func readContents(
        _ pool: WorkerPool, _ cancellation: Cancellation, _ meter: ProgressMeter,
        _ progress: @escaping @Sendable (Timeline) -> Void
    ) -> Bool {
        let found = files.filter { items.entries.kind(Int($0)) == .file }
        let size = max(1, min(Self.itemsAtOnce, found.count / (4 * WorkerPool.cores)))
        // Large databases are often beside each other, and would all be read by one thread.
        let parts = (found.count + size - 1) / size
        let regular = (0..<parts).flatMap { part in
            stride(from: part, to: found.count, by: parts).map { found[$0] }
        }
        let next = Mutex(MonotonicClock.now() + Self.interval)
        let done: [Void]? = pool.inParts(of: regular.count, size: size, cancellation: cancellation) { _ in
            next.withLock { next in
                guard MonotonicClock.now() >= next else { return }
                progress(self)
                next = MonotonicClock.now() + Self.interval
            }
        } work: { range in
            let sink = DateSink(self.storage)
            let reader = FileDates(sink, in: self.items.tree, cancellation: cancellation)
            for index in range where !cancellation.isCancelled {
                sink.file = regular[index]
                guard let path = self.items.path(sink.file) else { continue }
                do throws(FileTreeError) {
                    for problem in try reader.read(path) { self.storage.note(path, problem) }
                } catch {
                    if !error.isDisappearance { self.storage.note(path, error.reason) }
                }
                meter.add(files: 1, bytes: 0)
            }
            sink.flush()
        }
        return done != nil && !cancellation.isCancelled
    }

    // MARK: Showing

    /// Returns the entries, the newest first; of a timeline that is still read, those so far.
    /// - Parameter readsWholeLines: Whether lines of logs are read as a whole, up to 64 KiB, and not as far as they are
    ///   shown.
    package func entriesInOrder(readsWholeLines: Bool = false) -> TimelineEntries {
        TimelineEntries(
            storage.records.merged(), TimelineEntryReader(items, storage, readsWholeLines: readsWholeLines))
    }

    /// Returns the entries in the same order, as comma-separated values.
    /// - Parameters:
    ///   - maximum: The most entries.
    ///   - container: The container's path on this computer; nil if there is only one.
    ///   - pool: Its threads help.
    ///   - path: Returns the path of an item as it is reported.
    package func csv(
        atMost maximum: Int, in container: String?, on pool: WorkerPool,
        path: @escaping @Sendable (ContainerPath) -> [UInt8]
    ) -> TimelineCSV {
        let reader = TimelineEntryReader(items, storage, readsWholeLines: true)
        return TimelineCSV(storage.records.merged(), atMost: maximum, on: pool) {
            TimelineRecordsCSV(reader, in: container, path: path)
        }
    }
}
