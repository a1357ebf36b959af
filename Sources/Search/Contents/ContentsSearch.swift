package import ContainerModel
import Documents
package import FileTree
package import Formats
package import Jobs
import Synchronization
import System

/// Searches the contents of many files on all threads.
package struct ContentsSearch: Sendable {
    /// The results in a file.
    package struct FileResult: Sendable {
        /// The index of the file in the list.
        package let file: Int
        /// The hits, in their order in the file.
        package var hits: [ContentsHit] = []
        /// The parts of it that were not searched, and why.
        package var problems: [ContentsProblem] = []
        /// The reason why it cannot be read; nil if it can, or if it is gone.
        package var error: FileTreeError?
        /// Whether more follows.
        package var isPartial = false

        init(_ file: Int) { self.file = file }
    }

    private let entries: EntryList
    private let files: [UInt32]
    private let path: ContainerPath
    private let tree: any FileTree
    private let pattern: ContentsPattern
    private let options: ContentsOptions
    private let value: [[UInt8]]
    private let isBesideItems: Bool
    /// The logs among the files; nil if databases are not decoded.
    private let logs: DatabaseLogs?

    /// - Parameters:
    ///   - entries: Items named by their paths from the directory.
    ///   - files: The items to be searched, in the order of the results; those that are not files are left out, and so
    ///     are logs that were read with their databases.
    ///   - path: The path of the directory.
    ///   - value: The names that lead to the only value in each file that is searched; empty for all of the file.
    ///   - isBesideItems: Whether only those bytes of an archive are searched that belong to none of its items.
    package init(
        _ pattern: ContentsPattern,
        in entries: EntryList,
        files: [UInt32],
        below path: ContainerPath,
        of tree: any FileTree,
        _ options: ContentsOptions,
        value: [[UInt8]] = [],
        isBesideItems: Bool = false
    ) {
        self.value = value
        self.isBesideItems = isBesideItems
        self.entries = entries
        self.path = path
        self.tree = tree
        self.pattern = pattern
        self.options = options
        let regular = files.filter { entries.kind(Int($0)) == .file }
        self.files = regular
        logs = options.decodes ? DatabaseLogs(among: regular, of: entries) : nil
    }

    /// Returns whether a file was read with the database that it belongs to.
    private func isRead(_ file: Int, _ cancellation: Cancellation) -> Bool {
        guard logs?.contains(files[file]) == true, let path = path(of: file) else { return false }
        return DocumentSource.isReadWithDatabase(path, in: tree, cancellation: cancellation)
    }

    /// Returns the path of a file that was searched.
    package func path(of file: Int) -> ContainerPath? {
        ContainerPath(bytes: entries.name(Int(files[file]))).map { path.appending($0) }
    }

    /// Returns the index in the entries of a file that was searched.
    package func entry(of file: Int) -> UInt32 { files[file] }

    /// The number of files that a thread takes at a time.
    private static let filesAtOnce = 8

    /// Searches the files. Blocks until all are searched.
    /// - Parameters:
    ///   - pool: The pool whose threads help the one that searches.
    ///   - receive: Receives the results of each file with hits or problems, on any of the threads, one call at a time,
    ///     in the order of the files; in several parts if there is much. Returns whether more is wanted.
    /// - Returns: Whether everything was searched.
    package func searchFiles(
        on pool: WorkerPool,
        cancellation: Cancellation,
        _ receive: @escaping @Sendable (FileResult) -> Bool
    ) -> Bool {
        let delivery = OrderedDelivery<FileResult>(cancellation, receive)
        let done: [Void]? = pool.inParts(of: files.count, size: Self.filesAtOnce, cancellation: cancellation) { range in
            let search = FileContentsSearch(pattern, options, cancellation: cancellation)
            var opener = FileOpener(tree)
            for file in range where !cancellation.isCancelled { self.search(file, search, &opener, range, delivery) }
            delivery.finish(range)
        }
        return done != nil && !cancellation.isCancelled
    }

    /// The number of hits in a file that are kept until they are delivered.
    private static let hitsAtOnce = 512

    private func search(
        _ file: Int,
        _ search: FileContentsSearch,
        _ opener: inout FileOpener,
        _ part: Range<Int>,
        _ delivery: OrderedDelivery<FileResult>
    ) {
        guard let path = path(of: file), !isRead(file, search.cancellation) else { return }
        var result = FileResult(file)
        let receive: (ContentsHit) -> Bool = { hit in
            result.hits.append(hit)
            guard result.hits.count >= Self.hitsAtOnce else { return true }
            result.isPartial = true
            let wantsMore = delivery.deliver(result, in: part)
            result = FileResult(file)
            return wantsMore
        }
        do throws(FileTreeError) {
            if isBesideItems {
                result.problems = try search.searchBesideItems(of: try DocumentSource(path, in: tree), receive)
            } else if options.decodes || !value.isEmpty {
                result.problems = try search.search(try DocumentSource(remainsOf: path, in: tree), at: value, receive)
            } else {
                result.problems = try search.searchBytes(try opener.open(path), path, receive)
            }
        } catch {
            // A file without a value may have been removed or replaced since it was listed.
            let isGone = [ENOENT, ENOTDIR, ELOOP, EISDIR, EINVAL].contains(error.errno)
            if !isGone || !value.isEmpty { result.error = error }
        }
        guard !result.hits.isEmpty || !result.problems.isEmpty || result.error != nil else { return }
        _ = delivery.deliver(result, in: part)
    }
}

/// Opens files, most of them in the same directory as the one before.
private struct FileOpener {
    private let tree: any FileTree
    private var directory: (path: ContainerPath, handle: TreeDirectory)?

    init(_ tree: any FileTree) { self.tree = tree }

    mutating func open(_ path: ContainerPath) throws(FileTreeError) -> FileRemains {
        guard let name = path.lastComponent, let parent = path.parent else { return try tree.openRemains(path) }
        if directory?.path != parent { directory = (parent, try tree.directory(at: parent, for: .lookup)) }
        guard let directory else { return try tree.openRemains(path) }
        return try directory.handle.openRemains(name, path: path)
    }
}

/// Delivers results in the order of the parts of work that they come from. A thread that is too far ahead waits.
private final class OrderedDelivery<Item: Sendable>: Sendable {
    private struct State {
        /// The first number that is not finished.
        var next = 0
        var finished: [Int: Int] = [:]
        var waiting: [Int: [Item]] = [:]
        var waitingCount = 0
        var wantsMore = true
        /// The semaphores of the threads that are too far ahead, one for each, so that none takes another's turn.
        var blocked: [Jobs.Semaphore] = []
    }

    /// The number of results that may wait before a thread that is ahead has to.
    private static var maxWaiting: Int { 64 }

    private let cancellation: Cancellation
    private let receive: @Sendable (Item) -> Bool
    private let state = Mutex(State())

    init(_ cancellation: Cancellation, _ receive: @escaping @Sendable (Item) -> Bool) {
        self.cancellation = cancellation
        self.receive = receive
    }

    /// Delivers a result, or keeps it until its turn.
    /// - Returns: Whether more is wanted.
    func deliver(_ item: Item, in part: Range<Int>) -> Bool {
        let isNext = Jobs.Semaphore()
        while true {
            let (isDone, wantsMore) = state.withLock { state -> (Bool, Bool) in
                guard state.wantsMore else { return (true, false) }
                if state.next == part.lowerBound {
                    pass(item, &state)
                    return (true, state.wantsMore)
                }
                guard state.waitingCount < Self.maxWaiting else {
                    state.blocked.append(isNext)
                    return (false, true)
                }
                state.waiting[part.lowerBound, default: []].append(item)
                state.waitingCount += 1
                return (true, true)
            }
            guard !isDone else { return wantsMore }
            isNext.wait()
        }
    }

    /// Notes that a part is finished, and delivers what waited for it.
    func finish(_ part: Range<Int>) {
        let woken = state.withLock { state -> [Jobs.Semaphore] in
            state.finished[part.lowerBound] = part.upperBound
            while let end = state.finished.removeValue(forKey: state.next) {
                for item in state.waiting.removeValue(forKey: state.next) ?? [] {
                    pass(item, &state)
                    state.waitingCount -= 1
                }
                state.next = end
                // The results that the next part has kept so far need not wait any longer.
                for item in state.waiting.removeValue(forKey: end) ?? [] {
                    pass(item, &state)
                    state.waitingCount -= 1
                }
            }
            defer { state.blocked = [] }
            return state.blocked
        }
        for isNext in woken { isNext.signal() }
    }

    private func pass(_ item: Item, _ state: inout State) {
        guard state.wantsMore else { return }
        // Under the lock, so that results come one after another.
        state.wantsMore = receive(item)
        if !state.wantsMore { cancellation.cancel() }
    }
}
