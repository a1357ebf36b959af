import Decoding
import Formats
import System
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Previews of pictures")
struct PicturePreviewerTests {
    private let directory = TemporaryDirectory()

    /// A GIF of one red pixel (GIF89a, with the LZW codes of appendix F).
    private static let gif: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0]
        + [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3b]

    private var reader: PictureDocumentReader {
        PictureDocumentReader(cache: PictureCache(at: Array(directory("cache").utf8)))
    }

    @Test("bytes in memory, such as a value of a property list, are decoded, and leave nothing behind")
    func memory() throws {
        let file = DocumentSource(Array("icon".utf8), bytes: Self.gif)
        #expect(reader.recognizes(file))
        let limits = DocumentLimits.ample
        let preview = Preview(try reader.read(file, within: limits), within: limits)
        #expect(preview.title == "GIF picture, 1 × 1 pixels, palette" && preview.remarks.isEmpty)
        #expect(preview.picture == Picture(width: 1, height: 1, pixels: [255, 0, 0, 255]))
        #expect(access(directory("cache"), F_OK) != 0)
    }

    @Test("a picture that was kept is drawn without decoding, until the file changes")
    func kept() throws {
        try directory.write(Self.gif, to: "a.gif")
        let path = Array(directory("a.gif").utf8)
        let limits = DocumentLimits.ample
        let file = try DocumentSource(hostPath: path)
        let version = try #require(file.pictureVersion(DocumentPicture.box))
        let blue = Picture(width: 1, height: 1, pixels: [0, 0, 255, 255])
        reader.cache.keep(DecodedPicture(blue, fullWidth: 1, fullHeight: 1, isPartial: false), as: version)
        #expect(Preview(try reader.read(file, within: limits), within: limits).picture == blue)
        try directory.write(Self.gif + [0], to: "a.gif")
        let changed = try reader.read(try DocumentSource(hostPath: path), within: limits)
        #expect(Preview(changed, within: limits).picture?.pixels == [255, 0, 0, 255])
    }

    @Test("HEIC is not drawn, and the pane says so")
    func heic() throws {
        let file = DocumentSource([], bytes: [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0])
        let preview = try reader.read(file, within: .ample)
        #expect(preview.title == "HEIC picture")
        #expect(preview.remarks == ["HEIC pictures are not drawn: there is no decoder for them"])
    }
}
