package import AppLifecycle
import ContainerModel
import ContainerStore
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

    /// The containers that can be opened.
    var opening = OpeningState()
    /// The marks and tags of the container.
    var bookmarks = Bookmarks()

    /// The container, in the tree of places and the listings.
    var panes: Panes
    /// What workers have found out about the container as a whole.
    var findings = Findings()
    /// The viewer; nil while the panes are shown.
    var viewer: Viewer?
    /// The panel, the prompt and the message.
    var panels = Panels()

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

    /// Explains the badges in the status line, since the program runs for the first time. What has been explained in
    /// another container is not explained again.
    package mutating func introduce() { panels.introduction = panels.introduction ?? Introduction() }

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

    /// Whether typed characters are text, many of which may arrive at once.
    package var isWriting: Bool { panels.isWriting && !isCovered }

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
