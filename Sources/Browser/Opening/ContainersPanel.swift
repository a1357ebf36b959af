import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Screen

/// The choice of a container, with a search by name.
struct ContainersPanel: Panel {
    private let containers: [ContainerCandidate]
    /// The other containers of the app whose container is open, each of which is offered.
    private let related: [ContainerCandidate]
    var search: PanelSearch? = PanelSearch(isActive: false)

    /// - Parameter containers: Those of an app in a device are offered as one.
    init(_ containers: [ContainerCandidate], relatedTo related: [ContainerCandidate] = []) {
        self.containers = containers
        self.related = related
    }

    var title: String {
        // Devices are never listed together with containers.
        let areDevices = containers.contains { !$0.contents.isEmpty }
        guard let search, search.isActive else {
            return areDevices
                ? "Choose a device (/ finds apps by name)"
                : containers.contains { $0.membership != nil }
                    ? "Choose an app (/ finds by name)" : "Choose a container (/ finds by name)"
        }
        return "\(areDevices ? "Devices and apps" : "Containers"): \(search.shownText)"
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let found = found(state)
        // What cannot be told apart otherwise is shown with its path.
        let names = Dictionary(found.map { ([$0.title, $0.detail], 1) }, uniquingKeysWith: +)
        let rows = found.map { container in
            let isUnique = names[[container.title, container.detail]] == 1
            let path = state.screen.display(ReservedPath.shown(container.hostPath.bytes)).description
            let figures = state.opening.figures[container.parts].map { $0.texts(seenFrom: state.screen.now) } ?? []
            let texts = [container.title] + (isUnique ? container.details : [path]) + figures
            return PanelRow.Parts(
                texts.map { state.screen.display($0.utf8) }, identity: .name(container.hostPath.bytes)
            ) { $0.open(container.hostPath) }
        }
        return PanelRow.aligned(rows, state.screen)
    }

    /// The container that could not be opened is still under the cursor: whoever tries again must not get another one.
    func firstChoice(_ state: BrowserState) -> Int {
        state.container == nil ? found(state).firstIndex { $0.hostPath == state.opening.tried } ?? 0 : 0
    }

    /// The containers that are listed.
    private func found(_ state: BrowserState) -> [ContainerCandidate] {
        search?.matches(of: searched(state)) { [$0.title, $0.detail, $0.identifier ?? ""] } ?? read(state)
    }

    /// What the search covers: once something is typed, also the apps in devices, each with the name of its device.
    private func searched(_ state: BrowserState) -> [ContainerCandidate] {
        let containers = read(state)
        guard let search, !search.text.isEmpty else { return containers }
        return containers.flatMap { container in
            // Devices of the same name differ in their system.
            let device = [container.title, container.system].compactMap(\.self).joined(separator: ", ")
            return [container]
                + ContainerCandidate.apps(among: container.contents).map {
                    ContainerCandidate(
                        hostPath: $0.hostPath, title: $0.title, details: [device] + $0.details,
                        identifier: $0.identifier)
                }
        }
    }

    /// The containers, with what has been read of devices by now.
    private func read(_ state: BrowserState) -> [ContainerCandidate] {
        let read =
            state.opening.devices.isEmpty ? containers : containers.map { state.opening.devices[$0.hostPath] ?? $0 }
        // At the end: they are found when the list is on the screen already.
        let listed = Set(containers.map(\.hostPath))
        let connected = state.opening.connected.filter { !listed.contains($0.hostPath) }
        return related + ContainerCandidate.apps(among: read) + connected
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        guard state.container == nil else { return [] }
        guard state.opening.beginsWithChoice else { return [.quit] }
        // Back to where the directory of these containers was chosen.
        state.opening.candidates = []
        state.offerContainers()
        return []
    }
}

extension ContainerStatistics {
    /// The size, and the day or the time of the last change.
    fileprivate func texts(seenFrom now: LocalTime) -> [String] {
        let size = ByteCount.short(bytes) + (unreadable > 0 ? "+" : "")
        let time = changed.map { LocalTime(secondsSince1970: $0).short(seenFrom: now).trimmingPrefix(" ") }
        return [padded(size, to: 8), time.map { String($0) } ?? ""]
    }
}
