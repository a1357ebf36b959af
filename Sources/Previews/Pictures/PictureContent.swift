package import Formats
import Screen

/// A picture, drawn with the upper halves of cells in one colour and the lower ones in another: ordinary cells, which
/// the cover replaces like text. In a terminal that has no colors or shows only ASCII, characters of different darkness.
package struct PictureContent: PreviewContent {
    private let picture: Picture

    /// Creates contents from a picture.
    package init(_ picture: Picture) { self.picture = picture }

    /// From dark to light.
    private static let ramp = Array(" .:-=+*#%@".unicodeScalars)

    /// Cells are about twice as high as wide, so each is two pixels of the reduced picture.
    package func page(_ request: PageRequest, within limits: PreviewLimits) -> PreviewPage {
        let small = picture.reduced(to: size(request))
        let rows = (small.height + 1) / 2
        var page = PreviewPage()
        page.total = UInt64(rows)
        let wanted = request.range.map { $0.clamped(to: 0..<rows) } ?? max(0, rows - request.fit.rows)..<rows
        page.lines = wanted.map { row in
            let spans = request.fit.isASCII || !request.fit.hasColors ? characters(small, row) : halves(small, row)
            return PageLine(PreviewLine(spans), at: UInt64(row))
        }
        page.isComplete = wanted.upperBound == rows
        return page
    }

    /// Returns the size of the reduced picture: it fits in the screen, or in its width if lines are not wrapped.
    private func size(_ request: PageRequest) -> (width: Int, height: Int) {
        let width = min(request.fit.columns, picture.width)
        let height = max(1, picture.height * width / picture.width)
        let most = (request.screenRows ?? .max / 2) * 2
        guard request.wraps, height > most else { return (width, height) }
        return (max(1, width * most / height), most)
    }

    private func halves(_ picture: Picture, _ row: Int) -> [PreviewLine.Span] {
        var spans: [PreviewLine.Span] = []
        var run = 0
        var style = Style.plain
        func end() {
            guard run > 0 else { return }
            spans.append(.init(DisplayText(String(repeating: "▀", count: run)), .text, style: style))
        }
        for column in 0..<picture.width {
            let upper = picture.color(column, row * 2)
            let lower = row * 2 + 1 < picture.height ? picture.color(column, row * 2 + 1) : .terminalDefault
            let next = Style(foreground: upper, background: lower)
            if next != style || run == 0 {
                end()
                (run, style) = (0, next)
            }
            run += 1
        }
        end()
        return spans
    }

    private func characters(_ picture: Picture, _ row: Int) -> [PreviewLine.Span] {
        var text = ""
        for column in 0..<picture.width {
            let place = (min(row * 2 + 1, picture.height - 1) * picture.width + column) * 4
            let pixel = picture.pixels[place..<place + 4].map(Int.init)
            // ITU-R BT.601.
            let light = (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) / 1_000 * pixel[3] / 255
            text.unicodeScalars.append(Self.ramp[light * (Self.ramp.count - 1) / 255])
        }
        return [.init(DisplayText(text), .text)]
    }
}

extension Picture {
    /// Returns the colour of a pixel; the terminal's own where it is mostly transparent.
    fileprivate func color(_ column: Int, _ row: Int) -> Color {
        let place = (row * width + column) * 4
        guard pixels[place + 3] >= 128 else { return .terminalDefault }
        return .rgb(pixels[place], pixels[place + 1], pixels[place + 2])
    }

    /// Returns a smaller picture, each pixel the mean of those that it stands for.
    fileprivate func reduced(to size: (width: Int, height: Int)) -> Picture {
        guard size.width < width || size.height < height else { return self }
        let pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { target, count in
            self.pixels.withUnsafeBufferPointer { source in
                for y in 0..<size.height {
                    let rows =
                        y * height / size.height..<max(y * height / size.height + 1, (y + 1) * height / size.height)
                    for x in 0..<size.width {
                        let first = x * width / size.width
                        let columns = first..<max(first + 1, (x + 1) * width / size.width)
                        var sums = (red: 0, green: 0, blue: 0, alpha: 0)
                        for row in rows {
                            for column in columns {
                                let place = (row * width + column) * 4
                                sums.red += Int(source[place])
                                sums.green += Int(source[place + 1])
                                sums.blue += Int(source[place + 2])
                                sums.alpha += Int(source[place + 3])
                            }
                        }
                        let area = rows.count * columns.count
                        let place = (y * size.width + x) * 4
                        target[place] = UInt8(sums.red / area)
                        target[place + 1] = UInt8(sums.green / area)
                        target[place + 2] = UInt8(sums.blue / area)
                        target[place + 3] = UInt8(sums.alpha / area)
                    }
                }
            }
            count = size.width * size.height * 4
        }
        return Picture(width: size.width, height: size.height, pixels: pixels)
    }
}
