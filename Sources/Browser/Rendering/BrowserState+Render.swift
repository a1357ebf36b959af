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
    /// What the panes look like.
    var panesView: PanesView { PanesView(self) }

    /// Returns the contents of the whole screen, which depend only on the state.
    package func render() -> Frame {
        guard !isCovered else { return Cover.frame(size: screen.size, theme: screen.theme, wayBack: .anyKey) }
        var canvas = Canvas(self)
        guard screen.size.columns >= Layout.smallest.columns, screen.size.rows >= Layout.smallest.rows else {
            canvas.write("sandglass needs 20 by 5", column: 0, row: 0, columns: screen.size.columns, .text)
            return canvas.frame
        }
        if let viewer {
            renderViewer(viewer, &canvas)
        } else {
            renderTopLine(&canvas)
        }
        if container != nil, viewer == nil { panesView.render(&canvas) }
        renderStatusLine(&canvas)
        if let panel = panels.current { PanelLayout(panel, self).render(panel, &canvas, screen) }
        return canvas.frame
    }

    func renderStatusLine(_ canvas: inout Canvas) {
        let row = screen.size.rows - 1
        canvas.fill(Rectangle(column: 0, row: row, columns: screen.size.columns, rows: 1), .statusLine)
        if let prompt = panels.prompt { return PromptLine(prompt, self).render(&canvas) }
        // The viewer is about one file, whatever is selected behind it.
        let selected = viewer == nil ? panesView.renderSelection(&canvas, row: row) : screen.size.columns
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
            ? viewer == nil ? panesView.positionText : viewerPosition : ""
        let subject = panels.current?.subject(self)
        let item = subject ?? (viewer == nil ? screen.display(currentItem?.shown ?? []) : .empty)
        // The position stands beside an introduction if it does not cost a part of the item's name. Keys that are
        // pending may leave no room for either.
        let introduction = Introduction.texts(self)
        let both = introduction.first.map { "\($0)   \(position)" } ?? position
        let middle =
            both.count + item.width + 3 <= end
            ? both : (introduction + [position]).first { $0.count <= end } ?? ""
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
        guard path.width > columns, name.width + 2 > columns else { return screen.cutAtSlashes(path, to: columns) }
        guard columns >= Self.columnsForName else { return .empty }
        return name.truncated(to: columns, keeping: .bothEnds, ellipsis: screen.glyphs.ellipsis)
    }

    /// The keys that a new user has to know, at the right end of the status line while nothing else is shown there.
    /// Panels have their own hints.
    var hintLine: HintLine {
        let isShown =
            (selection.isEmpty || viewer != nil) && panels.isEmpty && panels.message == nil && !keys.isPending
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
                : viewer == nil ? scrolls + copies + keys.allFrameHints.first : viewerHints
            hints = wanted.compactMap(\.self)
        }
        let width = HintLine.width(of: hints, gap: 2)
        return HintLine(
            hints, row: screen.size.rows - 1, columns: screen.size.columns - width - 1..<screen.size.columns, gap: 2)
    }

    private var pendingHint: String {
        if keys.pendingMark != nil { return "a letter for the mark " }
        if let pendingCount = keys.count, keys.pending.isEmpty {
            return "\(pendingCount) \(pendingCount == 1 ? "time" : "times") "
        }
        let pressed = "\(KeySequence(keys.pending))"
        let all = "\(pressed) then \(continuations.flatMap(\.keys).map(\.text).joined(separator: " ")) "
        return all.count < screen.size.columns ? all : "\(pressed): ? lists "
    }
}
