import FileTree
import Formats
import TestSupport
import Testing

@testable import Search

/// Searches in more bytes than are read at once. Expected places are those where the text was planted.
@Suite("Searching bytes piece by piece")
struct BytesSearchTests {
    /// The number of bytes that are read at once.
    private static let atOnce = 64 << 10

    /// A place in the bytes: an offset, and the number of the line if they are text.
    private struct Place: Equatable {
        var offset: UInt64
        var line: UInt64 = 0
    }

    private static func places(
        of text: String, ignoringCase: Bool = false, in bytes: [UInt8], countsLines: Bool = true
    ) throws -> [Place] {
        let finder = ContentsFinder(
            try ContentsPattern(text, caseSensitivity: ignoringCase ? .ignored : .respected))
        let search = BytesSearch(
            finder, BytesSearch.Memory(), countsLines: countsLines, mustStop: { false },
            read: { buffer, offset in
                let part = bytes.dropFirst(Int(offset)).prefix(buffer.count)
                buffer.copyBytes(from: part)
                return part.count
            })
        var places: [Place] = []
        _ = try search.searchWhole(steps: []) { hit in
            switch hit.place {
            case .line(let number, let offset): places.append(Place(offset: offset, line: number))
            case .offset(let offset): places.append(Place(offset: offset))
            case .value, .name: Issue.record("a value in bytes")
            }
            return true
        }
        return places
    }

    /// Returns bytes without the text, lines of 50 or none, with a text written over them at some offsets.
    private static func bytes(_ count: Int, isText: Bool, _ text: String, at offsets: [Int]) -> [UInt8] {
        var bytes = [UInt8](repeating: isText ? 0x2e : 0, count: count)
        if isText { for index in stride(from: 49, to: count, by: 50) { bytes[index] = 0x0a } }
        for offset in offsets { bytes.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8) }
        return bytes
    }

    /// Distances from the end of a piece at which a text of six bytes lies across it, or beside it.
    private static let distances: [Int] = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2]

    @Test(
        "text across the ends of pieces is found once, in bytes and in lines", arguments: distances, [1, 2, 3])
    func acrossEnds(distance: Int, piece: Int) throws {
        let offset: Int = piece * Self.atOnce + distance
        let count = 4 * Self.atOnce + 5
        let bytes = Self.bytes(count, isText: false, "NeEdLe", at: [offset])
        #expect(try Self.places(of: "NeEdLe", in: bytes) == [Place(offset: UInt64(offset))])
        // A match does not extend beyond its line.
        let start: Int = offset - offset % 50 + 20
        let text = Self.bytes(count, isText: true, "NEEdle", at: [start])
        let expected = Place(offset: UInt64(start), line: UInt64(start / 50 + 1))
        #expect(try Self.places(of: "needle", ignoringCase: true, in: text) == [expected])
    }

    @Test("a line that is longer than what is read at once has its number, and so has the next hit")
    func longLines() throws {
        let long = [UInt8](repeating: 0x78, count: 3 * Self.atOnce)
        var bytes = Array("a\nneedle b\n".utf8)
        bytes += long
        bytes += Array(" needle\n\n".utf8)
        bytes += long
        bytes += Array("\nneedle".utf8)
        let second = 11 + long.count + 1
        let third = second + 6 + 2 + long.count + 1
        #expect(
            try Self.places(of: "needle", in: bytes) == [
                Place(offset: 2, line: 2), Place(offset: UInt64(second), line: 3),
                Place(offset: UInt64(third), line: 6),
            ])
        #expect(try Self.places(of: "needle", in: bytes, countsLines: false).map(\.line) == [0, 0, 0])
    }

    @Test("matches that overlap count as one, also across the end of a piece")
    func overlapping() throws {
        var bytes = Self.bytes(2 * Self.atOnce, isText: false, "abababa", at: [100])
        #expect(try Self.places(of: "aba", in: bytes) == [Place(offset: 100), Place(offset: 104)])
        bytes = Self.bytes(2 * Self.atOnce, isText: false, "aaaa", at: [Self.atOnce - 2])
        #expect(
            try Self.places(of: "aa", in: bytes).map(\.offset) == [UInt64(Self.atOnce - 2), UInt64(Self.atOnce)])
    }

    /// A text in UTF-8 with a byte order mark.
    private static let marked: [UInt8] = [0xef, 0xbb, 0xbf] + Array("Größe\nHöhe\n".utf8)

    @Test(
        "a byte order mark does not belong to the first line, unless it is looked for",
        arguments: [
            ("^Größe", [3]), ("\\AGröße$", [3]), ("^.{5}$", [3]), ("^[GH]", [3, 11]), (".Gr", []), ("^Höhe", [11]),
            ("^\\x{FEFF}Gr", [0]), ("\u{feff}", [0]), ("e$", [9, 15]),
        ])
    func byteOrderMark(expression: String, offsets: [Int]) throws {
        let finder = ContentsFinder(try ContentsPattern(expression, isExpression: true))
        let bytes = Self.marked
        let search = BytesSearch(
            finder, BytesSearch.Memory(), countsLines: true, mustStop: { false },
            read: { buffer, offset in
                let part = bytes.dropFirst(Int(offset)).prefix(buffer.count)
                buffer.copyBytes(from: part)
                return part.count
            })
        var found: [ContentsHit.Place] = []
        _ = try search.searchWhole(steps: []) { hit in
            found.append(hit.place)
            return true
        }
        #expect(found == offsets.map { ContentsHit.Place.line(number: $0 < 11 ? 1 : 2, offset: UInt64($0)) })
    }

    @Test("lines behind a byte order mark have their numbers and offsets, across the ends of pieces")
    func byteOrderMarkInPieces() throws {
        var bytes = Self.bytes(3 * Self.atOnce, isText: true, "needle", at: [10, 2 * Self.atOnce + 60])
        bytes.replaceSubrange(0..<3, with: [0xef, 0xbb, 0xbf])
        let offset = UInt64(2 * Self.atOnce + 60)
        #expect(
            try Self.places(of: "needle", in: bytes) == [
                Place(offset: 10, line: 1), Place(offset: offset, line: offset / 50 + 1),
            ])
    }

    @Test("only letters are the same in both cases", arguments: ["a[z", "A{Z", "@`", "_\u{7f}"])
    func cases(text: String) throws {
        let other = text.utf8.map { $0 ^ 0x20 }
        var bytes = Array("....\(text)....".utf8)
        bytes += other
        #expect(try Self.places(of: text, ignoringCase: true, in: bytes).map(\.offset) == [4])
    }
}
