import ContainerModel
import ContainerStore
import Screen

/// A panel that lists containers that were open before.
protocol RecentList: Panel {
    /// Returns the container that a choice stands for; nil if it is another choice.
    /// - Parameter choice: The index among the rows that can be chosen.
    func recent(at choice: Int, _ state: BrowserState) -> ContainerMemoryStore.Recent?
}

/// The containers that were open before, with where one was in them.
struct RecentPanel: RecentList {
    var search: PanelSearch? = PanelSearch(isActive: false)

    var title: String { searchTitle("Recent containers", hint: "/ finds by name") }

    func rows(_ state: BrowserState) -> [PanelRow] {
        guard let recent = state.opening.recent else { return [PanelRow(DisplayText("Reading."))] }
        guard !recent.isEmpty else { return [PanelRow(DisplayText("No other container was open before."))] }
        let rows = found(recent).map { container -> PanelRow.Parts in
            let place: DisplayText =
                container.place.flatMap { $0.isRoot ? nil : state.screen.display($0.bytes) } ?? .empty
            let texts = [
                state.screen.display(container.name.utf8), DisplayText(container.exists ? "" : "gone"), place,
                state.screen.display(ReservedPath.shown(container.hostPath)),
            ]
            return PanelRow.Parts(texts, identity: .name(container.hostPath)) { container.open(in: &$0) }
        }
        // Paths differ at their ends.
        return PanelRow.aligned(rows, state.screen).map { row in
            var row = row
            row.keepsEnd = true
            return row
        }
    }

    func recent(at choice: Int, _ state: BrowserState) -> ContainerMemoryStore.Recent? {
        let shown = found(state.opening.recent ?? [])
        return shown.indices.contains(choice) ? shown[choice] : nil
    }

    private func found(_ recent: [ContainerMemoryStore.Recent]) -> [ContainerMemoryStore.Recent] {
        search?.matches(of: recent) { [$0.name, String(decoding: $0.hostPath, as: UTF8.self)] } ?? recent
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        guard state.opening.recent?.isEmpty == false else { return [] }
        return [state.keys.hint("panel-choose", "chooses"), state.keys.hint("recent-forget", "forgets")].compactMap(
            \.self)
    }

    func actions(_ state: BrowserState) -> [Action] {
        state.opening.recent?.isEmpty == false ? Self.ownActions : []
    }

    static let ownActions: [Action] = [
        Action("recent-forget", "Forget the container, with its marks and tags", .places, keys: ["x"]) { state in
            guard let panel = state.panels.current, let content = panel.content as? any RecentList,
                let recent = content.recent(at: panel.cursor, state)
            else { return [] }
            // The list comes back after the question.
            state.panels.waiting.insert(content, at: 0)
            state.open(ForgettingPanel(recent))
            return []
        }
    ]
}

extension ContainerMemoryStore.Recent {
    /// Opens a container that was open before.
    func open(in state: inout BrowserState) -> [BrowserEffect] {
        guard let path = HostPath(hostPath), exists else {
            state.say("\(name) is gone; \(state.keys.key("recent-forget")) forgets it", isError: true)
            return []
        }
        return state.open(path)
    }
}
