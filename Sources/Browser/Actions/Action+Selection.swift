import ContainerModel
import FileSharing
import FileTree
import Inspection
import Screen
import Search

extension Action {
    static let selection: [Action] = [
        Action(
            "select", "Toggle the selection and move down; in the tree, fold or unfold", .selection,
            keys: ["Space", "Ins"]
        ) {
            guard $0.panes.focus != .places else { return $0.toggleFold() }
            return $0.toggleSelection()
        }
        .counted { state, count in
            guard state.panes.focus != .places else { return state.toggleFold() }
            // Each moves on to the next row.
            let rows = min(count, state.panes[state.panes.side]?.order.count ?? 0)
            return (0..<rows).flatMap { _ in state.toggleSelection() }
        }.alsoCalled("check", "mark"),
        Action("select-range", "Select a range: move, then press the key again", .selection, keys: ["V"]) {
            $0.toggleRange()
        }.alsoCalled("visual"),
        Action("select-all", "Select everything in the list", .selection, keys: ["^a"]) { $0.selectAll() }.alsoCalled(
            "everything"),
        Action("select-inverted", "Invert the selection", .selection, keys: ["*"]) {
            $0.invertSelection()
        },
        Action("select-pattern", "Select items by pattern", .selection, keys: ["+"]) { state in
            state.panels.prompt = Prompt(.select(true))
            return []
        }.alsoCalled("glob"),
        Action("deselect-pattern", "Deselect items by pattern", .selection, keys: ["-"]) { state in
            state.panels.prompt = Prompt(.select(false))
            return []
        },
        Action("select-none", "Clear the selection", .selection, keys: ["\\"]) { state in
            let count = state.selection.count
            state.endRange()
            state.selection.removeAll()
            state.say(count == 0 ? "nothing was selected" : "\(Pluralized.items(count)) deselected")
            return []
        }.alsoCalled("noh", "unselect", "deselect"),
        Action("tag", "Tag with a colour, which stays beside the container", .selection, keys: ["t"]) {
            $0.askForTag()
        }.alsoCalled("label", "color"),
        Action("selected", "List the selected items", .selection, keys: ["g s"]) { state in
            guard !state.selection.isEmpty else {
                state.say("nothing is selected; \(state.keys.key("select")) selects")
                return []
            }
            state.open(SelectedPanel())
            return []
        }.briefly("Selected items"),
    ]
}

extension BrowserState {
    fileprivate mutating func toggleSelection() -> [BrowserEffect] {
        guard let listing = panes[panes.side], let entry = listing.current, let item = listing.item(of: entry) else {
            return []
        }
        endRange()
        var effects: [BrowserEffect] = []
        if selection.contains(entry, of: listing) {
            selection.set(false, [entry], of: listing)
        } else {
            guard selection.ancestor(of: item) == nil else {
                let directory = screen.display(selection.ancestor(of: item)?.name ?? []).description
                say("it is in \(directory), which is selected as a whole", isError: true)
                return []
            }
            selection.set(true, [entry], of: listing)
            effects = countSelected()
        }
        return effects + move(by: 1)
    }

    /// Selects entries, unless a directory that contains them is selected.
    fileprivate mutating func select(_ rows: some Sequence<UInt32>, of listing: Listing) -> [BrowserEffect] {
        guard !isCovered(listing) else { return [] }
        selection.set(true, rows, of: listing)
        return countSelected()
    }

    /// Returns whether the directory or one that contains it is selected as a whole, and says so.
    private mutating func isCovered(_ listing: Listing) -> Bool {
        let location = listing.location
        guard let directory = selection.contains(location) ? location : selection.ancestor(of: location) else {
            return false
        }
        say("it is in \(screen.display(directory.name).description), which is selected as a whole", isError: true)
        return true
    }

    /// Counts the selected directories of unknown size, using totals counted before where available.
    fileprivate mutating func countSelected() -> [BrowserEffect] {
        guard selection.uncounted > 0 else { return [] }
        for side in Side.allCases { selection.receiveCounts(totals(on: side), below: root(of: side)) }
        let unknown = selection.uncountedDirectories.filter { findings.selectedCounts.insert($0).inserted }
        return Side.allCases.compactMap { side in
            let paths = unknown.filter { $0.root == root(of: side) }.map(\.path)
            return paths.isEmpty ? nil : count(side, paths)
        }
    }

    fileprivate mutating func toggleRange() -> [BrowserEffect] {
        guard panes.focus == .listing || panes.focus == .computer, let listing = panes[panes.side],
            listing.current != nil
        else {
            return []
        }
        if range != nil {
            endRange()
            return []
        }
        range = SelectionRange(start: listing.cursor, before: selection)
        return extendRange()
    }

    /// Selects the rows from the start of the range to the cursor, in addition to the previous selection.
    mutating func extendRange() -> [BrowserEffect] {
        guard let range, let listing = panes[panes.side] else { return [] }
        selection = range.before
        let rows = min(range.start, listing.cursor)..<min(listing.order.count, max(range.start, listing.cursor) + 1)
        return rows.isEmpty ? [] : select(listing.order[rows], of: listing)
    }

    /// Ends the range; its rows stay selected.
    mutating func endRange() { range = nil }

    fileprivate mutating func selectAll() -> [BrowserEffect] {
        guard let listing = panes[panes.side] else { return [] }
        endRange()
        return select(listing.order, of: listing)
    }

    fileprivate mutating func invertSelection() -> [BrowserEffect] {
        guard let listing = panes[panes.side] else { return [] }
        endRange()
        guard !isCovered(listing) else { return [] }
        selection.invert(listing.order, of: listing)
        return countSelected()
    }

    /// Selects or deselects the rows that a filter would show.
    mutating func select(_ isSelected: Bool, matching text: [UInt8]) -> [BrowserEffect] {
        let side = panes.side
        guard let listing = panes[side], !text.isEmpty, !isSelected || !isCovered(listing) else { return [] }
        endRange()
        var filter = panes[filterOf: side]
        filter.text = text
        filter.ranksMatches = false
        if let mistake = filter.mistake {
            say(mistake.text, isError: true)
            return []
        }
        let query = ArrangeQuery(
            listing.location, listing.entries, by: EntryOrder(), filter: filter, rules: listing.rules,
            metadata: listing.metadata, totals: nil)
        return [
            .ask(query, for: .reading(side, listing.ticket), about: listing.root) { answer, state in
                guard answer.isComplete, let now = state.panes[side] else { return [] }
                // Positions in an older list name other entries.
                guard now.entries.isSame(as: query.entries) else {
                    state.say("the directory has changed meanwhile; try again", isError: true)
                    return []
                }
                let shown = Set(now.order)
                let rows = answer.arrangement.order.filter { row in
                    shown.contains(row) && state.selection.contains(row, of: now) != isSelected
                }
                state.selection.set(isSelected, rows, of: now)
                state.say("\(Pluralized.items(rows.count)) \(isSelected ? "selected" : "deselected")")
                return state.countSelected()
            }
        ]
    }

    /// Returns the items that a command applies to: the selected items of a side, or else the item under the cursor.
    func subjects(on side: Side) -> ItemSet {
        let selected = selection.items(below: root(of: side))
        guard selected.isEmpty else { return selected }
        if side == .container, panes.focus == .places {
            return panes.places.currentPath.map { [containerItem($0)] } ?? []
        }
        guard let listing = panes[side], let entry = listing.current else { return [] }
        return listing.item(of: entry).map { [$0] } ?? []
    }

    /// The number and size of the selected items; empty if none is selected.
    var selectionText: String {
        guard !selection.isEmpty else { return "" }
        let size = ByteCount.short(selection.bytes) + (selection.uncounted > 0 ? "+" : "")
        // In a range, each movement selects.
        let rangeText = range == nil ? "" : "range, "
        return
            "\(rangeText)\(ByteCount.grouped(UInt64(selection.count))) selected \(Character(screen.glyphs.dot)) \(size)"
    }
}
