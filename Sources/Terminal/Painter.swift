import CTerminal
import Screen
import System

/// Sends frames to the terminal, passing to ncurses only the cells that changed since the last one.
struct Painter {
    let synchronized: Bool
    private var conversion: ColorConversion
    /// The frame on the terminal; nil if its contents are unknown.
    private var shown: Frame?
    /// Whether ncurses holds no cell but the blank ones that it begins with.
    private var isUntouched = true
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
        if pairs.count > Self.mostPairs / 2 { forgetPairs() }
        let columns = min(frame.size.columns, Int(sgt_screen_columns()))
        let rows = min(frame.size.rows, Int(sgt_screen_rows()))
        let previous = shown?.size == frame.size ? shown : nil
        let held = isUntouched ? Frame(size: frame.size) : previous
        isUntouched = false
        var changedRows: [Int] = []
        for row in 0..<max(0, rows) {
            frame.withRow(row) { new in
                guard let held else {
                    if columns > 0 { put(new, 0..<columns, row: row) }
                    return
                }
                held.withRow(row) { old in
                    guard columns > 0, let range = Self.changed(new, old, columns) else { return }
                    changedRows.append(row)
                    putChanges(new, old, range, columns, row: row)
                }
            }
        }
        if let previous, changedRows.isEmpty, previous.cursor == frame.cursor, previous.selection == frame.selection {
            return true
        }
        sgt_begin_gathering()
        sgt_set_scrolls(previous.map { frame.isScrolled(from: $0, changedRows) } ?? false)
        if let place = frame.cursor ?? frame.selection, place.column < columns, place.row < rows {
            sgt_place_cursor(Int32(place.row), Int32(place.column), frame.cursor != nil)
        } else {
            sgt_place_cursor(-1, -1, false)
        }
        shown = frame
        return sgt_update(synchronized)
    }

    /// The number of colour pairs that the terminal's description allows, besides its own.
    private static var mostPairs: Int { Int(sgt_color_pairs()) - 1 }

    private mutating func forgetPairs() {
        reset_color_pairs()
        pairs = []
        looks = [:]
        forget()
    }

    /// Returns the number of a pair of colours; the terminal's own pair if none is left.
    private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
        guard pairs.contains(key) || pairs.count < Self.mostPairs else { return 0 }
        pairs.insert(key)
        return max(0, alloc_pair(foreground, background))
    }

    /// Returns the columns of a row from the first difference to the last; nil if there is none.
    private static func changed(
        _ new: UnsafeBufferPointer<Cell>, _ old: UnsafeBufferPointer<Cell>, _ columns: Int
    ) -> Range<Int>? {
        // Most rows are unchanged, and most of those are shared, so compare the whole row at once first.
        guard let left = old.baseAddress, let right = new.baseAddress, left != right,
            memcmp(left, right, columns * MemoryLayout<Cell>.stride) != 0
        else { return nil }
        var first = 0
        while first < columns, isSame(new[first], old[first]) { first += 1 }
        guard first < columns else { return nil }
        var end = columns
        while isSame(new[end - 1], old[end - 1]) { end -= 1 }
        return first..<end
    }

    /// Passes the cells of a row on that changed, those of each stretch together.
    /// - Parameter range: The columns from the first difference to the last.
    private mutating func putChanges(
        _ new: UnsafeBufferPointer<Cell>, _ old: UnsafeBufferPointer<Cell>, _ range: Range<Int>, _ columns: Int,
        row: Int
    ) {
        var first = range.lowerBound
        while first < range.upperBound {
            var end = first + 1
            var next = end
            while next < range.upperBound, next - end < Self.longestGap {
                if !Self.isSame(new[next], old[next]) { end = next + 1 }
                next += 1
            }
            while next < range.upperBound, Self.isSame(new[next], old[next]) { next += 1 }
            // Half of a wide character may be overwritten at either end.
            while first > 0, new[first].isContinuation || old[first].isContinuation { first -= 1 }
            while end < columns, new[end].isContinuation || old[end].isContinuation { end += 1 }
            put(new, first..<end, row: row)
            first = max(next, end)
        }
    }

    /// The number of unchanged cells that are passed on with those around them: a call costs as much.
    private static let longestGap = 8

    private static func isSame(_ one: Cell, _ other: Cell) -> Bool {
        one.text == other.text && one.style.bits == other.style.bits
    }

    private mutating func put(_ cells: UnsafeBufferPointer<Cell>, _ range: Range<Int>, row: Int) {
        line.removeAll(keepingCapacity: true)
        var style = cells[range.lowerBound].style
        var (look, blank) = (look(of: style), look(of: style.onBlanks))
        for index in range {
            let cell = cells[index]
            if cell.style.bits != style.bits {
                style = cell.style
                (look, blank) = (self.look(of: style), self.look(of: style.onBlanks))
            }
            // Blanks that look alike are alike to ncurses, which writes them again or erases them together.
            let shown = cell.text == 0x20 ? blank : look
            line.append(sgt_cell(text: cell.text, attributes: shown.attributes, pair: shown.pair))
        }
        sgt_put_cells(Int32(row), Int32(range.lowerBound), line, Int32(line.count))
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

extension Frame {
    /// Whether most of the rows that changed, if these are many, stood whole in other rows of a frame of the same size, all
    /// as far away.
    ///
    /// ncurses also moves rows that have little in common, of which other panes then have to be written again.
    fileprivate func isScrolled(from previous: Frame, _ changed: [Int]) -> Bool {
        guard changed.count > size.rows / 2 else { return false }
        var places: [UInt64: Int] = [:]
        for row in 0..<size.rows { places[previous.digest(row)] = row }
        var votes: [Int: Int] = [:]
        for row in changed {
            if let place = places[digest(row)] { votes[row - place, default: 0] += 1 }
        }
        return (votes.values.max() ?? 0) > changed.count / 2
    }

    /// A number that rows with the same cells share, and hardly any others.
    private func digest(_ row: Int) -> UInt64 {
        withRow(row) { cells in
            cells.reduce(0) { ($0 &* 31 &+ $1.text) &* 0x9e37_79b9_7f4a_7c15 &+ $1.style.bits }
        }
    }
}
