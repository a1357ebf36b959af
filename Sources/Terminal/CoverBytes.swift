import CTerminal
import Screen

/// The bytes that make a terminal show a frame: as the whole screen, whatever it showed before, or as lines of text.
struct CoverBytes {
    private(set) var bytes: [UInt8] = []
    private var conversion: ColorConversion
    private let isUTF8: Bool
    private let reset: [UInt8]
    /// The style selected in the terminal so far.
    private var style = Style.plain
    /// Whether the terminal erases with the selected background colour (terminfo(5), `bce`).
    private let erasesInColor = sgt_flag("bce")

    /// - Parameter writesBlanks: Whether blanks are written rather than erased: some terminals erase no pictures.
    init(_ frame: Frame, depth: ColorDepth, isUTF8: Bool, isECMA48: Bool, writesBlanks: Bool = false) {
        conversion = ColorConversion(depth: depth)
        self.isUTF8 = isUTF8
        reset = Transitions.capability("sgr0")
        bytes.reserveCapacity(64 * frame.size.rows)
        // Erase the row first: some terminals keep overwritten cells elsewhere, and the content must not stay there.
        let erase = isECMA48 ? Array("\u{1b}[2K".utf8) : Transitions.capability("el")
        // Some terminals scroll when the last cell is written, and the first row would be lost.
        let wrapsAtOnce = sgt_flag("am") && !sgt_flag("xenl")
        bytes += reset
        for row in 0..<frame.size.rows {
            var cells = frame.row(row)
            if wrapsAtOnce, row == frame.size.rows - 1 { cells.removeLast() }
            // Trailing blanks are left to the erase: a cover of few bytes arrives sooner.
            if !writesBlanks, let last = cells.last, erases(in: last.style) {
                select(last.style)
                let blank = Cell.blank(style)
                // In the first frame, these are nearly all cells: no closure is called for each, and no witness.
                var end = cells.endIndex
                while end > cells.startIndex, cells[end - 1].text == blank.text,
                    cells[end - 1].style.bits == style.bits
                {
                    end -= 1
                }
                cells.removeLast(cells.endIndex - end)
            } else {
                select(.plain)
            }
            bytes += isECMA48 ? Array("\u{1b}[\(row + 1);1H".utf8) : Transitions.expand("cup", row, 0)
            bytes += erase
            put(cells)
        }
        bytes += reset
    }

    /// The rows of a frame as lines, which a terminal shows where its cursor is.
    init(lines frame: Frame, depth: ColorDepth, isUTF8: Bool) {
        conversion = ColorConversion(depth: depth)
        self.isUTF8 = isUTF8
        reset = Transitions.capability("sgr0")
        for row in 0..<frame.size.rows {
            put(frame.row(row))
            // A line that scrolls in is filled with the selected background.
            select(.plain)
            bytes += Array("\r\n".utf8)
        }
    }

    /// Returns whether an erased cell looks like a blank of this style.
    private mutating func erases(in style: Style) -> Bool {
        style.attributes.isEmpty && (erasesInColor || conversion.number(of: style.background) < 0)
    }

    /// Emits the sequences that select a style.
    private mutating func select(_ next: Style) {
        guard next != style else { return }
        style = next
        bytes += reset
        bytes += look(of: next)
    }

    private mutating func put(_ cells: ArraySlice<Cell>) {
        for cell in cells where !cell.isContinuation {
            select(cell.style)
            put(cell.base)
            if let mark = cell.firstMark { put(mark) }
            if let mark = cell.secondMark { put(mark) }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            bytes.append(UInt8(scalar.value))
        } else if isUTF8 {
            bytes += UTF8.encode(scalar).map(Array.init) ?? []
        } else {
            bytes.append(0x3f)
        }
    }

    private mutating func look(of style: Style) -> [UInt8] {
        var look: [UInt8] = []
        let capabilities: [(TextAttributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
        ]
        for (attribute, name) in capabilities where style.attributes.contains(attribute) {
            look += Transitions.capability(name)
        }
        guard conversion.depth != .none else { return look }
        let foreground = conversion.number(of: style.foreground)
        let background = conversion.number(of: style.background)
        if foreground >= 0 { look += Transitions.expand("setaf", Int(foreground), 0) }
        if background >= 0 { look += Transitions.expand("setab", Int(background), 0) }
        return look
    }
}
