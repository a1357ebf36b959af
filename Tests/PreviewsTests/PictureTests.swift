import Formats
import Screen
import TestSupport
import Testing

@testable import Previews

@Suite("Pictures")
struct PictureTests {
    /// A picture of four quarters: red, green, blue, and one that is transparent.
    private static func quarters(_ width: Int, _ height: Int) -> Picture {
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let (right, lower) = (column * 2 >= width, row * 2 >= height)
                pixels +=
                    lower ? right ? [9, 9, 9, 0] : [0, 0, 255, 255] : right ? [0, 255, 0, 255] : [255, 0, 0, 255]
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }

    private func page(_ picture: Picture, columns: Int, screen: Int? = nil, wraps: Bool = true, ascii: Bool = false)
        -> PreviewPage
    {
        var request = PageRequest(PreviewFit(columns: columns, isASCII: ascii, rows: 1_000), wraps: wraps)
        request.screenRows = screen
        return PictureContent(picture).page(request, within: PreviewLimits())
    }

    @Test(
        "halves of cells have the mean colours of what they stand for",
        arguments: [(40, 40), (400, 400), (1_242, 2_688)])
    func colors(width: Int, height: Int) {
        let lines = page(Self.quarters(width, height), columns: 4).lines
        let rows = max(1, height * 4 / width) / 2
        #expect(lines.count == (height * 4 / width + 1) / 2)
        let first = lines.first?.line.spans ?? []
        #expect(first.map(\.text.width) == [2, 2])
        #expect(first.first?.style == Style(foreground: .rgb(255, 0, 0), background: .rgb(255, 0, 0)))
        #expect(first.last?.style == Style(foreground: .rgb(0, 255, 0), background: .rgb(0, 255, 0)))
        let last = lines[rows - 1].line.spans
        #expect(last.first?.style == Style(foreground: .rgb(0, 0, 255), background: .rgb(0, 0, 255)))
        #expect(last.last?.style == Style.plain)
    }

    @Test("a picture fits in the screen, or in its width, and never is enlarged")
    func size() {
        let tall = Self.quarters(100, 1_000)
        let fitted = page(tall, columns: 80, screen: 20)
        #expect(fitted.lines.count == 20 && fitted.lines.allSatisfy { $0.line.width == 4 })
        let wide = page(tall, columns: 80, screen: 20, wraps: false)
        #expect(wide.lines.count == 400 && wide.lines.allSatisfy { $0.line.width == 80 })
        #expect(page(Self.quarters(3, 5), columns: 80).lines.map(\.line.width) == [3, 3, 3])
        #expect(page(Self.quarters(1, 1), columns: 1, screen: 1).lines.count == 1)
    }

    @Test("without colours, the darkness of characters stands for light")
    func ascii() {
        let lines = page(Self.quarters(8, 8), columns: 8, ascii: true).lines.map(\.line.text)
        #expect(lines == ["::::++++", "::::++++", "....    ", "....    "])
        let fit = PreviewFit(columns: 8, hasColors: false)
        let plain = PictureContent(Self.quarters(8, 8)).page(PageRequest(fit), within: PreviewLimits())
        #expect(plain.lines.map(\.line.text) == lines)
    }

    @Test(
        "a written PNG has the pixels of the picture, according to an independent reader",
        .enabled(if: Python.isAvailable))
    func png() throws {
        let directory = TemporaryDirectory()
        var random = SeededGenerator(seed: 3)
        for (width, height) in [(1, 1), (7, 3), (64, 50)] {
            let pixels = (0..<width * height * 4).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let picture = Picture(width: width, height: height, pixels: pixels)
            try directory.write(try #require(PNG.bytes(picture)), to: "picture.png")
            let read = try Python.pixels(ofPNG: directory("picture.png"))
            #expect(read == [0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height)] + pixels)
        }
    }
}
