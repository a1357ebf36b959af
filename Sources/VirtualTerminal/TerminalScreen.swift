import CVTerm
package import Screen

/// A terminal in memory: it takes the bytes that a program writes, and can be looked at.
package final class TerminalScreen {
    /// The extent of the screen.
    package private(set) var size: Size
    private let terminal: OpaquePointer
    private var sequences = WholeSequences()

    /// An empty terminal; nil where there is no memory for it.
    package init?(size: Size) {
        guard size.columns > 0, size.rows > 0, let terminal = cvt_new(Int32(size.rows), Int32(size.columns)) else {
            return nil
        }
        self.terminal = terminal
        self.size = size
    }

    deinit { cvt_free(terminal) }

    /// Takes what a program writes. A sequence shows when all of it is there.
    package func feed(_ bytes: some Sequence<UInt8>) {
        sequences.append(bytes).withUnsafeBytes { buffer in
            cvt_feed(terminal, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
    }

    /// What the terminal answers to queries among what it took; empty where there were none.
    package func takeAnswer() -> [UInt8] {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = cvt_answer(terminal, &bytes, bytes.count)
        return bytes[..<count].map { UInt8(bitPattern: $0) }
    }

    /// Gives the terminal another size.
    package func resize(_ size: Size) {
        self.size = size
        cvt_resize(terminal, Int32(size.rows), Int32(size.columns))
    }

    /// What the screen shows, trailing blanks removed.
    package var text: String { lines.joined(separator: "\n") }

    /// The rows of the screen, trailing blanks removed.
    package var lines: [String] {
        (0..<size.rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<size.columns {
                let cell = self.cell(column: column, row: row)
                if cell.width == 0 { continue }
                line.append(contentsOf: cell.text.isEmpty ? " ".unicodeScalars : cell.text.unicodeScalars)
            }
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    /// The picture on the screen, as what draws makes pictures.
    package var frame: Frame {
        var frame = Frame(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let cell = self.cell(column: column, row: row)
                if cell.width == 0 { continue }
                frame.write(
                    DisplayText(cell.text.isEmpty ? " " : cell.text), column: column, row: row, columns: cell.width,
                    style: cell.style)
            }
        }
        return frame
    }

    /// One cell of the screen.
    package struct Cell: Hashable, Sendable {
        /// Its character with its marks; empty for an erased cell.
        package let text: String
        /// 1, 2, or 0 for the second half of a wide character.
        package let width: Int
        /// How it looks; dim is not known to libvterm.
        package let style: Style
    }

    /// The cell at a place; dim is not known to libvterm.
    package func cell(column: Int, row: Int) -> Cell {
        let cell = cvt_cell_at(terminal, Int32(row), Int32(column))
        var text = String.UnicodeScalarView()
        withUnsafeBytes(of: cell.scalars) { bytes in
            for value in bytes.bindMemory(to: UInt32.self).prefix(Int(cell.scalar_count)) {
                text.append(Unicode.Scalar(value) ?? "\u{fffd}")
            }
        }
        var attributes: TextAttributes = []
        if cell.bold { attributes.insert(.bold) }
        if cell.italic { attributes.insert(.italic) }
        if cell.underline { attributes.insert(.underline) }
        if cell.reverse { attributes.insert(.reverse) }
        return Cell(
            text: String(text),
            width: Int(cell.width),
            style: Style(
                foreground: Self.color(cell.foreground),
                background: Self.color(cell.background),
                attributes: attributes
            )
        )
    }

    private static func color(_ color: cvt_color) -> Color {
        switch color.kind {
        case CVT_COLOR_INDEXED: .palette(color.index)
        case CVT_COLOR_RGB: .rgb(color.red, color.green, color.blue)
        default: .terminalDefault
        }
    }

    /// Whether the alternate screen is shown, which full-screen programs use.
    package var isAlternateScreen: Bool { cvt_is_alternate_screen(terminal) }
    /// Whether the text cursor is shown.
    package var isCursorVisible: Bool { cvt_is_cursor_visible(terminal) }
    /// How many lines have scrolled off the main screen.
    package var scrollbackCount: Int { Int(cvt_scrollback_count(terminal)) }

    /// Those lines, as far as the terminal keeps them.
    package var scrollbackText: String { String(cString: cvt_scrollback_text(terminal)) }
    /// The window's title, as it was set last.
    package var title: String { String(cString: cvt_title(terminal)) }
    /// The icon's name, as it was set last.
    package var iconName: String { String(cString: cvt_icon_name(terminal)) }

    /// Where the text cursor is.
    package var cursor: Position {
        var row: Int32 = 0
        var column: Int32 = 0
        cvt_cursor(terminal, &row, &column)
        return Position(column: Int(column), row: Int(row))
    }
}
