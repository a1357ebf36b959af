import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Formats
import Inspection
import Jobs
import System

/// Reading directories.
extension SessionWorkers {
    /// Nanoseconds after which the first rows of a directory are shown while it is still being read.
    private static let patience: UInt64 = 40_000_000
    /// Nanoseconds between two updates of a directory that is being read.
    private static let interval: UInt64 = 200_000_000
    /// Lists of up to this length are sorted before anything is shown.
    private static let quicklySorted = 5_000

    func read(_ request: DirectoryRequest) {
        guard container != nil || request.side == .computer else { return }
        let cancellation = cancellationForReading(request.side)
        let (open, watching) = (open, watching)
        submit(short) { answer in
            watching.pace(request.directory) {
                do throws(FileTreeError) {
                    let container = open.container(of: request.directory)
                    let tree = try open.table.tree(of: request.directory.root)
                    try Self.read(request, in: tree, container, cancellation, answer)
                    container?.keepExclusions()
                } catch {
                    answer(.directoryFailed(request.ticket, request.path, error))
                }
            }
        }
    }

    private static func read(
        _ request: DirectoryRequest,
        in tree: any FileTree,
        _ container: Container?,
        _ cancellation: Cancellation,
        _ answer: (BrowserEvent) -> Void
    ) throws(FileTreeError) {
        let directory = try tree.directory(at: request.path)
        var names = AccountNames()
        let around = container.map { _ in AppAccess(around: request.path, of: tree) } ?? .unrestricted
        let access = around.entering([], in: directory)
        var snapshot = DirectorySnapshot(
            ticket: request.ticket,
            path: request.path,
            entries: EntryList(),
            order: [],
            stage: .reading,
            covering: request.side == .container
                ? ExclusionReader.coveringExclusion(of: request.path, in: tree) : [],
            directory: try EntryFacts(
                of: [], in: directory, at: request.path, tree: tree, names: &names,
                access: around)
        )
        var next = MonotonicClock.now() + patience
        let entries = try directory.entries(path: request.path, cancellation: cancellation) { entries in
            guard request.order.isQuicklyBegun, MonotonicClock.now() >= next else { return }
            snapshot.entries = entries
            snapshot.order = entries.firstArranged(
                request.rows,
                directoriesFirst: request.order.directoriesFirst,
                filter: request.filter
            )
            answer(.directoryRead(snapshot))
            next = MonotonicClock.now() + interval
        }
        guard let entries else { return }
        snapshot.entries = entries
        if entries.count > quicklySorted, request.order.isQuicklyBegun {
            snapshot.stage = .sorting
            snapshot.order = entries.firstArranged(
                request.rows,
                directoriesFirst: request.order.directoriesFirst,
                filter: request.filter
            )
            snapshot.facts = facts(of: snapshot.order[...], snapshot, directory, tree, container, access, &names)
            answer(.directoryRead(snapshot))
        }
        if request.order.needsMetadata {
            guard let table = MetadataTable.scan(entries, in: directory, cancellation: cancellation) else { return }
            snapshot.metadata = table
        }
        snapshot.stage = .complete
        snapshot.order = entries.arranged(by: request.order, filter: request.filter, metadata: snapshot.metadata)
        let wanted = request.wanted.flatMap { name in
            snapshot.order.firstIndex { entries.name(Int($0)).elementsEqual(name) }
        }
        let first = max(0, (wanted ?? 0) - request.rows)
        let last = min(snapshot.order.count, first + 2 * request.rows)
        snapshot.facts = facts(of: snapshot.order[first..<last], snapshot, directory, tree, container, access, &names)
        guard !cancellation.isCancelled else { return }
        answer(.directoryRead(snapshot))
    }

    private static func facts(
        of places: ArraySlice<UInt32>,
        _ snapshot: DirectorySnapshot,
        _ directory: TreeDirectory,
        _ tree: any FileTree,
        _ container: Container?,
        _ access: AppAccess,
        _ names: inout AccountNames
    ) -> [UInt32: EntryFacts] {
        let mayHaveAppleDouble = directory.mayHaveAppleDoubles(snapshot.entries)
        var facts: [UInt32: EntryFacts] = [:]
        for place in places {
            facts[place] = try? EntryFacts(
                of: snapshot.entries.name(Int(place)),
                in: directory,
                at: snapshot.path,
                tree: tree,
                names: &names,
                access: access,
                exclusions: container?.exclusions,
                mayHaveAppleDouble: mayHaveAppleDouble,
                // The preview of the file under the cursor tells its type.
                readsSignature: false
            )
        }
        return facts
    }
}

extension EntryOrder {
    /// Whether the first rows are known before everything is sorted.
    fileprivate var isQuicklyBegun: Bool { key == .name && !isReversed }
}
