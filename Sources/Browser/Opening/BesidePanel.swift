import ContainerModel
import ContainerStore
import FileTree
import Screen

/// The choice of what sharing mode shows on the right: another container, or this computer.
struct BesidePanel: Panel {
    /// The containers at a path that the user chose; nil to offer all that are known.
    private let containers: [ContainerCandidate]?
    var search: PanelSearch? = PanelSearch(isActive: false)

    init(_ containers: [ContainerCandidate]? = nil) { self.containers = containers }

    private struct Choice: Sendable {
        var title: String
        var details: [String] = []
        var perform: @Sendable (inout BrowserState) -> [BrowserEffect]
    }

    var title: String {
        guard let search, search.isActive else { return "Show on the right (/ finds by name)" }
        return "Show on the right: \(search.shownText)"
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let choices = choices(state)
        let found = search?.matches(of: choices) { [$0.title, $0.details.joined(separator: " ")] } ?? choices
        let rows = found.map { choice -> PanelRow.Parts in
            let texts = ([choice.title] + choice.details).map { state.screen.display($0.utf8) }
            return (
                texts,
                { state in
                    state.panels.current = nil
                    return choice.perform(&state)
                }
            )
        }
        return PanelRow.aligned(rows, state.screen)
    }

    private func choices(_ state: BrowserState) -> [Choice] {
        if let containers { return containers.map { self.choice($0) } }
        var choices: [Choice] = []
        if let place = state.containerUnderCursor {
            choices.append(
                choice(place, title: String(decoding: place.name, as: UTF8.self) + ", under the cursor"))
        }
        let known = (state.container?.related ?? []) + state.opening.candidates
        choices += known.map { choice($0) }
        choices.append(
            Choice(title: "This container, once more", details: ["to copy within it"]) { state in
                guard let container = state.container else { return [] }
                return state.show(container, beside: ContainerStart(directory: state.panes.listing?.path ?? .root))
            })
        choices.append(
            Choice(title: "Another path…", details: ["of a container on this computer"]) { state in
                state.panels.prompt = Prompt(.beside)
                return []
            })
        if state.panes.beside != nil {
            choices.append(
                Choice(title: "This computer") { state in
                    state.panes.beside.map { state.showComputer(around: $0) } ?? []
                })
        }
        // At the end: they are read when the panel is open already, and must not move the row under the cursor.
        let paths = Set(known.map(\.hostPath.bytes) + [state.container?.hostPath.bytes].compactMap(\.self))
        for recent in state.opening.recent ?? [] where recent.exists && !paths.contains(recent.hostPath) {
            guard let path = HostPath(recent.hostPath) else { continue }
            choices.append(
                choice(path, title: recent.name, details: [String(decoding: recent.hostPath, as: UTF8.self)]))
        }
        return choices
    }

    private func choice(_ container: ContainerCandidate) -> Choice {
        choice(container.hostPath, title: container.title, details: container.details)
    }

    private func choice(_ path: HostPath, title: String, details: [String] = []) -> Choice {
        Choice(title: title, details: details) { $0.openBeside(path) }
    }
}
