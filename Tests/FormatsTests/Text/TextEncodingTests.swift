import TestSupport
import Testing

@testable import Formats

@Suite("Text encodings")
struct TextEncodingTests {
    /// Bytes as encoded by Python's `str.encode`, their encoding, and the text.
    private static let texts: [([UInt8], TextEncoding, String)] = [
        (Array("plain\ttext\r\n".utf8), .ascii, "plain\ttext\r\n"),
        (Array("\u{1b}[31mred\u{1b}[0m\n".utf8), .ascii, "\u{1b}[31mred\u{1b}[0m\n"),
        ([0x63, 0x61, 0x66, 0xc3, 0xa9], .utf8, "café"),
        ([0xef, 0xbb, 0xbf, 0x61], .utf8, "a"),
        ([0xff, 0xfe, 0x61, 0x00, 0x3d, 0xd8, 0x89, 0xde], .utf16LittleEndian, "a🚉"),
        ([0xfe, 0xff, 0x00, 0x61, 0xd8, 0x3d, 0xde, 0x89], .utf16BigEndian, "a🚉"),
        ([0xff, 0xfe], .utf16LittleEndian, ""),
        ([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0, 0x89, 0xf6, 1, 0], .utf32LittleEndian, "a🚉"),
        ([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61, 0, 1, 0xf6, 0x89], .utf32BigEndian, "a🚉"),
        ([0xff, 0xfe, 0, 0], .utf32LittleEndian, ""),
        ([0x63, 0x61, 0x66, 0xe9], .latin1, "café"),
        ([0x6e, 0x61, 0xef, 0x76, 0x65, 0x20, 0x63, 0x61, 0x66, 0xe9], .latin1, "naïve café"),
    ]

    @Test("the encoding is detected by a byte order mark or by the bytes themselves", arguments: texts)
    func detected(bytes: [UInt8], encoding: TextEncoding, text: String) throws {
        let detection = try #require(TextDetection(bytes, isWhole: true))
        #expect(detection.encoding == encoding && detection.errors == 0)
        #expect(String(decoding: detection.utf8(bytes, isWhole: true), as: UTF8.self) == text)
    }

    @Test(
        "bytes with a NUL, or with more control characters than text has, are not text",
        arguments: [
            [0], [0x61, 0, 0x62], Array("SQLite format 3\0".utf8), [1, 2, 3], [0x61, 0x01],
            [0xff, 0xfe, 0, 0, 0, 0, 0x11, 0, 0, 0, 0x12, 0], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
            [0xff, 0xfe, 1, 0, 2, 0, 0, 0xdc], [0xc3, 0x28, 0xa0, 0xa1, 0x80],
        ] as [[UInt8]])
    func binary(_ bytes: [UInt8]) { #expect(TextDetection(bytes, isWhole: true) == nil) }

    @Test("each byte counts wherever it stands in a text", arguments: 0..<17)
    func places(place: Int) {
        for byte in UInt8.min...UInt8.max {
            var bytes = Array("a text of letters".utf8)
            bytes[place] = byte
            let expected: TextEncoding? =
                switch byte {
                case 0x08...0x0d, 0x1b, 0x20...0x7e: .ascii
                case 0xa0...0xff: .latin1
                // One in 17 is too many.
                default: nil
                }
            // Windows-1252 has usual characters of texts there: € ‚ „ … ‹ ‘ ’ “ ” • – — ™ › œ.
            let isOfWindows: Set<UInt8> = [
                0x80, 0x82, 0x84, 0x85, 0x8b, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9b, 0x9c,
            ]
            guard !isOfWindows.contains(byte) else {
                let found = TextDetection(bytes, isWhole: true)?.encoding
                // Not those that stand for a letter in a word.
                #expect(found == .windows1252 || found == nil && place > 0, "\(byte)")
                continue
            }
            #expect(TextDetection(bytes, isWhole: true)?.encoding == expected, "\(byte)")
        }
    }

    @Test("single invalid bytes are errors in a text that is otherwise UTF-8")
    func errors() throws {
        let bytes = Array("größer".utf8) + [0xff] + Array(" schöner".utf8)
        let detection = try #require(TextDetection(bytes, isWhole: true))
        #expect(detection.encoding == .utf8 && detection.errors == 1)
        #expect(detection.utf8(bytes, isWhole: true) == bytes)
    }

    @Test("a character cut off at the end of a partial read is left out without an error", arguments: 1...3)
    func cutOff(_ count: Int) throws {
        let bytes = Array("ä Größe: café ".utf8) + Array("🎉".utf8).prefix(count)
        let part = try #require(TextDetection(bytes, isWhole: false))
        #expect(part.encoding == .utf8 && part.errors == 0)
        #expect(String(decoding: part.utf8(bytes, isWhole: false), as: UTF8.self) == "ä Größe: café ")
        let whole = try #require(TextDetection(bytes, isWhole: true))
        #expect(whole.encoding == .utf8 && whole.errors == count)
        let units: [UInt8] = [0xff, 0xfe, 0x61, 0x00, 0x3d, 0xd8]
        let half = try #require(TextDetection(units, isWhole: false))
        #expect(half.utf8(units, isWhole: false) == [0x61])
    }

    @Test("no bytes cause a trap, and UTF-8 stays unchanged")
    func anything() {
        var random = SeededGenerator(seed: 11)
        let alphabet: [UInt8] = [0, 9, 10, 13, 27, 0x41, 0x7f, 0x80, 0xa0, 0xbf, 0xc3, 0xe9, 0xef, 0xf0, 0xfe, 0xff]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            for isWhole in [true, false] {
                guard let detection = TextDetection(bytes, isWhole: isWhole) else { continue }
                let text = detection.utf8(bytes, isWhole: isWhole)
                if detection.encoding == .utf8, detection.errors == 0 {
                    #expect(Array(String(decoding: text, as: UTF8.self).utf8) == text)
                }
            }
        }
    }

    @Test("a byte that is no text is seen at any offset", arguments: [1, 31, 32, 33, 64, 95, 4_000])
    func offsets(count: Int) {
        for offset in [0, 1, 7, 8, 30, 31, 32, 33, 63, 64, count - 1] where (0..<count).contains(offset) {
            var bytes = [UInt8](repeating: 0x61, count: count)
            if offset % 3 == 1 { bytes[offset - 1] = 0x0a }
            bytes[offset] = 0
            #expect(TextDetection(bytes, isWhole: true) == nil)
            // One control character in twenty characters is tolerated.
            bytes[offset] = 0x01
            #expect((TextDetection(bytes, isWhole: true) == nil) == (count < 20))
            bytes[offset] = 0xe9
            #expect(TextDetection(bytes, isWhole: true)?.encoding == (count < 3 ? nil : .latin1))
            bytes[offset] = 0x7e
            #expect(TextDetection(bytes, isWhole: true)?.encoding == .ascii)
        }
    }
}
