package import AppLifecycle
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

    var requester: Requester { panes.requester }
    var selection: Selection { panes.selection }
    var paneRows: Int { Layout.paneRows(of: screen.size) }
    var layout: Layout { panes.layout(of: screen.size) }
    var shownRoots: [Root] { panes.shownRoots }
    var currentItem: ItemAddress? { panes.currentItem }
    var explanation: Explanation? { panes.explanation }

    func root(of side: Side) -> Root { panes.root(of: side) }
    func container(on side: Side) -> ContainerDescription? { panes.container(on: side) }
    func hasContainer(_ side: Side) -> Bool { panes.hasContainer(side) }
    func containerItem(_ path: ContainerPath) -> ItemAddress { panes.containerItem(path) }
    func subjects(on side: Side) -> ItemSet { panes.subjects(on: side) }
    func name(ofOrigin origin: ItemAddress) -> String { panes.name(ofOrigin: origin) }

    /// Returns the item under the cursor; nil on this computer, after saying that it has no rules.
    mutating func ruledItem() -> ItemAddress? { browse { $0.ruledItem(&$1) } }

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
        if let listing = panes.focusedListing, let entry = listing.current {
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

    /// Chooses the selected items, or else the one under the cursor, for a script, and quits.
    mutating func choose() -> [BrowserEffect] {
        guard options.isChoosing else {
            say("start with --choose to print the selection")
            return []
        }
        let items = subjects(on: panes.side)
        guard !items.isEmpty else { return [] }
        chosen = items
        return quit()
    }

    /// The paths on this computer of what was chosen; nil if nothing was.
    package var chosenPaths: [[UInt8]]? { chosen?.items.map(\.hostPath) }

    /// The directory of this computer that is shown; nil if it is in an archive.
    package var workingDirectory: [UInt8]? {
        container(on: panes.side)?.medium == nil ? panes[panes.side]?.location.hostPath : nil
    }

    // MARK: What is remembered

    /// The state that a relaunch restores; nil while no directory is shown.
    package var restorationState: RestorationState? { panes.restorationState }

    /// The session of the open container, to be remembered when it is left; nil if nothing of it may be kept, because
    /// the app declares so or the user wants it.
    package var session: ContainerMemory.Session? {
        lifecycle.options.exitsOnSuspend ? nil : panes.session(options)
    }

    /// Adopts the order and the filter of a session before its container is opened.
    package mutating func adopt(_ session: ContainerMemory.Session) { panes.adopt(session, options) }

    /// Shows this computer or the other container on the right again, if a session did. Both may be gone.
    package mutating func restoreSharing(_ session: ContainerMemory.Session) -> [BrowserEffect] {
        browse { $0.restoreSharing(session, &$1) }
    }

    /// Opens a container with the directory, the cursor and the panes as they were.
    package mutating func restore(
        _ state: RestorationState, in description: ContainerDescription
    ) -> [BrowserEffect] {
        let start = ContainerStart(directory: ContainerPath(bytes: state.place) ?? .root, entry: state.entry)
        // The tree is read only after its unfolded directories are restored.
        let staysInPlaces = opening.isSwitching
        let effects = adopt(description, at: start)
        if !staysInPlaces { panes.focus = Panes.Pane(state.pane) }
        panes.restore(state)
        return effects + [panes.readTree(panes.places.shown)]
    }
}
