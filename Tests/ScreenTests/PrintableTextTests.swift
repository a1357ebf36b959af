import Screen
import TestSupport
import Testing

@Suite("Text at the gate of standard output")
struct PrintableTextTests {
    private func lines(_ text: String, tabs: Bool = false, ascii: Bool = false) -> String {
        String(decoding: PrintableText.lines(Array(text.utf8), keepingTabs: tabs, ascii: ascii), as: UTF8.self)
    }

    @Test(
        "line feeds stay, and characters that act on a terminal are shown as in a name",
        arguments: [
            ("", ""), ("one\ntwo\n", "one\ntwo\n"), ("Grüße · 日本語 ⟳\n", "Grüße · 日本語 ⟳\n"),
            ("a\u{1b}]52;c;aGk=\u{7}b\nc", "a␛]52;c;aGk=␇b\nc"), ("a\u{9b}m\r\n", "a‹9B›m␍\n"),
            ("x\u{202e}y\u{2028}z\u{7f}", "x‹RLO›y‹2028›z␡"), ("a\tb", "a␉b"), ("\u{0}", "␀"),
        ])
    func shown(text: String, expected: String) { #expect(lines(text) == expected) }

    @Test("tabs stay where they are wanted, and bytes that are not UTF-8 never do")
    func others() {
        #expect(lines("\ta\u{1b}\tb\n", tabs: true) == "\ta␛\tb\n")
        #expect(PrintableText.lines([0x61, 0x9b, 0x0a], ascii: false) == Array("a\\x9B\n".utf8))
        #expect(PrintableText.lines([0xe2, 0x80, 0x0a], ascii: true) == Array("\\xE2\\x80\n".utf8))
    }

    @Test("in a locale that is not UTF-8, everything is ASCII")
    func ascii() {
        #expect(lines("R··B ␛é日\n", ascii: true) == "R..B ????\n")
        #expect(lines("a\u{1b}\u{202e}b", ascii: true) == "a??RLO?b")
    }

    @Test("sanitizing twice is the same as once, whatever the text")
    func idempotent() {
        var random = SeededGenerator(seed: 28)
        let parts: [String] = [
            "a", "é", "e\u{301}", "\u{301}\u{302}\u{303}", "日", "👍🏽", "👨\u{200d}👩", "1\u{fe0f}\u{20e3}", "\u{fe0f}",
            "\u{200d}",
            "\u{200b}", "\u{202e}", "\u{9b}", "\u{1b}", "\n", "\t", "\u{7f}", "\u{0}", "\u{e0041}", "\u{2028}",
            "\u{378}", "‹9B›",
            "␛", "\\x9B", "◌", "می\u{200c}", "🏽", "\u{1160}",
        ]
        for _ in 0..<5_000 {
            var bytes = (0..<Int.random(in: 0...8, using: &random)).flatMap { _ in
                Array((parts.randomElement(using: &random) ?? "").utf8)
            }
            if Bool.random(using: &random) {
                bytes.insert(
                    UInt8.random(in: 0x80...0xff, using: &random), at: Int.random(in: 0...bytes.count, using: &random))
            }
            let once = DisplayText(bytes: bytes)
            #expect(DisplayText(once.description) == once, "\(bytes)")
            for isASCII in [false, true] {
                let printed = PrintableText.lines(bytes, ascii: isASCII)
                #expect(PrintableText.lines(printed, ascii: isASCII) == printed, "\(bytes)")
                #expect(printed.withUnsafeBufferPointer { PrintableText.isPrintable($0) }, "\(bytes)")
            }
        }
    }
}
