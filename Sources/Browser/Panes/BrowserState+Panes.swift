import ContainerModel
package import ContainerStore
import FileSharing
import FileTree
import Inspection
import Screen
import Search

/// The panes beside the other components.
extension BrowserState {
    /// Has the panes do something, and does what they ask of others: panels and prompts, which need no work.
    mutating func browse<Result>(_ body: (inout Panes, inout ComponentContext) -> Result) -> Result {
        var context = ComponentContext(self)
        defer { _ = adopt(context) }
        return body(&panes, &context)
    }

    // MARK: What others see of the panes

    /// The container; nil until one is chosen.
    package var container: ContainerDescription? { panes.container }

    /// The right pane.
    package var details: DetailsPane { panes.details }

    /// The actor and device state that rules are applied to.
    var requester: Requester { panes.requester }

    var selection: Selection { panes.selection }

    /// The number of rows of the panes.
    var paneRows: Int { Layout.paneRows(of: screen.size) }

    /// The layout of the screen.
    var layout: Layout { panes.layout(of: screen.size) }

    /// Returns the root that the items of a side are addressed from.
    func root(of side: Side) -> Root { panes.root(of: side) }

    /// The roots of what is shown: the containers on both sides, or a container and this computer.
    var shownRoots: [Root] { panes.shownRoots }

    /// Returns the container that a side shows; nil if it shows this computer.
    func container(on side: Side) -> ContainerDescription? { panes.container(on: side) }

    /// Whether a side shows a container.
    func hasContainer(_ side: Side) -> Bool { panes.hasContainer(side) }

    /// Returns the address of an item in the container.
    func containerItem(_ path: ContainerPath) -> ItemAddress { panes.containerItem(path) }

    /// Returns the items that a command applies to: the selected items of a side, or else the item under the cursor.
    func subjects(on side: Side) -> ItemSet { panes.subjects(on: side) }

    /// The item under the cursor; in an empty listing its directory.
    var currentItem: ItemAddress? { panes.currentItem }

    /// Returns the item under the cursor; nil on this computer, after saying that it has no rules.
    mutating func ruledItem() -> ItemAddress? { browse { $0.ruledItem(&$1) } }

    /// The explanation of the item under the cursor; nil on this computer, which has no rules.
    var explanation: Explanation? { panes.explanation }

    /// Returns the name of the side that a directory is compared with, and the path there if it is another one. Not
    /// sanitized.
    func name(ofOrigin origin: ItemAddress) -> String { panes.name(ofOrigin: origin) }

    // MARK: What leads out of the panes

    /// Updates the right pane.
    mutating func settle() -> [BrowserEffect] {
        let explaining = (panels.current?.content as? ExplanationPanel)?.textColumns ?? 0
        let isCovered = isCovered
        return browse { $0.settle(isCovered: isCovered, explaining: explaining, &$1) }
    }

    /// Enters the item under the cursor.
    mutating func enterCurrent() -> [BrowserEffect] {
        if panes.focus == .places, let other = panes.places.current?.container { return switchTo(other) }
        if panes.focus == .listing || panes.focus == .computer, let listing = panes[panes.side],
            let entry = listing.current
        {
            if let origin = listing.reach.origin { return open(entry, of: listing, comparedWith: origin) }
            if !listing.isFlat, listing.kind(of: entry) == .file {
                if options.isChoosing { return choose() }
                if !panes.isSharing { return viewCurrent() }
            }
        }
        return browse { $0.enterCurrent(&$1) }
    }

    /// Folds or unfolds the place under the cursor of the tree; another container is opened in it.
    mutating func toggleFold() -> [BrowserEffect] {
        if panes.focus == .places, let other = panes.places.current?.container { return switchTo(other) }
        return browse { $0.toggleFold(&$1) }
    }
}
