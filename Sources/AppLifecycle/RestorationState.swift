/// The state of the browser when the program was suspended, which a relaunch restores.
///
/// Paths are bytes, relative to the container's root, as they are on disk.
package struct RestorationState: Hashable, Sendable {
    /// A pane that can have the focus.
    package enum Pane: String, Hashable, Sendable {
        case places
        case listing
        case details
    }

    /// The directory shown; empty for the root.
    package var place: [UInt8]
    /// The name under the cursor.
    package var entry: [UInt8]?
    /// The first visible row of the listing.
    package var top: Int
    /// The pane that had the focus.
    package var pane: Pane
    /// The directory under the cursor in the tree of places.
    package var treePlace: [UInt8]
    /// The unfolded directories of the tree.
    package var unfolded: [[UInt8]]

    /// Creates a restoration state.
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
