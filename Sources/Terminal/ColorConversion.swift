import Screen

/// Converts a theme's colours to colour numbers for a terminal of a given depth; -1 is the terminal's default colour.
struct ColorConversion {
    let depth: ColorDepth
    private var cache: [UInt32: Int32] = [:]

    init(depth: ColorDepth) { self.depth = depth }

    /// Returns the number of `color` in the numbering of the terminal's description: the one that
    /// `sgt_true_color_description` made, or the terminal's own.
    mutating func number(of color: Color) -> Int32 {
        if color == .terminalDefault { return -1 }
        if let number = cache[color.rawValue] { return number }
        let number = convert(color)
        cache[color.rawValue] = number
        return number
    }

    private func convert(_ color: Color) -> Int32 {
        switch (color.kind, depth) {
        case (.terminalDefault, _), (_, .none): -1
        case (.palette(let index), .direct), (.palette(let index), .palette): Int32(index)
        case (.palette(let index), .sixteen) where index < 16: Int32(index)
        case (.palette(let index), .eight) where index < 16: Int32(index % 8)
        case (.palette(let index), _): Self.nearest(to: Self.palette[Int(index)], in: 0..<limit)
        case (.rgb(let red, let green, let blue), .direct):
            0x100_0000 + Int32(red) << 16 + Int32(green) << 8 + Int32(blue)
        case (.rgb(let red, let green, let blue), .palette):
            // The first 16 differ from terminal to terminal; the others are the same everywhere.
            Self.nearest(to: (Int(red), Int(green), Int(blue)), in: 16..<256)
        case (.rgb(let red, let green, let blue), _):
            Self.nearest(to: (Int(red), Int(green), Int(blue)), in: 0..<limit)
        }
    }

    private var limit: Int { depth == .eight ? 8 : 16 }

    private static func nearest(to color: (Int, Int, Int), in range: Range<Int>) -> Int32 {
        var best = range.lowerBound
        var bestDistance = Int.max
        for index in range {
            let candidate = palette[index]
            let red = candidate.0 - color.0
            let green = candidate.1 - color.1
            let blue = candidate.2 - color.2
            // The eye is most sensitive to green and least to blue.
            let distance = 3 * red * red + 4 * green * green + 2 * blue * blue
            if distance < bestDistance {
                best = index
                bestDistance = distance
            }
        }
        return Int32(best)
    }

    /// The default values of xterm's 256 colours.
    private static let palette: [(Int, Int, Int)] = {
        var colors: [(Int, Int, Int)] = [
            (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
            (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255),
            (0, 255, 255), (255, 255, 255),
        ]
        let steps = [0, 95, 135, 175, 215, 255]
        for red in steps {
            for green in steps {
                for blue in steps { colors.append((red, green, blue)) }
            }
        }
        for step in 0..<24 { colors.append((8 + 10 * step, 8 + 10 * step, 8 + 10 * step)) }
        return colors
    }()
}
