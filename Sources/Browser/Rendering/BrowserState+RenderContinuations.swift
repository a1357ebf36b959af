import ContainerModel
import Screen

/// The keys that can follow those that were pressed: a grid at the bottom of the screen.
struct ContinuationGrid: Sendable {
    /// The cells, column by column.
    var cells: [HintLine] = []
    /// The place of what stands for the keys without a cell, and their number; nil if all have one.
    var rest: (position: Position, count: Int)?

    /// A narrower cell has no room for a key and a word.
    private static let narrowest = 16
    /// With fewer cells, the keys alone say more.
    private static let minimum = 4

    /// Places the hints, as many as fit; none if those are few.
    /// - Parameters:
    ///   - start: The first column.
    ///   - ellipsis: What stands for the end of a title that is too long.
    init(_ hints: [KeyHint], start: Int, size: Size, ellipsis: String) {
        guard !hints.isEmpty, start < size.columns else { return }
        // The row under the cursor stays in view.
        let maxRows = max(1, size.rows / 2)
        let room = size.columns - start
        let wanted = (hints.map(\.width).max() ?? 0) + 3
        var columns = max(1, room / wanted)
        var width = wanted
        if (hints.count + columns - 1) / columns > maxRows || wanted > room + 2 {
            columns = max(1, min((hints.count + maxRows - 1) / maxRows, room / Self.narrowest))
            width = room / columns
        }
        let places = columns * maxRows
        guard width >= min(wanted, Self.narrowest), places >= min(hints.count, Self.minimum) else { return }
        let shown = hints.count <= places ? hints : Array(hints.prefix(places - 1))
        let rows = hints.count <= places ? (hints.count + columns - 1) / columns : maxRows
        func position(_ index: Int) -> Position {
            Position(column: start + index / rows * width, row: size.rows - rows + index % rows)
        }
        cells = shown.enumerated().map { index, hint in
            let place = position(index)
            let shown = width < wanted ? hint.cut(to: width - 1, ellipsis: ellipsis) : hint
            return HintLine([shown], row: place.row, columns: place.column..<size.columns, gap: 2)
        }
        if shown.count < hints.count { rest = (position(shown.count), hints.count - shown.count) }
    }

    init() {}

    /// The first row; nil without cells.
    var row: Int? { cells.first?.row }
}

extension BrowserState {
    /// Draws what each key would do that can follow the pressed keys.
    /// - Returns: false if no keys are pending, or if there is not enough room.
    func renderContinuations(_ canvas: inout Canvas) -> Bool {
        let grid = continuationGrid
        guard let row = grid.row else { return false }
        let area = Rectangle(column: 0, row: row, columns: screen.size.columns, rows: screen.size.rows - row)
        canvas.fill(area, .panel)
        let lead = continuationLead
        // The word for a mark is no key.
        canvas.write(lead, column: 0, row: row, columns: lead.count, keys.pending.isEmpty ? .panel : .key)
        for cell in grid.cells { canvas.write(cell, .panel, keys: .key) }
        if let rest = grid.rest {
            let room = screen.size.columns - rest.position.column
            canvas.write(
                "… \(rest.count) more", column: rest.position.column, row: rest.position.row, columns: room, .dimmed)
        }
        canvas.lay(area, on: .panel)
        return true
    }

    /// The pressed keys that others can follow.
    private var continuationLead: String {
        let count = keys.count.map { "\($0) " } ?? ""
        return keys.pending.isEmpty ? " mark" : " \(count)\(KeySequence(keys.pending))"
    }

    /// What each key would do that can follow the pressed keys; empty if no keys are pending, or if there is not enough
    /// room.
    var continuationGrid: ContinuationGrid {
        guard panels.isEmpty, panels.message == nil,
            !keys.pending.isEmpty || keys.pendingMark == .goTo
        else { return ContinuationGrid() }
        return ContinuationGrid(
            keys.pending.isEmpty ? marksByLetter : continuations, start: continuationLead.count + 2, size: screen.size,
            ellipsis: String(Character(screen.glyphs.ellipsis)))
    }

    /// The letters of the marks, and where they lead.
    private var marksByLetter: [KeyHint] {
        let before = panes.history.beforeJump.map { [("'" as Unicode.Scalar, $0.path)] } ?? []
        return (bookmarks.marks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + before).map { letter, path in
            KeyHint(
                sequences: [KeySequence([.character(letter)])],
                path.isRoot ? "Container" : screen.display(path.bytes).description)
        }
    }

    /// The keys that can follow the pressed keys, and what they do.
    var continuations: [KeyHint] {
        Action.current(self).compactMap { action in
            let following = keys.following(keys.pending, in: action)
            return following.isEmpty ? nil : KeyHint(sequences: following, action.brief)
        }
    }
}
