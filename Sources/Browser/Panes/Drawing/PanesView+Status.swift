import ContainerModel
import FileTree
import Inspection
import Screen
import Search

/// What the status line says of the panes.
extension PanesView {
    /// Draws the size of the selection at the right end of the status line.
    /// - Returns: The number of columns left.
    func renderSelection(_ canvas: inout Canvas, row: Int) -> Int {
        guard !panes.selection.isEmpty else { return screen.size.columns }
        let whole = " \(Character(screen.glyphs.selected)) \(selectionText) "
        let text =
            whole.count <= screen.size.columns / 2
            ? whole : " \(Character(screen.glyphs.selected))\(panes.selection.count) "
        canvas.write(text, column: screen.size.columns - text.count, row: row, columns: text.count, .selected)
        return screen.size.columns - text.count
    }

    /// The number and size of the selected items; empty if none is selected.
    var selectionText: String {
        guard !panes.selection.isEmpty else { return "" }
        let size = ByteCount.short(panes.selection.bytes) + (panes.selection.uncounted > 0 ? "+" : "")
        // In a range, each movement selects.
        let rangeText = panes.range == nil ? "" : "range, "
        return
            "\(rangeText)\(ByteCount.grouped(UInt64(panes.selection.count))) selected \(Character(screen.glyphs.dot)) \(size)"
    }

    /// The place of the cursor among the rows, and what is shown of how many.
    var positionText: String {
        let filter = panes[filterOf: panes.side]
        let showsBackup = panes.showsBackup && panes.hasContainer(panes.side)
        guard let listing = panes[panes.side], listing.failure == nil, listing.refusal == nil else { return "" }
        let count = listing.stage == .complete ? listing.order.count : listing.entries.count
        guard count > 0 else {
            if listing.stage != .complete { return "reading" }
            guard !listing.entries.isEmpty else { return "empty" }
            let entries =
                filter.text.isEmpty ? listing.entries.count : listing.choiceCount(showsHidden: filter.showsHidden)
            let all = ByteCount.grouped(UInt64(entries))
            return filter.text.isEmpty
                ? "0 of \(all) shown" : "0 of \(all) \(Character(screen.glyphs.dot)) \(filterText(filter))"
        }
        var text = "\(listing.cursor + 1) of \(ByteCount.grouped(UInt64(count)))"
        switch listing.stage {
        case .reading: text += listing.reach.origin == nil ? " so far, reading" : " so far, comparing"
        case .sorting: text += ", sorting"
        case .complete: break
        }
        // Where there is little room, the name of the item matters more.
        guard screen.size.columns >= 70 || showsBackup || !filter.text.isEmpty else { return text }
        // The sum covers all entries, so it is not shown with a filter.
        if showsBackup {
            let backup =
                listing.backup.map { ByteCount.short($0.total) + " backed up" } ?? "reading backup rules"
            text += " \(Character(screen.glyphs.dot)) \(backup)"
        } else if filter.text.isEmpty, let size = fileSize(of: listing), size > 0 {
            text += " \(Character(screen.glyphs.dot)) \(ByteCount.short(size)) in files"
        }
        if let free = freeSpace { text += " \(Character(screen.glyphs.dot)) \(free)" }
        let hasRoomForHidden = filter.text.isEmpty || listing.isFlat || screen.size.columns >= 120
        if listing.hidden > 0, listing.stage == .complete, hasRoomForHidden {
            text += " \(Character(screen.glyphs.dot)) \(ByteCount.grouped(UInt64(listing.hidden))) hidden"
        }
        if !filter.text.isEmpty {
            text += " \(Character(screen.glyphs.dot)) \(filterText(filter))"
            if screen.size.columns >= 100 { text += ", \(keys.key("clear")) clears it" }
        }
        return text
    }

    /// The free space of this computer's side in sharing mode, of which that side has precedence; nil if it is not known.
    private var freeSpace: String? {
        guard panes.isSharing, panes.secondContainer == nil, let free = panes.computer?.free else { return nil }
        guard panes.side == .container else { return "\(ByteCount.short(free)) free" }
        return screen.size.columns >= 120 ? "\(ByteCount.short(free)) free on this computer" : nil
    }

    /// Returns the size of the files in a directory; nil while it is not known.
    private func fileSize(of listing: Listing) -> UInt64? {
        if let metadata = listing.metadata { return metadata.totalSize }
        guard listing.isMeasureDue, let total = panes.totals(on: listing.side)[listing.path], total.isComplete else {
            return nil
        }
        return total.bytes
    }

    /// Returns the filter of a listing, with its label.
    private func filterText(_ filter: ListingFilter) -> String {
        "\(filter.matchesPaths ? "find" : "filter"): \(screen.display(filter.text))"
    }
}
