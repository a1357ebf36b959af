import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Screen
import Search

/// The panes: the tree of places, the listings of both sides, their order and filters, the borders and the focus.
package struct Panes: Sendable {
    /// A part of the screen that can have the focus.
    package enum Pane: Hashable, Sendable, CaseIterable {
        case places
        case listing
        case details
        /// A directory of this computer or of another container; in sharing mode it takes the place of the details.
        case computer
    }

    var places = PlacesTree(unfolded: [])
    var listing: Listing?
    /// The directory of this computer, or of the container in its place, that sharing mode shows.
    var computer: Listing?
    /// The container that takes the place of this computer; nil if none does.
    var secondContainer: ContainerDescription?
    /// Whether the right pane shows a directory of this computer, or of the container in its place.
    var isSharing = false
    var focus = Pane.listing
    /// Where the user has put the borders between panes.
    var widths = PaneWidths()
    /// The index of the border that is dragged.
    var draggedBorder: Int?
    var order: EntryOrder
    var filter = ListingFilter()
    /// The text of the last filter that was kept, whose matches `n` goes to.
    var lastFilter: [UInt8] = []
    /// The text that filters the directory of this computer.
    var computerFilterText: [UInt8] = []
    /// The side whose filter was accepted last; nil once its listing has been seen to be complete.
    var filteredSide: Side?
    /// Whether what was found is in the order of its scores, until another order is chosen.
    var ranksMatches = true
    /// Whether sizes show what is backed up.
    var showsBackup = false
    /// The listings to go back to, and forward again.
    var history = VisitHistory()
    /// The last entry under the cursor in each directory visited.
    var visited: [ItemAddress: [UInt8]] = [:]
    /// The latest request to go to a path, which is looked up first; answers to older requests are dropped.
    var destination = Ticket.none
    /// The directories watched for changes.
    var watched: Set<ItemAddress> = []

    /// Creates panes that show nothing yet.
    init(order: EntryOrder, showsHidden: Bool) {
        self.order = order
        filter.showsHidden = showsHidden
    }

    /// Creates the panes of a container that is being opened. The user keeps how they look, and what is listed how.
    /// - Parameter earlier: The panes until now.
    init(of container: ContainerDescription, keeping earlier: Panes) {
        self.init(order: earlier.order, showsHidden: earlier.filter.showsHidden)
        focus = earlier.focus == .computer ? .listing : earlier.focus
        widths = earlier.widths
        lastFilter = earlier.lastFilter
        ranksMatches = earlier.ranksMatches
        showsBackup = earlier.showsBackup
        let standard = RuleBook.standard.standardDirectories(in: container.kind)
        places = PlacesTree(unfolded: Set([.root] + standard.compactMap(\.parent)), of: container)
        places.setShowsHidden(filter.showsHidden)
    }

    /// The side that has the focus.
    var side: Side { focus == .computer ? .computer : .container }

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

    /// Puts a container in the place of this computer, or takes it away.
    mutating func replaceComputer(by container: ContainerDescription?) {
        secondContainer = container
        computer = nil
        computerFilterText = []
    }

    /// The panes that can have the focus, from left to right.
    var focusable: [Pane] { isSharing ? [.places, .listing, .computer] : [.places, .listing, .details] }

    /// Moves the focus to the right, or to the left.
    mutating func moveFocus(by step: Int) {
        let place = focusable.firstIndex(of: focus) ?? 0
        focus = focusable[(place + step + focusable.count) % focusable.count]
    }

    /// Scrolls the cursors into view after the panes have changed.
    mutating func scroll(visibleRows rows: Int) {
        listing?.scroll(visibleRows: rows)
        computer?.scroll(visibleRows: rows)
        places.scroll(visibleRows: rows)
    }

    /// Remembers the entry under a side's cursor, to return to it.
    mutating func rememberCursor(on side: Side) {
        guard let listing = self[side], !listing.isFlat, let name = listing.currentName else { return }
        visited[listing.location] = name
    }
}
