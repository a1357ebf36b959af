package import Documents
package import Formats

/// A picture, drawn with ordinary cells, which the cover replaces like text.
package struct PictureContent: PreviewContent {
    private let picture: Picture

    /// Creates contents from a picture.
    package init(_ picture: Picture) { self.picture = picture }

    package func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage {
        let size = size(request)
        var page = PreviewPage()
        page.total = UInt64(size.rows)
        let wanted =
            request.range.map { $0.clamped(to: 0..<size.rows) } ?? max(0, size.rows - request.fit.rows)..<size.rows
        let drawing = PictureDrawing(
            of: picture, columns: size.columns, rows: size.rows, colors: request.fit.colors,
            isASCII: request.fit.isASCII)
        var end = wanted.lowerBound
        for band in drawing.bands(around: wanted) {
            if limits.mustStop { break }
            let lines = drawing.lines(of: band)
            for row in band where wanted.contains(row) {
                page.lines.append(PageLine(PreviewLine(lines[row - band.lowerBound]), at: UInt64(row)))
                end = row + 1
            }
        }
        page.isComplete = end == size.rows
        return page
    }

    /// Returns the size of the drawing in cells, which are about twice as high as wide: it fits in the screen, or in
    /// its width if lines are not wrapped, and has no more columns than the picture has pixels.
    private func size(_ request: PageRequest) -> (columns: Int, rows: Int) {
        let width = min(request.fit.columns, picture.width)
        let height = max(1, picture.height * width / picture.width)
        let maximum = (request.screenRows ?? .max / 2) * 2
        guard request.wraps, height > maximum else { return (width, (height + 1) / 2) }
        return (max(1, width * maximum / height), maximum / 2)
    }
}
