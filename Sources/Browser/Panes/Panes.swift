import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Search

/// The panes: the tree of places, the listings of both sides and what is selected in them, their order and filters, the
/// right pane, the borders and the focus.
package struct Panes: Sendable {
    /// A part of the screen that can have the focus.
    package enum Pane: Hashable, Sendable, CaseIterable {
        case places
        case listing
        case details
        /// A directory of this computer or of another container; in sharing mode it takes the place of the details.
        case computer
    }

    /// The container; nil until one is chosen.
    private(set) var container: ContainerDescription?
    /// The actor and device state that rules are applied to.
    var requester = Requester()
    var places = PlacesTree(unfolded: [])
    var listing: Listing?
    /// The directory of this computer, or of the container in its place, that sharing mode shows.
    var computer: Listing?
    /// The container that takes the place of this computer; nil if none does.
    var secondContainer: ContainerDescription?
    /// Whether the right pane shows a directory of this computer, or of the container in its place.
    var isSharing = false
    /// The right pane.
    var details = DetailsPane()
    var focus = Pane.listing
    var selection = Selection()
    /// The range of rows that is being selected.
    var range: SelectionRange?
    /// What workers have found out about the items on screen.
    var known = ItemKnowledge()
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
        self.container = container
        requester = earlier.requester
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

    /// The listing that has the focus; nil if another pane has it.
    var focusedListing: Listing? { focus == .listing || focus == .computer ? self[side] : nil }

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

    /// The panes that can have the focus, from left to right.
    var focusable: [Pane] { isSharing ? [.places, .listing, .computer] : [.places, .listing, .details] }

    /// Scrolls the cursors into view after the panes have changed.
    mutating func scroll(visibleRows rows: Int) {
        listing?.scroll(visibleRows: rows)
        computer?.scroll(visibleRows: rows)
        places.scroll(visibleRows: rows)
    }

    /// Remembers the entry under a side's cursor, to return to it.
    mutating func rememberCursor(on side: Side) {
        guard let listing = self[side], !listing.isFlat, let name = listing.rememberedName else { return }
        visited[listing.location] = name
    }

    // MARK: The containers

    /// Returns the root that the items of a side are addressed from.
    func root(of side: Side) -> Root {
        switch side {
        case .container: container?.root ?? Root(.container, at: [])
        case .computer: secondContainer?.root ?? .computer
        }
    }

    /// The sides on the screen.
    var shownSides: [Side] { isSharing ? Side.allCases : [.container] }

    /// The roots of what is shown: the containers on both sides, or a container and this computer.
    var shownRoots: [Root] { shownSides.map { root(of: $0) } }

    /// Returns the side on the screen whose items are addressed from a root; nil if none is.
    func side(showing root: Root) -> Side? { shownSides.first { self.root(of: $0) == root } }

    /// Returns the container that a side shows; nil if it shows this computer.
    func container(on side: Side) -> ContainerDescription? { side == .container ? container : secondContainer }

    /// Whether a side shows a container.
    func hasContainer(_ side: Side) -> Bool { side == .container ? container != nil : secondContainer != nil }

    /// Returns the address of an item in the container.
    func containerItem(_ path: ContainerPath) -> ItemAddress { ItemAddress(root(of: .container), path) }

    /// The item under the cursor of the tree or the listing on the left.
    var currentPath: ContainerPath? {
        if focus == .places { return places.currentPath }
        guard let listing else { return nil }
        return listing.current.flatMap { listing.path(of: $0) } ?? listing.path
    }

    /// The item under the cursor; in an empty listing its directory.
    var currentItem: ItemAddress? {
        guard focus == .computer else { return currentPath.map { containerItem($0) } }
        guard let computer else { return nil }
        return computer.current.flatMap { computer.item(of: $0) } ?? computer.location
    }

    /// Returns the layout of a screen.
    func layout(of screen: Size) -> Layout {
        let needsTime = order.key.clock != nil
        let enough = shownSides.compactMap { self[$0] }.map {
            ListingColumns.enough(
                hasPaths: $0.isFlat, hasHits: $0.hasHits || $0.hasChanges, needsTime: needsTime)
        }
        return Layout(
            size: screen, focus: focus, isSharing: isSharing,
            wanted: Layout.Wanted(
                places: places.nameColumns, needsSizes: showsBackup, names: listing?.nameColumns ?? 0,
                hits: listing.map { $0.hasHits || $0.hasChanges } == true ? ListingColumns.usualHit : 0,
                isCompared: listing?.reach.origin != nil,
                list: enough.max() ?? Layout.Wanted().list,
                leastList: ListingColumns.minimum(needsTime: needsTime)),
            widths: widths)
    }
}
