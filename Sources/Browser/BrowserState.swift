package import AppLifecycle
import ContainerModel
package import ContainerStore
import FileSharing
package import FileTree
import Inspection
import Jobs
package import Screen

/// Everything that the browser shows and remembers, as one value.
package struct BrowserState: Sendable {
    /// A part of the screen that keys can go to.
    package enum Pane: Hashable, Sendable, CaseIterable {
        case places
        case listing
        case details
        /// A directory of this computer, in sharing mode in the place of the details.
        case computer
    }

    /// A line for the status line that stays until the next key.
    struct Message: Hashable, Sendable {
        var text: String
        var isError: Bool
    }

    package var size: Size
    package private(set) var theme: Theme
    private(set) var glyphs: Glyphs
    /// Whether the terminal shows only ASCII.
    private(set) var isASCII: Bool
    var now: LocalTime
    var nowSeconds: Int64

    /// Nil until one is chosen.
    package internal(set) var container: ContainerDescription?
    var actor = ActingParty.app
    var device = DeviceState()

    var places = PlacesTree(unfolded: [])
    var listing: Listing?
    /// The directory of this computer that sharing mode shows.
    var computer: Listing?
    /// Whether the right pane is a directory of this computer.
    var isSharing = false
    var selection = Selection()
    /// The row where a range began that follows the cursor.
    var rangeStart: Int?
    /// What was selected before the range began.
    var selectionBefore: Selection?
    /// Directories whose sizes are asked for because they are selected.
    var selectedCounts: Set<ItemAddress> = []
    /// What `p` puts where the person is.
    var clipboard: Clipboard?
    var operations = OperationList()
    /// The person's last operation, where it changed nothing that could be undone.
    var ineffective: IneffectiveOperation?
    /// Whether the program ends as soon as nothing is at work any more.
    var quitsWhenDone = false
    /// Directories whose changes the browser is told of.
    var watched: Set<ItemAddress> = []
    /// What is below directories, as far as it is counted.
    var totals: [ContainerPath: DirectoryTotal] = [:]
    var requestedTotals: Set<ContainerPath> = []
    /// Whether the person stopped the counting.
    var countsStopped = false

    var focus = Pane.listing
    /// What the right pane says. It may be about the item that was under the cursor before: see `isSettled`.
    private(set) var details: [DetailLine] = []
    /// What the right pane shows of the contents of the file under the cursor.
    var preview = FilePreview()
    /// The first line that the right pane shows.
    var detailsTop = 0
    /// Whether the right pane is about what is under the cursor. It is brought up to date by `settled`, so that a key
    /// that is held down does not wait for explanations that nobody reads.
    package private(set) var isSettled = false
    var order = EntryOrder()
    var filter = EntryFilter()
    /// What is typed to filter the computer's directory.
    var computerFilterText: [UInt8] = []
    /// Whether sizes are those of what is backed up.
    var showsBackup = false
    var panel: OpenPanel?
    /// The panel that the last click went to; nil where it went to a pane.
    var clickedPanel: Ticket?
    /// A panel that came while another one or a prompt was in use: it is shown after that.
    var waitingPanels: [any Panel] = []
    var prompt: Prompt?
    var message: Message?
    /// Keys of a sequence that is not complete.
    var pendingKeys: [Key] = []
    /// The next key names a mark to set, or to go to.
    var pendingMark: PendingMark?
    var marks: [Unicode.Scalar: ContainerPath] = [:]
    /// Where the cursor was in directories that were left.
    var visited: [ItemAddress: [UInt8]] = [:]
    /// Containers to choose from.
    var candidates: [ContainerCandidate] = []
    /// Where the program stands between the person and its end, and whether the cover hides everything.
    package internal(set) var lifecycle = Lifecycle()
    /// Whether the person wants the program to end instead of stopping, whatever the app declares.
    let exitsOnSuspend: Bool
    /// Where the person wants to go: paths are looked up first, and the latest counts.
    var destination = Ticket.none
    private var lastTicket = Ticket.none

    /// Items to be put somewhere else.
    struct Clipboard: Hashable, Sendable {
        var items: ItemSet
        /// Whether they go away where they were.
        var isCut: Bool
    }

    enum PendingMark: Hashable, Sendable {
        case set
        case goTo
    }

    /// A browser that shows nothing yet, on a screen of an unknown size.
    package init(
        order: EntryOrder = EntryOrder(),
        showsHidden: Bool = false,
        lifecycle options: Lifecycle.Options = Lifecycle.Options()
    ) {
        // As large as screens get: more is read ahead than has to be, never less.
        size = Size(columns: 200, rows: 80)
        theme = .colorless
        isASCII = false
        glyphs = .unicode
        self.order = order
        filter.showsHidden = showsHidden
        now = LocalTime(year: 1970, month: 1, day: 1)
        nowSeconds = 0
        exitsOnSuspend = options.exitsOnSuspend
        lifecycle.options = options
        _ = lifecycle.handle(.launch)
    }

    /// Whether the cover hides everything.
    package var isCovered: Bool { lifecycle.isCovered }

    /// Lets the cover go up by itself after all.
    package mutating func coverItself() { lifecycle.options.coversScreen = true }

    /// Takes on the looks that suit the terminal.
    /// - Parameter isASCII: its locale is not UTF-8.
    package mutating func adopt(theme: Theme, isASCII: Bool) {
        self.theme = theme
        self.isASCII = isASCII
        glyphs = .forLocale(isUTF8: !isASCII)
    }

    /// A new ticket: answers to requests with older ones are stale.
    mutating func nextTicket() -> Ticket {
        lastTicket = lastTicket.next
        return lastTicket
    }

    /// Says something in the status line.
    mutating func say(_ text: String, isError: Bool = false) { message = Message(text: text, isError: isError) }

    /// Warns in the status line from the start.
    package mutating func warn(_ text: String) { say(text, isError: true) }

    /// The rows that the panes have.
    var paneRows: Int { layout.panes.rows }

    /// Where everything is on the screen.
    var layout: Layout { Layout(size: size, focus: focus, isSharing: isSharing) }

    /// The side that the person works on.
    var side: Side { focus == .computer ? .computer : .container }

    /// What items on a side are named below.
    func root(of side: Side) -> Root {
        switch side {
        case .container: container?.root ?? Root(.container, at: [])
        case .computer: .computer
        }
    }

    /// An item of the container.
    func containerItem(_ path: ContainerPath) -> ItemAddress { ItemAddress(root(of: .container), path) }

    /// The directory that a side shows.
    subscript(side: Side) -> Listing? {
        get { side == .container ? listing : computer }
        set { if side == .container { listing = newValue } else { computer = newValue } }
    }

    /// What of a side's directory is shown.
    subscript(filterOf side: Side) -> EntryFilter {
        get { side == .container ? filter : EntryFilter(showsHidden: filter.showsHidden, text: computerFilterText) }
        set {
            if side == .container { filter = newValue } else { computerFilterText = newValue.text }
        }
    }

    /// Whether characters that are typed are text, which may come many at a time.
    package var isWriting: Bool { (prompt != nil || panel?.isTyping == true) && !isCovered }

    /// Brings the cursors into view after the panes changed.
    mutating func scroll() {
        let rows = paneRows
        listing?.scroll(visibleRows: rows)
        computer?.scroll(visibleRows: rows)
        places.scroll(visibleRows: rows)
        movePanel(by: 0)
    }

    /// A name from a container as it may be shown.
    func display(_ name: some Collection<UInt8>) -> DisplayText { DisplayText(bytes: name, ascii: isASCII) }

    /// A path of this computer as the browser writes it: from the container's root on where it is below that. Not
    /// sanitized.
    func pathText(_ hostPath: [UInt8]) -> String {
        guard let root = container?.hostPath.bytes, hostPath.count > root.count + 1,
            hostPath.starts(with: root + [0x2f])
        else { return String(decoding: hostPath, as: UTF8.self) }
        return String(decoding: hostPath[(root.count + 1)...], as: UTF8.self)
    }

    /// Whom the rules are asked for.
    var requester: Requester { Requester(actor, device) }

    /// Text of our own, with signs that the terminal has.
    func text(_ text: String) -> DisplayText { DisplayText(glyphs.spelled(text), ascii: isASCII) }

    /// Whether the screen shows the start of what was asked for, so that a first picture is worth its while.
    package var hasFirstPicture: Bool {
        if container == nil { return panel != nil }
        guard let listing else { return false }
        // The places are read at the same time and are as quick.
        let hasListing =
            !listing.order.isEmpty || listing.stage != .reading || listing.failure != nil || listing.refusal != nil
        return hasListing && places.isRead
    }
}

extension BrowserState {
    /// Brings the right pane up to date.
    mutating func settle() -> [BrowserEffect] {
        let columns = (layout.details?.columns ?? 0) - 1
        let explanation = columns > 0 ? explanation : nil
        let effects = askForPreview(explanation, columns: columns)
        details = explanation.map { detailLines(of: $0, columns: columns) } ?? []
        // On a larger screen there are fewer lines to scroll through.
        detailsTop = max(0, min(detailsTop, details.count - paneRows))
        isSettled = true
        return effects
    }

    mutating func unsettle() { isSettled = false }

    /// Goes to a directory of the container, or of this computer.
    /// - Parameter wanted: the entry that the cursor goes to; else the one where it was the last time.
    mutating func enter(
        _ path: ContainerPath,
        on side: Side = .container,
        wanted: [UInt8]? = nil
    ) -> [BrowserEffect] {
        guard let container else { return [] }
        rememberCursor(on: side)
        var next = Listing(root(of: side), path: path, ticket: nextTicket())
        next.wanted = wanted ?? visited[next.location]
        self[filterOf: side].text = []
        if side == .container {
            next.rules = RuleBook.standard.directory(
                path, in: container.kind, as: actor, app: container.app, state: device)
            next.refusal = refusal(toList: path)
            detailsTop = 0
            countsStopped = false
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
            order: order,
            filter: self[filterOf: listing.side],
            rows: paneRows,
            wanted: listing.wanted
        )
    }

    /// Reads a shown directory again; the cursor stays on its entry.
    mutating func reload(_ side: Side = .container) -> [BrowserEffect] {
        guard let listing = self[side] else { return [] }
        let text = self[filterOf: side].text
        let isChosen = listing.hasChosen || listing.stage == .complete
        let wanted = listing.wanted ?? (isChosen ? listing.currentName : nil)
        let effects = enter(listing.path, on: side, wanted: wanted)
        self[filterOf: side].text = text
        return effects.map { effect in
            guard case .readDirectory(var request) = effect else { return effect }
            request.filter.text = text
            return .readDirectory(request)
        }
    }

    /// Reads a shown directory again while it stays on screen as it was.
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

    /// Reads and counts everything again that is shown.
    mutating func reloadAll() -> [BrowserEffect] {
        requestedTotals = []
        countsStopped = false
        let computer = isSharing ? reload(.computer) : []
        return [.cancelCounts] + reload() + computer + [readTree(places.shown)]
    }

    private mutating func rememberCursor(on side: Side) {
        guard let listing = self[side], let name = listing.currentName else { return }
        visited[listing.location] = name
    }

    /// Sorts or filters the listings anew.
    mutating func rearrange() -> [BrowserEffect] { rearrange(.container) + (isSharing ? rearrange(.computer) : []) }

    /// Sorts or filters a listing anew.
    mutating func rearrange(_ side: Side) -> [BrowserEffect] {
        guard var listing = self[side], listing.stage == .complete, listing.refresh == nil else {
            // What is still being read is asked for again, in the new order.
            return reload(side)
        }
        listing.arrangement = nextTicket()
        self[side] = listing
        return [arrange(listing)]
    }

    /// What has to be looked up for the rows that are in view.
    mutating func lookUps() -> [BrowserEffect] { computerLookUps() + containerLookUps() }

    private mutating func computerLookUps() -> [BrowserEffect] {
        guard isSharing, var computer, computer.failure == nil else { return [] }
        let unknown = computer.unknownEntries(visibleRows: paneRows)
        self.computer = computer
        return unknown.isEmpty ? [] : [describe(unknown, of: computer)]
    }

    private mutating func containerLookUps() -> [BrowserEffect] {
        guard var listing, listing.failure == nil else { return [] }
        var effects: [BrowserEffect] = []
        if showsBackup, listing.backup == nil, !listing.isBackupAsked, listing.stage == .complete {
            listing.isBackupAsked = true
            effects.append(sizeBackup(of: listing))
        }
        let unknown = listing.unknownEntries(visibleRows: paneRows)
        self.listing = listing
        if !unknown.isEmpty { effects.append(describe(unknown, of: listing)) }
        let rows = listing.top..<max(listing.top, min(listing.order.count, listing.top + paneRows))
        let directories = listing.order[rows].filter { listing.kind(of: $0) == .directory }
            .compactMap { listing.path(of: $0) }
        guard places.isRead, !countsStopped else { return effects }
        let uncounted = (directories + places.directories).filter { requestedTotals.insert($0).inserted }
        if !uncounted.isEmpty { effects.append(count(.container, uncounted)) }
        return effects
    }
}
