import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Search

/// The listings of both sides: entering a directory, reading it again, sorting it.
extension Panes {
    /// Handles what workers report about directories.
    mutating func update(_ event: DirectoryEvent, _ context: inout ComponentContext) -> [BrowserEffect] {
        switch event {
        case .read(let snapshot): return receiveSnapshot(snapshot, &context) + lookUps(&context)
        case .failed(let ticket, let path, let error):
            for side in Side.allCases where self[side]?.path == path {
                if ticket == self[side]?.ticket || ticket == self[side]?.refresh { self[side]?.fail(error) }
            }
            return []
        case .changed(let paths): return receiveChanges(paths, &context)
        case .watchBegun(let paths): return readAgain(paths, &context)
        }
    }

    /// Handles a directory as far as it has been read.
    mutating func receiveSnapshot(_ snapshot: DirectorySnapshot, _ context: inout ComponentContext) -> [BrowserEffect] {
        for side in Side.allCases {
            guard var listing = self[side], listing.path == snapshot.path else { continue }
            var effects: [BrowserEffect] = []
            // The text to be found may have changed since the reading began.
            let isSame = !listing.isFlat || snapshot.filter == self[filterOf: side] && snapshot.sorting == order
            // What directories contain is counted afterwards.
            let isCounted = order.key != .size || !hasContainer(side) || snapshot.stage != .complete
            let isArranged = isSame && isCounted
            if snapshot.ticket == listing.refresh {
                guard snapshot.stage == .complete else { return [] }
                listing.refresh(from: snapshot, visibleRows: context.paneRows)
                self[side] = listing
                selection.carry(to: listing)
                effects += countSelected()
                if !isArranged { effects += rearrange(side, &context) }
                if listing.isRefreshStale { effects += refresh(side, &context) }
            } else if snapshot.ticket == listing.ticket {
                if listing.reach.origin != nil, listing.stage == .reading, snapshot.stage != .reading {
                    // An order of what was found so far is not one of all.
                    listing.arrangement = context.nextTicket()
                    listing.isArranging = false
                }
                listing.adoptSnapshot(snapshot, order: isSame ? snapshot.order : nil, visibleRows: context.paneRows)
                // One result after another: if each reading dropped the one before, none would be seen until the end.
                listing.isArrangementStale = !isArranged && listing.isArranging
                self[side] = listing
                if snapshot.stage == .complete {
                    selection.carry(to: listing)
                    effects += countSelected()
                    if listing.reach.origin != nil, let problem = snapshot.problem {
                        context.say(problem, isError: true)
                    }
                }
                if !isArranged, !listing.isArranging { effects += rearrange(side, &context) }
            } else {
                continue
            }
            guard snapshot.stage == .complete, snapshot.metadata == nil, !listing.isFlat else { return effects }
            let isDue =
                selection.isEmpty && hasContainer(side) && !known.countsStopped && listing.hasManyFilesAlone
            self[side]?.isMeasureDue = isDue
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
    ///   - ignoringRules: Whether it is listed even if the rules refuse that.
    mutating func enter(
        _ path: ContainerPath,
        on side: Side = .container,
        wanted: [UInt8]? = nil,
        reach: ListingReach = .entries,
        filter: [UInt8] = [],
        isReturning: Bool = false,
        ignoringRules: Bool = false,
        _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard container != nil else { return [] }
        let shown = isReturning || reach != .entries ? [] : showHidden(for: wanted, on: side, &context)
        rememberCursor(on: side)
        if side == .container, !isReturning { recordVisit(before: path, reach, filter: filter, context) }
        var next = Listing(root(of: side), on: side, path: path, reach: reach, ticket: context.nextTicket())
        next.wanted = wanted ?? (next.isFlat ? nil : visited[next.location])
        if let now = self[side], now.location == next.location, now.isFlat == next.isFlat {
            next.unfiltered = now.unfiltered
        }
        self[filterOf: side].text = filter
        if let container = container(on: side) {
            next.rules = container.rules(in: path, as: requester.actor, state: requester.state)
            next.ignoresRules = ignoringRules
            next.refusal = ignoringRules ? nil : refusal(toList: path, on: side)
        }
        if container(on: side) != nil { known.countsStopped = false }
        if side == .container {
            details.top = 0
            if focus != .places { places.moveCursor(toward: path) }
            places.scroll(visibleRows: context.paneRows)
        }
        endRange()
        self[side] = next
        return shown + (next.refusal == nil ? [.readDirectory(request(for: next, ticket: next.ticket, context))] : [])
    }

    /// Shows hidden names if a hidden item is gone to: the cursor would be on another one.
    private mutating func showHidden(for wanted: [UInt8]?, on side: Side, _ context: inout ComponentContext)
        -> [BrowserEffect]
    {
        guard let wanted, wanted.first == 0x2e, !filter.showsHidden, wanted != self[side]?.currentName else {
            return []
        }
        filter.showsHidden = true
        places.setShowsHidden(true)
        context.say("hidden names are shown now; \(context.keys.key("hidden")) hides them")
        return self[side.other] == nil ? [] : rearrange(side.other, &context)
    }

    private func request(for listing: Listing, ticket: Ticket, _ context: ComponentContext) -> DirectoryRequest {
        DirectoryRequest(
            ticket: ticket,
            directory: listing.location,
            side: listing.side,
            reach: listing.reach,
            order: order,
            filter: self[filterOf: listing.side],
            rules: listing.rules,
            rows: context.paneRows,
            wanted: listing.wanted
        )
    }

    /// Reads a shown directory again; the cursor stays on its entry.
    mutating func reload(_ side: Side = .container, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let listing = self[side] else { return [] }
        let isChosen = listing.hasChosen || listing.stage == .complete
        let wanted = listing.returning ?? listing.wanted ?? (isChosen ? listing.currentName : nil)
        // The actor may have changed, and with it what may be listed.
        let reach = renewed(listing.reach, on: side)
        return enter(
            listing.path, on: side, wanted: wanted, reach: reach, filter: self[filterOf: side].text,
            ignoringRules: listing.ignoresRules, &context)
    }

    /// Reads a shown directory again while it stays on screen.
    mutating func refresh(_ side: Side, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard var listing = self[side], listing.refusal == nil else { return [] }
        guard listing.failure == nil, listing.stage == .complete else {
            return listing.failure == nil ? [] : reload(side, &context)
        }
        guard listing.refresh == nil else {
            self[side]?.isRefreshStale = true
            return []
        }
        let ticket = context.nextTicket()
        listing.refresh = ticket
        listing.isRefreshStale = false
        self[side] = listing
        var request = request(for: listing, ticket: ticket, context)
        request.wanted = listing.wanted ?? listing.currentName
        return [.readDirectory(request)]
    }

    /// Reads and counts everything on screen again.
    mutating func reloadAll(_ context: inout ComponentContext) -> [BrowserEffect] {
        for root in known.counts.keys { known.counts[root]?.requested = [] }
        known.requestedBackupTotals = []
        known.seals = [:]
        known.countsStopped = false
        details.preview = FilePreview()
        let computer = isSharing ? reload(.computer, &context) : []
        return [.cancel(.counts)] + reload(.container, &context) + computer + [readTree(places.shown)]
            + countSelected(selection.countedDirectories)
    }

    /// Sorts and filters the listings again.
    mutating func rearrange(_ context: inout ComponentContext) -> [BrowserEffect] {
        shownSides.flatMap { rearrange($0, &context) }
    }

    /// Sorts and filters a listing again.
    mutating func rearrange(_ side: Side, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard var listing = self[side] else { return [] }
        // A directory that is still being read is requested again in the new order. Of what is below one, all that has
        // been found is arranged; reading it again would take long.
        guard listing.isFlat || listing.stage == .complete && listing.refresh == nil else {
            return reload(side, &context)
        }
        listing.arrangement = context.nextTicket()
        listing.isArranging = true
        listing.isArrangementStale = false
        self[side] = listing
        return [arrange(listing)]
    }

    // MARK: Their order, and what is left out

    mutating func sort(by key: SortKey, _ context: inout ComponentContext) -> [BrowserEffect] {
        order.key = key
        ranksMatches = false
        return rearrange(&context)
    }

    mutating func reverseOrder(_ context: inout ComponentContext) -> [BrowserEffect] {
        order.isReversed.toggle()
        ranksMatches = false
        return rearrange(&context)
    }

    mutating func toggleDirectoriesFirst(_ context: inout ComponentContext) -> [BrowserEffect] {
        order.directoriesFirst.toggle()
        ranksMatches = false
        return rearrange(&context)
    }

    /// Shows or hides the names that begin with a dot.
    mutating func toggleHidden(_ context: inout ComponentContext) -> [BrowserEffect] {
        filter.showsHidden.toggle()
        places.setShowsHidden(filter.showsHidden)
        return rearrange(&context)
    }

    /// Filters the listing with the focus.
    mutating func filter(by text: [UInt8], _ context: inout ComponentContext) -> [BrowserEffect] {
        let current = self[side]?.currentName
        if self[filterOf: side].text.isEmpty, !text.isEmpty { self[side]?.unfiltered = current }
        if text.isEmpty, let listing = self[side], listing.current == nil, listing.returning == nil {
            self[side]?.returning = listing.unfiltered
        }
        self[filterOf: side].text = text
        return rearrange(side, &context)
    }
}
