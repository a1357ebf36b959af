import ContainerModel
import FileSharing
import FileTree
import Inspection
import Screen
import Search

/// Selecting items, one by one, in a range, or by what a filter would show.
extension Panes {
    mutating func toggleSelection(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let listing = self[side], let entry = listing.current, let item = listing.item(of: entry) else {
            return []
        }
        endRange()
        var effects: [BrowserEffect] = []
        if selection.contains(entry, of: listing) {
            selection.set(false, [entry], of: listing)
        } else {
            guard !isCovered(by: selection.ancestor(of: item), &context) else { return [] }
            selection.set(true, [entry], of: listing)
            effects = countSelected()
        }
        return effects + move(by: 1, &context)
    }

    /// Selects entries, unless a directory that contains them is selected.
    mutating func select(_ rows: some Sequence<UInt32>, of listing: Listing, _ context: inout ComponentContext)
        -> [BrowserEffect]
    {
        guard !isCovered(listing, &context) else { return [] }
        selection.set(true, rows, of: listing)
        return countSelected()
    }

    /// Returns whether the directory or one that contains it is selected as a whole, and says so.
    private func isCovered(_ listing: Listing, _ context: inout ComponentContext) -> Bool {
        let location = listing.location
        return isCovered(by: selection.contains(location) ? location : selection.ancestor(of: location), &context)
    }

    private func isCovered(by directory: ItemAddress?, _ context: inout ComponentContext) -> Bool {
        guard let directory else { return false }
        context.say(
            "it is in \(context.screen.display(directory.name).description), which is selected as a whole",
            isError: true)
        return true
    }

    /// Counts the selected directories of unknown size, using totals counted before where available.
    mutating func countSelected() -> [BrowserEffect] {
        guard selection.uncounted > 0 else { return [] }
        for side in Side.allCases { selection.receiveCounts(totals(on: side), below: root(of: side)) }
        return countSelected(selection.uncountedDirectories.filter { !known.selectedCounts.contains($0) })
    }

    /// Counts selected directories, whether or not they have been counted before.
    mutating func countSelected(_ directories: [ItemAddress]) -> [BrowserEffect] {
        known.selectedCounts.formUnion(directories)
        return Side.allCases.compactMap { side in
            let paths = directories.filter { $0.root == root(of: side) }.map(\.path)
            return paths.isEmpty ? nil : count(side, paths)
        }
    }

    mutating func toggleRange(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let listing = focusedListing, listing.current != nil else {
            return []
        }
        if range != nil {
            endRange()
            return []
        }
        range = SelectionRange(start: listing.cursor, before: selection)
        return extendRange(&context)
    }

    /// Selects the rows from the start of the range to the cursor, in addition to the previous selection.
    mutating func extendRange(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let range, let listing = self[side] else { return [] }
        selection = range.before
        let rows = min(range.start, listing.cursor)..<min(listing.order.count, max(range.start, listing.cursor) + 1)
        return rows.isEmpty ? [] : select(listing.order[rows], of: listing, &context)
    }

    /// Ends the range; its rows stay selected.
    mutating func endRange() { range = nil }

    mutating func selectAll(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let listing = self[side] else { return [] }
        endRange()
        return select(listing.order, of: listing, &context)
    }

    mutating func invertSelection(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let listing = self[side] else { return [] }
        endRange()
        guard !isCovered(listing, &context) else { return [] }
        selection.invert(listing.order, of: listing)
        return countSelected()
    }

    /// Selects or deselects the rows that a filter would show.
    mutating func select(_ isSelected: Bool, matching text: [UInt8], _ context: inout ComponentContext)
        -> [BrowserEffect]
    {
        let side = side
        guard let listing = self[side], !text.isEmpty, !isSelected || !isCovered(listing, &context) else { return [] }
        endRange()
        var filter = self[filterOf: side]
        filter.text = text
        filter.ranksMatches = false
        if let mistake = filter.mistake {
            context.say(mistake.text, isError: true)
            return []
        }
        let query = ArrangeQuery(
            listing.location, listing.entries, by: EntryOrder(), filter: filter, rules: listing.rules,
            metadata: listing.metadata, totals: nil)
        return [
            .browse(query, for: .reading(side, listing.ticket), about: listing.root) { answer, panes, context in
                guard answer.isComplete, let now = panes[side] else { return [] }
                // Positions in an older list name other entries.
                guard now.entries.isSame(as: query.entries) else {
                    context.say("the directory has changed meanwhile; try again", isError: true)
                    return []
                }
                let shown = Set(now.order)
                let rows = answer.arrangement.order.filter { row in
                    shown.contains(row) && panes.selection.contains(row, of: now) != isSelected
                }
                panes.selection.set(isSelected, rows, of: now)
                context.say("\(Pluralized.items(rows.count)) \(isSelected ? "selected" : "deselected")")
                return panes.countSelected()
            }
        ]
    }

    /// Returns the items that a command applies to: the selected items of a side, or else the item under the cursor.
    func subjects(on side: Side) -> ItemSet {
        let selected = selection.items(below: root(of: side))
        guard selected.isEmpty else { return selected }
        if side == .container, focus == .places {
            return places.currentPath.map { [containerItem($0)] } ?? []
        }
        guard let listing = self[side], let entry = listing.current else { return [] }
        return listing.item(of: entry).map { [$0] } ?? []
    }

    /// The directory that the pane with the focus shows; in the tree, the one under the cursor.
    var targetDirectory: ItemAddress? {
        focus == .places ? places.currentPath.map { containerItem($0) } : self[side]?.location
    }
}
