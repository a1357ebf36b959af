import Bundles
import ContainerModel
import Inspection
import Previews
import Screen

/// A frame being drawn in a theme.
struct Canvas {
    var frame: Frame
    let theme: Theme
    let glyphs: Glyphs

    /// Creates an empty canvas, or one over an earlier frame.
    init(_ state: BrowserState, over frame: Frame? = nil) {
        theme = state.screen.theme
        glyphs = state.screen.glyphs
        self.frame = frame ?? Frame(size: state.screen.size, style: state.screen.theme[.text])
    }

    mutating func fill(_ area: Rectangle, _ role: Role) { frame.fill(area, style: theme[role]) }

    @discardableResult
    mutating func write(_ text: DisplayText, column: Int, row: Int, columns: Int, _ role: Role) -> Int {
        frame.write(text, column: column, row: row, columns: columns, style: theme[role])
    }

    /// Writes a piece of a preview, in its own colours if it has any.
    @discardableResult
    mutating func write(_ span: PreviewLine.Span, column: Int, row: Int, columns: Int) -> Int {
        frame.write(span.text, column: column, row: row, columns: columns, style: span.style ?? theme[span.role])
    }

    /// Writes a line of a preview, and places the pictures that it has rows of.
    mutating func write(_ line: PreviewLine, column: Int, row: Int, columns: Int) {
        var next = column
        let end = column + columns
        for span in line.spans where next < end { next += write(span, column: next, row: row, columns: end - next) }
        for strip in line.strips where strip.column + strip.strip.columns <= columns {
            frame.place(strip.strip, column: column + strip.column, row: row, on: theme[.text])
        }
    }

    @discardableResult
    mutating func write(_ text: String, column: Int, row: Int, columns: Int, _ role: Role) -> Int {
        guard columns > 0 else { return 0 }
        return frame.write(glyphs.spelled(text), column: column, row: row, columns: columns, style: theme[role])
    }

    /// Writes hints, with their key names in a separate style.
    mutating func write(_ hints: HintLine, _ role: Role, keys: Role = .key) {
        for part in hints.parts {
            write(part.text, column: part.column, row: hints.row, columns: part.width, part.isKey ? keys : role)
        }
    }

    mutating func put(_ glyph: Unicode.Scalar, column: Int, row: Int, _ role: Role) {
        frame.put(glyph, column: column, row: row, style: theme[role])
    }

    /// Highlights a row. Text keeps its own colours if the theme gives the role only a background.
    mutating func highlight(_ area: Rectangle, _ role: Role) {
        let chosen = theme[role]
        let isBackgroundOnly = keepsColors(role)
        frame.restyle(area) { style in
            isBackgroundOnly ? style.on(chosen.background).adding(chosen.attributes) : chosen
        }
    }

    /// Highlights the letters of rights in a row. They keep their own colours: where the bar has another background, behind
    /// the letters, which are read on them as well as they are beside the bar.
    mutating func highlightLetters(_ area: Rectangle, _ role: Role) {
        guard !keepsColors(role) else { return highlight(area, role) }
        let bar = theme[role]
        let hasGround = bar.background != .terminalDefault && bar.background != theme[.text].background
        let isFilled = bar.attributes.contains(.reverse) || hasGround
        let attributes = isFilled ? bar.attributes.union(.reverse) : bar.attributes
        frame.restyle(area) { $0.adding(attributes) }
    }

    /// Whether text that is highlighted keeps its own colours.
    private func keepsColors(_ role: Role) -> Bool {
        let style = theme[role]
        return style.foreground == .terminalDefault && style.background != .terminalDefault
            && !style.attributes.contains(.reverse)
    }

    /// Highlights a selected row under the cursor, so that both can be seen as far as the theme's styles allow.
    mutating func highlightSelected(_ area: Rectangle, under cursor: Role) {
        let (cursor, selected) = (theme[cursor], theme[.selected])
        let style: Style
        if cursor.foreground != .terminalDefault || cursor.attributes.contains(.reverse) {
            style = cursor.adding(selected.attributes.union(.underline))
        } else if cursor.background != .terminalDefault {
            style = selected.on(cursor.background).adding(cursor.attributes.union(.underline))
        } else {
            style = selected.adding(cursor.attributes)
        }
        frame.restyle(area) { _ in style }
    }

    /// Keeps the colour of a part of a row that was highlighted since: where the highlight replaced it, it is behind the
    /// text instead of in it.
    mutating func keepColor(of area: Rectangle, _ style: Style) {
        frame.restyle(area) { $0.foreground == style.foreground ? $0 : style.adding(.reverse) }
    }

    /// Gives the text of an area a style, whose usual background becomes that of a role.
    mutating func paint(_ area: Rectangle, _ style: Style, on role: Role) {
        let isUsual = style.background == .terminalDefault || style.background == theme[.text].background
        let style = isUsual ? style.on(theme[role].background) : style
        frame.restyle(area) { _ in style }
    }

    /// Gives the text of an area a role's background, unless it has one already.
    mutating func lay(_ area: Rectangle, on role: Role) {
        let background = theme[role].background
        let usual = theme[.text].background
        frame.restyle(area) { style in
            style.background == .terminalDefault || style.background == usual ? style.on(background) : style
        }
    }

    /// Draws the four columns of rights, and the flags after them, in a fixed width: 4, a blank, and `flagColumns`
    /// cells.
    mutating func badges(
        _ badges: Badges, changed: Bool = false, seal: SealStatus? = nil, column: Int, row: Int, flagColumns: Int
    ) {
        for (place, letter) in Rights.columns.enumerated() {
            let isGranted = badges.rights.contains(letter.right)
            if !badges.isApplicable(letter.right) {
                put("-", column: column + place, row: row, .badgeNone)
            } else if isGranted {
                let scalar = letter.letter.unicodeScalars.first ?? "?"
                put(scalar, column: column + place, row: row, Role(letter.right))
            } else {
                put(glyphs.dot, column: column + place, row: row, .badgeNone)
            }
        }
        for (place, flag) in glyphs.flags(badges, changed: changed, seal: seal).prefix(flagColumns).enumerated() {
            put(flag.glyph, column: column + 5 + place, row: row, flag.role)
        }
    }
}

extension Glyphs {
    /// Returns the program's own text with characters that the terminal has.
    func spelled(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }), self != .unicode else { return text }
        let spellings: [Character: String] = [
            "…": "...", "“": "\"", "”": "\"", "’": "'", "–": "-", "—": "-", "›": ">",
        ]
        let inASCII: [Character: String] = ["·": String(dot), "≥": ">=", "→": "->"]
        return text.map { spellings[$0] ?? (self == .ascii ? inASCII[$0] : nil) ?? String($0) }.joined()
    }
}

extension Role {
    /// Creates the role for the letter of a right.
    init(_ right: Rights) {
        switch right {
        case .read: self = .badgeRead
        case .write: self = .badgeWrite
        case .delete: self = .badgeDelete
        default: self = .badgeBackup
        }
    }
}
