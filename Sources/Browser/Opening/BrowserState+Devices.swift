import ContainerStore

/// The devices on cables, which lists of what can be opened show.
extension BrowserState {
    /// Has a worker look for devices as long as a list of what can be opened is on the screen.
    mutating func watchDevices() -> [BrowserEffect] {
        let isListed = panels.current?.content is StartPanel || panels.current?.content is ContainersPanel
        let wanted = isListed || opening.awaitsDevices
        guard wanted != opening.isWatchingDevices else { return [] }
        opening.isWatchingDevices = wanted
        return [.opening(.watchDevices(wanted))]
    }

    /// Offers the choice of a container that was to be offered if a device is found.
    mutating func offerAwaited(_ devices: [ContainerCandidate]) {
        guard opening.awaitsDevices else { return }
        opening.awaitsDevices = false
        if panels.isEmpty, !devices.isEmpty { open(ContainersPanel(opening.candidates)) }
    }

    /// Changes what a list of containers shows. The row that the user has moved to stays under the cursor, wherever rows are
    /// added.
    mutating func updateList(_ change: (inout BrowserState) -> Void) {
        guard let panel = panels.current, panel.content is StartPanel || panel.content is ContainersPanel else {
            return change(&self)
        }
        func identities(_ state: BrowserState) -> [RowIdentity?] {
            panel.content.rows(state).filter { $0.choose != nil }.map(\.identity)
        }
        let before = identities(self)
        change(&self)
        let isChosen = (panel.content as? StartPanel)?.isTouched ?? true
        if isChosen || panel.cursor > 0, before.indices.contains(panel.cursor), let chosen = before[panel.cursor] {
            let cursor = identities(self).firstIndex { $0 == chosen } ?? 0
            panels.current?.cursor = cursor
        }
        movePanel(by: 0)
    }
}
