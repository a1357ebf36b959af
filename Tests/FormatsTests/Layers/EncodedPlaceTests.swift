import TestSupport
import Testing

@testable import Formats

/// Many bytes are passed over at once; each place is compared with what a plain look at one byte after the other finds.
@Suite("Places where data may be encoded")
struct EncodedPlaceTests {
    private static let alphabets = [
        "abcXYZ019+/_-\\ ", "ab\\/\\/.", "%&=\\#alg0123456789abcdefx\n\r;ntu\"'", "\u{8}\u{18}x8h\u{1f}PK\u{1}^",
    ].map { Array($0.utf8) }

    private static func bytes(seed: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(seed))
        let letters = alphabets[seed % alphabets.count]
        var bytes = (0..<Int.random(in: 0..<400, using: &random)).map { _ in
            Bool.random(using: &random) || Bool.random(using: &random)
                ? letters[Int.random(in: letters.indices, using: &random)]
                : UInt8.random(in: .min ... .max, using: &random)
        }
        let run = Int.random(in: 18..<30, using: &random)
        if bytes.count > 100 { bytes.replaceSubrange(40..<40 + run, with: [UInt8](repeating: 0x51, count: run)) }
        return bytes
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
    }

    /// All places that a search from each place on finds, and those that have a property.
    private static func places(
        in bytes: [UInt8], _ next: (UnsafeRawBufferPointer, Int) -> Int?, where isOne: (Int) -> Bool
    ) -> (found: [Int?], expected: [Int?]) {
        let all = bytes.indices.filter(isOne)
        let found = bytes.withUnsafeBytes { buffer in bytes.indices.map { next(buffer, $0) } }
        return (found, bytes.indices.map { start in all.first { $0 >= start } })
    }

    @Test("runs of characters of base64", arguments: 0..<60)
    func runs(seed: Int) {
        let bytes = Self.bytes(seed: seed)
        let characters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_".utf8)
        func isInside(_ index: Int) -> Bool {
            characters.contains(bytes[index])
                || bytes[index] == 0x5c && index + 1 < bytes.count && bytes[index + 1] == 0x2f
        }
        func isRun(_ start: Int) -> Bool {
            start + EncodedText.minimum <= bytes.count && (start..<start + EncodedText.minimum).allSatisfy(isInside)
        }
        let (found, expected) = Self.places(in: bytes, { $0.firstRun(from: $1) }, where: isRun)
        #expect(found == expected)
    }

    @Test("escapes", arguments: 0..<60, [false, true])
    func escapes(seed: Int, isQuotedPrintable: Bool) {
        let bytes = Self.bytes(seed: seed)
        func isEscape(_ index: Int) -> Bool {
            guard index + 1 < bytes.count else { return false }
            let next = bytes[index + 1]
            switch bytes[index] {
            case 0x3d: return isQuotedPrintable && (Self.isHexadecimal(next) || "\n\r".utf8.contains(next))
            case 0x25: return !isQuotedPrintable && Self.isHexadecimal(next)
            case 0x26: return !isQuotedPrintable && "#algq".utf8.contains(next)
            case 0x5c: return !isQuotedPrintable && "0123xu/\"\\'nrt".utf8.contains(next)
            default: return false
            }
        }
        let (found, expected) = Self.places(
            in: bytes, { $0.firstEscape(from: $1, isQuotedPrintable: isQuotedPrintable) }, where: isEscape)
        #expect(found == expected)
    }

    @Test("bytes are UTF-8 exactly if the standard library takes them for that", arguments: 0..<40)
    func texts(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let parts: [[UInt8]] =
            ["a", "words and", "é", "日", "😀", "\u{7ff}", "\u{800}", "\u{ffff}", "\u{10ffff}"].map { Array($0.utf8) }
            + [
                [0x80], [0xc0, 0xaf], [0xe0, 0x9f, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf0, 0x9f],
                [0xff],
            ]
        for _ in 0..<200 {
            let count = Int.random(in: 0..<12, using: &random)
            let bytes = (0..<count).flatMap { _ -> [UInt8] in
                // Few have an error.
                let last = Int.random(in: 0..<8, using: &random) == 0 ? parts.count : 9
                return parts[Int.random(in: 0..<last, using: &random)]
            }
            #expect(bytes.withUnsafeBytes { $0.isUTF8 } == (String(validating: bytes, as: UTF8.self) != nil))
        }
    }

    @Test("headers of zlib (RFC 1950, section 2.2), gzip and entries of zips, among all pairs of bytes")
    func streams() {
        var bytes: [UInt8] = []
        for pair in 0...UInt16.max { bytes += [UInt8(pair >> 8), UInt8(pair & 0xff), 0xff, 0xff] }
        let (first, second) = (0x1f, 0x8b)
        var expected: [Int] = []
        for index in bytes.indices.dropLast() {
            let (method, flags) = (Int(bytes[index]), Int(bytes[index + 1]))
            let isZlib = method % 16 == 8 && method / 16 <= 7 && (method * 256 + flags) % 31 == 0 && flags & 32 == 0
            if isZlib || (method, flags) == (first, second) || (method, flags) == (0x50, 0x4b) {
                expected.append(index)
            }
        }
        var found: [Int] = []
        bytes.withUnsafeBytes { buffer in
            while let place = buffer.firstStream(from: found.last.map { $0 + 1 } ?? 0) { found.append(place) }
        }
        #expect(found == expected && found.count > 30)
    }
}
