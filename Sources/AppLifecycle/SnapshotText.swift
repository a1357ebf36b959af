package import Screen

/// The format of a frame in an `.ans` file: UTF-8, one line per row, and no escape sequences but SGR (ECMA-48,
/// 8.3.117). `cat` shows it.
package enum SnapshotText {
    /// Returns the bytes of a frame, without the text cursor. Every row begins and ends without attributes, so that
    /// each line can be shown alone.
    package static func bytes(of frame: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity((frame.size.columns + 32) * frame.size.rows)
        for row in 0..<frame.size.rows {
            var style = Style.plain
            for cell in frame.row(row) where !cell.isContinuation {
                if cell.style != style {
                    style = cell.style
                    bytes += selection(of: style)
                }
                put(cell.base, &bytes)
                if let mark = cell.firstMark { put(mark, &bytes) }
                if let mark = cell.secondMark { put(mark, &bytes) }
            }
            if style != .plain { bytes += selection(of: .plain) }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func put(_ scalar: Unicode.Scalar, _ bytes: inout [UInt8]) {
        if scalar.isASCII {
            bytes.append(UInt8(scalar.value))
        } else {
            bytes += UTF8.encode(scalar).map(Array.init) ?? []
        }
    }

    /// Returns the sequence that selects a style, whatever was selected before.
    private static func selection(of style: Style) -> [UInt8] {
        var parameters = ["0"]
        for (attribute, parameter) in attributes where style.attributes.contains(attribute) {
            parameters.append(String(parameter))
        }
        parameters += color(style.foreground, base: 30)
        parameters += color(style.background, base: 40)
        return Array("\u{1b}[\(parameters.joined(separator: ";"))m".utf8)
    }

    /// The attributes and their SGR parameters.
    static let attributes: [(TextAttributes, Int)] = [
        (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7),
    ]

    private static func color(_ color: Color, base: Int) -> [String] {
        switch color.kind {
        case .terminalDefault: []
        case .palette(let index) where index < 8: [String(base + Int(index))]
        case .palette(let index) where index < 16: [String(base + 60 + Int(index) - 8)]
        case .palette(let index): [String(base + 8), "5", String(index)]
        case .rgb(let red, let green, let blue):
            [String(base + 8), "2", String(red), String(green), String(blue)]
        }
    }
}
