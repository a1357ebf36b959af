import ContainerModel
import FileTree
import Inspection
import Screen
import Search

/// The prompt in the status line.
extension BrowserState {
    /// Examples of what a filter can say besides a part of the name.
    private static let filterHint = "a part of the name, *.md, b:no, size>1M, kind:sqlite "

    /// The columns that hints leave to a text that is entered.
    private static let minColumns = 24
    /// The columns that hints leave to a filter and to what is said about it.
    private static let minFilterColumns = 36

    /// The keys that end a prompt, at the right end of its line, if there is room. A mistake has the room to itself.
    func promptHints(_ prompt: Prompt) -> HintLine {
        let expression: KeyHint? =
            if case .findContents(let isExpression) = prompt.purpose {
                keys.hint("prompt-expression", isExpression ? "plain text" : "regular expression")
            } else {
                nil
            }
        let usual = [
            expression, keys.hint("prompt-accept", prompt.isFilter ? "keeps" : "accepts"),
            keys.hint("prompt-cancel", "cancels"),
        ].compactMap(\.self)
        let visible = prompt.visible(columns: screen.size.columns)
        let text =
            DisplayText(visible.before, ascii: screen.isASCII).width
            + DisplayText(visible.after, ascii: screen.isASCII).width
        let kept =
            !prompt.isFilter
            ? Self.minColumns : prompt.text.isEmpty ? Self.filterHint.count + 2 : Self.minFilterColumns
        let room = screen.size.columns - prompt.label.count - text - kept
        let completing = isPath(prompt.purpose) ? keys.hint("prompt-complete", "completes") : nil
        let choices: [[KeyHint]] =
            panels.message?.isError == true ? [] : [[completing].compactMap(\.self) + usual, usual]
        let hints = choices.first { HintLine.width(of: $0, gap: 2) + 1 < room } ?? []
        let width = HintLine.width(of: hints, gap: 2) + 1
        return HintLine(
            hints, row: screen.size.rows - 1, columns: screen.size.columns - width..<screen.size.columns, gap: 2)
    }

    func render(_ prompt: Prompt, _ canvas: inout Canvas, row: Int) {
        let label = " " + prompt.label
        canvas.write(label, column: 0, row: row, columns: screen.size.columns, .prompt)
        let hints = promptHints(prompt)
        let end = hints.parts.first.map { $0.column - 1 } ?? screen.size.columns
        let room = max(1, end - label.count - 1)
        let visible = prompt.visible(columns: room)
        let before = DisplayText(visible.before, ascii: screen.isASCII)
        let after = DisplayText(visible.after, ascii: screen.isASCII)
        let shown = before.width < room ? before : before.suffix(room - 1)
        let used = canvas.write(shown, column: label.count, row: row, columns: room, .statusLine)
        canvas.write(after, column: label.count + used, row: row, columns: max(0, room - used), .statusLine)
        if let replaced = prompt.replaced, !replaced.isEmpty {
            let area = Rectangle(column: label.count, row: row, columns: min(used, room), rows: 1)
            canvas.highlight(area, .selected)
        }
        canvas.write(hints, .statusLine, keys: .statusLine)
        let free = room - used - after.width - 2
        canvas.frame.cursor = Position(column: min(screen.size.columns - 1, label.count + used), row: row)
        let said = panels.message.flatMap { $0.isError ? $0.text : nil }
        let mistake = said ?? (prompt.isFilter ? panes[filterOf: panes.side].mistake?.text : nil)
        if let mistake {
            let text = DisplayText(screen.glyphs.spelled(mistake + " "), ascii: screen.isASCII)
            guard text.width > max(0, free) else {
                canvas.write(text, column: end - text.width, row: row, columns: text.width, .statusError)
                return
            }
            // Above the prompt, where there is room for all of it.
            let lines = screen.messageLines(mistake, columns: screen.size.columns - 2)
            return screen.overlay(lines, &canvas, above: row, .statusError)
        }
        if let continuations = prompt.continuations {
            return screen.overlay(
                screen.messageLines(continuations, columns: screen.size.columns - 2), &canvas, above: row, .statusLine)
        }
        guard prompt.isFilter else { return }
        if prompt.text.isEmpty, free > Self.filterHint.count {
            canvas.write(
                Self.filterHint, column: end - Self.filterHint.count, row: row,
                columns: Self.filterHint.count, .statusLine)
        } else if let listing = panes[panes.side], listing.stage == .complete || listing.isFlat, free > 32 {
            let all = listing.choiceCount(showsHidden: panes.filter.showsHidden)
            let count =
                "\(ByteCount.grouped(UInt64(listing.order.count))) of \(ByteCount.grouped(UInt64(all))) match"
                + (listing.stage == .reading ? ", reading " : " ")
            canvas.write(count, column: end - count.count, row: row, columns: count.count, .statusLine)
        }
    }
}
