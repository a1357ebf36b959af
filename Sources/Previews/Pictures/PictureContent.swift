package import Documents
package import Formats
import Screen

/// A picture, drawn with ordinary cells, which the cover replaces like text; where the terminal shows pictures, its
/// rows have the picture itself besides.
package struct PictureContent: PreviewContent {
    private let picture: Picture
    private let facts: ValueNode?
    private let encoder: PictureEncoder

    /// Creates contents from a picture.
    /// - Parameters:
    ///   - picture: The picture, which may be reduced.
    ///   - source: Where it is read from if the terminal shows more pixels.
    ///   - facts: What is shown where no pictures are.
    package init(_ picture: Picture, of source: DocumentPicture? = nil, facts: ValueNode? = nil) {
        (self.picture, self.facts) = (picture, facts)
        encoder = PictureEncoder(picture, of: source)
    }

    package func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage {
        if request.fit.pictures == .none, let facts {
            return OutlineContent(ValueTree(root: facts)).page(request, within: limits)
        }
        let size = size(request)
        var page = PreviewPage()
        page.total = UInt64(size.rows)
        let wanted =
            request.range.map { $0.clamped(to: 0..<size.rows) } ?? max(0, size.rows - request.fit.rows)..<size.rows
        let drawing = PictureDrawing(
            of: picture, columns: size.columns, rows: size.rows, colors: request.fit.colors,
            isASCII: request.fit.isASCII)
        let whole = encoder.encoded(
            columns: size.columns, rows: size.rows, for: request.fit.pictures, within: limits)
        var end = wanted.lowerBound
        for band in drawing.bands(around: wanted) {
            if limits.mustStop { break }
            let lines = drawing.lines(of: band)
            for row in band where wanted.contains(row) {
                var line = PreviewLine(lines[row - band.lowerBound])
                if let whole {
                    line.strips = [.init(PictureStrip(whole, columns: size.columns, rows: size.rows, row: row))]
                }
                page.lines.append(PageLine(line, at: UInt64(row)))
                end = row + 1
            }
        }
        page.isComplete = end == size.rows
        return page
    }

    /// Returns the size of the drawing in cells, which are about twice as high as wide if nothing else is known: it
    /// fits in the screen, or in its width if lines are not wrapped, and has no more columns than the picture has
    /// pixels.
    private func size(_ request: PageRequest) -> (columns: Int, rows: Int) {
        let cell = request.fit.pictures.cell.map { ($0.width, $0.height) } ?? (1, 2)
        let width = min(request.fit.columns, picture.width)
        let height = max(1, picture.height * width * cell.0 / picture.width)
        let rows = (height + cell.1 - 1) / cell.1
        let most = request.screenRows ?? request.fit.pictureRows
        guard request.wraps, let maximum = most, rows > maximum else { return (width, rows) }
        return (max(1, width * maximum * cell.1 / height), maximum)
    }
}
