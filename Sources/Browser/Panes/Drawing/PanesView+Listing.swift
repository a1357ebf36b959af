import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Previews
import Screen
import Search

/// Drawing the rows of a listing.
extension PanesView {
    /// Whether keys move the cursor of a pane: behind a panel they do not.
    func isActive(_ pane: Panes.Pane) -> Bool { panes.focus == pane && !hasPanel }

    func renderListing(_ listing: Listing, _ canvas: inout Canvas, _ area: Rectangle) {
        if let text = absenceText(of: listing) { return canvas.message(screen.text(text), area) }
        for row in 0..<area.rows { renderRow(row, of: listing, &canvas, area) }
    }

    /// Draws a row of a listing, counted from the top of its area.
    func renderRow(_ row: Int, of listing: Listing, _ canvas: inout Canvas, _ area: Rectangle) {
        guard listing.order.indices.contains(listing.top + row) else { return }
        let pane: Panes.Pane = listing.side == .container ? .listing : .computer
        let columns = panes.columns(of: listing, area, screen.size)
        let pattern = panes[filterOf: listing.side].names.pattern
        let entry = listing.order[listing.top + row]
        let line = Rectangle(column: area.column, row: area.row + row, columns: area.columns, rows: 1)
        let isCurrent = listing.top + row == listing.cursor
        let isSelected = !panes.selection.isEmpty && panes.selection.contains(entry, of: listing)
        let tag = renderEntry(entry, listing, &canvas, columns, row: line.row, pattern, isSelected: isSelected)
        let tagColors = tag.map { canvas.frame[Position(column: $0.column, row: $0.row)].style }
        let cursor: Role = isActive(pane) ? .cursor : .cursorInactive
        switch (isSelected, isCurrent) {
        case (true, true): canvas.highlightSelected(line, under: cursor)
        case (true, false): canvas.highlight(line, .selected)
        case (false, true):
            canvas.highlight(line, cursor, lettersFrom: listing.rules == nil ? area.endColumn : columns.badges)
        case (false, false): break
        }
        if let tag, let tagColors { canvas.keepColor(of: tag, tagColors) }
        if isCurrent, panes.focus == pane {
            canvas.frame.selection = Position(column: columns.name, row: line.row)
        }
    }

    /// Draws the row of an entry.
    /// - Returns: Where its tag is; nil without one, or without colours.
    private func renderEntry(
        _ entry: UInt32,
        _ listing: Listing,
        _ canvas: inout Canvas,
        _ columns: ListingColumns,
        row: Int,
        _ pattern: FuzzyPattern?,
        isSelected: Bool
    ) -> Rectangle? {
        let kind = listing.kind(of: entry)
        let facts = listing.facts[entry]
        let change = listing.change(of: entry)
        let toPaste = clipboard.flatMap { clipboard in
            listing.item(of: entry).flatMap { clipboard.contains($0) ? clipboard : nil }
        }
        let shownRole = role(kind, facts, listing.entries.name(Int(entry)), listing.side)
        let style = screen.theme[
            change?.change == .removed ? .absent : toPaste?.isCut == true ? .dimmed : shownRole]
        if let column = columns.mark, let mark = change?.change.mark ?? panes.sideMark(of: entry, listing) {
            canvas.put(mark.scalar, column: column, row: row, mark.role)
        }
        if let toPaste {
            let mark = toPaste.isCut ? screen.glyphs.cut : screen.glyphs.copied
            canvas.put(mark, column: columns.name - 1, row: row, isSelected ? .selected : .key)
        } else if isSelected {
            canvas.put(screen.glyphs.selected, column: columns.name - 1, row: row, .selected)
        }
        let hit = columns.hitColumns > 0 ? listing.hit(of: entry) : nil
        let about = columns.hitColumns > 0 ? change.map { $0.shownSummary } ?? "" : ""
        let aboutText = about.isEmpty ? nil : screen.text(about)
        // What is said of a change is short, as a rule: the name has the rest. That an item is on one side only is said
        // by its mark as well.
        let isMarked = change?.change == .added || change?.change == .removed
        let wanted = isMarked ? 0 : aboutText.map { $0.width + 2 } ?? 0
        let reserved = hit != nil ? columns.hitColumns : min(columns.hitColumns, wanted)
        let room = columns.nameColumns - reserved
        let used = canvas.frame.write(
            bytes: listing.entries.name(Int(entry)), ascii: screen.isASCII, column: columns.name, row: row,
            columns: room - (kind == .directory ? 1 : 0), keeping: listing.isFlat ? .end : .bothEnds,
            ellipsis: screen.glyphs.ellipsis, style: style
        )
        if let pattern { mark(pattern, in: listing.entries.name(Int(entry)), &canvas, columns, row: row, used: used) }
        if kind == .directory { canvas.frame.put("/", column: columns.name + used, row: row, style: style) }
        if let link = facts?.link {
            let target = DisplayText(" \(Character(screen.glyphs.arrow)) ") + screen.display(link.target)
            let room = columns.nameColumns - used
            canvas.write(
                target.truncated(to: room, ellipsis: screen.glyphs.ellipsis),
                column: columns.name + used, row: row, columns: room, .dimmed
            )
        }
        if let column = columns.size {
            let size = sizeText(of: entry, kind, listing)
            canvas.write(
                padded(size, to: 8), column: column, row: row, columns: 8,
                panes.showsBackup && panes.hasContainer(listing.side) ? .badgeBackup : .dimmed)
        }
        if let column = columns.time, let time = facts.flatMap({ time(in: $0) }) {
            canvas.write(time.short(seenFrom: screen.now), column: column, row: row, columns: 6, .dimmed)
        }
        let tagColor = tagColor(of: entry, listing)
        let tag = tagColor.flatMap {
            renderTag($0, &canvas, columns, row: row, used: used + (kind == .directory ? 1 : 0))
        }
        if let hit {
            let start = used + (tagColor.map { screen.tagMark($0).width } ?? 0) + 2
            renderHit(hit, &canvas, column: columns.name + start, row: row, columns: columns.nameColumns - start)
        }
        if let aboutText {
            let start = used + (kind == .directory ? 1 : 0) + (tagColor.map { screen.tagMark($0).width } ?? 0) + 2
            let left = max(0, columns.nameColumns - start)
            let text =
                isMarked && aboutText.width > left
                ? .empty : aboutText.truncated(to: left, ellipsis: screen.glyphs.ellipsis)
            canvas.write(text, column: columns.name + start, row: row, columns: left, .dimmed)
        }
        guard let badges = listing.badges(of: entry) else { return tag }
        let seal = panes.known.sealStatus(of: entry, listing)
        canvas.badges(
            badges, changed: screen.isChangedLately(facts), seal: seal, column: columns.badges, row: row,
            flagColumns: columns.flagColumns)
        return tag
    }

    /// Draws the line in which the text was found that is looked for, with the text marked.
    private func renderHit(_ hit: ContentsHit, _ canvas: inout Canvas, column: Int, row: Int, columns: Int) {
        guard columns > 0 else { return }
        let excerpt = HitExcerpt(hit.excerpt, columns: columns, screen)
        canvas.write(excerpt.text, column: column, row: row, columns: columns, .dimmed)
        canvas.highlight(
            Rectangle(column: column + excerpt.match.lowerBound, row: row, columns: excerpt.match.count, rows: 1),
            .match)
    }

    /// Returns the tag of an entry; nil without one.
    private func tagColor(of entry: UInt32, _ listing: Listing) -> TagColor? {
        guard !tags.isEmpty, listing.side == .container else { return nil }
        return listing.path(of: entry).flatMap { tags[$0] }
    }

    /// Draws the tag of an entry behind its name, in its colour.
    /// - Parameter used: The columns that the name takes.
    /// - Returns: Where it is; nil without colours.
    private func renderTag(
        _ color: TagColor, _ canvas: inout Canvas, _ columns: ListingColumns, row: Int, used: Int
    ) -> Rectangle? {
        let tag = screen.tagMark(color)
        let column = columns.name + max(0, min(used, columns.nameColumns - tag.width))
        let style = screen.colors != .none ? screen.tagStyle(color) : screen.theme[.text]
        let written = canvas.frame.write(tag, column: column, row: row, columns: tag.width, style: style)
        // Without the blank in front of it.
        return screen.colors != .none && written > 1
            ? Rectangle(column: column + 1, row: row, columns: written - 1, rows: 1) : nil
    }

    /// Returns the time that the listing is sorted by, or else when the contents were last modified; nil if the file
    /// system does not record it.
    func time(in facts: EntryFacts) -> LocalTime? {
        guard let clock = panes.order.key.clock, clock != .modified else { return facts.modified }
        return clock.seconds(in: facts.status).map { LocalTime(secondsSince1970: $0) }
    }

    /// Marks the characters of a path that were found.
    /// - Parameter used: The number of columns that the path takes, from its end if it does not fit.
    private func mark(
        _ pattern: FuzzyPattern,
        in path: ArraySlice<UInt8>,
        _ canvas: inout Canvas,
        _ columns: ListingColumns,
        row: Int,
        used: Int
    ) {
        let hidden = screen.display(path).width - used
        for place in pattern.places(in: path) {
            let column = screen.display(path.prefix(place)).width - hidden
            // Nothing is marked in what the ellipsis stands for.
            guard column >= (hidden > 0 ? 1 : 0), column < used else { continue }
            canvas.highlight(Rectangle(column: columns.name + column, row: row, columns: 1, rows: 1), .match)
        }
    }

    /// Returns an entry's size, or how much of it is backed up.
    func sizeText(of entry: UInt32, _ kind: ItemKind, _ listing: Listing) -> String {
        if panes.showsBackup, panes.hasContainer(listing.side) {
            guard !listing.isFlat else { return backedUpSizeText(of: entry, kind, listing) }
            guard let backup = listing.backup else { return "" }
            let bytes = backup.entries[Array(listing.entries.name(Int(entry)))]
            return bytes.map { ByteCount.short($0) } ?? String(screen.glyphs.dot)
        }
        if kind == .directory {
            guard panes.hasContainer(listing.side) else { return "dir" }
            return sizeText(of: listing.path(of: entry).flatMap { panes.known.counts[listing.root]?.totals[$0] })
        }
        return kind == .file ? listing.facts[entry].map { ByteCount.short($0.status.size) } ?? "" : kind.shortTitle
    }

    /// Returns how much of an item of the flat view is backed up; directories have no size there.
    private func backedUpSizeText(of entry: UInt32, _ kind: ItemKind, _ listing: Listing) -> String {
        guard kind == .file, let size = listing.facts[entry]?.status.size else { return "" }
        let isBackedUp = listing.badges(of: entry)?.rights.contains(.backup) == true
        return isBackedUp ? ByteCount.short(size) : String(screen.glyphs.dot)
    }

    private func role(_ kind: ItemKind, _ facts: EntryFacts?, _ name: ArraySlice<UInt8>, _ side: Side) -> Role {
        switch kind {
        case .directory: return .directory
        case .link:
            if case .inside? = facts?.link?.destination { return .link }
            // On this computer absolute links are ordinary links.
            if side == .computer, panes.secondContainer == nil, facts?.link?.destination == .absolute { return .link }
            return facts == nil ? .link : .brokenLink
        case .fifo, .socket, .characterDevice, .blockDevice, .unknown: return .special
        case .file:
            let isExecutable = (facts?.status.permissions ?? 0) & 0o111 != 0
            return isExecutable ? .executable : .ofFile(named: name)
        }
    }
}

extension Canvas {
    /// Highlights the row under the cursor, in which the letters of the rights keep their colours.
    /// - Parameter letters: The column where these begin.
    mutating func highlight(_ line: Rectangle, _ role: Role, lettersFrom letters: Int) {
        highlight(
            Rectangle(column: line.column, row: line.row, columns: max(0, letters - line.column), rows: 1), role)
        highlightLetters(
            Rectangle(column: letters, row: line.row, columns: max(0, line.endColumn - letters), rows: 1), role)
    }

    /// Draws a wrapped sentence in the upper part of an empty pane.
    mutating func message(_ text: DisplayText, _ area: Rectangle) {
        let lines = text.wrapped(to: max(1, area.columns - 2))
        let first = area.row + max(0, (area.rows - lines.count) / 3)
        for (offset, line) in lines.enumerated() where first + offset < area.endRow {
            write(line, column: area.column + 1, row: first + offset, columns: area.columns - 2, .dimmed)
        }
    }
}

extension ScreenContext {
    /// Whether an item was changed in the last hour.
    func isChangedLately(_ facts: EntryFacts?) -> Bool {
        guard let modified = facts?.status.modified else { return false }
        return modified <= nowSeconds && modified > nowSeconds - 3_600
    }
}
