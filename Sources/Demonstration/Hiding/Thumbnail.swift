import Screen

/// A thumbnail of the screen: one dot per cell that is not blank, eight dots per character.
struct Thumbnail {
    /// The bits of the dots in a character, by column and row (Unicode 16, "Braille Patterns": dot numbers of the two
    /// columns).
    private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    /// The lines, with secrets marked if requested.
    let lines: [String]
    /// The width of each line in columns.
    let width: Int

    /// Creates a thumbnail.
    /// - Parameters:
    ///   - frame: The frame; nil if there is no picture.
    ///   - size: The size of the other frames.
    ///   - marks: Whether to show secrets in red.
    init(of frame: Frame?, size: Size, marking marks: Bool) {
        let width = (size.columns + 1) / 2
        self.width = width
        let height = (size.rows + 3) / 4
        guard let frame else {
            let word = "none"
            lines = (0..<height).map { row in
                row == 0 ? word + String(repeating: " ", count: max(0, width - word.count)) : blank(width)
            }
            return
        }
        let secret = marks ? Self.secretCells(of: frame) : []
        lines = (0..<height).map { row in
            var line = ""
            for column in 0..<width {
                var pattern: UInt32 = 0
                var isSecret = false
                for (across, bits) in Self.bits.enumerated() {
                    for (down, bit) in bits.enumerated() {
                        let position = Position(column: 2 * column + across, row: 4 * row + down)
                        guard position.column < frame.size.columns, position.row < frame.size.rows,
                            frame[position].base != " "
                        else { continue }
                        pattern |= bit
                        isSecret = isSecret || secret.contains(position)
                    }
                }
                // Every value up to 0xFF yields a valid scalar.
                let dots = Unicode.Scalar(0x2800 + pattern).map(String.init) ?? " "
                line += isSecret ? "\u{1b}[31m\(dots)\u{1b}[39m" : dots
            }
            return line
        }
    }

    /// Returns the cells that spell a secret.
    private static func secretCells(of frame: Frame) -> Set<Position> {
        var cells: Set<Position> = []
        for row in 0..<frame.size.rows {
            // One scalar per cell, so that indices in the text are columns.
            let text = frame.row(row).map { $0.isContinuation ? " " : $0.base }
            for secret in SecretContainer.secrets.map({ Array($0.unicodeScalars) }) {
                for column in text.indices where text[column...].starts(with: secret) {
                    for cell in column..<column + secret.count { cells.insert(Position(column: cell, row: row)) }
                }
            }
        }
        return cells
    }

    /// Returns thumbnails side by side, with a title above each.
    static func row(_ thumbnails: [(title: String, Thumbnail)], gap: Int = 2) -> [String] {
        let height = thumbnails.map(\.1.lines.count).max() ?? 0
        let titles = thumbnails.map { title, thumbnail in
            title + blank(max(0, thumbnail.width - title.count))
        }
        var lines = [titles.joined(separator: blank(gap))]
        for line in 0..<height {
            lines.append(
                thumbnails.map { line < $0.1.lines.count ? $0.1.lines[line] : blank($0.1.width) }
                    .joined(separator: blank(gap))
            )
        }
        return lines
    }
}

private func blank(_ width: Int) -> String { String(repeating: " ", count: width) }
