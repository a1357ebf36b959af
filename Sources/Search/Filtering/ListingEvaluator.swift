package import ContainerModel
package import ContainerStore
package import FileTree
import Formats
import Inspection
package import Jobs
import Synchronization
import System

/// The entries of a listing with all that is needed to look up more about them, in order to select and sort them.
package struct ListingEvaluator: Sendable {
    /// The address of the directory.
    package let directory: ItemAddress
    /// Its entries, or everything below it, named by the paths from there.
    package let entries: EntryList
    /// Whether the entries are everything below the directory.
    package let isFlat: Bool
    /// The rules of the directory; nil on this computer.
    package let rules: DirectoryRules?
    let tree: any FileTree
    let container: Container?
    let helpers: WorkerPool
    let cancellation: Cancellation
    /// Says how many entries have been examined.
    let meter: ProgressMeter
    /// The backups that the directories above exclude everything in the listing from.
    let covering: BackupKinds
    /// The present, in seconds since 1970.
    let now: Int64

    /// The order and the facts looked up for it.
    package struct Arrangement: Sendable {
        /// Indices of `entries`.
        package var order: [UInt32]
        /// The sizes and times, if they were read for the order.
        package var metadata: MetadataTable?
        /// The totals of directories counted for the order.
        package var totals: [ContainerPath: DirectoryTotal] = [:]
        /// The number of entries that the filter may leave out only because they could not be examined.
        package var unexamined = 0
        /// The number of entries that the filter leaves out because their names are hidden.
        package var hidden: Int

        /// Why entries may be missing, as a sentence without a full stop; nil if none are.
        package var incompleteness: String? { ListingEvaluator.incompleteness(unexamined) }

        /// Creates an arrangement.
        package init(order: [UInt32], metadata: MetadataTable? = nil, hidden: Int = 0) {
            self.hidden = hidden
            self.order = order
            self.metadata = metadata
        }
    }

    /// Creates an evaluator.
    /// - Parameters:
    ///   - isFlat: Whether the entries are everything below the directory, named by the paths from there.
    ///   - container: The container that the tree belongs to; nil on this computer.
    ///   - helpers: The pool whose threads help the one that asks.
    ///   - meter: Told how many entries have been examined.
    package init(
        _ entries: EntryList,
        of directory: ItemAddress,
        isFlat: Bool,
        in tree: any FileTree,
        _ container: Container?,
        rules: DirectoryRules?,
        helpers: WorkerPool,
        cancellation: Cancellation,
        meter: ProgressMeter = ProgressMeter()
    ) {
        self.meter = meter
        self.directory = directory
        self.entries = entries
        self.isFlat = isFlat
        self.rules = rules
        self.tree = tree
        self.container = container
        self.helpers = helpers
        self.cancellation = cancellation
        covering = container.map { _ in ExclusionReader.coveringExclusion(of: directory.path, in: tree) } ?? []
        now = Int64(time(nil))
    }

    /// Returns why entries may be missing from a result, as a sentence without a full stop; nil if none are.
    /// - Parameter unexamined: The number of entries that could not be examined.
    static func incompleteness(_ unexamined: Int) -> String? {
        unexamined > 0 ? "\(Pluralized.items(unexamined)) could not be examined" : nil
    }

    /// Returns the path of an entry.
    func path(of name: ArraySlice<UInt8>) -> ContainerPath? {
        ContainerPath(bytes: name).map { directory.path.appending($0) }
    }

    /// Returns an examiner of the entries.
    func examiner(of handle: TreeDirectory) -> EntryExaminer {
        EntryExaminer(of: handle, at: directory.path, in: tree, of: container, entries)
    }

    /// Returns the entries that the filter shows, sorted. Blocks; it may have to examine all of them.
    /// - Parameters:
    ///   - metadata: The sizes and times, if they are known already.
    ///   - totals: The known totals of directories; nil if the sizes of directories do not count.
    ///   - progress: Receives incomplete results from time to time, on any thread.
    /// - Throws: `FileTreeError` if the directory cannot be opened.
    /// - Returns: nil if it was cancelled.
    package func arranged(
        by order: EntryOrder,
        filter: ListingFilter,
        metadata: MetadataTable? = nil,
        totals: [ContainerPath: DirectoryTotal]? = nil,
        progress: @escaping @Sendable (Arrangement) -> Void = { _ in }
    ) throws(FileTreeError) -> Arrangement? {
        var result = Arrangement(order: [])
        let choice: FilteredEntries?
        if filter.conditions.isEmpty {
            choice = nil
        } else {
            let isByName = order.key == .name || order.key == .kind
            let partial = isByName ? order : EntryOrder(directoriesFirst: order.directoriesFirst)
            choice = try self.choice(by: filter) { chosen in
                progress(Arrangement(order: entries.arranged(by: partial, filter: filter.names, among: chosen)))
            }
            guard choice != nil else { return nil }
        }
        let chosen = choice?.isChosen
        result.unexamined = choice?.unexamined ?? 0
        var numbers: [UInt64]?
        if !filter.names.isRanked {
            if order.key.needsMetadata {
                let known = metadata.flatMap { table in
                    order.key.clock.map { $0 == table.clock } ?? true ? table : nil
                }
                let read = known == nil ? try self.table(order.key.clock ?? .modified) : nil
                guard let table = known ?? read else { return nil }
                result.metadata = read
                numbers = table.numbers(for: order.key)
                if order.key == .size, let totals {
                    numbers = counted(table, totals, &result) {
                        progress(
                            Arrangement(
                                order: entries.arranged(by: order, filter: filter.names, numbers: $0, among: chosen),
                                metadata: read))
                    }
                }
            } else if order.key == .badges, rules != nil {
                numbers = try badgeNumbers(among: chosen)
            }
        }
        guard !cancellation.isCancelled else { return nil }
        result.hidden = entries.hiddenCount(by: filter.names)
        result.order = entries.arranged(
            by: order, filter: filter.names, numbers: numbers, among: chosen,
            linked: order.directoriesFirst && !isFlat ? linksToDirectories() : [], cancellation: cancellation)
        return cancellation.isCancelled ? nil : result
    }

    /// The most links of a directory that are followed to see where they lead.
    private static let maxFollowed = 1_000

    /// Returns the links that lead to directories, of the first ones.
    private func linksToDirectories() -> Set<UInt32> {
        Set(
            entries.first(Self.maxFollowed, of: .link).filter { index in
                guard !cancellation.isCancelled, let link = path(of: entries.name(index)) else { return false }
                switch tree.destination(ofLink: link) {
                case .inside(_, let kind): return kind == .directory
                case .absolute where container == nil:
                    // On this computer, absolute links are ordinary links.
                    let target = (try? tree.linkTarget(link)).flatMap { ContainerPath(bytes: $0) }
                    return target.flatMap { try? tree.status($0).kind } == .directory
                case .outside, .absolute, .missing, .loop, .unreadable: return false
                }
            }.map { UInt32($0) })
    }
}

extension ListingEvaluator {
    /// The number of entries that a thread examines at a time.
    private static let partSize = 1_024

    /// The entries that a filter shows.
    struct FilteredEntries: Sendable {
        /// Whether the filter shows each entry.
        var isChosen: [Bool]
        /// The number of entries that could not be examined, and are not shown.
        var unexamined = 0
        /// Why contents of entries that a condition asks for could not be read, by the entry; each is also counted.
        var unread: [Int: FileTreeError] = [:]
    }

    /// Returns the entries that the filter shows; nil if it was cancelled.
    /// - Parameters:
    ///   - misplaced: The items that seem to be in the wrong place; nil to look for them if the filter asks.
    ///   - progress: Receives incomplete results from time to time, on any thread.
    /// - Throws: `FileTreeError` if the directory cannot be opened.
    func choice(
        by filter: ListingFilter,
        misplaced: Set<ContainerPath>? = nil,
        progress: @escaping @Sendable ([Bool]) -> Void = { _ in }
    ) throws(FileTreeError) -> FilteredEntries? {
        let misplaced = misplaced ?? (filter.asksForPlacement ? misplacedItems() : [])
        // The names decide first, since nothing has to be looked up for them.
        let named = entries.arranged(by: EntryOrder(), filter: filter.names, cancellation: cancellation)
        let pace = Pace()
        let found = try examined(
            named,
            progress: { (parts: [ChosenPart]) in
                if pace.isDue { progress(flags(of: parts.map(\.shown))) }
            },
            work: { places, directory in
                var matcher = EntryMatcher(filter.conditions, for: self, directory, misplaced: misplaced)
                let shown = places.filter { !cancellation.isCancelled && matcher.matches(Int($0)) }
                return ChosenPart(shown: shown, unexamined: matcher.unexamined, unread: matcher.unread)
            })
        return found.map { parts in
            FilteredEntries(
                isChosen: flags(of: parts.map(\.shown)), unexamined: parts.reduce(0) { $0 + $1.unexamined },
                unread: parts.reduce(into: [:]) { $0.merge($1.unread) { first, _ in first } })
        }
    }

    /// Returns whether each entry is in one of the parts.
    private func flags(of parts: [[UInt32]]) -> [Bool] {
        var flags = [Bool](repeating: false, count: entries.count)
        for place in parts.joined() { flags[Int(place)] = true }
        return flags
    }

    /// Returns a number for each entry's badges: the more rights, the less it is.
    private func badgeNumbers(among chosen: [Bool]?) throws(FileTreeError) -> [UInt64]? {
        let places = (0..<UInt32(entries.count)).filter { chosen?[Int($0)] ?? true }
        let found = try examined(places) { places, directory in
            var matcher = EntryMatcher([], for: self, directory, misplaced: [])
            return places.map { place in
                guard !cancellation.isCancelled, let badges = matcher.badges(of: Int(place)) else { return .max }
                let columns = Rights.columns.reduce(UInt64(0)) { $0 << 1 | (badges.rights.contains($1.right) ? 0 : 1) }
                return columns << 8 | UInt64(badges.flags.rawValue)
            } as [UInt64]
        }
        guard let found else { return nil }
        var numbers = [UInt64](repeating: .max, count: entries.count)
        for (place, number) in zip(places, found.joined()) { numbers[Int(place)] = number }
        return numbers
    }

    /// Has all threads examine entries.
    /// - Throws: `FileTreeError` if the directory cannot be opened.
    /// - Returns: nil if it was cancelled.
    private func examined<Result: Sendable>(
        _ places: [UInt32],
        progress: @escaping @Sendable ([Result]) -> Void = { _ in },
        work: @escaping @Sendable (ArraySlice<UInt32>, TreeDirectory) -> Result
    ) throws(FileTreeError) -> [Result]? {
        let handle = try tree.directory(at: directory.path, for: .lookup)
        meter.beginStage(.working, files: UInt64(places.count))
        return helpers.inParts(
            of: places.count, size: Self.partSize, cancellation: cancellation,
            progress: { progress($0.compactMap { $0 }) },
            work: { part in
                defer { meter.add(files: UInt64(part.count)) }
                return work(places[part], handle)
            })
    }

    /// Returns the items that seem to be in the wrong place.
    private func misplacedItems() -> Set<ContainerPath> {
        guard let container else { return [] }
        return PlacementSurvey.items(below: directory.path, of: container, cancellation: cancellation)
    }

    /// Reads the sizes and times of all entries.
    /// - Throws: `FileTreeError` if the directory cannot be opened.
    /// - Returns: nil if it was cancelled.
    private func table(_ clock: ItemClock) throws(FileTreeError) -> MetadataTable? {
        let handle = try tree.directory(at: directory.path)
        return isFlat
            ? .scan(
                entries, below: directory.path, of: tree, clock: clock, helpers: helpers, cancellation: cancellation)
            : .scan(entries, in: handle, clock: clock, cancellation: cancellation)
    }

    /// Returns numbers to sort entries by their sizes, including directory sizes.
    private func counted(
        _ table: MetadataTable,
        _ known: [ContainerPath: DirectoryTotal],
        _ result: inout Arrangement,
        progress: @escaping @Sendable ([UInt64]) -> Void
    ) -> [UInt64] {
        let directories = (0..<entries.count).filter { entries.kind($0) == .directory }
            .compactMap { index in path(of: entries.name(index)).map { (index: index, path: $0) } }
        let unknown = directories.map(\.path).filter { known[$0]?.isComplete != true }
        let numbers: @Sendable ([ContainerPath: DirectoryTotal]) -> [UInt64] = { totals in
            var numbers = table.sizes.map { ~$0 }
            for (index, path) in directories { numbers[index] = ~((totals[path] ?? known[path])?.bytes ?? 0) }
            return numbers
        }
        guard !unknown.isEmpty else { return numbers([:]) }
        progress(numbers([:]))
        let totals = SizeCounter(of: tree, pool: helpers).totals(below: unknown, cancellation: cancellation) ?? [:]
        result.totals = totals
        return numbers(totals)
    }
}

/// The entries that a filter shows, of those that one thread examined at a time.
private struct ChosenPart: Sendable {
    let shown: [UInt32]
    let unexamined: Int
    let unread: [Int: FileTreeError]
}

/// Says when intermediate results are due: the first after a tenth of a second, the others in growing intervals.
private final class Pace: Sendable {
    private let state = Mutex((next: MonotonicClock.now() + 100_000_000, interval: UInt64(200_000_000)))

    var isDue: Bool {
        state.withLock { state in
            let now = MonotonicClock.now()
            guard now >= state.next else { return false }
            state.next = now + state.interval
            state.interval *= 2
            return true
        }
    }
}
