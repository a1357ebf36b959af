import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Screen

/// Copying what differs from one side to the other.
extension ComparisonPanel {
    /// The directories that items are copied into at once, each as an operation.
    private static let maxDirectories = 50

    /// Copies items of a list of differences to the same place on the other side, or brings them from there.
    /// - Returns: nil if the list with the focus is no comparison.
    static func copySelected(fromOtherSide: Bool, in state: inout BrowserState) -> [BrowserEffect]? {
        guard state.panes.focus != .places, let listing = state.panes[state.panes.side],
            let origin = listing.reach.origin
        else {
            return nil
        }
        let (paths, left) = paths(in: listing, state.selection, fromOtherSide: fromOtherSide)
        guard !paths.isEmpty else {
            let who = fromOtherSide ? state.name(ofOrigin: origin) : "this side"
            state.say(left == 1 ? "\(who) does not have it" : "\(who) has none of these items", isError: true)
            return []
        }
        let (source, target) =
            fromOtherSide ? (origin, listing.location) : (listing.location, origin)
        if fromOtherSide, TimePointPath.spelling(of: origin.root.hostPath) != nil, origin.path == listing.path,
            listing.root.isContainer
        {
            // What was kept comes back as it was, whatever the rules say of single items.
            return state.beginOperation(
                .restore(
                    Restoration(
                        of: listing.root, from: .container(origin.root), paths: paths.map { origin.path.appending($0) })
                ))
        }
        let byDirectory = Dictionary(grouping: paths) { $0.parent ?? .root }
        guard byDirectory.count <= maxDirectories else {
            state.say(
                "the items are in \(Pluralized.directories(byDirectory.count)); select items of at most "
                    + "\(maxDirectories)", isError: true)
            return []
        }
        return byDirectory.sorted { $0.key < $1.key }.flatMap { directory, paths in
            state.beginOperation(
                .copy(
                    ItemSet(paths.sorted().map { ItemAddress(source.root, source.path.appending($0)) }),
                    to: .directory(ItemAddress(target.root, target.path.appending(directory)))))
        }
    }

    /// The selected items of a list of differences, or the one under the cursor, by their paths on the side that they are
    /// copied from, and the number of those that this side does not have.
    private static func paths(
        in listing: Listing, _ selection: Selection, fromOtherSide: Bool
    ) -> (paths: [ContainerPath], left: Int) {
        let entries =
            selection.isEmpty
            ? listing.current.map { [$0] } ?? [] : listing.order.filter { selection.contains($0, of: listing) }
        var paths: [ContainerPath] = []
        var left = 0
        for entry in entries {
            guard let path = ContainerPath(bytes: listing.entries.name(Int(entry))),
                let change = listing.change(of: entry)
            else { continue }
            let isMissing = change.change == (fromOtherSide ? .added : .removed)
            if isMissing { left += 1 } else { paths.append(fromOtherSide ? change.oldPath ?? path : path) }
        }
        // What is in a directory goes with it.
        let all = Set(paths)
        return (
            paths.filter { path in
                !sequence(first: path.parent, next: { $0?.parent }).contains { $0.map { all.contains($0) } ?? false }
            }, left
        )
    }
}
