import ContainerModel
import FileTree
import Inspection
import Screen
import Search

/// The prompt in the status line: the text, the keys that end it, and what is said about it.
struct PromptLine {
    /// Examples of what a filter can say besides a part of the name.
    private static let filterHint = "a part of the name, *.md, b:no, size>1M, kind:sqlite "

    /// The columns that hints leave to a text that is entered.
    private static let minColumns = 24
    /// The columns that the label leaves to the text.
    private static let minTextColumns = 12
    /// The columns that hints leave to a filter and to what is said about it.
    private static let minFilterColumns = 36
    /// Fewer columns are no room for the number of matches.
    private static let minCountColumns = 33

    private let prompt: Prompt
    private let screen: ScreenContext
    /// What is wrong with the text.
    private let mistake: String?
    /// What the text filters.
    private let listing: Listing?
    private let showsHidden: Bool
    /// The keys that end the prompt, at the right end of its line, if there is room. A mistake has the room to itself.
    let hints: HintLine
    /// What is before the text.
    private let label: DisplayText

    init(_ prompt: Prompt, _ state: BrowserState) {
        self.prompt = prompt
        screen = state.screen
        let said = state.panels.message.flatMap { $0.isError ? $0.text : nil }
        mistake = said ?? (prompt.isFilter ? state.panes[filterOf: state.panes.side].mistake?.text : nil)
        listing = prompt.isFilter ? state.panes[state.panes.side] : nil
        showsHidden = state.panes.filter.showsHidden
        let keys = state.keys
        let expression = prompt.purpose.isExpression.flatMap {
            keys.hint("prompt-expression", $0 ? "plain text" : "regular expression")
        }
        let usual = [
            expression, keys.hint("prompt-accept", prompt.isFilter ? "keeps" : "accepts"),
            keys.hint("prompt-cancel", "cancels"),
        ].compactMap(\.self)
        let completing = prompt.purpose.path == nil ? nil : keys.hint("prompt-complete", "completes")
        let columns = screen.size.columns
        let visible = prompt.visible(columns: columns)
        let text =
            DisplayText(visible.before, ascii: screen.isASCII).width
            + DisplayText(visible.after, ascii: screen.isASCII).width
        let kept =
            !prompt.isFilter
            ? Self.minColumns : prompt.text.isEmpty ? Self.filterHint.count + 2 : Self.minFilterColumns
        // The label is cut last: the hints go first.
        label = prompt.purpose.label(columns: columns - 1 - Self.minTextColumns, state.screen)
        let room = columns - label.width - text - kept
        let choices: [[KeyHint]] = said != nil ? [] : [[completing].compactMap(\.self) + usual, usual]
        let shown = choices.first { HintLine.width(of: $0, gap: 2) + 1 < room } ?? []
        let width = HintLine.width(of: shown, gap: 2) + 1
        hints = HintLine(shown, row: screen.size.rows - 1, columns: columns - width..<columns, gap: 2)
    }

    func render(_ canvas: inout Canvas) {
        let (columns, row) = (screen.size.columns, screen.size.rows - 1)
        let label = screen.text(" ") + label
        canvas.write(label, column: 0, row: row, columns: columns, .prompt)
        let end = hints.parts.first.map { $0.column - 1 } ?? columns
        let room = max(1, end - label.width - 1)
        let visible = prompt.visible(columns: room)
        let before = DisplayText(visible.before, ascii: screen.isASCII)
        let after = DisplayText(visible.after, ascii: screen.isASCII)
        let shown = before.width < room ? before : before.suffix(room - 1)
        let used = canvas.write(shown, column: label.width, row: row, columns: room, .statusLine)
        canvas.write(after, column: label.width + used, row: row, columns: max(0, room - used), .statusLine)
        if prompt.text.isEmpty, !prompt.beginning.isEmpty {
            let beginning = screen.display(prompt.beginning)
            canvas.write(beginning, column: label.width, row: row, columns: min(room, beginning.width), .dimmed)
        }
        if let replaced = prompt.replaced, !replaced.isEmpty {
            let area = Rectangle(column: label.width, row: row, columns: min(used, room), rows: 1)
            canvas.highlight(area, .selected)
        }
        canvas.write(hints, .statusLine, keys: .statusLine)
        let free = room - used - after.width - 2
        canvas.frame.cursor = Position(column: min(columns - 1, label.width + used), row: row)
        if let mistake {
            let text = screen.text(mistake + " ")
            guard text.width > max(0, free) else {
                canvas.write(text, column: end - text.width, row: row, columns: text.width, .statusError)
                return
            }
            // Above the prompt, where there is room for all of it.
            return overlay(mistake, &canvas, .statusError)
        }
        if let continuations = prompt.continuations { return overlay(continuations, &canvas, .statusLine) }
        guard let note = note(columns: free) else { return }
        canvas.write(note, column: end - note.count, row: row, columns: note.count, .statusLine)
    }

    private func overlay(_ text: String, _ canvas: inout Canvas, _ role: Role) {
        let lines = screen.messageLines(text, columns: screen.size.columns - 2)
        screen.overlay(lines, &canvas, above: screen.size.rows - 1, role)
    }

    /// Returns what a filter can say, or what it finds; nil if there is no room for it.
    private func note(columns: Int) -> String? {
        guard prompt.isFilter else { return nil }
        if prompt.text.isEmpty, columns > Self.filterHint.count { return Self.filterHint }
        guard let listing, listing.stage == .complete || listing.isFlat, columns >= Self.minCountColumns else {
            return nil
        }
        let all = listing.choiceCount(showsHidden: showsHidden)
        return "\(ByteCount.grouped(UInt64(listing.order.count))) of \(ByteCount.grouped(UInt64(all))) match"
            + (listing.stage == .reading ? ", reading " : " ")
    }
}
