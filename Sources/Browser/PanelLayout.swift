import Screen

/// A panel on the screen, with what the person did to it.
struct OpenPanel: Sendable {
    var content: any Panel
    /// Which of the rows that can be chosen is under the cursor.
    var cursor = 0
    /// The first line that is shown.
    var top = 0

    var title: String { content.title }
    var isQuestion: Bool { content.isQuestion }

    /// Whether letters are written to find something.
    var isTyping: Bool { content.search?.isActive == true }

    mutating func showFirstRow() {
        cursor = 0
        top = 0
    }

    /// Adds to what is typed to find something, many characters at a time.
    mutating func insert(_ string: String) {
        content.search?.insert(string)
        showFirstRow()
    }
}

/// Where the parts of a panel are on the screen.
struct PanelLayout: Sendable {
    /// A line of the box. A row that is wrapped takes several.
    struct Line: Sendable {
        var row: PanelRow
        /// Which of the rows that can be chosen it is.
        var choice: Int?
    }

    let lines: [Line]
    /// What can be chosen, from the top down.
    let choices: [PanelRow.Choice]
    /// The box with its edges.
    let box: Rectangle
    /// The lines that are in view.
    let visible: Range<Int>

    init(_ panel: OpenPanel, _ state: BrowserState) {
        let size = state.size
        let columns = max(10, min(size.columns - 4, panel.content.textColumns))
        var lines: [Line] = []
        var choices: [PanelRow.Choice] = []
        for row in panel.content.rows(state) {
            if let choose = row.choose {
                lines.append(Line(row: row, choice: choices.count))
                choices.append(choose)
            } else if row.isWrapped {
                for text in row.text.wrapped(to: columns) {
                    lines.append(Line(row: PanelRow(text, isHeading: row.isHeading)))
                }
            } else {
                lines.append(Line(row: row))
            }
        }
        self.lines = lines
        self.choices = choices
        // In the middle, no larger than it has to be.
        let widest = lines.map { $0.row.text.width + $0.row.note.count + 4 }.max() ?? 0
        let width = min(size.columns, max(widest + 4, panel.title.count + 6, min(size.columns, 44)))
        let height = min(size.rows - (size.rows > 10 ? 2 : 0), lines.count + 2)
        box = Rectangle(
            column: (size.columns - width) / 2, row: max(0, (size.rows - height) / 2), columns: width,
            rows: max(3, height))
        let first = max(0, min(panel.top, lines.count))
        visible = first..<min(lines.count, first + max(0, box.rows - 2))
    }

    /// How many lines have room.
    var capacity: Int { max(1, box.rows - 2) }

    /// Where the lines are.
    var inner: Rectangle {
        Rectangle(column: box.column + 2, row: box.row + 1, columns: box.columns - 4, rows: box.rows - 2)
    }

    /// The line of something that can be chosen.
    func line(of choice: Int) -> Int? { lines.firstIndex { $0.choice == choice } }
}
