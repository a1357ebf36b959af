import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Formats
import Inspection
import Previews
import Screen

/// Comparing: the items that differ form a listing, and each opens with both sides next to each other.
extension BrowserState {
    /// Compares an item with what is at a path that the user typed or chose.
    mutating func compare(_ subject: ComparedSubject, withPath path: [UInt8]) -> [BrowserEffect] {
        say("opening \(screen.display(path).description)")
        return [.opening(.aside(path, for: .comparing(subject)))]
    }

    /// Handles an item outside of the open container that can be used now.
    mutating func receiveAside(
        _ item: ItemAddress, in other: ContainerDescription?, for purpose: AsidePurpose
    ) -> [BrowserEffect] {
        switch purpose {
        case .comparing(let subject):
            // Of a container as a whole, the item of the same path is meant.
            let isWhole = other != nil && item.path.isRoot
            return compare(subject, with: isWhole ? ItemAddress(item.root, subject.item.path) : item)
        case .restoring(let root, let groups):
            guard other != nil, Side.allCases.contains(where: { container(on: $0)?.root == root }) else { return [] }
            var restoration = Restoration(of: root, from: .container(item.root))
            restoration.others = groups
            return beginOperation(.restore(restoration))
        }
    }

    /// Compares an item with another one, which has the state before.
    mutating func compare(_ subject: ComparedSubject, with other: ItemAddress) -> [BrowserEffect] {
        panels.message = nil
        guard subject.item != other else {
            say("it cannot be compared with itself", isError: true)
            return []
        }
        guard panes.shownSides.contains(subject.side), root(of: subject.side) == subject.item.root else {
            return []
        }
        guard subject.isDirectory else { return view(subject.item, comparedWith: other) }
        panes.focus = subject.side == .container ? .listing : .computer
        let reach = ListingReach.differing(from: other, closed: panes.closedDirectories(on: subject.side))
        return browse { $0.enter(subject.item.path, on: subject.side, reach: reach, &$1) }
    }

    /// Opens an entry of a list of differences: a changed file with both sides next to each other, a file of one side
    /// alone as it is there, and the place of anything else.
    mutating func open(_ entry: UInt32, of listing: Listing, comparedWith origin: ItemAddress) -> [BrowserEffect] {
        guard let path = listing.path(of: entry), let item = listing.item(of: entry),
            let inside = ContainerPath(bytes: listing.entries.name(Int(entry))),
            let change = listing.change(of: entry)
        else { return [] }
        let old = ItemAddress(origin.root, origin.path.appending(change.oldPath ?? inside))
        switch change.change {
        case .changed where listing.kind(of: entry) == .file: return view(item, comparedWith: old)
        case .removed:
            guard listing.kind(of: entry) == .file else {
                say("only \(name(ofOrigin: origin)) has it", isError: true)
                return []
            }
            return view(Viewer(ViewQuery.Subject(old)))
        case .added, .changed, .moved:
            if listing.kind(of: entry) == .file { return viewCurrent() }
            return browse { $0.goToFound(path, &$1) }
        }
    }

    /// Opens the viewer on two files, with what differs next to each other.
    private mutating func view(_ item: ItemAddress, comparedWith other: ItemAddress) -> [BrowserEffect] {
        if hasContainer(panes.side), currentItem == item, let explanation,
            !explanation.badges.rights.contains(.read)
        {
            say(panes.unreadableText(keys), isError: true)
            return []
        }
        return view(Viewer(ViewQuery.Subject(item, comparedWith: other)))
    }

    /// Opens what a line of a comparison is about, on the side that has it.
    mutating func open(_ opening: PageLine.Opening, in subject: ViewQuery.Subject) -> [BrowserEffect] {
        let file = opening.isBefore ? subject.compared ?? subject.file : subject.file
        let value = ViewQuery.Subject(file, steps: opening.steps, form: opening.form)
        viewer?.levels.append(Viewer.Level(subject: value))
        return opening.target.map { view(.seek(.target($0))) } ?? view(.page(.from(0), .first))
    }
}
