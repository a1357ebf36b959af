import CTerminal
import Screen

/// A frame as the bytes that make a terminal show it, whatever it showed before.
struct CoverBytes {
    private(set) var bytes: [UInt8] = []
    private var conversion: ColorConversion
    private let isUTF8: Bool
    private let reset: [UInt8]

    init(_ frame: Frame, depth: ColorDepth, isUTF8: Bool, isECMA48: Bool) {
        conversion = ColorConversion(depth: depth)
        self.isUTF8 = isUTF8
        reset = Transitions.capability("sgr0")
        bytes.reserveCapacity(frame.cells.count + 64 * frame.size.rows)
        // Erasing the row first: what it showed must not stay in a terminal that keeps erased cells elsewhere.
        let erase = isECMA48 ? Array("\u{1b}[2K".utf8) : Transitions.capability("el")
        // Some terminals scroll when the last cell is written, and the first row would be lost.
        let wrapsAtOnce = sgt_flag("am") && !sgt_flag("xenl")
        var looks: [Style: [UInt8]] = [:]
        for row in 0..<frame.size.rows {
            bytes += reset
            bytes += isECMA48 ? Array("\u{1b}[\(row + 1);1H".utf8) : Transitions.expand("cup", row, 0)
            bytes += erase
            var style = Style.plain
            var cells = frame.row(row)
            if wrapsAtOnce, row == frame.size.rows - 1 { cells.removeLast() }
            for cell in cells where !cell.isContinuation {
                if cell.style != style {
                    style = cell.style
                    let look = looks[style] ?? self.look(of: style)
                    looks[style] = look
                    bytes += reset
                    bytes += look
                }
                put(cell.base)
                if let mark = cell.firstMark { put(mark) }
                if let mark = cell.secondMark { put(mark) }
            }
        }
        bytes += reset
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
