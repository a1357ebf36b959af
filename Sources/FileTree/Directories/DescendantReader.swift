package import ContainerModel
package import Jobs
import Synchronization
import System

/// Reads everything below a directory as one list, whose names are the paths from there.
///
/// The entries of a directory follow each other; otherwise they are in no particular order. Symbolic links are listed
/// and not followed.
package struct DescendantReader: Sendable {
    /// The entries found.
    package struct Found: Sendable {
        /// The items, each named by its path from the directory.
        package var entries = EntryList()
        /// The number of directories whose entries could not be read.
        package var unreadable = 0

        /// Nothing found.
        package init() {}
    }

    private let pool: WorkerPool
    private let threads: Int

    /// Creates a reader.
    /// - Parameters:
    ///   - pool: The pool whose threads help the one that reads.
    ///   - threads: The number of threads that read.
    package init(pool: WorkerPool, threads: Int = WorkerPool.cores) {
        self.pool = pool
        self.threads = max(1, threads)
    }

    /// Reads everything below a directory. Blocks until all is read.
    /// - Parameters:
    ///   - directory: The directory, at its beginning; left at its end.
    ///   - path: Its path, for errors.
    ///   - closed: Paths from the directory, of directories that are listed but not read.
    ///   - interval: The minimum time in nanoseconds between two calls of `progress`; the first one comes after a
    ///     third.
    ///   - progress: Receives the entries found so far, on any of the threads, one call at a time.
    /// - Throws: `FileTreeError` if the directory itself cannot be read. Others that cannot be are counted.
    /// - Returns: nil if it was cancelled.
    package func read(
        below directory: TreeDirectory,
        path: ContainerPath,
        closed: Set<[UInt8]> = [],
        cancellation: Cancellation,
        interval: UInt64 = 100_000_000,
        progress: @escaping @Sendable (Found) -> Void = { _ in }
    ) throws(FileTreeError) -> Found? {
        switch directory {
        case .host(let descriptor):
            let reading = DescendantReading(descriptor, path, closed, cancellation, interval, progress)
            for _ in 1..<threads { pool.submit { reading.help() } }
            return try reading.finish()
        case .listing(let listing):
            var found = Found()
            Self.add(listing, below: [], to: &found, closed, cancellation)
            return cancellation.isCancelled ? nil : found
        }
    }

    /// Trees other than directories of this computer are in memory.
    private static func add(
        _ listing: IndexedDirectory,
        below prefix: [UInt8],
        to found: inout Found,
        _ closed: Set<[UInt8]>,
        _ cancellation: Cancellation
    ) {
        guard !cancellation.isCancelled else { return }
        let entries = listing.entries()
        for index in 0..<entries.count { found.entries.append(prefix + entries.name(index), kind: entries.kind(index)) }
        for index in 0..<entries.count where entries.kind(index) == .directory {
            let name = entries.name(index)
            guard closed.isEmpty || !closed.contains(prefix + name) else { continue }
            guard let subdirectory = listing.subdirectory(name) else {
                found.unreadable += 1
                continue
            }
            add(subdirectory, below: prefix + name + [ContainerPath.slash], to: &found, closed, cancellation)
        }
    }
}

/// A reading in progress: the directories still to be read, and the entries found. The newest directory is read first,
/// which keeps few descriptors open.
private final class DescendantReading: Sendable {
    private static let bufferSize = 64 * 1_024

    /// A directory to be read.
    private struct Item {
        /// The directory that it is an entry of; nil for the one where the reading begins.
        let parent: Descriptor?
        /// The path from there, with a slash at its end; empty for the first one.
        let prefix: [UInt8]
        /// Where the directory's own name begins in `prefix`.
        let nameStart: Int
    }

    private struct State {
        var found = DescendantReader.Found()
        var failure: FileTreeError?
        var nextReport: UInt64
    }

    private let first: Descriptor
    private let path: ContainerPath
    private let closed: Set<[UInt8]>
    private let cancellation: Cancellation
    private let interval: UInt64
    private let progress: @Sendable (DescendantReader.Found) -> Void
    private let queue: WorkQueue<Item>
    private let state: Mutex<State>

    init(
        _ first: Descriptor,
        _ path: ContainerPath,
        _ closed: Set<[UInt8]>,
        _ cancellation: Cancellation,
        _ interval: UInt64,
        _ progress: @escaping @Sendable (DescendantReader.Found) -> Void
    ) {
        self.first = first
        self.path = path
        self.closed = closed
        self.cancellation = cancellation
        self.interval = interval
        self.progress = progress
        queue = WorkQueue([Item(parent: nil, prefix: [], nameStart: 0)])
        state = Mutex(State(nextReport: MonotonicClock.now() + interval / 3))
    }

    /// Reads until nothing is left.
    func help() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferSize, alignment: 8)
        defer { buffer.deallocate() }
        var children: [Item] = []
        while let item = queue.next() {
            var entries = EntryList()
            children.removeAll(keepingCapacity: true)
            var failure: FileTreeError?
            if !cancellation.isCancelled { failure = read(item, buffer, &entries, &children) }
            add(entries, children, item, failure)
        }
    }

    /// Reads until nothing is left and the other threads are done, and returns the entries found.
    func finish() throws(FileTreeError) -> DescendantReader.Found? {
        help()
        let (found, failure) = state.withLock { ($0.found, $0.failure) }
        if let failure { throw failure }
        return cancellation.isCancelled ? nil : found
    }

    private func add(_ entries: EntryList, _ children: [Item], _ item: Item, _ failure: FileTreeError?) {
        state.withLock { state in
            state.found.entries.append(contentsOf: entries)
            if let failure {
                if item.parent == nil { state.failure = failure } else { state.found.unreadable += 1 }
            }
            guard !cancellation.isCancelled, MonotonicClock.now() >= state.nextReport else { return }
            // Under the lock, so that reports come one after another and grow.
            progress(state.found)
            state.nextReport = MonotonicClock.now() + interval
        }
        queue.finish(adding: children)
    }

    /// Reads the entries of a directory.
    /// - Returns: The reason why it cannot be read.
    private func read(
        _ item: Item, _ buffer: UnsafeMutableRawBufferPointer, _ entries: inout EntryList, _ children: inout [Item]
    ) -> FileTreeError? {
        let directory: Descriptor
        if let parent = item.parent {
            let opened = withNullTerminated(item.prefix[item.nameStart..<item.prefix.count - 1]) {
                sandglass_open_component(parent.number, $0, O_RDONLY | O_DIRECTORY)
            }
            guard opened >= 0 else {
                // It was removed or replaced, for example by a symbolic link.
                guard ![-ENOENT, -ENOTDIR, -ELOOP].contains(opened) else { return nil }
                return FileTreeError(errno: -opened, in: parent, operation: "open the directory", path: path)
            }
            directory = Descriptor(owning: opened)
        } else {
            directory = first
        }
        while !cancellation.isCancelled {
            let filled = sandglass_read_entries(directory.number, buffer.baseAddress, buffer.count)
            if filled == -Int(EINTR) { continue }
            if filled < 0, filled != -Int(ENOENT) || FileSystemCapabilities.isRemote(directory) {
                return DeviceMount.unlisted(Int32(-filled), directory, path)
            }
            guard filled > 0 else { break }
            for entry in RawEntries(UnsafeRawBufferPointer(rebasing: buffer[..<filled])) {
                let kind = entry.kind == .unknown ? Self.kind(of: entry.name, in: directory) : entry.kind
                entries.append(entry.name, below: item.prefix, kind: kind)
                guard kind == .directory else { continue }
                if !closed.isEmpty, closed.contains(item.prefix + entry.name) { continue }
                let prefix = item.prefix + entry.name + [ContainerPath.slash]
                children.append(Item(parent: directory, prefix: prefix, nameStart: item.prefix.count))
            }
        }
        return nil
    }

    private static func kind(of name: UnsafeBufferPointer<UInt8>, in directory: Descriptor) -> ItemKind {
        var status = sandglass_stat()
        let failure = name.withMemoryRebound(to: CChar.self) {
            sandglass_status(directory.number, $0.baseAddress!, &status)  // Names are never empty, and a NUL follows.
        }
        return failure == 0 ? ItemKind(mode: status.mode) : .unknown
    }
}
