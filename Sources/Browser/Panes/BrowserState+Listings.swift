import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Search

/// The listings of both sides: entering a directory, reading it again, sorting it.
extension BrowserState {
    /// Handles what workers report about directories.
    mutating func handle(_ event: DirectoryEvent) -> [BrowserEffect] {
        switch event {
        case .read(let snapshot): return receiveSnapshot(snapshot) + lookUps()
        case .failed(let ticket, let path, let error):
            for side in Side.allCases where panes[side]?.path == path {
                if ticket == panes[side]?.ticket || ticket == panes[side]?.refresh { panes[side]?.fail(error) }
            }
            return []
        case .changed(let paths): return receiveChanges(paths)
        case .watchBegun(let paths): return readAgain(paths)
        }
    }

    /// Handles a directory as far as it has been read.
    mutating func receiveSnapshot(_ snapshot: DirectorySnapshot) -> [BrowserEffect] {
        for side in Side.allCases {
            guard var listing = panes[side], listing.path == snapshot.path else { continue }
            var effects: [BrowserEffect] = []
            // The text to be found may have changed since the reading began.
            let isSame = !listing.isFlat || snapshot.filter == panes[filterOf: side] && snapshot.sorting == panes.order
            // What directories contain is counted afterwards.
            let isCounted = panes.order.key != .size || !hasContainer(side) || snapshot.stage != .complete
            let isArranged = isSame && isCounted
            if snapshot.ticket == listing.refresh {
                guard snapshot.stage == .complete else { return [] }
                listing.refresh(from: snapshot, visibleRows: paneRows)
                panes[side] = listing
                selection.carry(to: listing)
                if !isArranged { effects += rearrange(side) }
                if listing.isRefreshStale { effects += refresh(side) }
            } else if snapshot.ticket == listing.ticket {
                if listing.reach.origin != nil, listing.stage == .reading, snapshot.stage != .reading {
                    // An order of what was found so far is not one of all.
                    listing.arrangement = nextTicket()
                    listing.isArranging = false
                }
                listing.adoptSnapshot(snapshot, order: isSame ? snapshot.order : nil, visibleRows: paneRows)
                // One result after another: if each reading dropped the one before, none would be seen until the end.
                listing.isArrangementStale = !isArranged && listing.isArranging
                panes[side] = listing
                if snapshot.stage == .complete {
                    selection.carry(to: listing)
                    if listing.reach.origin != nil, let problem = snapshot.problem { say(problem, isError: true) }
                }
                if !isArranged, !listing.isArranging { effects += rearrange(side) }
            } else {
                continue
            }
            guard snapshot.stage == .complete, snapshot.metadata == nil, !listing.isFlat else { return effects }
            let isDue =
                selection.isEmpty && hasContainer(side) && !findings.countsStopped && listing.hasManyFilesAlone
            panes[side]?.isMeasureDue = isDue
            return isDue ? effects : effects + [measure(snapshot.entries, of: listing)]
        }
        return []
    }

    /// Goes to a directory of the container or of this computer.
    /// - Parameters:
    ///   - wanted: The entry to put the cursor on; nil for the last one that was under it.
    ///   - reach: What of the directory is listed.
    ///   - filter: The text to filter by.
    ///   - isReturning: Whether the user goes back or forward, which is not recorded again.
    mutating func enter(
        _ path: ContainerPath,
        on side: Side = .container,
        wanted: [UInt8]? = nil,
        reach: ListingReach = .entries,
        filter: [UInt8] = [],
        isReturning: Bool = false
    ) -> [BrowserEffect] {
        guard container != nil else { return [] }
        let shown = isReturning || reach != .entries ? [] : showHidden(for: wanted, on: side)
        panes.rememberCursor(on: side)
        if side == .container, !isReturning { recordVisit(before: path, reach, filter: filter) }
        var next = Listing(root(of: side), on: side, path: path, reach: reach, ticket: nextTicket())
        next.wanted = wanted ?? (next.isFlat ? nil : panes.visited[next.location])
        panes[filterOf: side].text = filter
        if let container = container(on: side) {
            next.rules = container.rules(in: path, as: requester.actor, state: requester.state)
            next.refusal = refusal(toList: path, on: side)
        }
        if container(on: side) != nil { findings.countsStopped = false }
        if side == .container {
            details.top = 0
            if panes.focus != .places { panes.places.moveCursor(toward: path) }
            panes.places.scroll(visibleRows: paneRows)
        }
        endRange()
        panes[side] = next
        return shown + (next.refusal == nil ? [.readDirectory(request(for: next, ticket: next.ticket))] : [])
    }

    /// Shows hidden names if a hidden item is gone to: the cursor would be on another one.
    private mutating func showHidden(for wanted: [UInt8]?, on side: Side) -> [BrowserEffect] {
        guard let wanted, wanted.first == 0x2e, !panes.filter.showsHidden, wanted != panes[side]?.currentName else {
            return []
        }
        panes.filter.showsHidden = true
        panes.places.setShowsHidden(true)
        say("hidden names are shown now; \(keys.key("hidden")) hides them")
        return panes[side.other] == nil ? [] : rearrange(side.other)
    }

    private func request(for listing: Listing, ticket: Ticket) -> DirectoryRequest {
        DirectoryRequest(
            ticket: ticket,
            directory: listing.location,
            side: listing.side,
            reach: listing.reach,
            order: panes.order,
            filter: panes[filterOf: listing.side],
            rules: listing.rules,
            rows: paneRows,
            wanted: listing.wanted
        )
    }

    /// Reads a shown directory again; the cursor stays on its entry.
    mutating func reload(_ side: Side = .container) -> [BrowserEffect] {
        guard let listing = panes[side] else { return [] }
        let isChosen = listing.hasChosen || listing.stage == .complete
        let wanted = listing.wanted ?? (isChosen ? listing.currentName : nil)
        // The actor may have changed, and with it what may be listed.
        let reach = renewed(listing.reach, on: side)
        return enter(listing.path, on: side, wanted: wanted, reach: reach, filter: panes[filterOf: side].text)
    }

    /// Reads a shown directory again while it stays on screen.
    mutating func refresh(_ side: Side) -> [BrowserEffect] {
        guard var listing = panes[side], listing.refusal == nil else { return [] }
        guard listing.failure == nil, listing.stage == .complete else {
            return listing.failure == nil ? [] : reload(side)
        }
        guard listing.refresh == nil else {
            panes[side]?.isRefreshStale = true
            return []
        }
        let ticket = nextTicket()
        listing.refresh = ticket
        listing.isRefreshStale = false
        panes[side] = listing
        var request = request(for: listing, ticket: ticket)
        request.wanted = listing.wanted ?? listing.currentName
        return [.readDirectory(request)]
    }

    /// Reads and counts everything on screen again.
    mutating func reloadAll() -> [BrowserEffect] {
        for root in findings.counts.keys { findings.counts[root]?.requested = [] }
        findings.requestedBackupTotals = []
        findings.seals = [:]
        findings.countsStopped = false
        details.preview = FilePreview()
        let computer = panes.isSharing ? reload(.computer) : []
        return [.cancel(.counts)] + reload() + computer + [readTree(panes.places.shown)]
    }

    /// Sorts and filters the listings again.
    mutating func rearrange() -> [BrowserEffect] {
        rearrange(.container) + (panes.isSharing ? rearrange(.computer) : [])
    }

    /// Sorts and filters a listing again.
    mutating func rearrange(_ side: Side) -> [BrowserEffect] {
        guard var listing = panes[side] else { return [] }
        // A directory that is still being read is requested again in the new order. Of what is below one, all that has
        // been found is arranged; reading it again would take long.
        guard listing.isFlat || listing.stage == .complete && listing.refresh == nil else { return reload(side) }
        listing.arrangement = nextTicket()
        listing.isArranging = true
        listing.isArrangementStale = false
        panes[side] = listing
        return [arrange(listing)]
    }
}
