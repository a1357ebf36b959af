package import AppLifecycle
import ContainerModel
package import ContainerStore

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
            treePlace: places.current?.path.bytes ?? [],
            unfolded: places.shown.map(\.bytes)
        )
    }

    /// Opens a container with the directory, the cursor and the panes as they were.
    package mutating func restore(
        _ state: RestorationState,
        in description: ContainerDescription
    ) -> [BrowserEffect] {
        let start = ContainerStart(directory: ContainerPath(bytes: state.place) ?? .root, entry: state.entry)
        // The tree is read only after its unfolded directories are restored.
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
            // Sharing mode is not restored.
            case .listing, .computer: .listing
            case .details: .details
            }
    }
}
