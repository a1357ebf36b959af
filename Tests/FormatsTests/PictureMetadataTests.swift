import TestSupport
import Testing

@testable import Formats

@Suite("EXIF")
struct PictureMetadataTests {
    @Test("camera, time, orientation and position, in either byte order", arguments: [true, false])
    func all(isLittleEndian: Bool) throws {
        let metadata = PictureMetadata(exif: EXIFFile(isLittleEndian: isLittleEndian).bytes)
        #expect(metadata.make == "Apple" && metadata.model == "iPhone 15 Pro" && metadata.lens == nil)
        #expect(metadata.orientation == .turnedLeft)
        #expect(metadata.taken == "2026-03-01T19:45:00+01:00")
        let position = try #require(metadata.position)
        #expect(abs(position.latitude - 52.52) < 1e-9 && abs(position.longitude + 13.405) < 1e-9)
        #expect(position.altitude == -34.5)
    }

    @Test("damaged parts are left out", arguments: [0, 4, 8, 9, 60])
    func truncated(length: Int) {
        let metadata = PictureMetadata(exif: Array(EXIFFile(isLittleEndian: true).bytes.prefix(length)))
        #expect(metadata.position == nil && metadata.taken == nil)
    }

    @Test("a directory that contains itself is read once")
    func cycle() {
        var file = EXIFFile(isLittleEndian: true)
        file.gpsOffset = 8
        #expect(PictureMetadata(exif: file.bytes).position == nil)
    }

    @Test("each orientation shows the same corner of the picture at the upper left, as EXIF's table says")
    func orientation() {
        // The corners of 2 × 3 pixels are 1, 2, 5, 6.
        let stored = Picture(width: 2, height: 3, pixels: (1...6).flatMap { [UInt8](repeating: $0, count: 4) })
        let expected: [Int: [UInt8]] = [
            1: [1, 2, 3, 4, 5, 6], 2: [2, 1, 4, 3, 6, 5], 3: [6, 5, 4, 3, 2, 1], 4: [5, 6, 3, 4, 1, 2],
            5: [1, 3, 5, 2, 4, 6], 6: [5, 3, 1, 6, 4, 2], 7: [6, 4, 2, 5, 3, 1], 8: [2, 4, 6, 1, 3, 5],
        ]
        for orientation in PictureOrientation.allCases {
            let turned = stored.turned(orientation)
            #expect(turned.width == (orientation.rawValue >= 5 ? 3 : 2))
            let values = stride(from: 0, to: turned.pixels.count, by: 4).map { turned.pixels[$0] }
            #expect(values == expected[orientation.rawValue])
        }
    }
}
