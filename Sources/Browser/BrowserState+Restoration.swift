package import AppLifecycle
import ContainerModel
package import ContainerStore

/// Where the person is, for a launch after an end while suspended.
extension BrowserState {
    /// What a relaunch goes back to; nil while no directory is shown.
    package var restorationState: RestorationState? {
        guard container != nil, let listing else { return nil }
        return RestorationState(
            place: listing.path.bytes,
            entry: listing.wanted ?? listing.currentName,
            top: listing.top,
            pane: RestorationState.Pane(focus),
            treePlace: places.current?.path.bytes ?? [],
            unfolded: places.shown.map(\.bytes)
        )
    }

    /// Begins with a container, and with the place, the cursor and the panes as they were.
    package mutating func restore(
        _ state: RestorationState,
        in description: ContainerDescription
    ) -> [BrowserEffect] {
        let start = ContainerStart(directory: ContainerPath(bytes: state.place) ?? .root, entry: state.entry)
        // The tree is asked for once it is known what of it is unfolded.
        let effects = adopt(description, at: start)
        focus = Pane(state.pane)
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
            // Sharing mode is not gone back to.
            case .listing, .computer: .listing
            case .details: .details
            }
    }
}
