package import AppLifecycle
import ContainerModel
package import ContainerStore
import FileSharing
package import FileTree
import Inspection
import Jobs
import Screen
import Search

/// The complete state of the browser, as one value: components, each with its own state, and what several of them
/// depend on. Here events are routed to them.
package struct BrowserState: Sendable {
    /// How the program was started.
    package var options: BrowserOptions
    /// The terminal.
    package var screen = ScreenContext()
    /// The lifecycle state of the program, including whether the cover hides everything.
    package internal(set) var lifecycle = Lifecycle()
    /// The keys that were pressed, and those of actions.
    package var keys = KeyInput()

    /// The container; nil until one is chosen.
    package internal(set) var container: ContainerDescription?
    /// The actor and device state that rules are applied to.
    var requester = Requester()
    /// The containers that can be opened.
    var opening = OpeningState()
    /// The marks and tags of the container.
    var bookmarks = Bookmarks()

    /// The tree of places and the listings.
    var panes: Panes
    /// The right pane.
    package internal(set) var details = DetailsPane()
    /// What workers have found out.
    var findings = Findings()
    /// The viewer; nil while the panes are shown.
    var viewer: Viewer?
    /// The panel, the prompt and the message.
    var panels = Panels()

    var selection = Selection()
    /// The range of rows that is being selected.
    var range: SelectionRange?
    /// The items that `p` pastes.
    var clipboard: Clipboard?
    /// The items that were chosen for a script; nil if none were.
    var chosen: ItemSet?
    /// What the user has begun, and what takes long.
    var tasks = TaskList()
    var lastTicket = Ticket.none

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
        panes = Panes(order: order, showsHidden: showsHidden)
        self.options = BrowserOptions(
            usualOrder: order, usuallyShowsHidden: showsHidden, exitsOnSuspend: options.exitsOnSuspend,
            isReadOnly: isReadOnly, isChoosing: isChoosing)
        lifecycle.options = options
        _ = lifecycle.handle(.launch)
    }

    /// Whether the cover hides everything.
    package var isCovered: Bool { lifecycle.isCovered }

    /// Enables the automatic cover.
    package mutating func coverItself() { lifecycle.options.coversScreen = true }

    /// Returns a new ticket: answers to requests with older ones are stale.
    mutating func nextTicket() -> Ticket {
        lastTicket = lastTicket.next
        return lastTicket
    }

    /// Shows a message in the status line.
    mutating func say(_ text: String, isError: Bool = false) { panels.say(text, isError: isError) }

    /// Shows a warning in the status line.
    package mutating func warn(_ text: String) { say(text, isError: true) }

    /// Shows lines in a panel.
    package mutating func report(_ title: String, _ lines: [String]) { show(ReportPanel(title, lines: lines)) }

    /// The number of rows of the panes.
    var paneRows: Int { layout.panes.rows }

    /// The layout of the screen.
    var layout: Layout {
        Layout(
            size: screen.size, focus: panes.focus, isSharing: panes.isSharing,
            wanted: Layout.Wanted(
                places: panes.places.nameColumns, needsSizes: panes.showsBackup,
                names: panes.listing?.nameColumns ?? 0,
                hits: panes.listing.map { $0.hasHits || $0.hasChanges } == true ? ListingColumns.usualHit : 0,
                isCompared: panes.listing?.reach.origin != nil),
            widths: panes.widths)
    }

    /// Returns the root that the items of a side are addressed from.
    func root(of side: Side) -> Root {
        switch side {
        case .container: container?.root ?? Root(.container, at: [])
        case .computer: panes.secondContainer?.root ?? .computer
        }
    }

    /// The roots of what is shown: the containers on both sides, or a container and this computer.
    var shownRoots: [Root] { [root(of: .container)] + (panes.isSharing ? [root(of: .computer)] : []) }

    /// Returns the container that a side shows; nil if it shows this computer.
    func container(on side: Side) -> ContainerDescription? { side == .container ? container : panes.secondContainer }

    /// Whether a side shows a container.
    func hasContainer(_ side: Side) -> Bool { side == .container ? container != nil : panes.secondContainer != nil }

    /// Returns the address of an item in the container.
    func containerItem(_ path: ContainerPath) -> ItemAddress { ItemAddress(root(of: .container), path) }

    /// Whether typed characters are text, many of which may arrive at once.
    package var isWriting: Bool { panels.isWriting && !isCovered }

    /// Scrolls the cursors into view after the panes have changed.
    mutating func scroll() {
        panes.scroll(visibleRows: paneRows)
        movePanel(by: 0)
    }

    /// Returns a path of this computer for display: relative to the container's root if it is below that. Not
    /// sanitized.
    func pathText(_ hostPath: [UInt8]) -> String { root(of: .container).pathText(hostPath) }

    /// Whether the screen shows the beginning of what was requested, so that drawing the first frame is worthwhile.
    package var hasFirstPicture: Bool {
        if container == nil { return panels.current != nil && !panels.isOpening }
        guard let listing = panes.listing else { return false }
        // The places are read at the same time and just as quickly.
        let hasListing =
            !listing.order.isEmpty || listing.stage != .reading || listing.failure != nil || listing.refusal != nil
        return hasListing && panes.places.isRead
    }
}
