import TestSupport
import Testing

@testable import Formats

@Suite("Headers of pictures")
struct PictureHeaderTests {
    private static func header(_ bytes: [UInt8]) -> PictureHeader? { PictureHeader(FileBytes(bytes)) }

    private static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        UInt32(body.count).bytes + Array(kind.utf8) + body + [0, 0, 0, 0]
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    @Test("PNG: size, depth, colors, interlacing and profile, wherever the chunks are")
    func png() {
        let head = UInt32(1_170).bytes + UInt32(2_532).bytes + [16, 6, 0, 0, 1]
        let exif = Self.chunk("eXIf", Array("MM\0*".utf8))
        let bytes =
            Self.signature + Self.chunk("IHDR", head) + Self.chunk("iCCP", Array("Display P3\0".utf8))
            + Self.chunk("IDAT", [1, 2, 3]) + exif + Self.chunk("IEND", [])
        let header = Self.header(bytes)
        #expect(header?.format == .png)
        #expect(header?.width == 1_170 && header?.height == 2_532 && header?.depth == 16)
        #expect(header?.colorModel == "RGB with alpha" && header?.profile == "Display P3")
        #expect(header?.traits == ["interlaced"])
        #expect(header?.exif.map { Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)]) } == Array("MM\0*".utf8))
    }

    @Test(
        "JPEG: the frame, whatever comes before it",
        arguments: [(0xc0, []), (0xc2, ["progressive"])] as [(UInt8, [String])])
    func jpeg(marker: UInt8, traits: [String]) {
        let bytes: [UInt8] =
            [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xe1, 0, 12] + Array("Exif\0\0II*\0".utf8)
            + [0xff, marker, 0, 17, 8, 0x0b, 0xd0, 0x0f, 0xc0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xda]
        let header = Self.header(bytes)
        #expect(header?.format == .jpeg && header?.width == 4_032 && header?.height == 3_024)
        #expect(header?.colorModel == "RGB" && header?.depth == 8 && header?.traits == traits)
        #expect(header?.exif == 19..<23)
    }

    @Test(
        "WebP and GIF",
        arguments: [
            ("RIFF\u{1a}\0\0\0WEBPVP8X\u{a}\0\0\0\u{10}\0\0\0\u{1f}\u{3}\0\u{57}\u{2}\0", "WebP", 800, 600),
            ("RIFF\u{1a}\0\0\0WEBPVP8 \u{a}\0\0\0\u{0}\0\0", "WebP", 0, 0),
            ("GIF89a\u{20}\u{3}\u{58}\u{2}\0\0\0", "GIF", 800, 600),
        ])
    func others(text: String, format: String, width: Int, height: Int) {
        let header = Self.header(text.unicodeScalars.map { UInt8($0.value) })
        #expect(header?.format.rawValue == format && header?.width == width && header?.height == height)
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        UInt32(body.count + 8).bytes + Array(type.utf8) + body
    }

    @Test("HEIC: a picture that is cropped has the size of what is shown", arguments: [false, true])
    func cropped(isLong: Bool) {
        func number(_ value: UInt32) -> [UInt8] { Array(value.bytes.suffix(isLong ? 4 : 2)) }
        let size = Self.box("ispe", [0, 0, 0, 0] + UInt32(64).bytes + UInt32(64).bytes)
        let crop = Self.box("clap", [UInt32](([61, 1, 93, 2, 0, 1, 0, 1])).flatMap(\.bytes))
        let other = Self.box("clap", [UInt32](([5, 1, 5, 1, 0, 1, 0, 1])).flatMap(\.bytes))
        let indices: [[UInt8]] = isLong ? [[0x80, 1], [0x80, 2], [0, 3]] : [[0x81], [0x82], [3]]
        let associations = Self.box(
            "ipma",
            [isLong ? 1 : 0, 0, 0, isLong ? 1 : 0] + UInt32(2).bytes + number(7) + [1] + indices[2] + number(9) + [2]
                + indices[0] + indices[1])
        let meta =
            Self.box("pitm", [isLong ? 1 : 0, 0, 0, 0] + number(9))
            + Self.box("iprp", Self.box("ipco", size + crop + other) + associations)
        let header = Self.header(
            Self.box("ftyp", Array("heic\0\0\0\0mif1".utf8)) + Self.box("meta", [0, 0, 0, 0] + meta))
        #expect(header?.width == 61 && header?.height == 46)
    }

    @Test("HEIC: the largest size is the picture's")
    func heic() {
        let box = Self.box
        func size(_ width: UInt32, _ height: UInt32) -> [UInt8] {
            box("ispe", [0, 0, 0, 0] + width.bytes + height.bytes)
        }
        let properties = box("iprp", box("ipco", size(512, 512) + size(4_032, 3_024) + size(320, 240)))
        let items = box("iinf", [0, 0, 0, 0, 0, 1] + box("infe", [2, 0, 0, 0, 0, 7, 0, 0] + Array("Exif\0".utf8)))
        func file(_ offset: UInt32) -> [UInt8] {
            let locations = box(
                "iloc", [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 7, 0, 0, 0, 1] + offset.bytes + UInt32(14).bytes)
            return box("ftyp", Array("heic\0\0\0\0mif1".utf8))
                + box("meta", [0, 0, 0, 0] + properties + items + locations)
        }
        let start = UInt32(file(0).count)
        let bytes = file(start) + UInt32(6).bytes + Array("Exif\0\0II*\0".utf8)
        let header = Self.header(bytes)
        #expect(header?.format == .heic && header?.width == 4_032 && header?.height == 3_024)
        #expect(header?.exif == UInt64(start) + 10..<UInt64(start) + 14)
    }

    @Test("other files have none", arguments: ["", "text", "RIFF....WAVE", "....ftypM4A "])
    func none(text: String) { #expect(Self.header(Array(text.utf8)) == nil) }

    @Test("no damage makes a reader fail, or read without end")
    func fuzz() {
        let exif = EXIFFile(isLittleEndian: true).bytes
        let head = UInt32(10).bytes + UInt32(10).bytes + [8, 2, 0, 0, 0]
        let seeds: [[UInt8]] = [
            Self.signature + Self.chunk("IHDR", head) + Self.chunk("eXIf", exif) + Self.chunk("IEND", []),
            [0xff, 0xd8, 0xff, 0xe1, UInt8((exif.count + 8) >> 8), UInt8((exif.count + 8) & 0xff)]
                + Array("Exif\0\0".utf8) + exif + [0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xff, 0xd9],
            Array("RIFF\0\0\0\0WEBPEXIF".utf8) + UInt32(exif.count).byteSwapped.bytes + exif,
            UInt32(16).bytes + Array("ftypheic\0\0\0\0".utf8) + UInt32(40).bytes + Array("meta".utf8) + [0, 0, 0, 0]
                + UInt32(28).bytes + Array("iloc".utf8) + [1, 0, 0, 0, 0x44, 0x40, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
        ]
        var random = SeededGenerator(seed: 17)
        for round in 0..<(runsLongTests ? 1_000_000 : 20_000) {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            let file = FileBytes(bytes)
            if let header = PictureHeader(file) { _ = PictureMetadata(header, of: file) }
            _ = PictureMetadata(exif: Array(bytes.dropFirst(20)))
        }
    }
}

extension UInt32 {
    /// The bytes, the most significant one first.
    var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * UInt32($0))) } }
}
