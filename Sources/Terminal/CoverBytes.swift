import CTerminal
import Screen

/// A frame as the bytes that make a terminal show it, whatever it showed before.
struct CoverBytes {
    private(set) var bytes: [UInt8] = []
    private var conversion: ColorConversion
    private let isUTF8: Bool

    init(_ frame: Frame, depth: ColorDepth, isUTF8: Bool, isECMA48: Bool) {
        conversion = ColorConversion(depth: depth)
        self.isUTF8 = isUTF8
        let reset = Transitions.capability("sgr0")
        // Erasing the row first: what it showed must not stay in a terminal that keeps erased cells elsewhere.
        let erase = isECMA48 ? "\u{1b}[2K" : Transitions.capability("el")
        // Some terminals scroll when the last cell is written, and the first row would be lost.
        let wrapsAtOnce = sgt_flag("am") && !sgt_flag("xenl")
        for row in 0..<frame.size.rows {
            put(reset)
            put(Transitions.expand("cup", row, 0))
            put(erase)
            var style = Style.plain
            for (column, cell) in frame.row(row).enumerated() where !cell.isContinuation {
                if wrapsAtOnce, row == frame.size.rows - 1, column == frame.size.columns - 1 { break }
                if cell.style != style {
                    style = cell.style
                    put(reset)
                    put(look(of: style))
                }
                put(cell)
            }
        }
        put(reset)
    }

    private mutating func put(_ string: String) { bytes += string.utf8 }

    private mutating func put(_ cell: Cell) {
        for scalar in [cell.base, cell.firstMark, cell.secondMark] {
            guard let scalar else { continue }
            if scalar.isASCII {
                bytes.append(UInt8(scalar.value))
            } else if isUTF8 {
                bytes += UTF8.encode(scalar).map(Array.init) ?? []
            } else {
                bytes.append(0x3f)
            }
        }
    }

    private mutating func look(of style: Style) -> String {
        var look = ""
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
