package import Screen

/// The reason why a text is not a snapshot.
package enum SnapshotTextError: Error, Hashable, Sendable {
    /// The text has more bytes, rows or columns than any screen.
    case tooLarge
    /// No row has any characters.
    case empty
    /// The text has a control character or an escape sequence that snapshots do not contain, at this offset.
    case notText(offset: Int)
}

extension SnapshotText {
    /// The maximum size of a text, in bytes.
    package static let longestText = 16 * 1_024 * 1_024
    /// The maximum number of columns, and of rows.
    package static let longestSide = 1_000

    /// Returns the frame that a text shows, as wide as its widest row.
    ///
    /// Whatever the bytes are, they have no effect beyond being seen: text is sanitized, and anything but text, line
    /// feeds and SGR sequences is refused.
    /// - Parameter ascii: Whether non-ASCII characters become `?` of the same width, for locales that are not UTF-8.
    /// - Throws: `SnapshotTextError`
    package static func frame(from bytes: [UInt8], ascii: Bool = false) throws(SnapshotTextError) -> Frame {
        guard bytes.count <= longestText else { throw .tooLarge }
        var reader = SnapshotTextReader(bytes: bytes, ascii: ascii)
        return try reader.read()
    }
}

/// A reader that makes one pass over a text.
private struct SnapshotTextReader {
    /// Characters of one style.
    struct Piece {
        var text: DisplayText
        var style: Style
    }

    let bytes: [UInt8]
    let ascii: Bool
    var place = 0
    var style = Style.plain
    var rows: [[Piece]] = []
    var row: [Piece] = []
    var columns = 0
    var widest = 0

    init(bytes: [UInt8], ascii: Bool) {
        self.bytes = bytes
        self.ascii = ascii
    }

    mutating func read() throws(SnapshotTextError) -> Frame {
        while place < bytes.count {
            switch bytes[place] {
            case 0x0a: try endRow(next: place + 1)
            // Other tools end lines with CR LF.
            case 0x0d where place + 1 < bytes.count && bytes[place + 1] == 0x0a: try endRow(next: place + 2)
            case 0x1b: try readRendition()
            case 0x00..<0x20, 0x7f: throw .notText(offset: place)
            default: try readText()
            }
        }
        if !row.isEmpty { try endRow(next: place) }
        guard widest > 0 else { throw .empty }
        var frame = Frame(size: Size(columns: widest, rows: rows.count))
        for (number, pieces) in rows.enumerated() {
            var column = 0
            for piece in pieces {
                column += frame.write(piece.text, column: column, row: number, style: piece.style)
            }
        }
        return frame
    }

    private mutating func endRow(next: Int) throws(SnapshotTextError) {
        guard rows.count < SnapshotText.longestSide else { throw .tooLarge }
        rows.append(row)
        row = []
        widest = max(widest, columns)
        columns = 0
        place = next
    }

    private mutating func readText() throws(SnapshotTextError) {
        var end = place
        while end < bytes.count, bytes[end] >= 0x20, bytes[end] != 0x7f { end += 1 }
        let text = DisplayText(bytes: bytes[place..<end], ascii: ascii)
        columns += text.width
        guard columns <= SnapshotText.longestSide else { throw .tooLarge }
        if text.width > 0 { row.append(Piece(text: text, style: style)) }
        place = end
    }

    /// Reads `ESC [`, numbers separated by semicolons, `m`.
    private mutating func readRendition() throws(SnapshotTextError) {
        let start = place
        guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else { throw .notText(offset: start) }
        var numbers = [0]
        var index = start + 2
        while true {
            guard index < bytes.count, numbers.count <= 32 else { throw .notText(offset: start) }
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let number = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
                guard number <= 255 else { throw .notText(offset: start) }
                numbers[numbers.count - 1] = number
            case UInt8(ascii: ";"): numbers.append(0)
            case UInt8(ascii: "m"):
                guard let style = Self.style(numbers, after: style) else { throw .notText(offset: start) }
                self.style = style
                place = index
                return
            default: throw .notText(offset: start)
            }
        }
    }

    /// Returns the style that SGR parameters select, or nil if cells have no such attribute.
    private static func style(_ numbers: [Int], after style: Style) -> Style? {
        var (foreground, background, attributes) = (style.foreground, style.background, style.attributes)
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: (foreground, background, attributes) = (.terminalDefault, .terminalDefault, [])
            case 30...37, 90...97: foreground = palette(number, base: 30)
            case 40...47, 100...107: background = palette(number, base: 40)
            case 39: foreground = .terminalDefault
            case 49: background = .terminalDefault
            case 38:
                guard let color = color(&rest) else { return nil }
                foreground = color
            case 48:
                guard let color = color(&rest) else { return nil }
                background = color
            default:
                guard let known = SnapshotText.attributes.first(where: { $0.1 == number }) else { return nil }
                attributes.insert(known.0)
            }
        }
        return Style(foreground: foreground, background: background, attributes: attributes)
    }

    private static func palette(_ number: Int, base: Int) -> Color {
        let index = number - base
        return .palette(UInt8(index < 8 ? index : index - 60 + 8))
    }

    /// Removes the parameters that follow 38 or 48 and returns the colour they select.
    private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
        // No number exceeds 255: that was checked when it was read.
        switch rest.popFirst() {
        case 5: return rest.popFirst().map { .palette(UInt8($0)) }
        case 2:
            guard let red = rest.popFirst(), let green = rest.popFirst(), let blue = rest.popFirst() else { return nil }
            return .rgb(UInt8(red), UInt8(green), UInt8(blue))
        default: return nil
        }
    }
}
