/// A picture in a form that terminals show as it is, rather than as cells.
///
/// Pictures are equal if their identities are, which their makers derive from the contents.
package struct TerminalPicture: Hashable, Sendable {
    /// How a picture is encoded.
    package enum Encoding: Hashable, Sendable {
        /// A PNG file.
        case png
        /// Sixels, as DEC's VT340 has them, for the number of cells that the picture was made for.
        case sixel
    }

    /// What distinguishes the picture from all others.
    package let identity: UInt64
    /// The width in pixels, at least 1.
    package let width: Int
    /// The height in pixels, at least 1.
    package let height: Int
    /// How it is encoded.
    package let encoding: Encoding
    /// The picture, encoded.
    package let bytes: [UInt8]

    /// Creates a picture.
    package init(identity: UInt64, width: Int, height: Int, encoding: Encoding = .png, bytes: [UInt8]) {
        (self.identity, self.encoding, self.bytes) = (identity, encoding, bytes)
        (self.width, self.height) = (max(1, width), max(1, height))
    }

    package static func == (one: TerminalPicture, other: TerminalPicture) -> Bool { one.identity == other.identity }

    package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// A row of a picture, as it is placed on the screen.
package struct PictureStrip: Hashable, Sendable {
    /// The picture.
    package let picture: TerminalPicture
    /// The width of the whole picture in cells.
    package let columns: Int
    /// The height of the whole picture in cells, at least 1.
    package let rows: Int
    /// The row, from 0 on.
    package let row: Int

    /// Creates a row.
    package init(_ picture: TerminalPicture, columns: Int, rows: Int, row: Int) {
        (self.picture, self.columns, self.rows, self.row) = (picture, columns, max(1, rows), row)
    }
}

/// A picture on the screen, over cells that look like it where the terminal does not show it.
package struct PicturePlacement: Hashable, Sendable {
    /// The picture.
    package let picture: TerminalPicture
    /// The cells that it covers.
    package private(set) var area: Rectangle
    /// The first row of the picture that is in the area, in cells.
    package let firstRow: Int
    /// The height of the whole picture in cells.
    package let wholeRows: Int
    /// The look of the cells behind the picture, where it is transparent.
    package let ground: Style

    /// Whether all of the picture is in the area.
    package var isWhole: Bool { firstRow == 0 && area.rows == wholeRows }

    /// The rows of the picture's pixels that are in the area; at least one.
    package var pixelRows: Range<Int> {
        let first = min(firstRow * picture.height / wholeRows, picture.height - 1)
        let end = min((firstRow + area.rows) * picture.height / wholeRows, picture.height)
        return first..<max(first + 1, end)
    }

    /// Creates a placement of a single row.
    init(_ strip: PictureStrip, column: Int, row: Int, on ground: Style) {
        self.ground = ground
        picture = strip.picture
        area = Rectangle(column: column, row: row, columns: strip.columns, rows: 1)
        (firstRow, wholeRows) = (strip.row, strip.rows)
    }

    /// Adds the next row of the picture if it is just below.
    /// - Returns: Whether it is.
    fileprivate mutating func extend(by strip: PictureStrip, column: Int, row: Int) -> Bool {
        guard strip.picture == picture, strip.rows == wholeRows, strip.columns == area.columns, column == area.column,
            row == area.endRow, strip.row == firstRow + area.rows
        else { return false }
        area.rows += 1
        return true
    }
}

extension Frame {
    /// Places a row of a picture over cells that were written before; rows that follow each other become one placement.
    /// A row that does not fit in the screen is left out.
    /// - Parameter ground: The look of blanks, which replace the cells where the terminal shows the picture.
    package mutating func place(_ strip: PictureStrip, column: Int, row: Int, on ground: Style) {
        guard column >= 0, row >= 0, row < size.rows, strip.columns > 0, strip.columns <= size.columns - column else {
            return
        }
        for index in placements.indices.reversed() where placements[index].extend(by: strip, column: column, row: row) {
            return
        }
        guard placements.count < Self.maxPlacements else { return }
        placements.append(PicturePlacement(strip, column: column, row: row, on: ground))
    }

    /// The most placements of a frame.
    package static let maxPlacements = 32
}

/// How pictures are shown.
package enum PictureDisplay: Hashable, Sendable {
    /// Not at all; what is known of them is.
    case none
    /// As cells.
    case cells
    /// As PNG files, where the terminal takes them, on cells of this size.
    case png(CellPixels)
    /// As sixels, on cells of this size.
    case sixel(CellPixels)

    /// The size of a cell; nil if pictures are cells, or nothing.
    package var cell: CellPixels? {
        switch self {
        case .none, .cells: nil
        case .png(let cell), .sixel(let cell): cell
        }
    }
}
