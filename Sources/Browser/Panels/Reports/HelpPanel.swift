import Screen

/// Help, made from the table of actions so that it cannot be out of date.
struct HelpPanel: Panel {
    var search: PanelSearch? = PanelSearch(isActive: false)
    let textColumns = 84
    let isPinned = true

    var title: String { searchTitle("Help", hint: "/ finds a key or a word") }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let sections = sections(state)
        guard let search, !search.text.isEmpty else { return rows(of: sections, separated: true) }
        let wanted = search.text.lowercased()
        let isWord = wanted.count >= Action.minCharacters
        let found = sections.compactMap { section -> Section? in
            // A heading stands for everything under it.
            if isWord, section.words.contains(where: { $0.hasPrefix(wanted) }) { return section }
            var part = section
            part.entries = search.matches(of: section.entries) { entry in
                entry.texts + (isWord ? entry.words.filter { $0.hasPrefix(wanted) } : [])
            }
            return part.entries.isEmpty ? nil : part
        }
        // What the word is the name of comes first.
        let named = found.filter { section in isWord && section.words.contains { $0.hasPrefix(wanted) } }
        let others = found.filter { section in !named.contains { $0.title == section.title } }
        guard found.isEmpty else { return rows(of: named + others, separated: false) }
        return PaletteAnswer.beginning(with: wanted).map {
            .wrapped(state.screen.text(state.keys.namingKeys(in: $0.sentence)))
        }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        [
            state.keys.hint("panel-down", "panel-up", "scroll"),
            state.screen.size.columns < 60 ? nil : state.keys.hint("panel-search", "finds"),
            state.screen.size.columns < 60 || state.viewer != nil ? nil : state.keys.hint("palette", "commands"),
        ].compactMap(\.self)
    }

    /// Leads on to the palette, where each action can be performed.
    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard let palette = Action.named("palette"), state.viewer == nil,
            state.keys.action(of: key, in: [palette]) != nil
        else { return nil }
        state.panels.current = nil
        return palette.perform(&state)
    }

    /// What is under a heading.
    private struct Section {
        let title: String
        /// Words by which people look for the section, in small letters.
        let words: [String]
        var entries: [Entry]
    }

    /// A row, and what it is found by.
    private struct Entry {
        let row: PanelRow
        /// Texts in which a part is found.
        let texts: [String]
        /// Words of which the beginning is found, in small letters.
        let words: [String]
    }

    private func rows(of sections: [Section], separated: Bool) -> [PanelRow] {
        sections.enumerated().flatMap { index, section in
            (separated && index > 0 ? [PanelRow(.empty)] : [])
                + [PanelRow(DisplayText(section.title), isHeading: true)] + section.entries.map(\.row)
        }
    }

    private func sections(_ state: BrowserState) -> [Section] {
        let groups = Action.Group.allCases.map { group in
            section(group.rawValue, Action.current(state).filter { $0.group == group }, state)
        }
        // The other panel that fills the screen has its own help.
        let contexts = Action.contexts.dropFirst(2).map { section($0.title, $0.actions, state) }
        let all = groups + contexts + (state.viewer == nil ? [badges(state)] : []) + [mouse(state)]
        return all.filter { !$0.entries.isEmpty }
    }

    private func section(_ title: String, _ actions: [Action], _ state: BrowserState) -> Section {
        let entries = actions.map { action in
            entry(keys(of: action, state), .key, action.title, words: action.words, state)
        }
        return Section(title: title, words: [title.lowercased()], entries: entries)
    }

    /// The letters and flags beside an item.
    private func badges(_ state: BrowserState) -> Section {
        let entries = BadgeMeaning.all(state.screen.glyphs).map {
            entry([$0.symbol], $0.role, $0.meaning, words: [], state)
        }
        return Section(
            title: "Badges", words: ["badges", "legend", "letters", "flags", "symbols", "columns", "rights"],
            entries: entries)
    }

    private func mouse(_ state: BrowserState) -> Section {
        let entries = MouseMeaning.all.map { entry([$0.gesture], .panel, $0.meaning, words: [], state) }
        return Section(title: "The mouse", words: ["the mouse", "mouse"], entries: entries)
    }

    private func entry(
        _ keys: [String], _ role: Role, _ text: String, words: [String], _ state: BrowserState
    ) -> Entry {
        let row = PanelRow(keys: keys.map { state.screen.text($0) }, state.screen.text(text), keyRole: role)
        return Entry(row: row, texts: [text] + keys, words: words)
    }

    /// Returns the keys of an action, or the name that the palette finds it by.
    private func keys(of action: Action, _ state: BrowserState) -> [String] {
        let keys = state.keys.keys(of: action).map(\.description)
        guard keys.isEmpty else { return keys }
        return [Action.performable.contains { $0.name == action.name } ? state.keys.key(action.name) : "-"]
    }
}
