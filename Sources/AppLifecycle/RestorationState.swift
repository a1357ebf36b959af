/// Where the person was when the program was suspended: what a relaunch goes back to.
///
/// Paths are bytes from the container's root, as they stand on the disk.
package struct RestorationState: Hashable, Sendable {
    /// A pane that keys can go to.
    package enum Pane: String, Hashable, Sendable {
        case places
        case listing
        case details
    }

    /// The directory that was shown; empty for the root.
    package var place: [UInt8]
    /// The name under the cursor.
    package var entry: [UInt8]?
    /// The first row of the listing that was in view.
    package var top: Int
    /// The pane that had the focus.
    package var pane: Pane
    /// The directory under the cursor of the tree of places.
    package var treePlace: [UInt8]
    /// The directories that the tree showed unfolded.
    package var unfolded: [[UInt8]]

    /// A place in a container, and how the panes showed it.
    package init(
        place: [UInt8],
        entry: [UInt8]? = nil,
        top: Int = 0,
        pane: Pane = .listing,
        treePlace: [UInt8] = [],
        unfolded: [[UInt8]] = []
    ) {
        self.place = place
        self.entry = entry
        self.top = top
        self.pane = pane
        self.treePlace = treePlace
        self.unfolded = unfolded
    }
}
