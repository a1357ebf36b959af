import TestSupport
import Testing

@testable import Previews

@Suite("Previews of films and recordings")
struct MediaPreviewTests {
    private func shown(_ expression: String) throws -> [String] {
        PreviewsTests.shown(try Python.media(expression), columns: 120)
    }

    @Test("a film has its duration, its size and its codecs in the title, and where it was made below")
    func film() throws {
        let lines = try shown(Python.film)
        #expect(lines.first == "QuickTime movie, 0:04, 1920 × 1080 pixels, HEVC, AAC")
        #expect(lines.contains("(GPS position: 47.3769, 8.5417, altitude 408 m)"))
        #expect(lines.contains("(camera: Apple iPhone 15)") && lines.contains("(taken: 2021-01-01T12:00:00+0100)"))
    }

    @Test(
        "the kind is named by the brand and the tracks",
        arguments: [
            ("b'M4A '", "track(b'soun', sound(b'alac', 2, 44100), 1, 5, 1)", "MPEG-4 audio, Apple Lossless"),
            ("b'isom'", "track(b'vide', video(b'avc1', 8, 6), 1, 5, 1)", "MPEG-4 video, 8 × 6 pixels, H.264"),
            ("b'3gp4'", "track(b'soun', sound(b'samr', 1, 8000), 1, 5, 1)", "3GPP media, AMR"),
            ("b'mp42'", "movie_head(1, 3725, 0)", "MPEG-4 media, 1:02:05"),
        ])
    func kinds(brand: String, boxes: String, title: String) throws {
        #expect(try shown("box(b'ftyp', \(brand), bytes(4)) + box(b'moov', \(boxes))").first == title)
    }

    @Test("a recording without its description says so")
    func interrupted() throws {
        let lines = try shown("box(b'ftyp', b'qt  ', bytes(4)) + box(b'mdat', bytes(90))")
        #expect(lines.first == "QuickTime movie")
        #expect(lines.contains { $0.contains("interrupted") })
    }
}
