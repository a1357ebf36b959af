package import AppLifecycle
import ContainerModel
package import ContainerStore
import FileTree
import Inspection
import Search

/// State restoration, for a launch after the program ended while suspended.
extension BrowserState {
    /// The state that a relaunch restores; nil while no directory is shown.
    package var restorationState: RestorationState? {
        guard container != nil, let listing = panes.listing else { return nil }
        // What was found is not restored, but the place of the item under the cursor is.
        let found = listing.isFlat ? listing.current.flatMap { listing.path(of: $0) } : nil
        let entry = listing.isFlat ? found?.lastComponent.map { Array($0) } : listing.wanted ?? listing.currentName
        return RestorationState(
            place: (found?.parent ?? listing.path).bytes,
            entry: entry,
            top: listing.isFlat ? 0 : listing.top,
            pane: RestorationState.Pane(panes.focus),
            treePlace: panes.places.currentPath?.bytes ?? [],
            unfolded: panes.places.shown.map(\.bytes)
        )
    }

    /// The session of the open container, to be remembered when it is left; nil if nothing of it may be kept, because
    /// the app declares so or the user wants it.
    package var session: ContainerMemory.Session? {
        guard !lifecycle.options.exitsOnSuspend, let state = restorationState else { return nil }
        var session = ContainerMemory.Session(place: state.place)
        session.entry = state.entry
        session.top = state.top
        session.pane = state.pane.rawValue
        session.treePlace = state.treePlace
        session.unfolded = state.unfolded
        // What equals the settings follows them when they change.
        if panes.order.key != options.usualOrder.key { session.sort = panes.order.key.title }
        session.isReversed = panes.order.isReversed
        // An app that keeps nothing while it is suspended has no place to be remembered, on the right either.
        if panes.isSharing, let computer = panes.computer, panes.secondContainer?.app.exitsOnSuspend != .yes {
            session.sharedPlace = computer.path.bytes
            session.sharedContainer = panes.secondContainer?.hostPath.bytes
        }
        session.borders = panes.widths.shares
        if panes.filter.showsHidden != options.usuallyShowsHidden { session.showsHidden = panes.filter.showsHidden }
        return session
    }

    /// Adopts the order and the filter of a session before its container is opened.
    package mutating func adopt(_ session: ContainerMemory.Session) {
        panes.order = options.usualOrder
        if let key = session.sort.flatMap({ SortKey(title: $0) }) { panes.order.key = key }
        panes.order.isReversed = session.isReversed
        panes.filter.showsHidden = session.showsHidden ?? options.usuallyShowsHidden
        panes.widths = PaneWidths(stored: session.borders)
    }

    /// Shows this computer or the other container on the right again, if a session did. Both may be gone.
    package mutating func restoreSharing(_ session: ContainerMemory.Session) -> [BrowserEffect] {
        guard let place = session.sharedPlace, let container else { return [] }
        if let other = session.sharedContainer {
            // The container on the left may have been shown on the right once more.
            guard other != container.hostPath.bytes else {
                let start = ContainerStart(directory: ContainerPath(bytes: place) ?? .root)
                return browse { $0.showSecondContainer(container, at: start, &$1) }
            }
            let directory = ContainerPath(bytes: place) ?? .root
            return HostPath(other).map { [.opening(.secondContainer($0, at: directory))] } ?? []
        }
        panes.isSharing = true
        panes.scroll(visibleRows: paneRows)
        return [browse { $0.startSharing(at: [0x2f] + place, &$1) }]
    }

    /// Opens a container with the directory, the cursor and the panes as they were.
    package mutating func restore(
        _ state: RestorationState,
        in description: ContainerDescription
    ) -> [BrowserEffect] {
        let start = ContainerStart(directory: ContainerPath(bytes: state.place) ?? .root, entry: state.entry)
        // The tree is read only after its unfolded directories are restored.
        let staysInPlaces = opening.isSwitching
        let effects = adopt(description, at: start)
        if !staysInPlaces { panes.focus = Panes.Pane(state.pane) }
        panes.listing?.wantedTop = max(0, state.top)
        panes.places.restore(
            unfolded: state.unfolded.compactMap { ContainerPath(bytes: $0) },
            cursor: ContainerPath(bytes: state.treePlace) ?? .root
        )
        return effects + [panes.readTree(panes.places.shown)]
    }
}

extension Panes.Pane {
    fileprivate init(_ pane: RestorationState.Pane) {
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
