import Formats
import Screen
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Pictures as terminals take them")
struct TerminalPictureTests {
    /// A picture whose left half is red, and whose right half is transparent.
    private static func halves(_ width: Int, _ height: Int) -> Picture {
        let row = (0..<width).flatMap { $0 * 2 < width ? [255, 0, 0, 255] : [9, 9, 9, 0] as [UInt8] }
        return Picture(width: width, height: height, pixels: (0..<height).flatMap { _ in row })
    }

    private func strips(_ picture: Picture, _ display: PictureDisplay, columns: Int = 20, screen: Int? = nil)
        -> [PictureStrip?]
    {
        var request = PageRequest(PreviewViewport(columns: columns, pictures: display))
        request.screenRows = screen
        return PictureContent(picture).page(request, within: .ample).lines.map { $0.line.strips.first?.strip }
    }

    /// Returns the size and the pixels of what is sent, according to an independent reader.
    private func sent(_ picture: TerminalPicture) throws -> (width: Int, height: Int, pixels: [UInt8]) {
        let directory = TemporaryDirectory()
        try directory.write(picture.bytes, to: "sent.png")
        let read = try Python.pixels(ofPNG: directory("sent.png"))
        let (width, height) = (
            read[0..<4].reduce(0) { $0 << 8 | Int($1) }, read[4..<8].reduce(0) { $0 << 8 | Int($1) }
        )
        return (width, height, Array(read[8...]))
    }

    @Test("where pictures are cells, there is nothing else", arguments: [PictureDisplay.cells, .none])
    func cells(display: PictureDisplay) {
        #expect(strips(Self.halves(40, 40), display).allSatisfy { $0 == nil })
    }

    @Test(
        "each row of cells has its row of the picture, which has the cells' pixels",
        arguments: [(400, 400), (20, 20), (1_170, 2_532), (33, 200)], [(10, 20), (7, 15), (24, 48)])
    func rows(_ size: (width: Int, height: Int), _ cell: (width: Int, height: Int)) throws {
        let pixels = try #require(CellPixels(width: cell.width, height: cell.height))
        let strips = strips(Self.halves(size.width, size.height), .png(pixels)).compactMap(\.self)
        let first = try #require(strips.first)
        #expect(strips.map(\.row) == Array(0..<first.rows) && first.columns == min(20, size.width))
        // As high as the picture is at that width, up to a cell.
        let height = first.columns * cell.width * size.height / size.width
        #expect(first.rows == max(1, (height + cell.height - 1) / cell.height))
        let sent = try sent(first.picture)
        #expect(sent.width == first.picture.width && sent.height == first.picture.height)
        #expect(sent.width <= first.columns * cell.width && sent.height <= first.rows * cell.height)
        // Sharp: no edge is blurred by more than a pixel, and what is transparent stays so.
        let row = Array(sent.pixels.prefix(sent.width * 4))
        #expect(row.prefix(4) == [255, 0, 0, 255] && row[row.count - 1] == 0)
        let mixed = stride(from: 3, to: row.count, by: 4).filter { row[$0] != 0 && row[$0] != 255 }
        #expect(mixed.count <= 1)
    }

    @Test("the same picture in the same room is the same one for the terminal, and another is not")
    func identity() throws {
        let display = PictureDisplay.png(.usual)
        func first(_ picture: Picture) throws -> TerminalPicture {
            try #require(strips(picture, display).first ?? nil).picture
        }
        #expect(try first(Self.halves(40, 40)) == first(Self.halves(40, 40)))
        #expect(try first(Self.halves(40, 40)) != first(Self.halves(42, 40)))
    }

    @Test("a picture of any shape has a bounded number of pixels", arguments: [(1, 4_000), (4_000, 1), (3_000, 3_000)])
    func bounded(width: Int, height: Int) throws {
        let cell = try #require(CellPixels(width: 128, height: 256))
        for columns in [1, 7, 500] {
            let strip = try #require(
                strips(Self.halves(width, height), .png(cell), columns: columns).first ?? nil)
            #expect(strip.picture.width * strip.picture.height <= 3_000_000)
            #expect(strip.picture.width <= 8_192 && strip.picture.height <= 8_192)
        }
    }

    @Test("sixels are a sequence of DCS q, for the cells that they are to cover")
    func sixels() throws {
        let strip = try #require(strips(Self.halves(200, 100), .sixel(.usual), screen: 30).first ?? nil)
        #expect(strip.picture.encoding == .sixel)
        let text = String(decoding: strip.picture.bytes, as: UTF8.self)
        // Raster attributes: the aspect ratio, the width and the height (VT330/VT340 Programmer Reference, chapter 14).
        let raster = try #require(text.firstRange(of: "q\"1;1;"))
        let size = text[raster.upperBound...].prefix { $0 == ";" || $0.isNumber }.split(separator: ";").compactMap {
            Int($0)
        }
        #expect(text.hasPrefix("\u{1b}P") && text.hasSuffix("\u{1b}\\"))
        #expect(size.count == 2 && size[0] == strip.columns * 10 && size[1] <= strip.rows * 20)
    }
}
