import AppLifecycle
import ContainerModel
package import ContainerStore

/// Another container, with a new state.
extension BrowserState {
    /// Opens a container, with a new state.
    package mutating func open(_ description: ContainerDescription, at start: ContainerStart) -> [BrowserEffect] {
        adopt(description, at: start) + [panes.readTree(panes.places.shown)]
    }

    /// Opens a container without reading its tree.
    mutating func adopt(_ description: ContainerDescription, at start: ContainerStart) -> [BrowserEffect] {
        let leaving = update(\.tasks) { $0.leaveContainer(&$1) } + dismissWaitingPanels()
        // The app's declaration applies to browsing it too: none of its contents may be kept while suspended.
        lifecycle.options.exitsOnSuspend = options.exitsOnSuspend || description.app.exitsOnSuspend == .yes
        // Everything that belongs to a container is made anew; each component says what of it the user keeps.
        panes = Panes(of: description, keeping: panes)
        findings = Findings(of: description, keeping: findings)
        bookmarks = Bookmarks()
        viewer = nil
        clipboard = nil
        (panels.current, panels.prompt) = (nil, nil)
        showWaitingPanel()
        if let problem = description.problems.first { say(problem, isError: true) }
        let effects = leaving + browse { $0.enter(start.directory, wanted: start.entry, &$1) }
        stayInPlaces()
        return effects + AuditPanel.goToAwaited(in: &self)
    }

    /// Offers several containers to choose from. What is in devices is read later.
    package mutating func choose(from found: [ContainerCandidate]) -> [BrowserEffect] {
        opening.candidates = found
        open(ContainersPanel(found))
        let unread = found.filter(\.isUnread)
        return (unread.isEmpty ? [] : [.opening(.readDevices(unread))]) + measureApps(among: found)
    }

    /// Offers the app's other containers, and those that were found.
    mutating func chooseContainer() -> [BrowserEffect] {
        let related = container?.related ?? []
        let others = opening.candidates.filter { candidate in
            !related.contains { candidate.isContainer(at: $0.hostPath) }
        }
        guard !(related + others + opening.connected).isEmpty else {
            say("no other container of this app was found beside this one")
            // A device may have been plugged in meanwhile.
            opening.awaitsDevices = true
            return []
        }
        open(ContainersPanel(others, relatedTo: related))
        let unread = others.filter { $0.isUnread && opening.devices[$0.hostPath] == nil }
        return (unread.isEmpty ? [] : [.opening(.readDevices(unread))]) + measureApps(among: others)
    }

    /// Asks for the sizes of the apps of a device, as far as they are not known.
    func measureApps(among containers: [ContainerCandidate]) -> [BrowserEffect] {
        let apps = ContainerCandidate.apps(among: containers)
            .filter { $0.membership != nil && opening.figures[$0.parts] == nil }
        return apps.isEmpty ? [] : [.opening(.measure(apps))]
    }

    /// Handles what workers report about opening containers.
    mutating func handle(_ event: OpeningEvent) -> [BrowserEffect] {
        switch event {
        case .progress(let progress): showProgress(ofOpening: progress)
        case .opened(let description, let start): return open(description, at: start)
        case .several(let found): return choose(from: found)
        case .failed(let reason): fail(opening: reason)
        case .locked(let path, let isWrong): askForPassphrase(of: path, isWrong: isWrong)
        case .secondContainerOpened(let description, let start):
            return browse { $0.showSecondContainer(description, at: start, &$1) }
        case .severalSecondContainers(let found): open(SecondContainerPanel(found))
        case .asideOpened(let item, let container, let purpose): return receiveAside(item, in: container, for: purpose)
        case .nearby: updateList { $0.opening.update(event) }
        case .devices(let devices):
            updateList { $0.opening.update(event) }
            offerAwaited(devices)
        case .deviceRead, .measured, .recent: opening.update(event)
        }
        return []
    }
}
