package import AppLifecycle
import ContainerModel
package import ContainerStore
import FileSharing
package import FileTree
import Inspection
import Jobs
package import Screen
import Search

/// The complete state of the browser, as one value.
package struct BrowserState: Sendable {
    /// A part of the screen that can have the focus.
    package enum Pane: Hashable, Sendable, CaseIterable {
        case places
        case listing
        case details
        /// A directory of this computer or of another container; in sharing mode it takes the place of the details.
        case computer
    }

    /// A message that stays in the status line until the next key.
    struct Message: Hashable, Sendable {
        var text: String
        var isError: Bool
    }

    /// The size of the screen.
    package var size: Size
    /// The theme in use.
    package private(set) var theme: Theme
    private(set) var glyphs: Glyphs
    /// Whether the terminal shows only ASCII.
    private(set) var isASCII: Bool
    /// The colors of the terminal, in which pictures are drawn.
    private(set) var colors = ColorDepth.direct
    var now: LocalTime
    var nowSeconds: Int64

    /// The container; nil until one is chosen.
    package internal(set) var container: ContainerDescription?
    var actor = ActingParty.app
    var device = DeviceState()

    var places = PlacesTree(unfolded: [])
    /// Whether another container of the app is being opened from the tree.
    var isSwitching = false {
        didSet { if !isSwitching { actionAfterSwitching = nil } }
    }
    /// What is done in that container as soon as it is shown.
    var actionAfterSwitching: Action?
    /// The container that was opened last, or was to be.
    var tried: HostPath?
    var listing: Listing?
    /// The directory of this computer, or of the container in its place, that sharing mode shows.
    var computer: Listing?
    /// The container that takes the place of this computer; nil if none does.
    var beside: ContainerDescription?
    /// Whether the right pane shows a directory of this computer, or of the container in its place.
    var isSharing = false
    var selection = Selection()
    /// The row where the range began whose other end is the cursor.
    var rangeStart: Int?
    /// The selection before the range began.
    var selectionBefore: Selection?
    /// Directories that are being counted because they are selected.
    var selectedCounts: Set<ItemAddress> = []
    /// The items that `p` pastes.
    var clipboard: Clipboard?
    var tasks = TaskList()
    /// The user's last operation; nil before the first one in the container.
    var lastOperation: LastOperation?
    /// The numbers in the journal of what was done in this session.
    var ownOperations: Set<Int> = []
    /// The number of the latest operation of another session that the user has agreed to undo; those before it are
    /// undone without asking again.
    var agreedUndo = 0
    /// The directories watched for changes.
    var watched: Set<ItemAddress> = []
    /// What has been counted in each container on screen.
    var counts: [Root: DirectoryCounts] = [:]
    /// Whether the user stopped the counting.
    var countsStopped = false

    var focus = Pane.listing
    /// The lines of the right pane. They may describe the previous item under the cursor: see `isSettled`.
    private(set) var details: [DetailLine] = []
    /// The preview in the right pane of the file under the cursor.
    var preview = FilePreview()
    /// The first visible line of the right pane.
    var detailsTop = 0
    /// Whether the right pane describes the item under the cursor. `settled` updates it, so that a key held down does
    /// not wait for explanations that nobody reads.
    package private(set) var isSettled = false
    var order = EntryOrder()
    /// The sort order of the settings.
    let usualOrder: EntryOrder
    var filter = ListingFilter()
    /// The text of the last filter that was kept, whose matches `n` goes to.
    var lastFilter: [UInt8] = []
    /// The text that filters the directory of this computer.
    var computerFilterText: [UInt8] = []
    /// Whether what was found is in the order of its scores, until another order is chosen.
    var ranksMatches = true
    /// Whether sizes show what is backed up.
    var showsBackup = false
    /// The backed-up sizes of the directories in the tree, as far as they are known.
    var backupTotals: [ContainerPath: UInt64] = [:]
    /// The directories among them that are in the backup, if only with nothing in them.
    var backedUpDirectories: Set<ContainerPath> = []
    /// The directories whose backed-up sizes were requested.
    var requestedBackupTotals: Set<ContainerPath> = []
    /// What is known of the bundles on screen.
    var seals: [Root: BundleKnowledge] = [:]
    /// The viewer; nil while the panes are shown.
    var viewer: Viewer?
    var panel: OpenPanel?
    /// Where the user has put the borders between panes.
    var widths = PaneWidths()
    /// The index of the border that is dragged.
    var draggedBorder: Int?
    /// The panel that the last click was in; nil if it was in a pane.
    var clickedPanel: Ticket?
    /// Panels to show after the open panel or prompt.
    var waitingPanels: [any Panel] = []
    var prompt: Prompt?
    var message: Message?
    /// The commands chosen in the palette, the last one first.
    var usedCommands: [String] = []
    /// The themes to choose from.
    package var themeNames: [String] = []
    /// The user's keys.
    var keymap = Keymap()
    /// The actions to be performed as soon as what is listed is complete.
    var queued: [Action] = []
    /// The side whose filter was accepted last; nil once its listing has been seen to be complete.
    var filteredSide: Side?
    /// The keys of an incomplete sequence.
    var pendingKeys: [Key] = []
    /// Whether the next key does nothing, because it would continue a sequence of another program.
    var ignoresNextKey = false
    /// What the next key, the name of a mark, is for.
    var pendingMark: PendingMark?
    var marks: [Unicode.Scalar: ContainerPath] = [:]
    /// The colours of tagged items.
    var tags: [ContainerPath: TagColor] = [:]
    /// The listings to go back to, and forward again.
    var history = VisitHistory()
    /// The number typed before a key; nil if there is none.
    var pendingCount: Int?
    /// The last entry under the cursor in each directory visited.
    var visited: [ItemAddress: [UInt8]] = [:]
    /// Whether the settings show hidden names.
    let usuallyShowsHidden: Bool
    /// The containers that were open before, the last one first; nil until they are read.
    var recent: [ContainerMemoryStore.Recent]?
    /// Containers to choose from.
    var candidates: [ContainerCandidate] = []
    /// The sizes of the apps among them, by the paths of their containers.
    var figures: [[HostPath]: ContainerStatistics] = [:]
    /// The devices among them whose containers have been read.
    var devices: [HostPath: ContainerCandidate] = [:]
    /// The lifecycle state of the program, including whether the cover hides everything.
    package internal(set) var lifecycle = Lifecycle()
    /// Whether the user wants the program to end instead of stopping, whatever the app declares.
    let exitsOnSuspend: Bool
    /// Whether nothing in a container is changed.
    package let isReadOnly: Bool
    /// Whether the user chooses items for a script.
    let isChoosing: Bool
    /// The items that were chosen; nil if none were.
    var chosen: ItemSet?
    /// The last command line that opened items.
    var lastCommand = ""
    /// The latest request to go to a path, which is looked up first; answers to older requests are dropped.
    var destination = Ticket.none
    /// The latest request for the usage that is shown; nil if none is.
    var usageRequest: Ticket?
    private var lastTicket = Ticket.none

    /// Items to be pasted.
    struct Clipboard: Hashable, Sendable {
        var items: ItemSet
        /// Whether pasting moves the items.
        var isCut: Bool
    }

    enum PendingMark: Hashable, Sendable {
        case set
        case goTo
    }

    /// Creates a browser that shows nothing yet, on a screen of unknown size.
    /// - Parameters:
    ///   - isReadOnly: Whether nothing in a container is changed.
    ///   - isChoosing: Whether the user chooses items for a script.
    package init(
        order: EntryOrder = EntryOrder(),
        showsHidden: Bool = false,
        lifecycle options: Lifecycle.Options = Lifecycle.Options(),
        isReadOnly: Bool = false,
        isChoosing: Bool = false
    ) {
        // Larger than most screens: reading too many rows ahead does no harm, too few would.
        size = Size(columns: 200, rows: 80)
        theme = .colorless
        isASCII = false
        glyphs = .unicode
        self.order = order
        usualOrder = order
        usuallyShowsHidden = showsHidden
        filter.showsHidden = showsHidden
        now = LocalTime(year: 1970, month: 1, day: 1)
        nowSeconds = 0
        exitsOnSuspend = options.exitsOnSuspend
        self.isReadOnly = isReadOnly
        self.isChoosing = isChoosing
        lifecycle.options = options
        _ = lifecycle.handle(.launch)
    }

    /// Whether the cover hides everything.
    package var isCovered: Bool { lifecycle.isCovered }

    /// Enables the automatic cover.
    package mutating func coverItself() { lifecycle.options.coversScreen = true }

    /// Adopts a theme and the glyphs that suit the terminal.
    /// - Parameters:
    ///   - isASCII: Whether the locale is not UTF-8.
    ///   - colors: Those of the terminal.
    ///   - hasSymbols: Whether the terminal's font is likely to have all symbols.
    package mutating func adopt(
        theme: Theme, isASCII: Bool, colors: ColorDepth = .direct, hasSymbols: Bool = true
    ) {
        self.theme = theme
        self.colors = colors
        self.isASCII = isASCII
        glyphs = .forLocale(isUTF8: !isASCII, hasSymbols: hasSymbols)
    }

    /// Returns a new ticket: answers to requests with older ones are stale.
    mutating func nextTicket() -> Ticket {
        lastTicket = lastTicket.next
        return lastTicket
    }

    /// Shows a message in the status line.
    mutating func say(_ text: String, isError: Bool = false) { message = Message(text: text, isError: isError) }

    /// Shows a warning in the status line.
    package mutating func warn(_ text: String) { say(text, isError: true) }

    /// Shows lines in a panel.
    package mutating func report(_ title: String, _ lines: [String]) { show(ReportPanel(title, lines: lines)) }

    /// The number of rows of the panes.
    var paneRows: Int { layout.panes.rows }

    /// The layout of the screen.
    var layout: Layout { Layout(size: size, focus: focus, isSharing: isSharing, widths: widths) }

    /// The side that has the focus.
    var side: Side { focus == .computer ? .computer : .container }

    /// Returns the root that the items of a side are addressed from.
    func root(of side: Side) -> Root {
        switch side {
        case .container: container?.root ?? Root(.container, at: [])
        case .computer: beside?.root ?? .computer
        }
    }

    /// Returns the container that a side shows; nil if it shows this computer.
    func container(on side: Side) -> ContainerDescription? { side == .container ? container : beside }

    /// Whether a side shows a container.
    func hasContainer(_ side: Side) -> Bool { side == .container ? container != nil : beside != nil }

    /// Returns the address of an item in the container.
    func containerItem(_ path: ContainerPath) -> ItemAddress { ItemAddress(root(of: .container), path) }

    /// The directory that a side shows.
    subscript(side: Side) -> Listing? {
        get { side == .container ? listing : computer }
        set { if side == .container { listing = newValue } else { computer = newValue } }
    }

    /// The filter of a side's directory.
    subscript(filterOf side: Side) -> ListingFilter {
        get {
            var filter = filter
            if side == .computer { filter.text = computerFilterText }
            filter.matchesPaths = self[side]?.isFlat ?? false
            filter.ranksMatches = ranksMatches
            return filter
        }
        set {
            if side == .container { filter = newValue } else { computerFilterText = newValue.text }
        }
    }

    /// Whether typed characters are text, many of which may arrive at once.
    package var isWriting: Bool { (prompt != nil || panel?.isTyping == true) && !isCovered }

    /// Scrolls the cursors into view after the panes have changed.
    mutating func scroll() {
        let rows = paneRows
        listing?.scroll(visibleRows: rows)
        computer?.scroll(visibleRows: rows)
        places.scroll(visibleRows: rows)
        movePanel(by: 0)
    }

    /// Returns a name in a form that is safe to show.
    func display(_ name: some Collection<UInt8>) -> DisplayText { DisplayText(bytes: name, ascii: isASCII) }

    /// Returns a path of this computer for display: relative to the container's root if it is below that. Not
    /// sanitized.
    func pathText(_ hostPath: [UInt8]) -> String {
        guard let root = container?.hostPath.bytes, hostPath.count > root.count + 1,
            hostPath.starts(with: root + [0x2f])
        else { return String(decoding: hostPath, as: UTF8.self) }
        return String(decoding: hostPath[(root.count + 1)...], as: UTF8.self)
    }

    /// The actor and device state that rules are applied to.
    var requester: Requester { Requester(actor, device) }

    /// Returns the program's own text, with glyphs that the terminal has.
    func text(_ text: String) -> DisplayText { DisplayText(glyphs.spelled(text), ascii: isASCII) }

    /// Whether the screen shows the beginning of what was requested, so that drawing the first frame is worthwhile.
    package var hasFirstPicture: Bool {
        if container == nil { return panel != nil && !isOpening }
        guard let listing else { return false }
        // The places are read at the same time and just as quickly.
        let hasListing =
            !listing.order.isEmpty || listing.stage != .reading || listing.failure != nil || listing.refusal != nil
        return hasListing && places.isRead
    }
}

extension BrowserState {
    /// Updates the right pane.
    mutating func settle() -> [BrowserEffect] {
        let columns = (layout.details?.columns ?? 0) - 1
        // The explanation states the type of the file, which comes with the preview, on small screens too.
        let explaining = (panel?.content as? ExplanationPanel)?.textColumns ?? 0
        let explanation = columns > 0 || explaining > 0 ? explanation : nil
        let effects = askForPreview(explanation, columns: columns > 0 ? columns : explaining)
        details =
            columns > 0 ? explanation.map { detailLines(of: $0, columns: columns) } ?? otherLines(columns: columns) : []
        // On a larger screen there are fewer lines to scroll through.
        detailsTop = max(0, min(detailsTop, details.count - paneRows))
        isSettled = true
        return effects
    }

    mutating func unsettle() { isSettled = false }

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
        rememberCursor(on: side)
        if side == .container, !isReturning { recordVisit(before: path, reach, filter: filter) }
        var next = Listing(root(of: side), on: side, path: path, reach: reach, ticket: nextTicket())
        next.wanted = wanted ?? (next.isFlat ? nil : visited[next.location])
        self[filterOf: side].text = filter
        if let container = container(on: side) {
            next.rules = container.rules(in: path, as: actor, state: device)
            next.refusal = refusal(toList: path, on: side)
        }
        if container(on: side) != nil { countsStopped = false }
        if side == .container {
            detailsTop = 0
            if focus != .places { places.moveCursor(toward: path) }
            places.scroll(visibleRows: paneRows)
        }
        endRange()
        self[side] = next
        return next.refusal == nil ? [.readDirectory(request(for: next, ticket: next.ticket))] : []
    }

    private func request(for listing: Listing, ticket: Ticket) -> DirectoryRequest {
        DirectoryRequest(
            ticket: ticket,
            directory: listing.location,
            side: listing.side,
            reach: listing.reach,
            order: order,
            filter: self[filterOf: listing.side],
            rules: listing.rules,
            rows: paneRows,
            wanted: listing.wanted
        )
    }

    /// Reads a shown directory again; the cursor stays on its entry.
    mutating func reload(_ side: Side = .container) -> [BrowserEffect] {
        guard let listing = self[side] else { return [] }
        let isChosen = listing.hasChosen || listing.stage == .complete
        let wanted = listing.wanted ?? (isChosen ? listing.currentName : nil)
        // The actor may have changed, and with it what may be listed.
        let reach = listing.isFlat ? everythingBelow(on: side, containing: listing.reach.question) : .entries
        return enter(listing.path, on: side, wanted: wanted, reach: reach, filter: self[filterOf: side].text)
    }

    /// Reads a shown directory again while it stays on screen.
    mutating func refresh(_ side: Side) -> [BrowserEffect] {
        guard var listing = self[side], listing.refusal == nil else { return [] }
        guard listing.failure == nil, listing.stage == .complete else {
            return listing.failure == nil ? [] : reload(side)
        }
        guard listing.refresh == nil else {
            self[side]?.isRefreshStale = true
            return []
        }
        let ticket = nextTicket()
        listing.refresh = ticket
        listing.isRefreshStale = false
        self[side] = listing
        var request = request(for: listing, ticket: ticket)
        request.wanted = listing.wanted ?? listing.currentName
        return [.readDirectory(request)]
    }

    /// Reads and counts everything on screen again.
    mutating func reloadAll() -> [BrowserEffect] {
        for root in counts.keys { counts[root]?.requested = [] }
        requestedBackupTotals = []
        seals = [:]
        countsStopped = false
        preview = FilePreview()
        let computer = isSharing ? reload(.computer) : []
        return [.cancelCounts] + reload() + computer + [readTree(places.shown)]
    }

    private mutating func rememberCursor(on side: Side) {
        guard let listing = self[side], !listing.isFlat, let name = listing.currentName else { return }
        visited[listing.location] = name
    }

    /// Sorts and filters the listings again.
    mutating func rearrange() -> [BrowserEffect] { rearrange(.container) + (isSharing ? rearrange(.computer) : []) }

    /// Sorts and filters a listing again.
    mutating func rearrange(_ side: Side) -> [BrowserEffect] {
        guard var listing = self[side] else { return [] }
        // A directory that is still being read is requested again in the new order. Of what is below one, all that has
        // been found is arranged; reading it again would take long.
        guard listing.isFlat || listing.stage == .complete && listing.refresh == nil else { return reload(side) }
        listing.arrangement = nextTicket()
        listing.isArranging = true
        listing.isArrangementStale = false
        self[side] = listing
        return [arrange(listing)]
    }
}
