import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Previews
package import Screen
import Search

extension BrowserState {
    /// Returns the contents of the whole screen, which depend only on the state.
    package func render() -> Frame {
        guard !isCovered else { return Cover.frame(size: screen.size, theme: screen.theme, wayBack: .anyKey) }
        var canvas = Canvas(self)
        guard screen.size.columns >= Layout.smallest.columns, screen.size.rows >= Layout.smallest.rows else {
            canvas.write("sandglass needs 20 by 5", column: 0, row: 0, columns: screen.size.columns, .text)
            return canvas.frame
        }
        let layout = layout
        if let viewer {
            renderViewer(viewer, &canvas)
        } else {
            renderTopLine(&canvas)
        }
        if container != nil, viewer == nil {
            for column in layout.separators {
                for row in (layout.titleRow ?? layout.panes.row)..<layout.panes.endRow {
                    canvas.put(screen.glyphs.vertical, column: column, row: row, .separator)
                }
            }
            if let row = layout.titleRow { renderTitles(&canvas, layout, row) }
            if let area = layout.places { renderPlaces(&canvas, area) }
            if let area = layout.listing, let listing = panes.listing { renderListing(listing, &canvas, area) }
            if let area = layout.computer, let computer = panes.computer { renderListing(computer, &canvas, area) }
            if let area = layout.details { renderDetails(&canvas, area) }
            if canvas.frame.selection == nil, let area = layout.area(of: panes.focus) {
                canvas.frame.selection = Position(column: area.column, row: area.row)
            }
        }
        renderStatusLine(&canvas)
        if let panel = panels.current { render(panel, &canvas) }
        return canvas.frame
    }

    /// Draws a title above each pane; the title of the pane with the focus is part of the bar.
    private func renderTitles(_ canvas: inout Canvas, _ layout: Layout, _ row: Int) {
        for pane in panes.focusable {
            guard let area = layout.area(of: pane) else { continue }
            let hasFocus = pane == panes.focus
            let role: Role = hasFocus ? .topLine : .dimmed
            canvas.fill(
                Rectangle(column: area.column, row: row, columns: area.columns, rows: 1), hasFocus ? role : .text)
            let head = head(of: pane, area)
            let note = pane == .places && panes.showsBackup ? area.columns >= 40 ? "backed-up sizes" : "backed up" : ""
            let hints = pane == .details ? detailHints(area, row) : nil
            let end = head?.start ?? hints?.hints.first?.lowerBound ?? area.endColumn - note.count
            let start = head?.titleStart ?? area.column
            let room = max(0, end - start - 1)
            let mark = DisplayText(hasFocus ? "\(Character(screen.glyphs.unfolded)) " : "  ")
            let title = title(of: pane, columns: room - mark.width)
            let text = title.width > 0 ? mark + title : .empty
            canvas.write(
                text.truncated(to: room, keeping: .bothEnds, ellipsis: screen.glyphs.ellipsis),
                column: start, row: row, columns: room, role)
            canvas.write(note, column: end, row: row, columns: note.count, role)
            if let hints { canvas.write(hints, role, keys: hasFocus ? role : .key) }
            for part in head?.parts ?? [] {
                canvas.write(part.text, column: part.column, row: row, columns: part.text.count, role)
            }
        }
    }

    /// The key that explains the item in full, at the right end of the title.
    private func detailHints(_ area: Rectangle, _ row: Int) -> HintLine? {
        let hints = [keys.hintsOfAllFrames.explains].compactMap(\.self)
        let width = HintLine.width(of: hints, gap: 2)
        guard hasContainer(panes.side), width > 0, area.columns >= width + 16 else { return nil }
        return HintLine(hints, row: row, columns: area.endColumn - width - 1..<area.endColumn, gap: 2)
    }

    private func title(of pane: Panes.Pane, columns: Int) -> DisplayText {
        switch pane {
        case .places: return DisplayText("Places")
        // The top line names the directory; the heads of the columns need the room.
        case .listing: return panes.isSharing ? listingTitles.last ?? .empty : .empty
        case .details:
            // The lines that name the file are scrolled out of view.
            let name = details.top > 0 ? currentItem?.name ?? [] : []
            return name.isEmpty ? DisplayText("Details") : screen.display(name)
        case .computer:
            let path = screen.display(panes.computer?.location.shown ?? [])
            if let secondContainer = panes.secondContainer {
                let name = screen.display(secondContainer.title.utf8)
                return panes.computer?.path.isRoot == false ? name + DisplayText(": ") + path : name
            }
            let whole = DisplayText("This computer: ") + path
            return whole.width <= columns ? whole : cutAtSlashes(path, to: columns)
        }
    }

    func renderStatusLine(_ canvas: inout Canvas) {
        let row = screen.size.rows - 1
        canvas.fill(Rectangle(column: 0, row: row, columns: screen.size.columns, rows: 1), .statusLine)
        if let prompt = panels.prompt { return PromptLine(prompt, self).render(&canvas) }
        let selected = renderSelection(&canvas, row: row)
        if let message = panels.message {
            return screen.render(message, &canvas, columns: selected - (selected < screen.size.columns ? 1 : 0))
        }
        if renderContinuations(&canvas) { return }
        let pending = keys.isPending ? pendingHint : ""
        let hints = hintLine
        let hintsStart = hints.parts.first?.column ?? selected - pending.count
        // At least two blanks before and after the text in the middle.
        let end = hintsStart - (hintsStart == selected ? 1 : 2)
        let running = tasks.running
        let position =
            selected >= 40 && panels.current == nil && (running == nil || screen.size.columns >= 120)
            ? positionText : ""
        let subject = panels.current?.subject(self)
        let item = subject ?? (viewer == nil ? screen.display(currentItem?.shown ?? []) : .empty)
        // The position stands beside an introduction if it does not cost a part of the item's name. Keys that are
        // pending may leave no room for either.
        let both = introductionText.map { "\($0)   \(position)" } ?? position
        let middle =
            both.count + item.width + 3 <= end
            ? both : (introductionTexts + [position]).first { $0.count <= end } ?? ""
        let middleColumn = max(0, end - middle.count)
        let room = max(0, middleColumn - (middle.isEmpty ? 1 : 3))
        let whole = running.map { DisplayText(screen.progressText($0, columns: room), ascii: screen.isASCII) }
        let path = whole == nil && subject == nil ? named(item, columns: room) : cutEnd(whole ?? item, columns: room)
        canvas.write(path, column: 1, row: row, columns: room, .statusLine)
        canvas.write(middle, column: middleColumn, row: row, columns: middle.count, .statusLine)
        canvas.write(pending, column: max(0, hintsStart), row: row, columns: pending.count, .statusLine)
        canvas.write(hints, .statusLine, keys: .statusLine)
    }

    private func cutEnd(_ text: DisplayText, columns: Int) -> DisplayText {
        text.truncated(to: columns, ellipsis: screen.glyphs.ellipsis)
    }

    /// The fewest columns in which the two ends of a long name still tell which one it is.
    private static let columnsForName = 8

    /// Returns the path of the item under the cursor as far as there is room for it; without enough room, nothing: the
    /// cursor shows it.
    private func named(_ path: DisplayText, columns: Int) -> DisplayText {
        let name = DisplayText(
            path.description.split(separator: "/").last.map(String.init) ?? "", ascii: screen.isASCII)
        guard path.width > columns, name.width + 2 > columns else { return cutAtSlashes(path, to: columns) }
        guard columns >= Self.columnsForName else { return .empty }
        return name.truncated(to: columns, keeping: .bothEnds, ellipsis: screen.glyphs.ellipsis)
    }

    /// The keys that a new user has to know, at the right end of the status line while nothing else is shown there.
    /// Panels have their own hints.
    var hintLine: HintLine {
        let isShown =
            selection.isEmpty && panels.isEmpty && panels.message == nil && !keys.isPending
        let scrolls =
            panes.focus == .details && details.lines.count > paneRows ? [keys.hint("down", "up", "scroll")] : []
        var hints: [KeyHint] = []
        if isShown, screen.size.columns >= 40 {
            // A list of differences looks like any other, and its keys do something else there.
            let isComparing = panes[panes.side]?.reach.origin != nil && screen.size.columns >= 100
            let copies =
                isComparing ? [keys.hint("import", "brings it here"), keys.hint("export", "copies it there")] : []
            // Where there is no room for all, the one that leads to the others is left.
            let wanted =
                screen.size.columns < 70
                ? [keys.hint(viewer == nil ? "help" : "viewer-help", "help")]
                : viewer == nil ? scrolls + copies + keys.hintsOfAllFrames.first : viewerHints
            hints = wanted.compactMap(\.self)
        }
        let width = HintLine.width(of: hints, gap: 2)
        return HintLine(
            hints, row: screen.size.rows - 1, columns: screen.size.columns - width - 1..<screen.size.columns, gap: 2)
    }

    /// Draws the size of the selection at the right end of the status line.
    /// - Returns: The number of columns left.
    private func renderSelection(_ canvas: inout Canvas, row: Int) -> Int {
        guard !selection.isEmpty else { return screen.size.columns }
        let whole = " \(Character(screen.glyphs.selected)) \(selectionText) "
        let text =
            whole.count <= screen.size.columns / 2 ? whole : " \(Character(screen.glyphs.selected))\(selection.count) "
        canvas.write(text, column: screen.size.columns - text.count, row: row, columns: text.count, .selected)
        return screen.size.columns - text.count
    }

    /// The item of the container that the rules are applied to.
    var currentPath: ContainerPath? {
        if panes.focus == .places { return panes.places.currentPath }
        guard let listing = panes.listing else { return nil }
        return listing.current.flatMap { listing.path(of: $0) } ?? listing.path
    }

    /// The item that the status line names.
    var currentItem: ItemAddress? {
        guard panes.focus == .computer else { return currentPath.map { containerItem($0) } }
        guard let computer = panes.computer else { return nil }
        return computer.current.flatMap { computer.item(of: $0) } ?? computer.location
    }

    private var positionText: String {
        guard viewer == nil else { return viewerPosition }
        let filter = panes[filterOf: panes.side]
        let showsBackup = panes.showsBackup && hasContainer(panes.side)
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

    /// Returns the size of the files in a directory; nil while it is not known.
    private func fileSize(of listing: Listing) -> UInt64? {
        if let metadata = listing.metadata { return metadata.totalSize }
        guard listing.isMeasureDue, let total = totals(on: listing.side)[listing.path], total.isComplete else {
            return nil
        }
        return total.bytes
    }

    /// Returns the filter of a listing, with its label.
    private func filterText(_ filter: ListingFilter) -> String {
        "\(filter.matchesPaths ? "find" : "filter"): \(screen.display(filter.text))"
    }

    private var pendingHint: String {
        if keys.pendingMark != nil { return "a letter for the mark " }
        if let pendingCount = keys.count, keys.pending.isEmpty {
            return "\(pendingCount) \(pendingCount == 1 ? "time" : "times") "
        }
        return "\(KeySequence(keys.pending)) then \(continuations.flatMap(\.keys).map(\.text).joined(separator: " ")) "
    }
}
