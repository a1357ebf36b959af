import ContainerModel
import ContainerStore
import FileTree
import Inspection

/// The sizes below the directories of a container, as far as they have been counted.
struct DirectoryCounts: Sendable {
    /// The totals; while a directory is being counted, those so far.
    var totals: [ContainerPath: DirectoryTotal] = [:]
    /// The directories whose totals were requested.
    var requested: Set<ContainerPath> = []

    /// Whether any of them has not been counted to the end.
    var isUnfinished: Bool { requested.contains { totals[$0]?.isComplete == false } }
}

/// What is looked up for the rows on screen.
extension Panes {
    /// Returns what has been counted in a side's container; nothing on this computer.
    func totals(on side: Side) -> [ContainerPath: DirectoryTotal] { known.counts[root(of: side)]?.totals ?? [:] }

    /// Adopts what has been counted in a container. The counts of one that has left the screen are dropped.
    mutating func receiveTotals(_ totals: [ContainerPath: DirectoryTotal], in root: Root) {
        guard Side.allCases.contains(where: { container(on: $0)?.root == root }) else { return }
        known.counts[root, default: DirectoryCounts()].totals.merge(totals) { $1 }
    }

    /// Returns the look-ups that the visible rows need.
    mutating func lookUps(_ context: inout ComponentContext) -> [BrowserEffect] {
        (isSharing ? lookUps(on: .computer, &context) : []) + lookUps(on: .container, &context)
    }

    private mutating func lookUps(on side: Side, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard var listing = self[side], listing.failure == nil else { return [] }
        let isInContainer = hasContainer(side)
        var effects = listing.stage == .complete ? sealLookUp(on: side) : []
        if showsBackup, isInContainer, !listing.isFlat, listing.backup == nil, !listing.isBackupAsked,
            listing.stage == .complete
        {
            listing.isBackupAsked = true
            effects.append(sizeBackup(of: listing))
        }
        if showsBackup, side == .container, places.isRead {
            let unknown = places.directories.filter { known.requestedBackupTotals.insert($0).inserted }
            if !unknown.isEmpty { effects.append(totalBackup(below: unknown)) }
        }
        if listing.isMeasureDue, listing.metadata == nil, !selection.isEmpty {
            listing.isMeasureDue = false
            effects.append(measure(listing.entries, of: listing))
        }
        let unknown = listing.unknownEntries(visibleRows: context.paneRows)
        self[side] = listing
        if !unknown.isEmpty { effects.append(describe(unknown, of: listing)) }
        // The tree is counted together with the listing on the left: what is in both is read once.
        guard isInContainer, places.isRead, !known.countsStopped else { return effects }
        let rows = listing.top..<max(listing.top, min(listing.order.count, listing.top + context.paneRows))
        let directories = listing.order[rows].filter { listing.entries.kind(Int($0)) == .directory }
            .compactMap { listing.path(of: $0) }
        let wanted =
            directories + (side == .container ? places.directories : [])
            + (listing.isMeasureDue ? [listing.path] : [])
        let requested = known.counts[listing.root]?.requested ?? []
        var seen: Set<ContainerPath> = []
        let uncounted = wanted.filter { !requested.contains($0) && seen.insert($0).inserted }
        if !uncounted.isEmpty {
            known.counts[listing.root, default: DirectoryCounts()].requested.formUnion(uncounted)
            effects.append(count(side, uncounted))
        }
        return effects
    }
}
