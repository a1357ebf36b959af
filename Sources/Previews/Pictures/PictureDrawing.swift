import CImages
import Formats
import Screen

/// A picture as characters and colors that come near to it, which libchafa chooses.
///
/// A picture that is higher than the screen is drawn in bands of a few rows, always the same ones, so that a row looks
/// the same wherever on the screen it is.
struct PictureDrawing {
    private let picture: Picture
    private let columns: Int
    private let rows: Int
    private let colors: ColorDepth
    private let isASCII: Bool

    /// - Parameters:
    ///   - columns: The width of the drawing in cells, at least 1.
    ///   - rows: The height of the whole drawing in cells, at least 1.
    ///   - colors: The colors that it may use.
    ///   - isASCII: Whether it may use only the characters of ASCII.
    init(of picture: Picture, columns: Int, rows: Int, colors: ColorDepth, isASCII: Bool) {
        self.picture = picture
        self.columns = columns
        self.rows = rows
        self.colors = colors
        self.isASCII = isASCII
    }

    /// Returns the bands that some rows are in, from top to bottom.
    func bands(around wanted: Range<Int>) -> [Range<Int>] {
        guard !wanted.isEmpty else { return [] }
        return (wanted.lowerBound / Self.height...(wanted.upperBound - 1) / Self.height).map {
            $0 * Self.height..<min(($0 + 1) * Self.height, rows)
        }
    }

    /// The rows of a band: few enough to be drawn in some 10 ms, enough for the edges between bands not to be seen.
    private static let height = 16

    /// Draws a band.
    /// - Returns: The lines of the rows.
    func lines(of band: Range<Int>) -> [[PreviewLine.Span]] {
        let first = band.lowerBound * picture.height / rows
        let end = max(first + 1, band.upperBound * picture.height / rows)
        let count = columns * band.count
        let cells = [sandglass_drawn_cell](unsafeUninitializedCapacity: count) { cells, filled in
            picture.pixels.withUnsafeBufferPointer { pixels in
                let slice = pixels[first * picture.width * 4..<end * picture.width * 4]
                sandglass_draw_picture(
                    UnsafeBufferPointer(rebasing: slice).baseAddress, Int32(picture.width), Int32(end - first),
                    Int32(columns), Int32(band.count), colors.drawn, isASCII, cells.baseAddress)
            }
            filled = count
        }
        return band.indices.map {
            spans(of: cells[($0 - band.lowerBound) * columns..<($0 - band.lowerBound + 1) * columns])
        }
    }

    /// Returns pieces of equal colors.
    private func spans(of cells: ArraySlice<sandglass_drawn_cell>) -> [PreviewLine.Span] {
        var spans: [PreviewLine.Span] = []
        var text = ""
        var style: Style?
        for cell in cells {
            let next = Style(foreground: color(cell.foreground), background: color(cell.background))
            if let style, next != style {
                spans.append(.init(DisplayText(text), .text, style: style))
                text = ""
            }
            style = next
            text.unicodeScalars.append(Unicode.Scalar(cell.scalar) ?? " ")
        }
        if let style { spans.append(.init(DisplayText(text), .text, style: style)) }
        return spans
    }

    private func color(_ number: Int32) -> Color {
        switch number {
        case ..<0: .terminalDefault
        case _ where colors == .direct:
            .rgb(
                UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
                UInt8(truncatingIfNeeded: number))
        default: .palette(UInt8(truncatingIfNeeded: number))
        }
    }
}

extension ColorDepth {
    /// The colors of a drawing.
    fileprivate var drawn: sandglass_drawing_colors {
        switch self {
        case .none: SANDGLASS_DRAW_PLAIN
        case .eight: SANDGLASS_DRAW_EIGHT
        case .sixteen: SANDGLASS_DRAW_SIXTEEN
        case .palette: SANDGLASS_DRAW_PALETTE
        case .direct: SANDGLASS_DRAW_DIRECT
        }
    }
}
