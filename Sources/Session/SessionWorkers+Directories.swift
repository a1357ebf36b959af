import Browser
import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Formats
import Inspection
import Jobs
import Previews
import Queries
import Search
import System

/// Reading directories.
extension SessionWorkers {
    /// Nanoseconds after which the first rows of a directory are shown while it is still being read.
    static let firstRowsDelay: UInt64 = 40_000_000
    /// Nanoseconds between two updates of a directory that is being read.
    static let rowsInterval: UInt64 = 200_000_000

    func read(_ request: DirectoryRequest) {
        guard container != nil || request.side == .computer else { return }
        let isFlat = request.reach != .entries
        let work = beginWork(
            request.reach.question != nil
                ? "find in contents"
                : request.reach.origin != nil ? "compare" : isFlat ? "find below" : "read the directory",
            request.path, for: .readDirectory(request),
            within: cancellationForReading(request.side),
            isListed: request.reach.question != nil || request.reach.origin != nil)
        let cancellation = work.cancellation
        let (open, watching, helpers) = (open, watching, long)
        let (mailbox, epoch, quicklySorted) = (mailbox, epoch, quicklySorted)
        short.submit {
            let answer: @Sendable (BrowserEvent) -> Void = { mailbox.post(.event($0, epoch: epoch)) }
            watching.pace(request.directory) {
                do throws(FileTreeError) {
                    let container = open.container(of: request.directory)
                    let tree = try open.table.tree(of: request.directory.root)
                    let origin = try request.reach.origin.map { address throws(FileTreeError) in
                        try Self.origin(address, in: open)
                    }
                    try Self.read(
                        request, in: tree, container, origin, cancellation, helpers, work, quicklySorted: quicklySorted,
                        answer)
                    container?.keepExclusions()
                } catch {
                    // What only one side has is an answer.
                    if request.reach.origin == nil || !error.isCausedByAbsence {
                        work.fail("could not \(error.operation): \(error.reason)")
                    }
                    answer(.directory(.failed(request.ticket, request.path, error)))
                }
            }
        }
    }

    private static func read(
        _ request: DirectoryRequest,
        in tree: any FileTree,
        _ container: Container?,
        _ origin: ComparedSide?,
        _ cancellation: Cancellation,
        _ helpers: WorkerPool,
        _ work: TaskRegister.Task,
        quicklySorted: Int,
        _ answer: @escaping @Sendable (BrowserEvent) -> Void
    ) throws(FileTreeError) {
        let meter = work.meter
        let directory = try tree.directory(at: request.path)
        var names = AccountNames()
        let around = container.map { _ in AppAccess(around: request.path, of: tree) } ?? .unrestricted
        var snapshot = DirectorySnapshot(
            ticket: request.ticket,
            path: request.path,
            entries: EntryList(),
            order: [],
            by: request.order,
            filter: request.filter,
            stage: .reading,
            covering: container != nil
                ? ExclusionReader.coveringExclusion(of: request.path, in: tree) : [],
            directory: try EntryFacts(
                of: [], in: directory, at: request.path, tree: tree, names: &names,
                access: around)
        )
        if request.side == .computer, case .host(let descriptor) = directory {
            snapshot.free = FileSystemSpace.free(on: descriptor.number)
        }
        let begun = snapshot
        guard
            let found = try Self.entries(
                request, directory, tree, container, origin, cancellation, helpers, meter,
                progress: { found in
                    let entries = found.entries
                    // A comparison says itself how much it has compared.
                    if request.reach.origin == nil { meter.reach(files: UInt64(entries.count), bytes: 0) }
                    guard request.filter.conditions.isEmpty,
                        request.order.isQuicklyBegun || request.reach != .entries
                    else { return }
                    var snapshot = begun
                    snapshot.entries = entries
                    snapshot.hits = found.hits
                    snapshot.changes = found.changes
                    snapshot.order = entries.firstArranged(
                        request.rows,
                        directoriesFirst: request.order.directoriesFirst,
                        filter: request.filter.names
                    )
                    answer(.directory(.read(snapshot)))
                })
        else { return }
        let entries = found.entries
        snapshot.entries = entries
        snapshot.hits = found.hits
        snapshot.changes = found.changes
        snapshot.problem = found.problem
        if entries.count > quicklySorted, request.order.isQuicklyBegun, request.filter.conditions.isEmpty {
            snapshot.stage = .sorting
            snapshot.order = entries.firstArranged(
                request.rows,
                directoriesFirst: request.order.directoriesFirst,
                filter: request.filter.names
            )
            snapshot.facts = facts(of: snapshot.order[...], snapshot, directory, tree, container)
            answer(.directory(.read(snapshot)))
        }
        let evaluator = ListingEvaluator(
            entries, of: request.directory, isFlat: request.reach != .entries, in: tree, container,
            rules: request.rules, helpers: helpers, cancellation: cancellation, meter: meter)
        let whole = snapshot
        let arrangement = try evaluator.arranged(by: request.order, filter: request.filter) { partial in
            var snapshot = whole
            snapshot.stage = .sorting
            snapshot.order = partial.order
            answer(.directory(.read(snapshot)))
        }
        guard let arrangement else { return }
        let reasons = [found.problem, arrangement.incompleteness].compactMap { $0 }
        if !reasons.isEmpty { work.fail(reasons.joined(separator: "; ")) }
        snapshot.metadata = arrangement.metadata
        snapshot.stage = .complete
        snapshot.order = arrangement.order
        snapshot.hidden = arrangement.hidden
        let wanted = request.wanted.flatMap { name in
            snapshot.order.firstIndex { entries.name(Int($0)).elementsEqual(name) }
        }
        let first = max(0, (wanted ?? 0) - request.rows)
        let last = min(snapshot.order.count, first + 2 * request.rows)
        snapshot.facts = facts(of: snapshot.order[first..<last], snapshot, directory, tree, container)
        guard !cancellation.isCancelled else { return }
        answer(.directory(.read(snapshot)))
    }

    private static func facts(
        of places: ArraySlice<UInt32>,
        _ snapshot: DirectorySnapshot,
        _ directory: TreeDirectory,
        _ tree: any FileTree,
        _ container: Container?
    ) -> [UInt32: EntryFacts] {
        var examiner = EntryExaminer(of: directory, at: snapshot.path, in: tree, of: container, snapshot.entries)
        var facts: [UInt32: EntryFacts] = [:]
        for place in places { facts[place] = try? examiner.facts(of: snapshot.entries.name(Int(place))) }
        return facts
    }

    /// Reads the entries of a directory, or everything below it.
    /// - Parameters:
    ///   - progress: Receives the entries read so far from time to time, the first time after a while.
    private static func entries(
        _ request: DirectoryRequest,
        _ directory: TreeDirectory,
        _ tree: any FileTree,
        _ container: Container?,
        _ origin: ComparedSide?,
        _ cancellation: Cancellation,
        _ helpers: WorkerPool,
        _ meter: ProgressMeter,
        progress: @escaping @Sendable (FoundEntries) -> Void
    ) throws(FileTreeError) -> FoundEntries? {
        switch request.reach {
        case .entries:
            var next = MonotonicClock.now() + firstRowsDelay
            return try directory.entries(path: request.path, cancellation: cancellation) { entries in
                guard MonotonicClock.now() >= next else { return }
                progress(FoundEntries(entries))
                next = MonotonicClock.now() + rowsInterval
            }.map { FoundEntries($0) }
        case .descendants(let closed):
            let search = search(request, closed, tree, container, cancellation, helpers)
            let found = try search.items { progress(FoundEntries($0)) }
            return found.map { FoundEntries($0.entries, problem: $0.incompleteness) }
        case .containing(let question, let closed):
            guard let pattern = try? question.pattern() else { return nil }
            let search = search(request, closed, tree, container, cancellation, helpers)
            return try search.files(
                containing: pattern,
                pacing: DirectorySearch.Pacing(first: MonotonicClock.now() + firstRowsDelay, interval: rowsInterval),
                progress: { progress(FoundEntries($0)) }
            ).map { FoundEntries($0) }
        case .differing(_, let closed):
            guard let origin else { return nil }
            var next = MonotonicClock.now() + firstRowsDelay
            let found = try ChangedItems.find(
                origin, .item(request.path, of: tree, in: container),
                closed: closed.compactMap { $0.relative(to: request.path) }, cancellation: cancellation,
                progress: meter
            ) { found in
                guard MonotonicClock.now() >= next else { return false }
                progress(FoundEntries(found))
                next = MonotonicClock.now() + rowsInterval
                return true
            }
            return found.map { FoundEntries($0) }
        }
    }

    /// Opens the directory that another one is compared with.
    /// - Throws: `FileTreeError`, which names it, if there is no such directory.
    private static func origin(_ address: ItemAddress, in open: OpenRoots) throws(FileTreeError) -> ComparedSide {
        let name = String(decoding: address.shownFully, as: UTF8.self)
        do throws(FileTreeError) {
            let tree = try open.table.tree(of: address.root)
            guard try tree.status(address.path).kind == .directory else {
                throw FileTreeError(operation: "compare with \(name)", unusable: "it is not a directory")
            }
            return .item(address.path, of: tree, in: open.container(of: address))
        } catch {
            guard error.code != .unusable, error.code != .notATree else { throw error }
            let reason = error.isAbsence || error.code == .notADirectory ? "there is no such directory" : error.reason
            throw FileTreeError(operation: "compare with \(name)", unusable: reason, cause: error)
        }
    }

    private static func search(
        _ request: DirectoryRequest, _ closed: [ContainerPath], _ tree: any FileTree, _ container: Container?,
        _ cancellation: Cancellation, _ helpers: WorkerPool
    ) -> DirectorySearch {
        var scope = DirectorySearch.Scope(request.directory, in: tree, container, rules: request.rules)
        scope.closed = closed
        return DirectorySearch(scope, helpers: helpers, cancellation: cancellation)
    }
}

/// What has been found of a directory.
private struct FoundEntries: Sendable {
    var entries: EntryList
    /// The first hit in each of the first entries, if a text is looked for in contents.
    var hits: [ContentsHit] = []
    /// What has become of each entry, if the directory is compared.
    var changes: [ItemChange] = []
    /// Why entries may be missing, as a sentence without a full stop; nil if none are.
    var problem: String?

    init(_ entries: EntryList, problem: String? = nil) {
        self.entries = entries
        self.problem = problem
    }

    init(_ files: DirectorySearch.Files) {
        (entries, hits, problem) = (files.entries, files.hits, files.problem)
    }

    init(_ items: ChangedItems) {
        (entries, changes, problem) = (items.entries, items.changes, items.problem)
    }
}

extension ItemAddress {
    /// The path as commands take it: of a time point its name, and the path in it.
    fileprivate var shownFully: [UInt8] {
        guard let point = TimePointPath.spelling(of: root.hostPath) else { return hostPath }
        return path.isRoot ? point : point + [ContainerPath.slash] + path.bytes
    }
}

extension EntryOrder {
    /// Whether the first rows are known before everything is sorted.
    fileprivate var isQuicklyBegun: Bool { key == .name && !isReversed }
}
