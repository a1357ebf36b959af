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
        guard container != nil, let listing else { return nil }
        // What was found is not restored, but the place of the item under the cursor is.
        let found = listing.isFlat ? listing.current.flatMap { listing.path(of: $0) } : nil
        let entry = listing.isFlat ? found?.lastComponent.map { Array($0) } : listing.wanted ?? listing.currentName
        return RestorationState(
            place: (found?.parent ?? listing.path).bytes,
            entry: entry,
            top: listing.isFlat ? 0 : listing.top,
            pane: RestorationState.Pane(focus),
            treePlace: places.currentPath?.bytes ?? [],
            unfolded: places.shown.map(\.bytes)
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
        if order.key != usualOrder.key { session.sort = order.key.title }
        session.isReversed = order.isReversed
        // An app that keeps nothing while it is suspended has no place to be remembered, on the right either.
        if isSharing, let computer, beside?.app.exitsOnSuspend != .yes {
            session.sharedPlace = computer.path.bytes
            session.sharedContainer = beside?.hostPath.bytes
        }
        session.borders = widths.shares
        if filter.showsHidden != usuallyShowsHidden { session.showsHidden = filter.showsHidden }
        return session
    }

    /// Adopts the order and the filter of a session before its container is opened.
    package mutating func adopt(_ session: ContainerMemory.Session) {
        order = usualOrder
        if let key = SortKey.allCases.first(where: { $0.title == session.sort }) { order.key = key }
        order.isReversed = session.isReversed
        filter.showsHidden = session.showsHidden ?? usuallyShowsHidden
        widths = PaneWidths(stored: session.borders)
    }

    /// Shows this computer or the other container on the right again, if a session did. Both may be gone.
    package mutating func restoreSharing(_ session: ContainerMemory.Session) -> [BrowserEffect] {
        guard let place = session.sharedPlace, let container else { return [] }
        if let other = session.sharedContainer {
            // The container on the left may have been shown on the right once more.
            guard other != container.hostPath.bytes else {
                return show(container, beside: ContainerStart(directory: ContainerPath(bytes: place) ?? .root))
            }
            let directory = ContainerPath(bytes: place) ?? .root
            return HostPath(other).map { [.openBeside($0, at: directory)] } ?? []
        }
        isSharing = true
        scroll()
        return [startSharing(at: [0x2f] + place)]
    }

    /// Adopts the marks and tags of the open container.
    package mutating func adopt(_ memory: ContainerMemory) {
        tags = memory.tags.compactMapValues { TagColor(rawValue: $0) }
        for (letter, path) in memory.marks where letter.unicodeScalars.count == 1 {
            letter.unicodeScalars.first.map { self.marks[$0] = path }
        }
    }

    /// Opens a container with the directory, the cursor and the panes as they were.
    package mutating func restore(
        _ state: RestorationState,
        in description: ContainerDescription
    ) -> [BrowserEffect] {
        let start = ContainerStart(directory: ContainerPath(bytes: state.place) ?? .root, entry: state.entry)
        // The tree is read only after its unfolded directories are restored.
        let staysInPlaces = isSwitching
        let effects = adopt(description, at: start)
        if !staysInPlaces { focus = Pane(state.pane) }
        listing?.wantedTop = max(0, state.top)
        places.restore(
            unfolded: state.unfolded.compactMap { ContainerPath(bytes: $0) },
            cursor: ContainerPath(bytes: state.treePlace) ?? .root
        )
        return effects + [readTree(places.shown)]
    }
}

extension BrowserState.Pane {
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
    fileprivate init(_ pane: BrowserState.Pane) {
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
