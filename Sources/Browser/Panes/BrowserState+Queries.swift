import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Queries
import Search

/// The queries that the browser sends to workers, and what it does with the answers.
extension BrowserState {
    /// Looks up the subdirectories of directories.
    func readTree(_ paths: [ContainerPath]) -> BrowserEffect {
        .ask(TreeQuery(paths)) { answer, state in
            let isShown = state.panes.places.showsCursor(visibleRows: state.paneRows)
            state.panes.places.receiveLevels(answer.levels, standard: answer.standard)
            if let listing = state.panes.listing, state.panes.focus != .places {
                state.panes.places.moveCursor(toward: listing.path)
            }
            // The user has scrolled to other rows.
            state.panes.places.scrollView(by: 0, visibleRows: state.paneRows)
            if isShown { state.panes.places.scroll(visibleRows: state.paneRows) }
            return state.lookUps()
        }
    }

    /// Counts what is below directories.
    func count(_ side: Side, _ paths: [ContainerPath]) -> BrowserEffect {
        let root = root(of: side)
        return .ask(CountQuery(below: paths, of: root), for: .background) { totals, state in
            state.receiveTotals(totals, in: root)
            state.selection.receiveCounts(totals, below: root)
            return []
        }
    }

    /// Looks up the facts of entries that come into view.
    func describe(_ entries: [UInt32], of listing: Listing) -> BrowserEffect {
        let side = listing.side
        let query = DescribeQuery(entries, of: listing.entries, in: listing.location)
        return .ask(query, for: .reading(side, listing.ticket), about: listing.root) { answer, state in
            if let failure = answer.failure {
                state.panes[side]?.fail(failure)
                return []
            }
            state.panes[side]?.facts.merge(answer.facts) { $1 }
            // A missing entry was removed since the directory was read, so reload. A file system that lists entries
            // that never exist is believed the second time.
            guard !answer.missing.isEmpty, state.panes[side]?.stage == .complete,
                state.panes[side]?.isSecondReading == false
            else {
                return state.lookUps()
            }
            let effects = state.reload(side)
            state.panes[side]?.isSecondReading = true
            return effects
        }
    }

    /// Looks up the sizes and times of all entries in a directory.
    func measure(_ entries: EntryList, of listing: Listing) -> BrowserEffect {
        let side = listing.side
        let query = MeasureQuery(entries, in: listing.location)
        return .ask(query, for: .reading(side, listing.ticket)) { metadata, state in
            state.panes[side]?.metadata = metadata
            if let listing = state.panes[side] { state.selection.carry(to: listing) }
            return []
        }
    }

    /// Sorts and filters a listing by the present settings.
    func arrange(_ listing: Listing) -> BrowserEffect {
        let side = listing.side
        let query = ArrangeQuery(
            listing.location, listing.entries, by: panes.order, filter: panes[filterOf: side], rules: listing.rules,
            metadata: listing.metadata, totals: container(on: side).map { _ in totals(on: side) })
        return .ask(query, for: .arrangement(side, listing.arrangement), about: listing.root) { answer, state in
            guard var listing = state.panes[side] else { return [] }
            listing.metadata = answer.arrangement.metadata ?? listing.metadata
            if answer.isComplete { listing.hidden = answer.arrangement.hidden }
            listing.rearrange(answer.arrangement.order, visibleRows: state.paneRows)
            state.panes[side] = listing
            state.receiveTotals(answer.arrangement.totals, in: listing.root)
            return state.lookUps() + (answer.isComplete ? state.endArranging(side) : [])
        }
    }

    /// Notes that no other answer about the order of a listing follows, and asks again if more has been read since.
    mutating func endArranging(_ side: Side) -> [BrowserEffect] {
        panes[side]?.isArranging = false
        return panes[side]?.isArrangementStale == true ? rearrange(side) : []
    }

    /// Looks up how much of each entry of a directory is backed up.
    func sizeBackup(of listing: Listing) -> BrowserEffect {
        let side = listing.side
        return .ask(
            BackupSizesQuery(below: listing.path), for: .reading(side, listing.ticket), about: listing.root
        ) { sizes, state in
            state.panes[side]?.backup = sizes
            return []
        }
    }

    /// Looks up how much below directories of the tree is backed up.
    func totalBackup(below directories: [ContainerPath]) -> BrowserEffect {
        .ask(BackupTotalsQuery(below: directories), for: .background) { totals, state in
            state.findings.backupTotals.merge(totals.bytes) { $1 }
            state.findings.backedUpDirectories.subtract(totals.bytes.keys)
            state.findings.backedUpDirectories.formUnion(totals.included)
            return []
        }
    }

    /// Goes to a path of a side's container that the user named, once its kind is known.
    mutating func locate(_ path: ContainerPath, on side: Side = .container) -> BrowserEffect {
        go(on: side, as: LocateQuery(path))
    }

    /// Goes to the target of a link.
    mutating func follow(_ link: ContainerPath, on side: Side) -> BrowserEffect {
        guard container(on: side) != nil else { return locateOnComputer(ItemAddress(.computer, link).hostPath) }
        return go(on: side, as: FollowQuery(link))
    }

    /// Goes to where a query leads in a side's container.
    private mutating func go<Asked: Query>(on side: Side, as query: Asked) -> BrowserEffect
    where Asked.Answer == ContainerStart {
        panes.destination = nextTicket()
        return .ask(query, for: .destination(panes.destination), about: root(of: side)) { start, state in
            state.panels.paths.settle(.goTo)
            let effects =
                side == .container
                ? state.goToPlace(start.directory, entry: start.entry)
                : state.enter(start.directory, on: side, wanted: start.entry)
            return effects + state.lookUps()
        }
    }

    /// Goes to a path of this computer that the user entered; an empty one means the working directory.
    mutating func locateOnComputer(_ written: [UInt8]) -> BrowserEffect {
        panes.destination = nextTicket()
        return .ask(HostPathQuery(written), for: .destination(panes.destination)) { $1.enter($0) }
    }

    /// Goes to the directory of this computer that sharing mode shows first.
    /// - Parameter place: The path of a directory that is preferred if it still exists.
    mutating func startSharing(at place: [UInt8]? = nil) -> BrowserEffect {
        panes.destination = nextTicket()
        return .ask(SharingStartQuery(preferring: place), for: .destination(panes.destination)) { $1.enter($0) }
    }

    private mutating func enter(_ found: HostPathQuery.Answer) -> [BrowserEffect] {
        panels.paths.settle(.goTo)
        return panes.isSharing ? enter(found.start.directory, on: .computer, wanted: found.start.entry) : []
    }

    /// Runs a query about a whole container, which may take a while; the answer opens a panel.
    mutating func ask<Asked: Query>(
        _ query: Asked, about root: Root, panel: @escaping @Sendable (Asked.Answer) -> any Panel
    ) -> [BrowserEffect] {
        say("searching the container; \(keys.key("cancel")) stops")
        return [
            .ask(query, for: .background, about: root) { answer, state in
                state.panels.message = nil
                state.show(panel(answer))
                return []
            }
        ]
    }

    /// Says that a request cannot be fulfilled.
    mutating func fail(_ text: String) {
        say(text, isError: true)
        // Without a container the only way on is to choose one.
        if container == nil { offerContainers() }
    }
}
