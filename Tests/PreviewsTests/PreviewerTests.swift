import Jobs
import Screen
import TestSupport
import Testing

@testable import Documents
@testable import Previews

/// Returns the lines of a preview as text.
func shown(
    _ bytes: [UInt8],
    columns: Int = 40,
    ascii: Bool = false,
    rows: Int = 1_000,
    within limits: DocumentLimits = .ample,
    by previewers: [any DocumentReader] = DocumentReaders.decoding
) -> [String] {
    let preview = DocumentReaders.preview(
        of: DocumentSource(Array("file".utf8), bytes: bytes), within: limits, by: previewers)
    let lines = preview.lines(fitting: PreviewViewport(columns: columns, isASCII: ascii, rows: rows), within: limits)
    return lines.map(\.text)
}

extension PreviewLine {
    var text: String { spans.map(\.text.description).joined() }
}

@Suite("DocumentReaders")
struct PreviewerTests {
    @Test(
        "the title gives the kind, the encoding and the number of lines",
        arguments: [
            ("", "Empty file"), ("one", "Text, ASCII, 1 line"), ("one\n", "Text, ASCII, 1 line"),
            ("one\ntwo", "Text, ASCII, 2 lines"), ("\n\n", "Text, ASCII, 2 lines"),
            ("é\r\nü\r\n", "Text, UTF-8, 2 lines"),
            ("old\rMac\rlines", "Text, ASCII, 3 lines"), ("\u{feff}mark", "Text, UTF-8, 1 line"),
            ("a\0b", "Binary data"),
        ])
    func title(text: String, title: String) { #expect(shown(Array(text.utf8)).first == title) }

    @Test("lines are shown with tabs as blanks and without the line ends of any system")
    func lines() {
        #expect(shown(Array("one\r\n\ttwo\r\na\tb\n".utf8)).dropFirst() == ["one", "    two", "a   b"])
        #expect(shown(Array("one\rtwo".utf8)).dropFirst() == ["one", "two"])
        #expect(shown(Array("語\tb\n".utf8)).dropFirst() == ["語  b"])
    }

    @Test("Latin 1 is shown with a note that the encoding is a guess")
    func latin() {
        #expect(
            shown([0x63, 0x61, 0x66, 0xe9]) == ["Text, Latin 1, 1 line", "(the encoding is a guess: Latin 1)", "café"])
    }

    @Test("text in an encoding from before Unicode is shown, with how sure it is")
    func legacy() {
        // "항구의 수위", "潮位は高い" and "It’s" as Python encodes them in CP949, CP932 and CP1252.
        let korean: [UInt8] = [0xc7, 0xd7, 0xb1, 0xb8, 0xc0, 0xc7, 0x20, 0xbc, 0xf6, 0xc0, 0xa7]
        #expect(
            shown(korean, columns: 80) == [
                "Text, EUC-KR (CP949), 1 line", "(the encoding is a guess: EUC-KR (CP949))", "항구의 수위",
            ])
        let japanese: [UInt8] = [0x92, 0xaa, 0x88, 0xca, 0x82, 0xcd, 0x8d, 0x82, 0x82, 0xa2, 0x0a]
        let repeated = Array(repeatElement(japanese, count: 9).joined())
        #expect(
            shown(repeated, columns: 80) == [
                "Text, Shift-JIS (CP932), 9 lines", "(the encoding is very likely Shift-JIS (CP932))",
            ] + repeatElement("潮位は高い", count: 9))
        let english = Array("It".utf8) + [0x92] + Array("s the tide table of the harbor".utf8)
        #expect(
            shown(english, columns: 80) == [
                "Text, Windows-1252, 1 line", "(the encoding is a guess: Windows-1252)",
                "It’s the tide table of the harbor",
            ])
    }

    @Test("lines longer than the pane are wrapped, and wide characters are not cut in two", arguments: 1...50)
    func wrapped(_ columns: Int) {
        let text = "words that go on 日本語の文章は幅が二倍 🎉 " + String(repeating: "x", count: 300) + "\n\t\tend"
        let file = DocumentSource([], bytes: Array(text.utf8))
        let limits = DocumentLimits.ample
        let fit = PreviewViewport(columns: columns)
        let lines = DocumentReaders.preview(of: file, within: limits).lines(fitting: fit, within: limits)
        // A pane of one column has no room for a wide character.
        #expect(lines.allSatisfy { $0.width <= max(2, columns) })
        #expect(lines.map(\.text).joined().count { $0 == "x" } == 300 + 1)
    }

    @Test(
        "the contents of a file reach the terminal only through the sanitizer",
        arguments: [
            "\u{1b}[2J", "\u{1b}]0;title\u{7}", "\u{9b}31m", "\u{202e}gpj.exe", "\u{8}\u{c}\u{b}", "\u{2028}", "\u{7f}",
        ]
    )
    func hostile(_ text: String) {
        let around = String(repeating: "usual text ", count: 20)
        for bytes in [Array((around + text + around).utf8), Array(text.utf8), Array(text.utf8) + [0xff, 0xc3, 0]] {
            for line in shown(bytes) {
                for scalar in line.unicodeScalars {
                    let isControl = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
                    let isDirection = [0x202a...0x202e, 0x2066...0x2069, 0x2028...0x2029].contains {
                        $0 ~= scalar.value
                    }
                    #expect(!isControl && !isDirection, "\(line.debugDescription)")
                }
            }
        }
        #expect(shown(Array((around + text + around).utf8))[0].hasPrefix("Text, "))
    }

    /// Rows as `xxd -g1` writes them, without its colon, fitted to the pane.
    @Test(
        "bytes are shown with offsets, as digits and as characters, as many per row as fit",
        arguments: [
            (71, "0000  00 41 ff 0a 7f 20 7e 80 00 00 00 00 00 00 00 00  ·A··· ~·········"),
            (70, "0000  00 41 ff 0a 7f 20 7e 80  ·A··· ~·"), (39, "0000  00 41 ff 0a 7f 20 7e 80  ·A··· ~·"),
            (38, "0000  00 41 ff 0a  ·A··"), (23, "0000  00 41 ff 0a  ·A··"), (22, "0000  00 41  ·A"),
            (10, "0000  00  "),
        ])
    func hex(columns: Int, first: String) {
        let bytes: [UInt8] = [0, 0x41, 0xff, 0x0a, 0x7f, 0x20, 0x7e, 0x80] + Array(repeating: 0, count: 12)
        let lines = shown(bytes, columns: columns)
        #expect(lines.drop { !$0.hasPrefix("0000") }.first == first)
        #expect(lines[0].hasPrefix("Binary"))
        if columns == 71 { #expect(lines.last == "0010  00 00 00 00                                      ····") }
    }

    @Test("the bytes shown match od")
    func od() throws {
        var random = SeededGenerator(seed: 5)
        let bytes = [0] + (0..<777).map { _ in UInt8.random(in: 0...255, using: &random) }
        let directory = TemporaryDirectory()
        let result = try runCommand(["od", "-An", "-v", "-tx1", "-w8", directory.write("file", bytes)])
        let wanted = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map {
            String($0.dropFirst())
        }
        let found = shown(bytes).dropFirst().map { String($0.dropFirst(6).prefix(23)).trimming() }
        #expect(found == wanted)
    }

    @Test("only the beginning of a large file is shown, with a note")
    func large() {
        let text = shown(Array(repeating: 0x61, count: 300_000))
        #expect(text[0] == "Text, ASCII")
        #expect(text.last == "(the rest is not shown here)" && text.count == 1_002)
        let binary = shown(Array(repeating: 0, count: 300_000))
        #expect(binary[0] == "Binary data")
        #expect(binary.last == "(the rest is not shown here)" && binary.count == 1_002)
    }

    @Test("no more rows than requested are shown, with a note")
    func rows() {
        let lines = shown(Array(String(repeating: "line\n", count: 50).utf8), rows: 10)
        #expect(lines.count == 12 && lines.last == "(the rest is not shown here)")
        #expect(shown(Array(String(repeating: "line\n", count: 50).utf8), rows: 50).last == "line")
    }

    @Test("a preview that is cancelled or takes too long stops")
    func stopped() {
        let cancelled = DocumentLimits.ample
        cancelled.cancellation.cancel()
        for limits in [cancelled, DocumentLimits(milliseconds: 0)] {
            for bytes in [Array("text\n".utf8), [0, 1, 2]] {
                let lines = shown(bytes, within: limits)
                #expect(lines.count == 2 && lines.last == "(the rest is not shown here)")
            }
        }
    }

    private struct FailingDocumentReader: DocumentReader {
        func recognizes(_ file: DocumentSource) -> Bool { file.head.starts(with: [0x46]) }
        func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
            throw DocumentFailure("its table of contents is damaged")
        }
    }

    @Test("if a previewer fails, the next one shows the file with the reason")
    func failing() {
        let previewers: [any DocumentReader] = [FailingDocumentReader()] + DocumentReaders.all
        #expect(shown([0x46], by: previewers) == ["Text, ASCII, 1 line", "(its table of contents is damaged)", "F"])
        #expect(shown([0x47], by: previewers) == ["Text, ASCII, 1 line", "G"])
        let alone = shown([0x46], by: [FailingDocumentReader()])
        #expect(alone == ["Contents of an unknown kind", "(its table of contents is damaged)"])
        #expect(shown([0x47], by: []) == ["Contents of an unknown kind"])
    }

    @Test("a preview of any bytes ends and fits the pane")
    func anything() {
        var random = SeededGenerator(seed: 9)
        for round in 0..<1_500 {
            let bytes: [UInt8] = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                round % 2 == 0
                    ? UInt8.random(in: 0...255, using: &random)
                    : [9, 10, 13, 27, 65, 0xe3, 0x81, 0x82].randomElement(using: &random)!
            }
            let fit = PreviewViewport(
                columns: Int.random(in: -1...60, using: &random), isASCII: round % 3 == 0, rows: 200)
            let limits = DocumentLimits.ample
            let file = DocumentSource([], bytes: bytes)
            let lines = DocumentReaders.preview(of: file, within: limits).lines(fitting: fit, within: limits)
            #expect(lines.allSatisfy { $0.width <= max(2, fit.columns) })
            if fit.isASCII { #expect(lines.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } }) }
        }
    }
}

extension String {
    fileprivate func trimming() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
