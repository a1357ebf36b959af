import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Queries
import Search

/// The queries that the browser sends to workers, and what it does with the answers.
extension Panes {
    /// Looks up the subdirectories of directories.
    func readTree(_ paths: [ContainerPath]) -> BrowserEffect {
        .browse(TreeQuery(paths)) { answer, panes, context in
            let isShown = panes.places.showsCursor(visibleRows: context.paneRows)
            panes.places.receiveLevels(answer.levels, standard: answer.standard)
            if let listing = panes.listing, panes.focus != .places { panes.places.moveCursor(toward: listing.path) }
            // The user has scrolled to other rows.
            panes.places.scrollView(by: 0, visibleRows: context.paneRows)
            if isShown { panes.places.scroll(visibleRows: context.paneRows) }
            return panes.lookUps(&context)
        }
    }

    /// Counts what is below directories.
    func count(_ side: Side, _ paths: [ContainerPath]) -> BrowserEffect {
        let root = root(of: side)
        return .browse(CountQuery(below: paths, of: root), for: .background) { totals, panes, _ in
            panes.receiveTotals(totals, in: root)
            panes.selection.receiveCounts(totals, below: root)
            return []
        }
    }

    /// Looks up the facts of entries that come into view.
    func describe(_ entries: [UInt32], of listing: Listing) -> BrowserEffect {
        let side = listing.side
        let query = DescribeQuery(entries, of: listing.entries, in: listing.location)
        return .browse(query, for: .reading(side, listing.ticket), about: listing.root) { answer, panes, context in
            if let failure = answer.failure {
                panes[side]?.fail(failure)
                return []
            }
            panes[side]?.facts.merge(answer.facts) { $1 }
            // A missing entry was removed since the directory was read, so reload. A file system that lists entries
            // that never exist is believed the second time.
            guard !answer.missing.isEmpty, panes[side]?.stage == .complete, panes[side]?.isSecondReading == false else {
                return panes.lookUps(&context)
            }
            let effects = panes.reload(side, &context)
            panes[side]?.isSecondReading = true
            return effects
        }
    }

    /// Looks up the sizes and times of all entries in a directory.
    func measure(_ entries: EntryList, of listing: Listing) -> BrowserEffect {
        let side = listing.side
        let query = MeasureQuery(entries, in: listing.location)
        return .browse(query, for: .reading(side, listing.ticket)) { metadata, panes, _ in
            panes[side]?.metadata = metadata
            if let listing = panes[side] { panes.selection.carry(to: listing) }
            return []
        }
    }

    /// Sorts and filters a listing by the present settings.
    func arrange(_ listing: Listing) -> BrowserEffect {
        let side = listing.side
        let query = ArrangeQuery(
            listing.location, listing.entries, by: order, filter: self[filterOf: side], rules: listing.rules,
            metadata: listing.metadata, totals: container(on: side).map { _ in totals(on: side) })
        return .browse(query, for: .arrangement(side, listing.arrangement), about: listing.root) {
            answer, panes, context in
            guard var listing = panes[side] else { return [] }
            listing.metadata = answer.arrangement.metadata ?? listing.metadata
            if answer.isComplete { listing.hidden = answer.arrangement.hidden }
            listing.rearrange(answer.arrangement.order, visibleRows: context.paneRows)
            panes[side] = listing
            panes.receiveTotals(answer.arrangement.totals, in: listing.root)
            return panes.lookUps(&context) + (answer.isComplete ? panes.endArranging(side, &context) : [])
        }
    }

    /// Notes that no other answer about the order of a listing follows, and asks again if more has been read since.
    mutating func endArranging(_ side: Side, _ context: inout ComponentContext) -> [BrowserEffect] {
        self[side]?.isArranging = false
        return self[side]?.isArrangementStale == true ? rearrange(side, &context) : []
    }

    /// Looks up how much of each entry of a directory is backed up.
    func sizeBackup(of listing: Listing) -> BrowserEffect {
        let side = listing.side
        return .browse(
            BackupSizesQuery(below: listing.path), for: .reading(side, listing.ticket), about: listing.root
        ) { sizes, panes, _ in
            panes[side]?.backup = sizes
            return []
        }
    }

    /// Looks up how much below directories of the tree is backed up.
    func totalBackup(below directories: [ContainerPath]) -> BrowserEffect {
        .browse(BackupTotalsQuery(below: directories), for: .background) { totals, panes, _ in
            panes.known.backupTotals.merge(totals.bytes) { $1 }
            panes.known.backedUpDirectories.subtract(totals.bytes.keys)
            panes.known.backedUpDirectories.formUnion(totals.included)
            return []
        }
    }

    /// Goes to a path of a side's container that the user named, once its kind is known.
    mutating func locate(_ path: ContainerPath, on side: Side = .container, _ context: inout ComponentContext)
        -> BrowserEffect
    {
        go(on: side, as: LocateQuery(path), &context)
    }

    /// Goes to the target of a link.
    mutating func follow(_ link: ContainerPath, on side: Side, _ context: inout ComponentContext) -> BrowserEffect {
        guard container(on: side) != nil else {
            return locateOnComputer(ItemAddress(.computer, link).hostPath, &context)
        }
        return go(on: side, as: FollowQuery(link), &context)
    }

    /// Goes to where a query leads in a side's container.
    private mutating func go<Asked: Query>(on side: Side, as query: Asked, _ context: inout ComponentContext)
        -> BrowserEffect
    where Asked.Answer == ContainerStart {
        destination = context.nextTicket()
        return .ask(query, for: .destination(destination), about: root(of: side)) { start, state in
            state.panels.paths.settle(.goTo)
            return state.browse { panes, context in
                panes.goToPlace(start.directory, entry: start.entry, on: side, &context) + panes.lookUps(&context)
            }
        }
    }

    /// Goes to a path of this computer that the user entered; an empty one means the working directory.
    mutating func locateOnComputer(_ written: [UInt8], _ context: inout ComponentContext) -> BrowserEffect {
        destination = context.nextTicket()
        return .ask(HostPathQuery(written), for: .destination(destination)) { found, state in
            state.panels.paths.settle(.goTo)
            return state.browse { $0.show(found, &$1) }
        }
    }

    /// Goes to the directory of this computer that sharing mode shows first.
    /// - Parameter place: The path of a directory that is preferred if it still exists.
    mutating func startSharing(at place: [UInt8]? = nil, _ context: inout ComponentContext) -> BrowserEffect {
        destination = context.nextTicket()
        return .ask(SharingStartQuery(preferring: place), for: .destination(destination)) { found, state in
            state.panels.paths.settle(.goTo)
            return state.browse { $0.show(found, &$1) }
        }
    }

    private mutating func show(_ found: HostPathQuery.Answer, _ context: inout ComponentContext) -> [BrowserEffect] {
        isSharing ? enter(found.start.directory, on: .computer, wanted: found.start.entry, &context) : []
    }
}
