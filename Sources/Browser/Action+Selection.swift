import ContainerModel
import Disk
import Inspection
import Screen

extension Action {
    static let selection: [Action] = [
        Action("select", "Select or not, and move on; in the tree, fold or unfold", .selection, keys: ["Space", "Ins"])
        {
            guard $0.focus != .places else { return $0.toggleFold() }
            return $0.toggleSelection()
        },
        Action("select-range", "Select a range: move, then V again", .selection, keys: ["V"]) { $0.toggleRange() },
        Action("select-all", "Select all that is listed", .selection, keys: ["^a"]) { $0.selectAll() },
        Action("select-inverted", "Select what is not selected here, and the other way", .selection, keys: ["*"]) {
            $0.invertSelection()
        },
        Action("select-none", "Select nothing any more", .selection, keys: ["U"]) { state in
            let count = state.selection.count
            state.endRange()
            state.selection.removeAll()
            state.say(count == 0 ? "nothing was selected" : "\(Counted.items(count)) not selected any more")
            return []
        },
        Action("selected", "List what is selected", .selection, keys: ["g s"]) { state in
            guard !state.selection.isEmpty else {
                state.say("nothing is selected; Space selects")
                return []
            }
            state.panel = Panel(.selected)
            return []
        },
    ]
}

extension BrowserState {
    fileprivate mutating func toggleSelection() -> [BrowserEffect] {
        guard let listing = self[side], let entry = listing.current, let item = listing.item(of: entry) else {
            return []
        }
        endRange()
        var effects: [BrowserEffect] = []
        if selection.contains(item) {
            selection.remove(item)
        } else {
            guard select(entry, of: listing) else {
                let directory = display(selection.ancestor(of: item)?.name ?? []).description
                say("it is in \(directory), which is selected as a whole", isError: true)
                return []
            }
            effects = countSelected()
        }
        return effects + move(by: 1)
    }

    /// Selects an entry, unless a directory around it is selected.
    fileprivate mutating func select(_ entry: UInt32, of listing: Listing) -> Bool {
        guard let item = listing.item(of: entry), selection.ancestor(of: item) == nil else { return false }
        let kind = listing.kind(of: entry)
        if kind == .directory { selection.removeItems(inside: item) }
        let bytes: UInt64? =
            switch kind {
            case .directory:
                item.side == .container ? totals[item.path].flatMap { $0.isComplete ? $0.bytes : nil } : nil
            case .file:
                listing.facts[entry]?.status.size
                    ?? listing.metadata.flatMap {
                        $0.sizes.indices.contains(Int(entry)) ? $0.sizes[Int(entry)] : nil
                    }
            default: 0
            }
        selection.insert(item, Selection.Facts(kind: kind, bytes: bytes))
        return true
    }

    /// Has selected directories counted whose sizes are not known.
    fileprivate mutating func countSelected() -> [BrowserEffect] {
        guard selection.uncounted > 0 else { return [] }
        return Side.allCases.compactMap { side in
            let unknown = selection.items.filter { $0.key.side == side && $0.value.kind == .directory }
                .filter { $0.value.bytes == nil && selectedCounts.insert($0.key).inserted }
            return unknown.isEmpty ? nil : .count(side, unknown.map(\.key.path))
        }
    }

    fileprivate mutating func toggleRange() -> [BrowserEffect] {
        guard focus == .listing || focus == .computer, let listing = self[side], listing.current != nil else {
            return []
        }
        if rangeStart != nil {
            endRange()
            return []
        }
        rangeStart = listing.cursor
        selectionBefore = selection
        return extendRange()
    }

    /// Selects the rows from where the range began to the cursor, beside what was selected before.
    mutating func extendRange() -> [BrowserEffect] {
        guard let start = rangeStart, let before = selectionBefore, let listing = self[side] else { return [] }
        selection = before
        for row in min(start, listing.cursor)...max(start, listing.cursor) where listing.order.indices.contains(row) {
            _ = select(listing.order[row], of: listing)
        }
        return countSelected()
    }

    /// What the range holds stays selected.
    mutating func endRange() {
        rangeStart = nil
        selectionBefore = nil
    }

    fileprivate mutating func selectAll() -> [BrowserEffect] {
        guard let listing = self[side] else { return [] }
        endRange()
        for entry in listing.order { _ = select(entry, of: listing) }
        return countSelected()
    }

    fileprivate mutating func invertSelection() -> [BrowserEffect] {
        guard let listing = self[side] else { return [] }
        endRange()
        for entry in listing.order {
            guard let item = listing.item(of: entry) else { continue }
            if selection.contains(item) { selection.remove(item) } else { _ = select(entry, of: listing) }
        }
        return countSelected()
    }

    /// What a command is about: what is selected on this side, or else the item under the cursor.
    func subjects(on side: Side) -> [SidePath] {
        let selected = selection.paths(on: side)
        guard selected.isEmpty else { return selected }
        if side == .container, focus == .places {
            return places.current.map { [SidePath(.container, $0.path)] } ?? []
        }
        guard let listing = self[side], let entry = listing.current else { return [] }
        return listing.item(of: entry).map { [$0] } ?? []
    }

    /// How many items are selected and how large they are; empty where none is.
    var selectionText: String {
        guard !selection.isEmpty else { return "" }
        let size = ByteCount.short(selection.bytes) + (selection.uncounted > 0 ? "+" : "")
        return "\(ByteCount.grouped(UInt64(selection.count))) selected \(Character(glyphs.dot)) \(size)"
    }
}

/// Numbers with their nouns.
enum Counted {
    static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(ByteCount.grouped(UInt64(count))) items" }
    static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(ByteCount.grouped(UInt64(count))) files" }
}
