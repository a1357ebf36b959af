import AppLifecycle
import Screen
import TestSupport
import Testing

@Suite("Snapshots as text")
struct SnapshotTextTests {
    /// Returns a frame with everything that a cell can hold: colours of all kinds, attributes, wide characters,
    /// combining marks.
    private static func picture(_ random: inout SeededGenerator, columns: Int = 40, rows: Int = 9) -> Frame {
        let words = ["plain", "旅行の写真", "e\u{301}a\u{308}\u{304}", "▸ ·⟳", "👩👧", "  ", "résumé", "회의록", "‹RLO›"]
        var frame = Frame(size: Size(columns: columns, rows: rows), style: style(&random))
        for _ in 0..<30 {
            frame.write(
                words.randomElement(using: &random) ?? "",
                column: .random(in: 0..<columns, using: &random),
                row: .random(in: 0..<rows, using: &random),
                style: style(&random)
            )
        }
        return frame
    }

    private static func style(_ random: inout SeededGenerator) -> Style {
        Style(
            foreground: color(&random),
            background: color(&random),
            attributes: TextAttributes(rawValue: .random(in: 0..<32, using: &random))
        )
    }

    private static func color(_ random: inout SeededGenerator) -> Color {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .terminalDefault
        case 1: .palette(.random(in: 0..<16, using: &random))
        case 2: .palette(.random(in: 16...255, using: &random))
        default: .rgb(.random(in: 0...255, using: &random), 0, .random(in: 0...255, using: &random))
        }
    }

    @Test("a written snapshot is read back unchanged", arguments: 0..<40 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let frame = Self.picture(&random)
        #expect(try SnapshotText.frame(from: SnapshotText.bytes(of: frame)) == frame)
    }

    @Test("a terminal shows a snapshot as the original frame", arguments: 0..<20 as Range<UInt64>)
    func terminal(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let frame = Self.picture(&random)
        let screen = try #require(TerminalScreen(size: Size(columns: 60, rows: 12)))
        for byte in SnapshotText.bytes(of: frame) { screen.feed(byte == 0x0a ? [0x0d, 0x0a] : [byte]) }
        for row in 0..<frame.size.rows {
            for column in 0..<frame.size.columns {
                let cell = frame[Position(column: column, row: row)]
                let shown = screen.cell(column: column, row: row)
                #expect(shown.width == (cell.isContinuation ? 0 : cell.isWide ? 2 : 1))
                guard !cell.isContinuation else { continue }
                // libvterm does not report dim text.
                let known = cell.style.attributes.subtracting(.dim)
                #expect(shown.style.attributes == known)
                #expect(shown.style.foreground == cell.style.foreground)
                #expect(shown.style.background == cell.style.background)
                var text = String.UnicodeScalarView([cell.base])
                for mark in [cell.firstMark, cell.secondMark].compactMap(\.self) { text.append(mark) }
                #expect(Array((shown.text.isEmpty ? " " : shown.text).unicodeScalars) == Array(text))
            }
        }
    }

    @Test("a snapshot contains no escape sequence but SGR, and every line is independent of the others")
    func onlySelections() throws {
        var random = SeededGenerator(seed: 7)
        let text = String(decoding: SnapshotText.bytes(of: Self.picture(&random)), as: UTF8.self)
        #expect(
            text.replacing(#/\u{1b}\[[0-9;]+m/#, with: "").unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 10 && lines.last == "")
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("\u{1b}[0;") && $0.hasSuffix("\u{1b}[0m") })
    }

    @Test("a frame of plain cells is plain text")
    func plain() {
        let frame = Frame(size: Size(columns: 3, rows: 2))
        #expect(SnapshotText.bytes(of: frame) == Array("   \n   \n".utf8))
    }

    @Test(
        "text that could do more than be shown is refused",
        arguments: [
            "\u{1b}", "\u{1b}[", "\u{1b}[1", "a\u{1b}[2J", "\u{1b}[?1049h", "\u{1b}]0;title\u{7}",
            "\u{1b}]52;c;AAAA\u{7}",
            "\u{1b}P1$r\u{1b}\\", "\u{1b}c", "\u{1b}[1;1H", "\u{1b}[31 m", "\u{1b}[5n", "\u{1b}[38;5m",
            "\u{1b}[38;2;1;2m",
            "\u{1b}[38;9;1m", "\u{1b}[5m", "\u{1b}[8m", "\u{1b}[256m", "\u{1b}[99999999999999999999m", "\u{1b}[-1m",
            "\u{1b}[38:5:1m", "a\rb", "a\u{8}b", "\u{7f}", "\u{0}", "\t", "\u{e}",
            "\u{1b}[" + String(repeating: "0;", count: 99),
        ])
    func refused(text: String) {
        #expect(throws: SnapshotTextError.self) { try SnapshotText.frame(from: Array(text.utf8)) }
    }

    @Test("text is sanitized, including invalid UTF-8")
    func sanitized() throws {
        let frame = try SnapshotText.frame(from: [0x41, 0xff, 0xc2, 0x9b, 0xe2, 0x80, 0xae, 0x42])
        #expect(frame.text == #"A\xFF‹9B›‹RLO›B"#)
        #expect(try SnapshotText.frame(from: Array("旅 é\r\nb".utf8), ascii: true).text == "?? ?\nb")
    }

    @Test("a snapshot is limited to the size of a screen")
    func limits() throws {
        let side = SnapshotText.longestSide
        #expect(throws: SnapshotTextError.empty) { try SnapshotText.frame(from: []) }
        #expect(throws: SnapshotTextError.empty) { try SnapshotText.frame(from: Array("\n\n\u{1b}[0m\n".utf8)) }
        let line = [UInt8](repeating: 0x61, count: side)
        #expect(try SnapshotText.frame(from: line).size == Size(columns: side, rows: 1))
        #expect(throws: SnapshotTextError.tooLarge) { try SnapshotText.frame(from: line + [0x61]) }
        let rows = Array("a".utf8) + [UInt8](repeating: 0x0a, count: side)
        #expect(try SnapshotText.frame(from: rows).size == Size(columns: 1, rows: side))
        #expect(throws: SnapshotTextError.tooLarge) { try SnapshotText.frame(from: rows + [0x0a]) }
        let long = [UInt8](repeating: 0x61, count: SnapshotText.longestText + 1)
        #expect(throws: SnapshotTextError.tooLarge) { try SnapshotText.frame(from: long) }
    }

    @Test("damaged text is either refused or read as a valid frame", arguments: 0..<200 as Range<UInt64>)
    func damaged(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = SnapshotText.bytes(of: Self.picture(&random, columns: 20, rows: 4))
        for _ in 0..<20 {
            let damaged = random.mutate(bytes)
            guard let frame = try? SnapshotText.frame(from: damaged) else { continue }
            // A frame that was read can be written and read again.
            #expect((try? SnapshotText.frame(from: SnapshotText.bytes(of: frame))) == frame)
        }
    }
}
