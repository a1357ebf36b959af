import ContainerModel
import ContainerStore
import FileTree
import Screen
import TimePoints

/// The time points: those of the container first, then those of others, each with when it was kept and its size.
struct TimePointsPanel: Panel {
    var search: PanelSearch? = PanelSearch(isActive: false)

    var title: String { searchTitle("Time points", hint: "/ finds by name") }

    func rows(_ state: BrowserState) -> [PanelRow] {
        guard let all = state.opening.timePoints else { return [PanelRow(DisplayText("Reading."))] }
        let found = points(state)
        guard !found.isEmpty else {
            let key = state.keys.key("time-points-keep")
            let none = all.isEmpty ? "No time points yet; \(key) keeps this container as it is now." : "None."
            return [.wrapped(state.screen.text(none))]
        }
        let rows = found.map { point -> PanelRow.Parts in
            let header = point.header
            let isOwn = Self.container(state).map { point.isOf($0) } ?? false
            let when: String = header.map { LocalTime(secondsSince1970: $0.time).full } ?? ""
            let size: String = header.map { ByteCount.short($0.bytes) } ?? ""
            let app: String = isOwn ? "" : header?.name ?? header?.identifier ?? ""
            let note: String = header?.note ?? "cannot be read: \(point.problem ?? "")"
            let texts: [String] = ["@\(point.name)", when, size, app, note]
            return PanelRow.Parts(
                texts.map { state.screen.display($0.utf8) }, identity: .name(point.hostPath)
            ) { state in
                guard let path = HostPath(point.hostPath) else { return [] }
                state.panels.current = nil
                return state.open(path)
            }
        }
        return PanelRow.aligned(rows, state.screen)
    }

    /// The time points in the order of the rows.
    private func points(_ state: BrowserState) -> [TimePointStore.Point] {
        // Those of an app's groups come and go with the one that they were kept with.
        let all = (state.opening.timePoints ?? []).filter { $0.header?.isPart != true }.reversed()
        let container = Self.container(state)
        let isOwn: (TimePointStore.Point) -> Bool = { point in container.map { point.isOf($0) } ?? false }
        let sorted = all.filter(isOwn) + all.filter { !isOwn($0) }
        return search?.matches(of: sorted) { [$0.name, $0.header?.note ?? "", $0.header?.name ?? ""] } ?? sorted
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        let keep = state.keys.hint("time-points-keep", "keeps")
        guard state.opening.timePoints?.isEmpty == false else { return [keep].compactMap(\.self) }
        let hints: [KeyHint?] = [
            state.keys.hint("panel-choose", "opens"), state.keys.hint("time-points-compare", "compares"),
            state.keys.hint("time-points-restore", "restores"), keep, state.keys.hint("time-points-remove", "removes"),
        ]
        return hints.compactMap(\.self)
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("time-points-keep", "Keep the container as it is now", .files, keys: ["a"]) { askForName(in: &$0) },
        Action("time-points-compare", "Compare the container with the time point", .movement, keys: ["="]) { state in
            guard let point = chosen(state), let container = Self.container(state) else { return [] }
            state.panels.current = nil
            let side: Side = container.root == state.container?.root ? .container : .computer
            return state.compare(
                ComparedSubject(ItemAddress(container.root, .root), isDirectory: true, on: side),
                withPath: point.hostPath)
        },
        Action("time-points-restore", "Restore the container from the time point, after asking", .files, keys: ["r"]) {
            state in
            guard let point = chosen(state) else { return [] }
            state.panels.current = nil
            return restore(from: point, in: &state)
        }.changing(asksFirst: true),
        Action("time-points-remove", "Remove the time point, after asking", .files, keys: ["d", "x"]) { state in
            guard let panel = state.panels.current, let point = chosen(state) else { return [] }
            // The list comes back after the question.
            state.panels.waiting.insert(panel.content, at: 0)
            state.open(TimePointRemovalPanel(point))
            return []
        },
    ]

    /// The time point under the cursor.
    private static func chosen(_ state: BrowserState) -> TimePointStore.Point? {
        guard let panel = state.panels.current, let content = panel.content as? TimePointsPanel else { return nil }
        let points = content.points(state)
        return points.indices.contains(panel.cursor) ? points[panel.cursor] : nil
    }
}

/// The question whether to remove a time point.
struct TimePointRemovalPanel: Panel {
    let title = "Remove the time point?"
    let isQuestion = true
    let textColumns = 70
    private let point: TimePointStore.Point

    init(_ point: TimePointStore.Point) { self.point = point }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let about: [String?] = [
            "@\(state.screen.display(point.name.utf8))", point.header?.sentence,
            point.header.map { LocalTime(secondsSince1970: $0.time).full },
        ]
        let groups = point.header?.parts.count ?? 0
        let sentences: [String?] = [
            about.compactMap(\.self).joined(separator: ", "),
            groups == 0
                ? nil : "It is removed with \(groups == 1 ? "the group" : "the \(groups) groups") of the app.",
            "The contents that no other time point has are removed with it. This cannot be undone.", "",
        ]
        return state.screen.rows(saying: sentences.compactMap(\.self)) + [
            state.screen.answer("No, keep it", .no),
            state.screen.answer("Yes, remove it", .yes) { [point] _ in TimePointsPanel.remove(point) },
        ]
    }

    /// The list that the question was asked in comes back.
    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { [] }
}
