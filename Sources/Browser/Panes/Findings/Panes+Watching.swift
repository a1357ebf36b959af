import AppLifecycle
import ContainerModel
import FileSharing
import FileTree
import Transactions

/// Watching the directories on screen, and counting again what has changed.
extension Panes {
    /// Watches the directories on screen for changes, once they are read.
    mutating func watchWhatIsShown() -> [BrowserEffect] {
        let shown = shownSides.compactMap { self[$0] }
        guard shown.allSatisfy({ $0.stage == .complete || $0.refusal != nil }), places.isRead else { return [] }
        var wanted = Set(shown.map(\.location))
        // The sizes on screen are of directories in the tree and in the listing, which need not be unfolded.
        let sized = places.shown + places.directories + (listing.map { directories(in: $0) } ?? [])
        wanted.formUnion(sized.prefix(Self.maxWatchedPlaces).map { containerItem($0) })
        if isSharing, let computer, secondContainer != nil {
            wanted.formUnion(
                directories(in: computer).prefix(Self.maxWatchedPlaces).map { ItemAddress(computer.root, $0) })
        }
        guard wanted != watched else { return [] }
        watched = wanted
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
    mutating func receiveChanges(_ changed: Set<ItemAddress>, _ context: inout ComponentContext) -> [BrowserEffect] {
        known.forgetSeals(of: changed.map(\.root))
        return readAgain(changed, &context) + recount(changed, &context)
    }

    /// Reads directories again while they stay on screen.
    mutating func readAgain(_ changed: Set<ItemAddress>, _ context: inout ComponentContext) -> [BrowserEffect] {
        var effects: [BrowserEffect] = []
        for side in shownSides {
            guard let listing = self[side] else { continue }
            let location = listing.location
            let isStale =
                changed.contains(location)
                || listing.isFlat && changed.contains { $0.root == location.root && $0.path.isInside(location.path) }
            if isStale { effects += refresh(side, &context) }
        }
        // What is in a directory decides whether its row in the level above can be unfolded.
        let inside = changed.filter { $0.root == root(of: .container) }.map(\.path)
        let levels = Set(inside + inside.compactMap(\.parent)).intersection(places.shown)
        if !levels.isEmpty { effects.append(readTree(levels.sorted())) }
        return effects
    }

    /// Counts directories and their ancestors again, unless that is too much work.
    mutating func recount(_ directories: some Sequence<ItemAddress>, _ context: inout ComponentContext)
        -> [BrowserEffect]
    {
        var stale: Set<ItemAddress> = []
        for directory in directories {
            guard let counted = known.counts[directory.root],
                (counted.totals[.root]?.items ?? 0) <= Self.maxRecounted
            else {
                continue
            }
            var next: ItemAddress? = directory
            while let directory = next, stale.insert(directory).inserted {
                known.counts[directory.root]?.requested.remove(directory.path)
                next = directory.enclosing
            }
        }
        guard !stale.isEmpty else { return [] }
        // An attribute, too, changes what is backed up below.
        if stale.contains(where: { $0.root == root(of: .container) }) { known.requestedBackupTotals = [] }
        let effects = lookUps(&context)
        // Those on screen are counted for their rows.
        let selected = stale.filter {
            selection.contains($0) && known.counts[$0.root]?.requested.contains($0.path) != true
        }
        return effects + countSelected(Array(selected))
    }

    /// In a container with more items than this, only `^l` counts again.
    private static let maxRecounted = 100_000

    /// Updates what is on screen after an operation, whether or not it is watched.
    mutating func reflect(
        _ operation: FileOperation, _ completion: Completion, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        if completion.state == .done { selection.remove(operation.deselected) }
        var effects: [BrowserEffect] = []
        for side in shownSides {
            if let name = self[side].flatMap({ operation.wantedName(after: completion, in: $0) }) {
                self[side]?.wanted = name
            }
            effects += refresh(side, &context)
        }
        if known.sides?.marks != nil { effects += markSides(&context) }
        effects.append(readTree(places.shown))
        return effects + recount(operation.affected(in: shownRoots) + operation.copiedDirectories, &context)
    }
}
