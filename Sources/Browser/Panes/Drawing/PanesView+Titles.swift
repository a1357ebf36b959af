import ContainerModel
import ContainerStore
import FileSharing
import Screen
import Search

/// The titles of the panes.
extension PanesView {
    /// Draws a title above each pane; the title of the pane with the focus is part of the bar.
    func renderTitles(_ canvas: inout Canvas, _ layout: Layout, _ row: Int) {
        for pane in panes.focusable {
            guard let area = layout.area(of: pane) else { continue }
            let hasFocus = pane == panes.focus
            let role: Role = hasFocus ? .topLine : .dimmed
            canvas.fill(
                Rectangle(column: area.column, row: row, columns: area.columns, rows: 1), hasFocus ? role : .text)
            let head = panes.head(of: pane, area, screen)
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

    /// Returns the keys that a click in the row of titles stands for; nil where no key is named.
    func titleHintKeys(at position: Position) -> [Key]? {
        let layout = panes.layout(of: screen.size)
        guard let row = layout.titleRow, position.row == row, let area = layout.area(of: .details) else { return nil }
        return detailHints(area, row)?.keys(at: position)
    }

    /// The key that explains the item in full, at the right end of the title.
    func detailHints(_ area: Rectangle, _ row: Int) -> HintLine? {
        let hints = [keys.allFrameHints.explains].compactMap(\.self)
        let width = HintLine.width(of: hints, gap: 2)
        guard panes.hasContainer(panes.side), width > 0, area.columns >= width + 16 else { return nil }
        return HintLine(hints, row: row, columns: area.endColumn - width - 1..<area.endColumn, gap: 2)
    }

    private func title(of pane: Panes.Pane, columns: Int) -> DisplayText {
        switch pane {
        case .places: return DisplayText("Places")
        // The top line names the directory; the heads of the columns need the room.
        case .listing: return panes.isSharing ? listingTitles.last ?? .empty : .empty
        case .details:
            // The lines that name the file are scrolled out of view.
            let name = panes.details.top > 0 ? panes.currentItem?.name ?? [] : []
            return name.isEmpty ? DisplayText("Details") : screen.display(name)
        case .computer:
            let path = screen.display(panes.computer?.location.shown ?? [])
            if let secondContainer = panes.secondContainer {
                let name = screen.display(secondContainer.title.utf8)
                return panes.computer?.path.isRoot == false ? name + DisplayText(": ") + path : name
            }
            let whole = DisplayText("This computer: ") + path
            return whole.width <= columns ? whole : screen.cutAtSlashes(path, to: columns)
        }
    }

    /// The names of what is listed, the longest first, the last one for a line with little room.
    var listingTitles: [DisplayText] {
        guard let listing = panes.listing else { return [] }
        let name = listing.path.isRoot ? DisplayText("Container") : screen.display(listing.path.bytes)
        guard listing.isFlat else { return [name] }
        if let origin = listing.reach.origin {
            let other = screen.text(panes.name(ofOrigin: origin))
            return [name + screen.text(", differences from ") + other, screen.text("differences from ") + other]
        }
        guard let question = listing.reach.question else {
            return [name + DisplayText(", everything below"), name + DisplayText(", below")]
        }
        let quoted = screen.text("“") + screen.display(question.text.utf8) + screen.text("”")
        return [name + screen.text(", with ") + quoted, screen.text("with ") + quoted]
    }
}

extension ScreenContext {
    /// Returns the end of a path, from one of its slashes on; if even the last name does not fit, that is cut.
    func cutAtSlashes(_ path: DisplayText, to columns: Int) -> DisplayText {
        guard path.width > columns else { return path }
        let names = path.description.split(separator: "/", omittingEmptySubsequences: false)
        let lead = DisplayText("\(Character(glyphs.ellipsis))/", ascii: isASCII)
        let end = names.indices.dropFirst().lazy
            .map { lead + DisplayText(names[$0...].joined(separator: "/"), ascii: isASCII) }
            .first { $0.width <= columns }
        return end ?? path.truncated(to: columns, keeping: .end, ellipsis: glyphs.ellipsis)
    }
}
