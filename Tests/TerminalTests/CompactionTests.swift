import CTerminal
import Screen
import TestSupport
import Testing
import VirtualTerminal

@Suite("Merging sequences of attributes", .serialized)
struct CompactionTests {
    private static let size = Size(columns: 20, rows: 6)

    /// Returns the bytes that are sent instead.
    private static func compact(_ bytes: [UInt8]) -> [UInt8] {
        let input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: sgt_compacted_room(input.count))
        let count = sgt_compact(input, input.count, &output)
        return output[..<count].map { UInt8(bitPattern: $0) }
    }

    private static func compact(_ text: String) -> String {
        sgt_forget_attributes()
        return String(decoding: compact(Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        "the sequences between two characters become one",
        arguments: [
            ("\u{1b}[1m\u{1b}[38;5;74mR", "\u{1b}[1;38;5;74mR"),
            ("\u{1b}[1mR\u{1b}[m\u{1b}[39;49m\u{1b}[38;5;74m x", "\u{1b}[1mR \u{1b}[0;38;5;74mx"),
            // Blanks have a background, and lines in the colour of the text.
            ("\u{1b}[31ma\u{1b}[m \u{1b}[1mb", "\u{1b}[31ma \u{1b}[0;1mb"),
            ("a\u{1b}[41m b", "a\u{1b}[41m b"),
            ("\u{1b}[4ma\u{1b}[m b", "\u{1b}[4ma\u{1b}[m b"),
            ("\u{1b}[7;31m a", "\u{1b}[7;31m a"),
            ("\u{1b}[31ma\u{1b}[32m \u{301}", "\u{1b}[31ma\u{1b}[32m \u{301}"),
            ("\u{1b}[1ma\u{1b}[m\u{1b}[K\u{1b}[1mb", "\u{1b}[1ma\u{1b}[Kb"),
            ("\u{1b}[1;32ma\u{1b}[m\u{1b}[1;32mb", "\u{1b}[1;32mab"),
            ("\u{1b}[1ma\u{1b}[m\u{1b}[2mb", "\u{1b}[1ma\u{1b}[0;2mb"),
            ("\u{1b}[7m\u{1b}[3;4Ha\u{1b}[m\u{1b}[4;4Hb", "\u{1b}[3;4H\u{1b}[7ma\u{1b}[4;4H\u{1b}[mb"),
            ("\u{1b}[44m\u{1b}[K", "\u{1b}[44m\u{1b}[K"),
            ("\u{1b}[1m\u{1b}[5;6H\u{1b}[m", "\u{1b}[5;6H"),
            ("日本\u{1b}[m語", "日本語"),
            ("\u{1b}[?25l\u{1b}[?1006h", "\u{1b}[?25l\u{1b}[?1006h"),
            ("\u{1b}]11;?\u{1b}\\\u{1b}[c", "\u{1b}]11;?\u{1b}\\\u{1b}[c"),
            // Unknown attributes are copied, up to a reset.
            ("\u{1b}[9ma\u{1b}[1mb\u{1b}[mc\u{1b}[1md", "\u{1b}[9ma\u{1b}[1mb\u{1b}[mc\u{1b}[1md"),
            ("\u{1b}[58:2::1:2:3ma", "\u{1b}[58:2::1:2:3ma"),
        ])
    func merged(_ before: String, _ after: String) {
        #expect(Self.compact(before) == after)
    }

    @Test("the character set is designated only if it is another one")
    func characterSet() {
        #expect(
            Self.compact("\u{1b}(B\u{1b}[ma\u{1b}(B\u{1b}[mb\u{1b}(0q\u{1b}(Bc") == "\u{1b}(Bab\u{1b}(0q\u{1b}(Bc")
    }

    @Test(
        "a movement within a row, or to the next one, names the column alone",
        arguments: [
            ("\u{1b}[3;4Ha\u{1b}[3;12Hb", "\u{1b}[3;4Ha\u{1b}[12Gb"),
            ("\u{1b}[3;4Ha\u{1b}[4;12Hb", "\u{1b}[3;4Ha\n\u{1b}[12Gb"),
            ("\u{1b}[3d\u{1b}[K\u{1b}[4;1Hb", "\u{1b}[3d\u{1b}[K\n\u{1b}[1Gb"),
            // To other rows, and where it is not known in which row the cursor is, the row is named.
            ("\u{1b}[3;12H", "\u{1b}[3;12H"),
            ("\u{1b}[3;4Ha\u{1b}[5;4Hb", "\u{1b}[3;4Ha\u{1b}[5;4Hb"),
            ("\u{1b}[3;4Ha\u{1b}[2;4Hb", "\u{1b}[3;4Ha\u{1b}[2;4Hb"),
            ("\u{1b}[3;4Ha\u{1b}[A\u{1b}[3;4Hb", "\u{1b}[3;4Ha\u{1b}[A\u{1b}[3;4Hb"),
            ("\u{1b}[3;4Ha\n\u{1b}[3;4Hb", "\u{1b}[3;4Ha\n\u{1b}[3;4Hb"),
            ("\u{1b}[3;4Ha\u{1b}M\u{1b}[3;4Hb", "\u{1b}[3;4Ha\u{1b}M\u{1b}[3;4Hb"),
            ("\u{1b}[3;4Ha\u{1b}[?1049h\u{1b}[3;4Hb", "\u{1b}[3;4Ha\u{1b}[?1049h\u{1b}[3;4Hb"),
            ("\u{1b}[3;4H\u{1b}[H\u{1b}[2;4H", "\u{1b}[3;4H\u{1b}[H\u{1b}[2;4H"),
        ])
    func shortened(_ before: String, _ after: String) {
        sgt_set_shortens(true)
        defer { sgt_set_shortens(false) }
        #expect(Self.compact(before) == after)
    }

    @Test("a terminal shows the same after shortened movements, up to the last column and the last row")
    func sameMovements() throws {
        sgt_set_shortens(true)
        defer { sgt_set_shortens(false) }
        var (generator, seed) = RandomSeed.generator(for: "shortening movements")
        let left = try #require(TerminalScreen(size: Self.size))
        let right = try #require(TerminalScreen(size: Self.size))
        sgt_forget_attributes()
        for _ in 0..<500 {
            var bytes: [UInt8] = []
            for _ in 0..<30 {
                let row = Int.random(in: 1...Self.size.rows, using: &generator)
                let column = Int.random(in: 1...Self.size.columns, using: &generator)
                let most = Self.size.columns - column + 1
                let text = String(repeating: "x", count: Int.random(in: 0...most, using: &generator))
                let move = ["\u{1b}[\(row);\(column)H", "\u{1b}[\(row)d\u{1b}[\(column)G", "\u{1b}[\(row);\(column)H"]
                bytes += Array(((move.randomElement(using: &generator) ?? "") + text).utf8)
                if Bool.random(using: &generator) { bytes += Array("\u{1b}[K".utf8) }
            }
            left.feed(bytes)
            right.feed(Self.compact(bytes))
            #expect(left.frame == right.frame, "\(seed) \(bytes)")
            #expect(left.cursor == right.cursor, "\(seed)")
        }
    }

    @Test("a terminal shows the same, whatever is written")
    func same() throws {
        var (generator, seed) = RandomSeed.generator(for: "merging attributes")
        let left = try #require(TerminalScreen(size: Self.size))
        let right = try #require(TerminalScreen(size: Self.size))
        sgt_forget_attributes()
        for _ in 0..<500 {
            var bytes: [UInt8] = []
            for _ in 0..<40 { bytes += Self.piece(&generator) }
            bytes += Array("\u{1b}(B\u{1b}[m".utf8)
            left.feed(bytes)
            right.feed(Self.compact(bytes))
            #expect(left.frame == right.frame, "\(seed) \(bytes)")
            #expect(left.cursor == right.cursor, "\(seed)")
        }
    }

    private static func piece(_ generator: inout SeededGenerator) -> [UInt8] {
        func any<Element>(_ elements: [Element], _ generator: inout SeededGenerator) -> Element {
            elements[Int.random(in: elements.indices, using: &generator)]
        }
        func color(_ base: Int, _ generator: inout SeededGenerator) -> String {
            let value = Int.random(in: 0..<8, using: &generator)
            return any(
                ["\(base + value)", "\(base + 60 + value)", "\(base + 8);5;\(value * 30)", "\(base + 9)"], &generator)
        }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: return Array(any(["a", "bc", " ", "日", "é", "   "], &generator).utf8)
        case 4: return Array("\u{1b}[\(Int.random(in: 1...6, using: &generator));3H".utf8)
        case 5: return Array(any(["\u{1b}[K", "\u{1b}[3X", "\r", "\u{8}", "\u{1b}[2J", "\u{1b}[1K"], &generator).utf8)
        case 6: return Array(any(["\u{1b}[m", "\u{1b}(B\u{1b}[m", "\u{1b}[0;1m", "\u{1b}[5m"], &generator).utf8)
        default:
            let attribute = any(["1", "3", "4", "7", "22", "23", "24", "27", "39;49"], &generator)
            let parameters = [attribute, color(30, &generator), color(40, &generator)].shuffled(using: &generator)
            let count = Int.random(in: 1...3, using: &generator)
            return Array("\u{1b}[\(parameters.prefix(count).joined(separator: ";"))m".utf8)
        }
    }
}
