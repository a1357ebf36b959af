import Formats
import TestSupport
import Testing

@testable import Decoding

@Suite("Decoded pictures")
struct PixelTests {
    private let files: PictureFiles

    init() throws { files = try PictureFiles() }

    @Test(
        "pixels are those that were encoded",
        arguments: [
            "rgb.png", "interlaced.png", "rgba.png", "gray.png", "gray-alpha.png", "gray-1.png", "rgb-16.png",
            "palette-4.png", "palette-8-interlaced.png", "xcode.png", "xcode-alpha.png", "xcode-interlaced.png",
            "plain.gif", "interlaced.gif", "transparent.gif",
        ])
    func exact(name: String) throws {
        let decoded = try files.decode(name)
        #expect((decoded.fullWidth, decoded.fullHeight) == (PictureFiles.width, PictureFiles.height))
        #expect(!decoded.isPartial)
        #expect(try decoded.picture.pixels == readFile(files.directory(name + ".rgba")))
    }

    @Test("lossless WebP has the pixels of the PNG that cwebp encoded")
    func losslessWebP() throws {
        try files.tool("cwebp -quiet -lossless -exact rgba.png -o picture.webp")
        #expect(try files.decode("picture.webp").picture.pixels == readFile(files.directory("rgba.png.rgba")))
    }

    @Test("lossy WebP has the pixels that dwebp decodes")
    func lossyWebP() throws {
        try files.tool("cwebp -quiet -q 60 rgb.png -o picture.webp && dwebp -quiet picture.webp -ppm -o decoded.ppm")
        #expect(
            try files.decode("picture.webp").picture.colors
                == Array(readFile(files.directory("decoded.ppm")).suffix(37 * 23 * 3)))
    }

    @Test(
        "JPEG has the pixels that djpeg decodes",
        arguments: ["", "-progressive", "-sample 1x1", "-sample 2x2 -restart 1", "-arithmetic", "-grayscale"])
    func jpeg(options: String) throws {
        try files.tool("cjpeg -quality 85 \(options) picture.ppm > picture.jpg && djpeg -rgb picture.jpg > decoded.ppm")
        let decoded = try files.decode("picture.jpg")
        #expect(decoded.picture.colors == Array(try readFile(files.directory("decoded.ppm")).suffix(37 * 23 * 3)))
    }

    @Test("CMYK is converted; Adobe's programs store it inverted")
    func cmyk() throws {
        // 200, 100, 128, 228 of 255.
        let plain = try files.decode("cmyk.jpg").picture.pixels.prefix(4)
        let expected: [UInt8] = [5, 16, 13, 255]  // 55, 155, 127 times 27 / 255
        #expect(Array(plain) == expected)
        let inverted = try files.decode("cmyk-adobe.jpg").picture.pixels.prefix(4)
        let other: [UInt8] = [178, 89, 114, 255]  // 200, 100, 128 times 228 / 255
        #expect(Array(inverted) == other)
    }

    @Test(
        "a reduced picture has the means of what each pixel stands for, weighted by alpha",
        arguments: [(10, 100), (36, 23), (1, 1), (37, 5)])
    func reduction(width: Int, height: Int) throws {
        let whole = try files.decode("rgba.png").picture
        let small = try files.decode("rgba.png", PictureBox(width: width, height: height)).picture
        #expect(small.width <= width && small.height <= height && small.width * small.height > 0)
        var wrong = 0
        for row in 0..<small.height {
            for column in 0..<small.width {
                let mean = whole.mean(
                    column * whole.width / small.width..<(column + 1) * whole.width / small.width,
                    row * whole.height / small.height..<(row + 1) * whole.height / small.height)
                let place = (row * small.width + column) * 4
                wrong += small.pixels[place..<place + 4].elementsEqual(mean) ? 0 : 1
            }
        }
        #expect(wrong == 0)
    }

    @Test("a JPEG or WebP reduced during decoding looks like one reduced afterwards")
    func scaling() throws {
        try files.tool(
            "cwebp -quiet -q 90 rgb.png -o picture.webp; cjpeg -quality 95 -sample 1x1 picture.ppm > picture.jpg")
        for name in ["picture.webp", "picture.jpg"] {
            let whole = try files.decode(name).picture
            let small = try files.decode(name, PictureBox(width: 4, height: 100)).picture
            #expect((small.width, small.height) == (4, 2))
            let mean = whole.mean(0..<9, 0..<11).map { Int($0) }
            #expect(
                zip(mean, small.pixels).allSatisfy { abs($0 - Int($1)) < 24 },
                "\(name) \(mean) \(small.pixels.prefix(4))")
        }
    }
}

extension Picture {
    /// The pixels without alpha.
    var colors: [UInt8] { pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element) }

    /// The mean of pixels, in exact arithmetic.
    func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
        var sums = [0, 0, 0, 0]
        for row in rows {
            for column in columns {
                let place = (row * width + column) * 4
                let alpha = Int(pixels[place + 3])
                for channel in 0..<3 { sums[channel] += Int(pixels[place + channel]) * alpha }
                sums[3] += alpha
            }
        }
        guard sums[3] > 0 else { return [0, 0, 0, 0] }
        return sums[..<3].map { UInt8($0 / sums[3]) } + [UInt8(sums[3] / (columns.count * rows.count))]
    }
}
