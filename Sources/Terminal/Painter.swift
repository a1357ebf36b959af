import CTerminal
import Screen
import System

/// Sends frames to the terminal, passing to ncurses only the rows that changed since the last one.
struct Painter {
    let synchronized: Bool
    private var conversion: ColorConversion
    /// The frame on the terminal; nil if its contents are unknown.
    private var shown: Frame?
    private var looks: [UInt64: (attributes: UInt32, pair: Int32)] = [:]
    /// The colour pairs in use: foreground and background.
    private var pairs: Set<UInt64> = []
    private var line: [sgt_cell] = []

    init(depth: ColorDepth, synchronized: Bool) {
        conversion = ColorConversion(depth: depth)
        self.synchronized = synchronized
    }

    /// Discards the known contents of the terminal, so that the next frame is sent whole.
    mutating func forget() {
        shown = nil
        sgt_repaint_all()
    }

    /// Makes the terminal show `frame`, cut to the size of the screen.
    /// - Returns: false if the terminal no longer accepts output.
    mutating func draw(_ frame: Frame) -> Bool {
        // ncurses gives the oldest pair to another combination when there are no more, and cells on the screen would
        // change their colours. Only pictures have so many.
        if pairs.count > Self.maxPairs / 2 { forgetPairs() }
        let columns = min(frame.size.columns, Int(sgt_screen_columns()))
        let rows = min(frame.size.rows, Int(sgt_screen_rows()))
        let previous = shown?.size == frame.size ? shown : nil
        var hasChanged = false
        for row in 0..<max(0, rows) {
            frame.withRow(row) { new in
                guard previous?.withRow(row, { Self.isSame(new, $0) }) != true else { return }
                hasChanged = true
                put(new[..<columns], row: row)
            }
        }
        if let previous, !hasChanged, previous.cursor == frame.cursor, previous.selection == frame.selection {
            return true
        }
        sgt_begin_gathering()
        if let place = frame.cursor ?? frame.selection, place.column < columns, place.row < rows {
            sgt_place_cursor(Int32(place.row), Int32(place.column), frame.cursor != nil)
        } else {
            sgt_place_cursor(-1, -1, false)
        }
        shown = frame
        return sgt_update(synchronized)
    }

    /// The number of colour pairs that the terminal's description allows, besides its own.
    private static var maxPairs: Int { Int(sgt_color_pairs()) - 1 }

    private mutating func forgetPairs() {
        reset_color_pairs()
        pairs = []
        looks = [:]
        forget()
    }

    /// Returns the number of a pair of colours; the terminal's own pair if none is left.
    private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
        guard pairs.contains(key) || pairs.count < Self.maxPairs else { return 0 }
        pairs.insert(key)
        return max(0, alloc_pair(foreground, background))
    }

    private static func isSame(_ one: UnsafeBufferPointer<Cell>, _ other: UnsafeBufferPointer<Cell>) -> Bool {
        // Most rows are unchanged, and most of those are shared.
        guard let left = one.baseAddress, let right = other.baseAddress, left != right else { return true }
        return memcmp(left, right, one.count * MemoryLayout<Cell>.stride) == 0
    }

    private mutating func put(_ cells: Slice<UnsafeBufferPointer<Cell>>, row: Int) {
        guard var style = cells.first?.style else { return }
        line.removeAll(keepingCapacity: true)
        var (look, blank) = (look(of: style), look(of: style.onBlanks))
        for cell in cells {
            if cell.style.bits != style.bits {
                style = cell.style
                (look, blank) = (self.look(of: style), self.look(of: style.onBlanks))
            }
            // Blanks that look alike are alike to ncurses, which writes them again or erases them together.
            let shown = cell.text == 0x20 ? blank : look
            line.append(sgt_cell(text: cell.text, attributes: shown.attributes, pair: shown.pair))
        }
        sgt_put_cells(Int32(row), line, Int32(line.count))
    }

    private mutating func look(of style: Style) -> (attributes: UInt32, pair: Int32) {
        if let look = looks[style.bits] { return look }
        let attributes = style.attributes
        var pair: Int32 = 0
        if conversion.depth != .none {
            let foreground = conversion.number(of: style.foreground)
            let background = conversion.number(of: style.background)
            if foreground >= 0 || background >= 0 { pair = self.pair(foreground, background) }
        }
        let look = (
            attributes: sgt_attributes(
                attributes.contains(.bold),
                attributes.contains(.dim),
                attributes.contains(.italic),
                attributes.contains(.underline),
                attributes.contains(.reverse)
            ),
            pair: pair
        )
        looks[style.bits] = look
        return look
    }
}
