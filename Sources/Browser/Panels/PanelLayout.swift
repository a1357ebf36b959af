import Jobs
import Screen

/// A panel on the screen, with its cursor and scroll position.
struct OpenPanel: Sendable {
    var content: any Panel
    /// Distinguishes the panel from those open before.
    let ticket: Ticket
    /// The index, among the rows that can be chosen, of the one under the cursor.
    var cursor = 0
    /// The first visible line.
    var top = 0
    /// The cursor and the first visible line before the search began.
    private(set) var beforeSearch: (cursor: Int, top: Int)?

    var title: String { content.title }
    var isQuestion: Bool { content.isQuestion }
    func subject(_ state: BrowserState) -> DisplayText? { content.subject(state) }

    /// Whether letters are added to the search text.
    var isTyping: Bool { content.search?.isActive == true }

    /// Begins the search for a row, in a panel that has one.
    mutating func beginSearch() {
        guard let search = content.search, !search.isActive else { return }
        content.search?.isActive = true
        beforeSearch = (cursor, top)
    }

    mutating func showFirstRow() {
        cursor = 0
        top = 0
    }

    /// Adds text of any length to the search text.
    mutating func insert(_ string: String) {
        content.search?.insert(string)
        showFirstRow()
    }
}

/// The layout of a panel on the screen.
struct PanelLayout: Sendable {
    /// A line of the box. A wrapped row takes several.
    struct Line: Sendable {
        var row: PanelRow
        /// The line's index among the rows that can be chosen.
        var choice: Int?

        /// Returns the number of columns before the text.
        func indent(_ keyColumns: Int) -> Int { row.keys.isEmpty ? 0 : keyColumns + PanelLayout.keyGap }
    }

    let lines: [Line]
    /// The number of columns for the keys of rows that have them.
    let keyColumns: Int
    /// The actions of the rows that can be chosen, from top to bottom.
    let choices: [PanelRow.Choice]
    /// What each of them says as an answer.
    private let answers: [PanelRow.Answer?]
    /// The box, including its edges.
    let box: Rectangle
    /// The visible lines, from top to bottom.
    let visible: [Int]
    /// How far the text of a question can be scrolled, whose answers stay; nil if the whole panel scrolls, or nothing.
    let lastTextTop: Int?
    /// The key hints in the box's lower edge.
    let hints: HintLine
    /// The note at the end of the lower edge.
    let overflowNote: String

    init(_ panel: OpenPanel, _ state: BrowserState) {
        let size = state.screen.size
        let columns = max(10, min(size.columns - 4, panel.content.textColumns))
        let keyColumns = min(Self.maxKeyColumns, (columns - Self.keyGap) * 2 / 5)
        var lines: [Line] = []
        var choices: [PanelRow.Choice] = []
        var answers: [PanelRow.Answer?] = []
        for row in panel.content.rows(state) {
            if let choose = row.choose {
                let room = max(Self.minWrapped, columns - (row.note.isEmpty ? 0 : row.note.count + 2))
                let parts = row.isWrapped ? Self.wrapped(row, to: room) : [row]
                lines += parts.map { Line(row: $0, choice: choices.count) }
                choices.append(choose)
                answers.append(row.answer)
            } else if !row.keys.isEmpty {
                lines += Self.lines(of: row, keyColumns: keyColumns, columns: columns - keyColumns - Self.keyGap)
            } else if row.isWrapped {
                let room = row.note.isEmpty ? columns : max(Self.minWrapped, columns - row.note.count - 2)
                lines += Self.wrapped(row, to: room).map { Line(row: $0) }
            } else if row.text.width > columns - row.note.count - 2, columns > 2 * row.note.count, !row.isNoteMinor {
                lines += Self.wrapped(row, to: columns - row.note.count - 2).map { Line(row: $0) }
            } else {
                lines.append(Line(row: row))
            }
        }
        self.lines = lines
        self.keyColumns = keyColumns
        self.choices = choices
        self.answers = answers
        // Centered, and no larger than necessary.
        let height = min(size.rows - (size.rows > 10 ? 2 : 0), lines.count + 2)
        // Reserved even when the last line is visible, so that the hints do not move.
        let overflows = lines.count > max(3, height) - 2
        let note = overflows ? Self.overflowNote : ""
        let own = panel.content.hints(state)
        let isList = panel.content.search != nil || !choices.isEmpty
        let usual: [KeyHint?] =
            panel.isQuestion
            ? state.keys.answerHints(
                takesLetters: Self.isYesOrNo(answers) && panel.content.isReversible(state))
                + [overflows ? state.keys.hint("panel-page-down", "scrolls") : nil]
            : isList
                ? [state.keys.hint("panel-choose", "chooses")]
                : overflows ? [state.keys.hint("panel-down", "panel-up", "scroll")] : []
        let hints =
            (own.isEmpty ? usual : own).compactMap(\.self)
            + [state.keys.hint("panel-close", panel.content.closingTitle(state))].compactMap(\.self)
        let lowerEdge = HintLine.width(of: hints, gap: Self.hintGap) + 6 + note.count
        let widest = lines.map { $0.row.text.width + $0.row.note.count + $0.indent(keyColumns) + 4 }.max() ?? 0
        let isPinned = panel.content.isPinned
        let minimum = min(size.columns, isPinned ? columns + 4 : 44)
        let fitting = isPinned ? 0 : max(widest + 4, panel.title.count + 6, lowerEdge)
        let width = min(size.columns, max(minimum, fitting))
        // A pinned box begins where one that fills the screen does.
        let top = isPinned ? (size.rows > 10 ? 1 : 0) : (size.rows - height) / 2
        box = Rectangle(column: (size.columns - width) / 2, row: max(0, top), columns: width, rows: max(3, height))
        let shown = Self.visible(lines, of: panel, rows: max(0, box.rows - 2))
        visible = shown.lines
        lastTextTop = shown.lastTextTop
        overflowNote = shown.hasMore ? note : ""
        self.hints = HintLine(
            hints, row: box.endRow - 1, columns: box.column + 3..<max(box.column + 3, box.endColumn - 2 - note.count),
            gap: Self.hintGap, keepsLast: true)
    }

    /// Returns the lines that are visible in a number of rows. The answers to a question have precedence over its text,
    /// which scrolls above them.
    private static func visible(
        _ lines: [Line], of panel: OpenPanel, rows: Int
    ) -> (lines: [Int], lastTextTop: Int?, hasMore: Bool) {
        let answers = lines.indices.filter { lines[$0].choice != nil }
        guard panel.isQuestion, lines.count > rows, !answers.isEmpty, rows > 0 else {
            let first = max(0, min(panel.top, lines.count))
            let end = min(lines.count, first + rows)
            return (Array(first..<end), nil, end < lines.count)
        }
        let text = lines.indices.filter { lines[$0].choice == nil }
        // A line of the text says what is asked.
        let answerRows = min(answers.count, max(1, rows - 1))
        let textRows = min(text.count, rows - answerRows)
        let lastTextTop = max(0, text.count - textRows)
        let textTop = max(0, min(panel.top, lastTextTop))
        let focus = answers.firstIndex { lines[$0].choice == panel.cursor } ?? 0
        let firstAnswer = max(0, min(focus - answerRows + 1, answers.count - answerRows))
        let shown = text[textTop..<textTop + textRows] + answers[firstAnswer..<firstAnswer + answerRows]
        return (Array(shown), lastTextTop, textTop < lastTextTop || firstAnswer + answerRows < answers.count)
    }

    /// Returns a row in parts, each as wide as a line at most. The first has the note, and of the colours those of text
    /// that is in it.
    private static func wrapped(_ row: PanelRow, to columns: Int) -> [PanelRow] {
        row.text.wrapped(to: columns).enumerated().map { index, text in
            var part = row
            part.text = text
            part.paints = index > 0 ? [] : row.paints.filter { $0.columns.upperBound <= text.width }
            if index > 0 { (part.note, part.marks) = ("", []) }
            return part
        }
    }

    /// Returns a row with keys as lines, as many as its keys or its text need.
    private static func lines(of row: PanelRow, keyColumns: Int, columns: Int) -> [Line] {
        let keys = keyLines(row.keys, columns: keyColumns)
        let texts = row.text.wrapped(to: columns)
        return (0..<max(keys.count, texts.count)).map { index in
            var part = row
            part.keys = [index < keys.count ? keys[index] : .empty]
            part.text = index < texts.count ? texts[index] : .empty
            return Line(row: part)
        }
    }

    /// Returns keys in lines of a column; a key that is too long for a line is wrapped.
    private static func keyLines(_ keys: [DisplayText], columns: Int) -> [DisplayText] {
        let gap = DisplayText(String(repeating: " ", count: keyGap))
        var lines: [DisplayText] = []
        for key in keys.flatMap({ $0.wrapped(to: columns) }) {
            if let last = lines.last, last.width + gap.width + key.width <= columns {
                lines[lines.count - 1] = last + gap + key
            } else {
                lines.append(key)
            }
        }
        return lines
    }

    /// The number of columns for keys where there is room: few actions have more keys.
    static let maxKeyColumns = 14
    /// The number of blanks between two keys, and between keys and the text.
    static let keyGap = 2

    private static let overflowNote = " more below "
    /// Fewer columns are no room for a sentence beside a note.
    private static let minWrapped = 20
    /// A blank after a hint, the edge, and a blank before the next one.
    private static let hintGap = 3

    /// The number of lines that fit.
    var capacity: Int { max(1, box.rows - 2) }

    /// The area of the lines.
    var inner: Rectangle {
        Rectangle(column: box.column + 2, row: box.row + 1, columns: box.columns - 4, rows: box.rows - 2)
    }

    /// Whether the question has two answers, Yes and No.
    var isYesOrNo: Bool { Self.isYesOrNo(answers) }

    private static func isYesOrNo(_ answers: [PanelRow.Answer?]) -> Bool {
        answers.count == 2 && answers.contains(.yes) && answers.contains(.no)
    }

    /// Returns the index of the first answer that says yes or no, among the rows that can be chosen.
    func choice(saying answer: PanelRow.Answer) -> Int? { answers.firstIndex(of: answer) }

    /// Returns a row that can be chosen; nil if there is none.
    func row(of choice: Int) -> PanelRow? { line(of: choice).map { lines[$0].row } }

    /// Returns the index, among the rows that can be chosen, of one that was in another layout of the panel; nil if there
    /// is none.
    func choice(like row: PanelRow) -> Int? {
        let rows = choices.indices.map { self.row(of: $0) }
        // Columns are as wide as what is in them.
        return rows.firstIndex { $0?.identity == row.identity && $0?.text.words == row.text.words }
            ?? rows.firstIndex { $0?.text.words == row.text.words }
    }

    /// Returns the line of a row that can be chosen.
    func line(of choice: Int) -> Int? { lines.firstIndex { $0.choice == choice } }

    /// Returns the index of the choice at a position, anywhere in its line.
    func choice(at position: Position) -> Int? {
        guard box.contains(position), inner.rows > position.row - inner.row else { return nil }
        let offset = position.row - inner.row
        return visible.indices.contains(offset) ? lines[visible[offset]].choice : nil
    }
}
