import CImages
import Documents
import Formats
import Screen
import Synchronization
import System

/// Makes a picture what a terminal takes, once for each size.
final class PictureEncoder: Sendable {
    /// What the last picture was made for, and the picture; nil if it could not be made.
    private struct Made: Sendable {
        let columns: Int
        let rows: Int
        let display: PictureDisplay
        let picture: TerminalPicture?
    }

    private let picture: Picture
    private let source: DocumentPicture?
    private let last = Mutex<Made?>(nil)

    /// - Parameters:
    ///   - picture: The picture, which may be reduced.
    ///   - source: Where it is read from if more pixels are needed; nil if there are no more.
    init(_ picture: Picture, of source: DocumentPicture?) { (self.picture, self.source) = (picture, source) }

    /// Returns the picture for a number of cells; nil if pictures are cells, and if it cannot be made in time.
    func encoded(
        columns: Int, rows: Int, for display: PictureDisplay, within limits: DocumentLimits
    ) -> TerminalPicture? {
        guard let cell = display.cell else { return nil }
        let made = last.withLock { $0 }
        if let made, made.columns == columns, made.rows == rows, made.display == display { return made.picture }
        let room = Self.room(for: columns * cell.width, by: rows * cell.height)
        let pixels = pixels(for: room, within: limits).scaled(toSuit: room.width, by: room.height)
        guard !limits.mustStop else { return nil }
        let picture = Self.encode(pixels, columns, rows, display)
        last.withLock { $0 = Made(columns: columns, rows: rows, display: display, picture: picture) }
        return picture
    }

    /// Returns as many pixels as there are, up to those that there is room for.
    private func pixels(for room: (width: Int, height: Int), within limits: DocumentLimits) -> Picture {
        guard let source, room.width > picture.width, room.height > picture.height else { return picture }
        let larger = try? source.reduced(toFit: max(room.width, room.height), within: limits).picture
        return larger ?? picture
    }

    /// The most pixels of a picture for a terminal.
    private static let maxPixels = 3_000_000
    /// The most pixels of a side; kitty takes no more than 10,000.
    private static let maxSide = 8_192

    /// Returns the room for a picture, of the same shape but with a bounded number of pixels.
    private static func room(for width: Int, by height: Int) -> (width: Int, height: Int) {
        var (width, height) = (max(1, width), max(1, height))
        while width > maxSide || height > maxSide || width * height > maxPixels {
            (width, height) = (max(1, width * 7 / 8), max(1, height * 7 / 8))
        }
        return (width, height)
    }

    private static func encode(_ picture: Picture, _ columns: Int, _ rows: Int, _ display: PictureDisplay)
        -> TerminalPicture?
    {
        var encoding = TerminalPicture.Encoding.png
        var bytes: [UInt8]?
        switch display {
        case .none, .cells: return nil
        case .png: bytes = PNG.bytes(picture, quickly: true)
        case .sixel(let cell):
            encoding = .sixel
            bytes = sixels(picture, columns, rows, cell)
        }
        guard let bytes else { return nil }
        var hasher = Hasher()
        hasher.combine(picture.width)
        hasher.combine(columns)
        hasher.combine(rows)
        hasher.combine(encoding)
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return TerminalPicture(
            identity: UInt64(bitPattern: Int64(hasher.finalize())), width: picture.width, height: picture.height,
            encoding: encoding, bytes: bytes)
    }

    private static func sixels(_ picture: Picture, _ columns: Int, _ rows: Int, _ cell: CellPixels) -> [UInt8]? {
        var length = 0
        let encoded = picture.pixels.withUnsafeBufferPointer {
            sandglass_sixels(
                $0.baseAddress, Int32(picture.width), Int32(picture.height), Int32(columns), Int32(rows),
                Int32(cell.width), Int32(cell.height), &length)
        }
        guard let encoded else { return nil }
        defer { free(encoded) }
        return Array(UnsafeBufferPointer(start: encoded, count: length))
    }
}
