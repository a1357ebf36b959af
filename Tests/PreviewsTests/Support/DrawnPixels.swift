import Previews
import Screen

/// A terminal's rendering of drawn lines: eight pixels by eight in each cell, with xterm's colors, white on black.
struct DrawnPixels {
    /// Red, green and blue of each pixel, row by row.
    private(set) var pixels: [[(red: Int, green: Int, blue: Int)]] = []

    /// Creates the pixels of lines; nil if there is a character that is neither a space nor a block element.
    init?(_ lines: [PreviewLine]) {
        for line in lines {
            var rows = [[(red: Int, green: Int, blue: Int)]](repeating: [], count: 8)
            for span in line.spans {
                let style = span.style ?? .plain
                for scalar in span.text.description.unicodeScalars {
                    guard let covers = Self.cover(of: scalar) else { return nil }
                    for y in 0..<8 {
                        for x in 0..<8 {
                            rows[y].append(
                                covers(x, y)
                                    ? Self.color(style.foreground, or: 255) : Self.color(style.background, or: 0))
                        }
                    }
                }
            }
            pixels += rows
        }
    }

    /// Returns the mean color of a cell.
    func mean(column: Int, row: Int) -> (red: Int, green: Int, blue: Int) {
        var sums = (red: 0, green: 0, blue: 0)
        for y in row * 8..<row * 8 + 8 {
            for pixel in pixels[y][column * 8..<column * 8 + 8] {
                sums.red += pixel.red
                sums.green += pixel.green
                sums.blue += pixel.blue
            }
        }
        return (sums.red / 64, sums.green / 64, sums.blue / 64)
    }

    /// Returns the part of its cell that a character covers, by its name in the Unicode chart "Block Elements"; the
    /// shades are left out.
    private static func cover(of scalar: Unicode.Scalar) -> ((_ x: Int, _ y: Int) -> Bool)? {
        func quadrants(_ upperLeft: Bool, _ upperRight: Bool, _ lowerLeft: Bool, _ lowerRight: Bool)
            -> (Int, Int) -> Bool
        {
            { x, y in y < 4 ? (x < 4 ? upperLeft : upperRight) : (x < 4 ? lowerLeft : lowerRight) }
        }
        switch scalar.value {
        case 0x20: return { _, _ in false }
        case 0x2580: return { $1 < 4 }
        case let value where (0x2581...0x2588).contains(value): return { $1 >= 8 - Int(value - 0x2580) }
        case let value where (0x2589...0x258f).contains(value):
            return { x, _ in x < 8 - Int(value - 0x2588) }
        case 0x2590: return { x, _ in x >= 4 }
        case 0x2594: return { $1 < 1 }
        case 0x2595: return { x, _ in x >= 7 }
        case 0x2596: return quadrants(false, false, true, false)
        case 0x2597: return quadrants(false, false, false, true)
        case 0x2598: return quadrants(true, false, false, false)
        case 0x2599: return quadrants(true, false, true, true)
        case 0x259a: return quadrants(true, false, false, true)
        case 0x259b: return quadrants(true, true, true, false)
        case 0x259c: return quadrants(true, true, false, true)
        case 0x259d: return quadrants(false, true, false, false)
        case 0x259e: return quadrants(false, true, true, false)
        case 0x259f: return quadrants(false, true, true, true)
        default: return nil
        }
    }

    /// Returns a color by xterm's table of 256 colors.
    private static func color(_ color: Color, or own: Int) -> (red: Int, green: Int, blue: Int) {
        switch color.kind {
        case .terminalDefault: return (own, own, own)
        case .rgb(let red, let green, let blue): return (Int(red), Int(green), Int(blue))
        case .palette(let index) where index < 16: return named[Int(index)]
        case .palette(let index) where index < 232:
            let steps = [0, 95, 135, 175, 215, 255]
            let index = Int(index) - 16
            return (steps[index / 36], steps[index / 6 % 6], steps[index % 6])
        case .palette(let index):
            let light = 8 + 10 * (Int(index) - 232)
            return (light, light, light)
        }
    }

    private static let named: [(red: Int, green: Int, blue: Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
        (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255),
        (0, 255, 255), (255, 255, 255),
    ]
}
