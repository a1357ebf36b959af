package import AppLifecycle
import ContainerModel
package import ContainerStore
import FileTree
import Inspection
import Search

/// State restoration, for a launch after the program ended while suspended, and what is remembered of a container.
extension Panes {
    /// The state that a relaunch restores; nil while no directory is shown.
    var restorationState: RestorationState? {
        guard container != nil, let listing else { return nil }
        // What was found is not restored, but the place of the item under the cursor is.
        let found = listing.isFlat ? listing.current.flatMap { listing.path(of: $0) } : nil
        let entry = listing.isFlat ? found?.lastComponent.map { Array($0) } : listing.wanted ?? listing.rememberedName
        return RestorationState(
            place: (found?.parent ?? listing.path).bytes,
            entry: entry,
            top: listing.isFlat ? 0 : listing.top,
            pane: RestorationState.Pane(focus),
            treePlace: places.currentPath?.bytes ?? [],
            unfolded: places.shown.map(\.bytes)
        )
    }

    /// Returns the session of the open container, to be remembered when it is left. What equals the settings follows
    /// them when they change.
    func session(_ options: BrowserOptions) -> ContainerMemory.Session? {
        guard let state = restorationState else { return nil }
        var session = ContainerMemory.Session(place: state.place)
        session.entry = state.entry
        session.top = state.top
        session.pane = state.pane.rawValue
        session.treePlace = state.treePlace
        session.unfolded = state.unfolded
        if order.key != options.usualOrder.key { session.sort = order.key.title }
        session.isReversed = order.isReversed
        // An app that keeps nothing while it is suspended has no place to be remembered, on the right either.
        if isSharing, let computer, secondContainer?.app.exitsOnSuspend != .yes {
            session.sharedPlace = computer.path.bytes
            session.sharedContainer = secondContainer?.hostPath.bytes
        }
        session.borders = widths.shares
        if filter.showsHidden != options.usuallyShowsHidden { session.showsHidden = filter.showsHidden }
        return session
    }

    /// Adopts the order and the filter of a session before its container is opened.
    mutating func adopt(_ session: ContainerMemory.Session, _ options: BrowserOptions) {
        order = options.usualOrder
        if let key = session.sort.flatMap({ SortKey(title: $0) }) { order.key = key }
        order.isReversed = session.isReversed
        filter.showsHidden = session.showsHidden ?? options.usuallyShowsHidden
        widths = PaneWidths(stored: session.borders)
    }

    /// Shows this computer or the other container on the right again, if a session did. Both may be gone.
    mutating func restoreSharing(
        _ session: ContainerMemory.Session, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard let place = session.sharedPlace, let container else { return [] }
        if let other = session.sharedContainer {
            let directory = ContainerPath(bytes: place) ?? .root
            // The container on the left may have been shown on the right once more.
            guard other != container.hostPath.bytes else {
                return showSecondContainer(container, at: ContainerStart(directory: directory), &context)
            }
            return HostPath(other).map { [.opening(.secondContainer($0, at: directory))] } ?? []
        }
        isSharing = true
        scroll(visibleRows: context.paneRows)
        return [startSharing(at: [0x2f] + place, &context)]
    }

    /// Shows the directory, the cursor and the tree as they were, once they are read.
    mutating func restore(_ state: RestorationState) {
        listing?.wantedTop = max(0, state.top)
        places.restore(
            unfolded: state.unfolded.compactMap { ContainerPath(bytes: $0) },
            cursor: ContainerPath(bytes: state.treePlace) ?? .root)
    }
}

extension Panes.Pane {
    /// The pane that had the focus.
    init(_ pane: RestorationState.Pane) {
        self =
            switch pane {
            case .places: .places
            case .listing: .listing
            case .details: .details
            }
    }
}

extension RestorationState.Pane {
    fileprivate init(_ pane: Panes.Pane) {
        self =
            switch pane {
            case .places: .places
            // Sharing mode is not restored.
            case .listing, .computer: .listing
            case .details: .details
            }
    }
}

extension RestorationState {
    /// Creates the state that a remembered session restores.
    package init(_ session: ContainerMemory.Session) {
        self.init(
            place: session.place, entry: session.entry, top: session.top,
            pane: Pane(rawValue: session.pane) ?? .listing,
            treePlace: session.treePlace, unfolded: session.unfolded)
    }
}
