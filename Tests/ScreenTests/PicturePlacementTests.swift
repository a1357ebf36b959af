import Testing

@testable import Screen

@Suite("Pictures in a frame")
struct PicturePlacementTests {
    private func picture(_ identity: UInt64) -> TerminalPicture {
        TerminalPicture(identity: identity, width: 90, height: 70, bytes: [1])
    }

    private func frame(_ rows: [(identity: UInt64, strip: Int, column: Int, row: Int)]) -> Frame {
        var frame = Frame(size: Size(columns: 20, rows: 10))
        for row in rows {
            let strip = PictureStrip(picture(row.identity), columns: 9, rows: 7, row: row.strip)
            frame.place(strip, column: row.column, row: row.row, on: .plain)
        }
        return frame
    }

    @Test("rows that follow each other are one placement, and others are several")
    func merged() {
        let one = frame((0..<7).map { (1, $0, 2, $0 + 1) }).placements
        #expect(one.map(\.area) == [Rectangle(column: 2, row: 1, columns: 9, rows: 7)])
        #expect(one[0].isWhole && one[0].pixelRows == 0..<70)
        let cut = frame((3..<5).map { (1, $0, 0, $0 - 3) }).placements
        #expect(cut.count == 1 && !cut[0].isWhole && cut[0].pixelRows == 30..<50)
        #expect(frame([(1, 0, 0, 0), (2, 1, 0, 1)]).placements.count == 2)
        #expect(frame([(1, 0, 0, 0), (1, 2, 0, 1)]).placements.count == 2)
        #expect(frame([(1, 0, 0, 0), (1, 1, 1, 1)]).placements.count == 2)
    }

    @Test("what does not fit in the screen is left out", arguments: [(-1, 0), (0, -1), (12, 0), (0, 10)])
    func outside(column: Int, row: Int) {
        #expect(frame([(1, 0, column, row)]).placements.isEmpty)
    }

    @Test("filling a part of a picture's area removes the picture, and filling another area does not")
    func filled() {
        var frame = frame((0..<7).map { (1, $0, 2, $0 + 1) })
        frame.fill(Rectangle(column: 11, row: 0, columns: 9, rows: 10), style: .plain)
        frame.fill(Rectangle(column: 0, row: 8, columns: 20, rows: 2), style: .plain)
        #expect(frame.placements.count == 1)
        frame.fill(Rectangle(column: 10, row: 7, columns: 1, rows: 1), style: .plain)
        #expect(frame.placements.isEmpty)
    }

    @Test("there are never more placements than a terminal is given images")
    func bounded() {
        let many = (0..<200).map { (identity: UInt64($0), strip: 0, column: 0, row: $0 % 10) }
        #expect(frame(many).placements.count == Frame.maxPlacements)
    }

    @Test("a cell's size is one that can be read", arguments: [(0, 20), (10, 0), (-5, 20), (129, 20), (10, 257)])
    func cells(width: Int, height: Int) { #expect(CellPixels(width: width, height: height) == nil) }
}
