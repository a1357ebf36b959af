import ContainerModel
import ContainerStore
import FileTree
import Screen

/// The choice of what sharing mode shows on the right: another container, or this computer.
struct SecondContainerPanel: Panel {
    /// The containers at a path that the user chose; nil to offer all that are known.
    private let containers: [ContainerCandidate]?
    var search: PanelSearch? = PanelSearch(isActive: false)

    init(_ containers: [ContainerCandidate]? = nil) { self.containers = containers }

    /// What can be shown on the right.
    private struct SecondContainerOption: Sendable {
        var title: String
        var details: [String] = []
        /// The container; nil for anything else.
        var container: HostPath?
        var perform: @Sendable (inout BrowserState) -> [BrowserEffect]
    }

    var title: String { searchTitle("Show on the right", hint: "/ finds by name") }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let offers = offers(state)
        let found = search?.matches(of: offers) { [$0.title, $0.details.joined(separator: " ")] } ?? offers
        let rows = found.map { offer in
            let texts = ([offer.title] + offer.details).map { state.screen.display($0.utf8) }
            return PanelRow.Parts(texts, identity: offer.container.map { .name($0.bytes) }) { state in
                state.panels.current = nil
                return offer.perform(&state)
            }
        }
        return PanelRow.aligned(rows, state.screen)
    }

    private func offers(_ state: BrowserState) -> [SecondContainerOption] {
        if let containers { return containers.map { self.offer($0) } }
        var offers: [SecondContainerOption] = []
        if let place = state.panes.containerUnderCursor {
            offers.append(
                offer(place, title: String(decoding: place.name, as: UTF8.self) + ", under the cursor"))
        }
        let known = (state.container?.related ?? []) + state.opening.candidates
        offers += known.map { offer($0) }
        offers.append(
            SecondContainerOption(title: "This container, once more", details: ["to copy within it"]) { state in
                guard let container = state.container else { return [] }
                let start = ContainerStart(directory: state.panes.listing?.path ?? .root)
                return state.browse { $0.showSecondContainer(container, at: start, &$1) }
            })
        offers.append(
            SecondContainerOption(title: "Another path…", details: ["of a container on this computer"]) { state in
                state.panels.prompt = Prompt(.secondContainer)
                return []
            })
        if state.panes.secondContainer != nil {
            offers.append(
                SecondContainerOption(title: "This computer") { state in
                    state.panes.secondContainer.map { other in state.browse { $0.showComputer(around: other, &$1) } }
                        ?? []
                })
        }
        // At the end: they are read when the panel is open already, and must not move the row under the cursor.
        let paths = Set(known.map(\.hostPath.bytes) + [state.container?.hostPath.bytes].compactMap(\.self))
        for recent in state.opening.recent ?? [] where recent.exists && !paths.contains(recent.hostPath) {
            guard let path = HostPath(recent.hostPath) else { continue }
            offers.append(
                offer(path, title: recent.name, details: [String(decoding: recent.hostPath, as: UTF8.self)]))
        }
        return offers
    }

    private func offer(_ container: ContainerCandidate) -> SecondContainerOption {
        offer(container.hostPath, title: container.title, details: container.details)
    }

    private func offer(_ path: HostPath, title: String, details: [String] = []) -> SecondContainerOption {
        SecondContainerOption(title: title, details: details, container: path) { state in
            state.browse { $0.openSecondContainer(path, &$1) }
        }
    }
}
