import AppLifecycle
import ContainerModel
import FileTree

/// Watching the directories on screen, and counting again what has changed.
extension BrowserState {
    /// Watches the directories on screen for changes, once they are read.
    mutating func watchWhatIsShown() -> [BrowserEffect] {
        let shown = Side.allCases.compactMap { panes[$0] }.filter { $0.side == .container || panes.isSharing }
        guard shown.allSatisfy({ $0.stage == .complete || $0.refusal != nil }), panes.places.isRead else { return [] }
        var wanted = Set(shown.map(\.location))
        // The sizes on screen are of directories in the tree and in the listing, which need not be unfolded.
        let sized = panes.places.shown + panes.places.directories + (panes.listing.map { directories(in: $0) } ?? [])
        wanted.formUnion(sized.prefix(Self.maxWatchedPlaces).map { containerItem($0) })
        if panes.isSharing, let computer = panes.computer, panes.secondContainer != nil {
            wanted.formUnion(
                directories(in: computer).prefix(Self.maxWatchedPlaces).map { ItemAddress(computer.root, $0) })
        }
        guard wanted != panes.watched else { return [] }
        panes.watched = wanted
        return [.watch(wanted)]
    }

    /// The first directories of a listing, on screen or not, so that scrolling does not change what is watched.
    private func directories(in listing: Listing) -> [ContainerPath] {
        guard listing.failure == nil else { return [] }
        let first = listing.order.prefix(Self.maxWatchedPlaces)
        let directories = first.filter { listing.kind(of: $0) == .directory }.compactMap { listing.path(of: $0) }
        guard listing.isFlat else { return directories }
        let parents = first.compactMap { listing.path(of: $0)?.parent }
        return Array(Set(directories + parents).sorted().prefix(Self.maxWatchedPlaces))
    }

    /// The maximum number of directories to watch beside the listing's own, because the system's watches are shared by
    /// all programs.
    private static let maxWatchedPlaces = 256

    /// Reads changed directories again while they stay on screen, and counts what is below.
    mutating func receiveChanges(_ changed: Set<ItemAddress>) -> [BrowserEffect] {
        findings.forgetSeals(of: changed.map(\.root))
        return readAgain(changed) + recount(changed)
    }

    /// Reads directories again while they stay on screen.
    mutating func readAgain(_ changed: Set<ItemAddress>) -> [BrowserEffect] {
        var effects: [BrowserEffect] = []
        for side in Side.allCases {
            guard let listing = panes[side] else { continue }
            let location = listing.location
            let isStale =
                changed.contains(location)
                || listing.isFlat && changed.contains { $0.root == location.root && $0.path.isInside(location.path) }
            if isStale, side == .container || panes.isSharing { effects += refresh(side) }
        }
        // What is in a directory decides whether its row in the level above can be unfolded.
        let inside = changed.filter { $0.root == root(of: .container) }.map(\.path)
        let levels = Set(inside + inside.compactMap(\.parent)).intersection(panes.places.shown)
        if !levels.isEmpty { effects.append(readTree(levels.sorted())) }
        return effects
    }

    /// Counts directories and their ancestors again, unless that is too much work.
    mutating func recount(_ directories: some Sequence<ItemAddress>) -> [BrowserEffect] {
        var stale: Set<ItemAddress> = []
        for directory in directories {
            guard let counted = findings.counts[directory.root],
                (counted.totals[.root]?.items ?? 0) <= Self.maxRecounted
            else {
                continue
            }
            var next: ItemAddress? = directory
            while let directory = next, stale.insert(directory).inserted {
                findings.counts[directory.root]?.requested.remove(directory.path)
                next = directory.enclosing
            }
        }
        guard !stale.isEmpty else { return [] }
        // An attribute, too, changes what is backed up below.
        if stale.contains(where: { $0.root == root(of: .container) }) { findings.requestedBackupTotals = [] }
        return lookUps()
    }

    /// In a container with more items than this, only `^l` counts again.
    private static let maxRecounted = 100_000
}
