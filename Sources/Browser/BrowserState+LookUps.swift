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
}

/// What is looked up for the rows on screen.
extension BrowserState {
    /// Returns what has been counted in a side's container; nothing on this computer.
    func totals(on side: Side) -> [ContainerPath: DirectoryTotal] { counts[root(of: side)]?.totals ?? [:] }

    /// Adopts what has been counted in a container. The counts of one that has left the screen are dropped.
    mutating func receive(_ totals: [ContainerPath: DirectoryTotal], in root: Root) {
        guard Side.allCases.contains(where: { container(on: $0)?.root == root }) else { return }
        counts[root, default: DirectoryCounts()].totals.merge(totals) { $1 }
    }

    /// Returns the look-ups that the visible rows need.
    mutating func lookUps() -> [BrowserEffect] { (isSharing ? lookUps(on: .computer) : []) + lookUps(on: .container) }

    private mutating func lookUps(on side: Side) -> [BrowserEffect] {
        guard var listing = self[side], listing.failure == nil else { return [] }
        let isInContainer = container(on: side) != nil
        var effects: [BrowserEffect] = []
        if showsBackup, isInContainer, !listing.isFlat, listing.backup == nil, !listing.isBackupAsked,
            listing.stage == .complete
        {
            listing.isBackupAsked = true
            effects.append(sizeBackup(of: listing))
        }
        if showsBackup, side == .container, places.isRead {
            let unknown = places.directories.filter { requestedBackupTotals.insert($0).inserted }
            if !unknown.isEmpty { effects.append(totalBackup(below: unknown)) }
        }
        let unknown = listing.unknownEntries(visibleRows: paneRows)
        self[side] = listing
        if !unknown.isEmpty { effects.append(describe(unknown, of: listing)) }
        // The tree is counted together with the listing on the left: what is in both is read once.
        guard isInContainer, places.isRead, !countsStopped else { return effects }
        let rows = listing.top..<max(listing.top, min(listing.order.count, listing.top + paneRows))
        let directories = listing.order[rows].filter { listing.kind(of: $0) == .directory }
            .compactMap { listing.path(of: $0) }
        let wanted = directories + (side == .container ? places.directories : [])
        let uncounted = wanted.filter { counts[listing.root, default: DirectoryCounts()].requested.insert($0).inserted }
        if !uncounted.isEmpty { effects.append(count(side, uncounted)) }
        return effects
    }
}
