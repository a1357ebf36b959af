import CVTerm
package import Screen

/// An in-memory terminal, which processes the output of a program.
package final class TerminalScreen {
    /// The size of the screen.
    package private(set) var size: Size
    private let terminal: OpaquePointer
    private var sequences = SequenceBuffer()

    /// Creates an empty terminal; nil if there is not enough memory.
    package init?(size: Size) {
        guard size.columns > 0, size.rows > 0, let terminal = cvt_new(Int32(size.rows), Int32(size.columns)) else {
            return nil
        }
        self.terminal = terminal
        self.size = size
    }

    deinit { cvt_free(terminal) }

    /// Processes output. An incomplete sequence has no effect until the rest of it arrives.
    package func feed(_ bytes: some Sequence<UInt8>) {
        sequences.append(bytes).withUnsafeBytes { buffer in
            cvt_feed(terminal, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
    }

    /// Removes and returns the replies to queries in the output processed so far; empty if there are none.
    package func takeAnswer() -> [UInt8] {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = cvt_answer(terminal, &bytes, bytes.count)
        return bytes[..<count].map { UInt8(bitPattern: $0) }
    }

    /// Resizes the terminal.
    package func resize(_ size: Size) {
        self.size = size
        cvt_resize(terminal, Int32(size.rows), Int32(size.columns))
    }

    /// The text on the screen, without trailing blanks.
    package var text: String { lines.joined(separator: "\n") }

    /// The rows of the screen, without trailing blanks.
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

    /// The contents of the screen as a frame, the form in which pictures are drawn. A blank has no look that it does not
    /// show.
    package var frame: Frame {
        var frame = Frame(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let cell = self.cell(column: column, row: row)
                if cell.width == 0 { continue }
                let isBlank = cell.text.isEmpty || cell.text == " "
                let isPlain = isBlank && cell.style.attributes.isDisjoint(with: [.underline, .reverse])
                frame.write(
                    DisplayText(isBlank ? " " : cell.text), column: column, row: row, columns: cell.width,
                    style: isPlain ? Style(background: cell.style.background) : cell.style)
            }
        }
        return frame
    }

    /// One cell of the screen.
    package struct Cell: Hashable, Sendable {
        /// The character with its combining marks; empty for an erased cell.
        package let text: String
        /// The width in columns: 1, 2, or 0 for the second half of a wide character.
        package let width: Int
        /// The cell's style; libvterm does not support dim.
        package let style: Style
    }

    /// Returns the cell at a position.
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

    /// Whether the alternate screen, which full-screen programs use, is shown.
    package var isAlternateScreen: Bool { cvt_is_alternate_screen(terminal) }
    /// Whether the cursor is visible.
    package var isCursorVisible: Bool { cvt_is_cursor_visible(terminal) }
    /// The lines that have scrolled off the main screen, each followed by a line feed.
    package var scrollbackText: String { String(cString: cvt_scrollback_text(terminal)) }
    /// The window title as last set.
    package var title: String { String(cString: cvt_title(terminal)) }
    /// The icon name as last set.
    package var iconName: String { String(cString: cvt_icon_name(terminal)) }

    /// The position of the cursor.
    package var cursor: Position {
        var row: Int32 = 0
        var column: Int32 = 0
        cvt_cursor(terminal, &row, &column)
        return Position(column: Int(column), row: Int(row))
    }
}
