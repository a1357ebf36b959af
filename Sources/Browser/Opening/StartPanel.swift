package import ContainerStore
import Screen

/// The start screen, where no container was named and none is here: everything that could be opened.
struct StartPanel: RecentList {
    var search: PanelSearch? = PanelSearch(isActive: false)
    /// Whether a key was pressed: the row under the cursor is the user's choice then, and stays there.
    var isTouched = false
    /// Columns of text do not become easier to read with more room than this.
    let textColumns = 160

    /// The columns of the box around the rows.
    private static let edges = 8

    var title: String { searchTitle("Open a container", hint: "/ finds by name") }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let sections = sections(state)
        let entries = sections.flatMap { $0.entries }
        func widest(_ text: (StartEntry) -> DisplayText) -> Int { entries.map { text($0).width }.max() ?? 0 }
        let screen = state.screen
        let columns = StartColumns(
            widths: (
                widest { $0.note.isEmpty ? screen.display($0.name.utf8) : screen.text($0.name) },
                widest { screen.display($0.kind.utf8) }, widest { screen.display($0.path) },
                widest { screen.display($0.opened.utf8) }
            ),
            columns: min(screen.size.columns, textColumns) - Self.edges)
        let paths = Dictionary(grouping: entries) { $0.name }.mapValues { $0.map(\.path) }
        var rows: [PanelRow] = []
        for (section, entries) in sections {
            rows.append(PanelRow(screen.text(section.title), isHeading: true))
            rows += entries.map { entry in
                let difference = entry.difference(from: paths[entry.name] ?? [])
                var row = PanelRow(
                    columns.text(entry, differingAt: difference, on: screen), choose: entry.choose)
                row.linearTexts = StartColumns.texts(entry, on: screen)
                row.identity =
                    if case .container(let path) = entry.id { .name(path) } else {
                        .text(entry.note.isEmpty ? entry.name : entry.note)
                    }
                return row
            }
            if !isSearching, let remark = section.remark(state) { rows.append(PanelRow(screen.text(remark))) }
        }
        return rows
    }

    /// Whether the user looks for a row.
    private var isSearching: Bool { search?.text.isEmpty == false }

    /// The sections that are shown: while the user looks for a row, only those with one.
    private func sections(_ state: BrowserState) -> [(section: StartSection, entries: [StartEntry])] {
        StartSection.ordered(state).compactMap { section in
            let all = section.entries(state)
            let found = search?.matches(of: all) { $0.searched } ?? all
            guard !found.isEmpty || (!isSearching && section.remark(state) != nil) else { return nil }
            return (section: section, entries: found)
        }
    }

    /// What can be chosen, in the order of the rows.
    func entries(_ state: BrowserState) -> [StartEntry] { sections(state).flatMap { $0.entries } }

    func recent(at choice: Int, _ state: BrowserState) -> ContainerMemoryStore.Recent? {
        let entries = entries(state)
        return entries.indices.contains(choice) ? entries[choice].recent : nil
    }

    /// What could not be opened is still under the cursor.
    func firstChoice(_ state: BrowserState) -> Int {
        guard let tried = state.opening.tried else { return 0 }
        return entries(state).firstIndex { $0.id == .container(tried.bytes) } ?? 0
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        let forgets = state.opening.recent?.isEmpty == false ? state.keys.hint("recent-forget", "forgets") : nil
        return [state.keys.hint("panel-choose", "opens"), forgets].compactMap(\.self)
    }

    func actions(_ state: BrowserState) -> [Action] {
        state.opening.recent?.isEmpty == false ? RecentPanel.ownActions : []
    }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        var touched = self
        touched.isTouched = true
        state.panels.current?.content = touched
        return nil
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.container == nil ? [.quit] : [] }
}

extension BrowserState {
    /// Offers what can be opened, because no container was named and none is here.
    /// - Parameter recent: The containers that were open before, the last one first.
    package mutating func start(offering recent: [ContainerMemoryStore.Recent]) -> [BrowserEffect] {
        opening.beginsWithChoice = true
        opening.recent = recent
        open(StartPanel())
        return [.opening(.findNearby)]
    }
}
