import Formats
import Screen
import TestSupport
import Testing

@testable import Documents
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

    private func page(
        _ picture: Picture,
        columns: Int,
        screen: Int? = nil,
        wraps: Bool = true,
        colors: ColorDepth = .direct,
        ascii: Bool = false
    ) -> PreviewPage {
        let fit = PreviewViewport(columns: columns, isASCII: ascii, rows: 1_000, colors: colors)
        var request = PageRequest(fit, wraps: wraps)
        request.screenRows = screen
        return PictureContent(picture).page(request, within: .ample)
    }

    @Test(
        "areas of one color have the nearest color, and transparent ones the terminal's",
        arguments: [
            (ColorDepth.direct, [Color.rgb(255, 0, 0), .rgb(0, 255, 0), .rgb(0, 0, 255)]),
            // Numbers by xterm's table: a cube of six steps for each of red, green and blue from 16 on.
            (.palette, [.palette(196), .palette(46), .palette(21)]),
        ], [(40, 40), (400, 400), (1_242, 2_688)])
    func colors(_ expected: (depth: ColorDepth, colors: [Color]), _ size: (width: Int, height: Int)) {
        let lines = page(Self.quarters(size.width, size.height), columns: 4, colors: expected.depth).lines
        #expect(lines.count == (size.height * 4 / size.width + 1) / 2)
        func colors(_ line: PreviewLine?) -> [Color] {
            (line?.spans ?? []).flatMap { span in
                span.text.description.map { $0 == " " ? span.style?.background : span.style?.foreground }
            }.compactMap(\.self)
        }
        let (red, green, blue) = (expected.colors[0], expected.colors[1], expected.colors[2])
        #expect(colors(lines.first?.line) == [red, red, green, green])
        #expect(colors(lines.last?.line) == [blue, blue, .terminalDefault, .terminalDefault])
    }

    /// A picture whose left half goes from black to white and whose right half has every hue.
    private static let spectrum: Picture = {
        var pixels: [UInt8] = []
        for row in 0..<160 {
            let step = row * 6 * 255 / 160
            let hue = [0, 2, 4].map { shift in
                let place = (step + shift * 255) % (6 * 255)
                return UInt8(clamping: place < 3 * 255 ? min(place, 255, 3 * 255 - place) : 0)
            }
            for column in 0..<160 {
                pixels += (column < 80 ? [UInt8](repeating: UInt8(row * 255 / 159), count: 3) : hue) + [255]
            }
        }
        return Picture(width: 160, height: 160, pixels: pixels)
    }()

    @Test(
        "a terminal's drawing comes as near to the picture as its colors allow",
        arguments: [
            // The mean difference of a channel, of 255, in a cell: at most half a step of what each has.
            (ColorDepth.direct, 6), (.palette, 24), (.sixteen, 64), (.eight, 64), (.none, 128),
        ])
    func nearness(depth: ColorDepth, maximum: Int) throws {
        let columns = 40
        let lines = page(Self.spectrum, columns: columns, colors: depth).lines.map(\.line)
        let drawn = try #require(DrawnPixels(lines))
        #expect(lines.count == 20)
        var sum = 0
        for row in 0..<20 {
            for column in 0..<columns {
                let mean = drawn.mean(column: column, row: row)
                let place = ((row * 8 + 4) * 160 + column * 4 + 2) * 4
                let pixel = Self.spectrum.pixels[place..<place + 3].map(Int.init)
                sum += abs(mean.red - pixel[0]) + abs(mean.green - pixel[1]) + abs(mean.blue - pixel[2])
            }
        }
        let error = sum / (3 * 20 * columns)
        #expect(error <= maximum, "\(error)")
        let used = Set(
            lines.flatMap(\.spans).flatMap { [$0.style?.foreground, $0.style?.background] }.compactMap(\.self))
        #expect(
            used.allSatisfy { color in
                switch color.kind {
                case .terminalDefault: true
                case .palette(let index): Int(index) < depth.count && (depth != .palette || index >= 16)
                case .rgb: depth == .direct
                }
            })
    }

    @Test("without colors, the share of an area that is filled stands for its light, in ASCII the characters")
    func light() throws {
        let plain = page(Self.spectrum, columns: 40, colors: .none).lines.map(\.line)
        let drawn = try #require(DrawnPixels(plain))
        let lights = (0..<20).map { row in (0..<20).reduce(0) { $0 + drawn.mean(column: $1, row: row).red } / 20 }
        for row in 0..<20 where (2..<18).contains(row) {
            #expect(abs(lights[row] - (row * 8 + 4) * 255 / 160) < 48, "\(lights)")
        }
        let ascii = page(Self.spectrum, columns: 40, colors: .none, ascii: true).lines.map(\.line.text)
        #expect(ascii.count == 20 && ascii.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7f).contains($0) } })
        let blanks = ascii.map { $0.prefix(20).count { $0 == " " } }
        #expect(blanks.first == 20 && blanks.last == 0)
    }

    @Test("a row of a high picture looks the same wherever on the screen it is")
    func bands() {
        let picture = Self.spectrum
        let high = Picture(
            width: 40, height: 640, pixels: (0..<640).flatMap { picture.pixels[$0 % 160 * 640..<$0 % 160 * 640 + 160] })
        func rows(_ anchor: PageRequest.Anchor, _ count: Int) -> [PreviewLine] {
            let request = PageRequest(PreviewViewport(columns: 40, rows: count), anchor, wraps: false)
            return PictureContent(high).page(request, within: .ample).lines.map(\.line)
        }
        let all = rows(.from(0), 1_000)
        #expect(all.count == 320)
        for first in [0, 1, 15, 16, 17, 100, 300] {
            #expect(rows(.from(UInt64(first)), 20) == Array(all[first...].prefix(20)))
        }
        #expect(rows(.end, 20) == all.suffix(20) && rows(.before(50), 20) == Array(all[30..<50]))
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

    @Test(
        "a written PNG has the pixels of the picture, according to an independent reader")
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
