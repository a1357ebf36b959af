import Screen
import TestSupport
import Testing

@Suite("Text from untrusted sources")
struct DisplayTextTests {
    @Test(
        "harmless text is shown unchanged, and anything else as a stand-in",
        arguments: [
            // Harmless
            ("", "", 0),
            ("plain name.txt", "plain name.txt", 14),
            ("Grüße", "Grüße", 5),
            ("日本語", "日本語", 6),
            ("한글", "한글", 4),
            ("שלום", "שלום", 4),
            ("ｆｕｌｌ", "ｆｕｌｌ", 8),
            ("🎉", "🎉", 2),
            ("🇩🇪", "🇩🇪", 2),
            ("\u{f8ff}", "\u{f8ff}", 1),
            // Controls
            ("a\nb\tc", "a␊b␉c", 5),
            ("\u{1b}]52;c;QQ==\u{7}", "␛]52;c;QQ==␇", 12),
            ("\u{7f}\u{0}", "␡␀", 2),
            ("\u{9b}31m", "‹9B›31m", 7),
            ("\u{85}", "‹85›", 4),
            ("a\u{2028}b\u{2029}", "a‹2028›b‹2029›", 14),
            // Directions
            ("photo\u{202e}gpj.exe", "photo‹RLO›gpj.exe", 17),
            ("\u{2066}x\u{2069}", "‹LRI›x‹PDI›", 11),
            ("\u{200e}\u{200f}\u{61c}", "‹LRM›‹RLM›‹ALM›", 15),
            // Invisible
            ("ad\u{200b}min", "ad‹ZWSP›min", 11),
            ("ad\u{200d}min", "ad‹ZWJ›min", 10),
            ("a\u{ad}b\u{feff}", "a‹SHY›b‹BOM›", 12),
            ("a\u{fe0f}", "a‹FE0F›", 7),
            ("\u{e0041}", "‹E0041›", 7),
            ("\u{3164}", "‹3164›", 6),
            ("\u{f0000}", "‹F0000›", 7),
            ("\u{378}", "‹378›", 5),
            ("\u{ffff}", "‹FFFF›", 6),
            // Used by scripts
            ("می\u{200c}خواهم", "میخواهم", 7),
            ("1\u{fe0f}\u{20e3}", "1\u{20e3}", 1),
            ("❤\u{fe0f}", "❤", 1),
            ("\u{915}\u{94d}\u{200d}\u{937}", "\u{915}\u{94d}\u{937}", 2),
            ("日\u{fe00}", "日", 2),
            ("日\u{e0100}本", "日本", 4),
            // Elsewhere, they only make names differ
            ("日\u{200d}本", "日‹ZWJ›本", 9),
            ("日\u{200c}本", "日‹ZWNJ›本", 10),
            ("ж\u{200d}", "ж‹ZWJ›", 6),
            ("می\u{200c}", "می‹ZWNJ›", 8),
            ("🎉\u{200d}", "🎉‹ZWJ›", 7),
            ("🎉\u{200d}a", "🎉‹ZWJ›a", 8),
            ("👨\u{200d}\u{200d}👩", "👨‹ZWJ›‹ZWJ›👩", 14),
            ("é\u{fe0f}", "é‹FE0F›", 7),
            ("日\u{fe0f}本", "日‹FE0F›本", 10),
            ("a\u{2060}b", "a‹WJ›b", 6),
            ("日\u{200b}\u{200e}\u{200f}\u{feff}", "日‹ZWSP›‹LRM›‹RLM›‹BOM›", 23),
            // Emoji: joiners and tones are left out
            ("❤\u{fe0f}\u{200d}🔥", "❤🔥", 3),
            ("👩🏽\u{200d}💻", "👩💻", 4),
            ("🏳\u{fe0f}\u{200d}🌈", "🏳🌈", 3),
            ("👨\u{200d}👩\u{200d}👧", "👨👩👧", 6),
            ("👍🏽", "👍", 2),
            ("🏽", "🏽", 2),
            ("☝🏽", "☝", 1),
            // Marks
            ("e\u{301}", "e\u{301}", 1),
            ("\u{301}a", "◌\u{301}a", 2),
            ("\n\u{301}", "␊◌\u{301}", 2),
            ("a\u{301}\u{302}\u{303}\u{304}", "a\u{301}\u{302}", 1),
            ("\u{1112}\u{1161}\u{11ab}", "\u{1112}\u{1161}\u{11ab}", 2),
        ]
    )
    func shown(string: String, expected: String, width: Int) {
        let text = DisplayText(string)
        #expect(Array(text.description.unicodeScalars) == Array(expected.unicodeScalars))
        #expect(text.width == width)
        #expect(text.clusters.reduce(0) { $0 + $1.width } == width)
    }

    @Test(
        "every byte that is not UTF-8 is marked",
        arguments: [
            ([0x61, 0xff, 0x62], "a\\xFFb"),
            ([0xc3], "\\xC3"),
            ([0xc0, 0xaf], "\\xC0\\xAF"),
            ([0xe2, 0x82], "\\xE2\\x82"),
            ([0xe2, 0x82, 0x41], "\\xE2\\x82A"),
            ([0xed, 0xa0, 0x80], "\\xED\\xA0\\x80"),
            ([0xf4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"),
            ([0xf0, 0x80, 0x80, 0xaf], "\\xF0\\x80\\x80\\xAF"),
            ([0x80, 0xe2, 0x82, 0xac], "\\x80€"),
        ] as [([UInt8], String)]
    )
    func invalid(bytes: [UInt8], expected: String) {
        #expect(DisplayText(bytes: bytes).description == expected)
    }

    @Test("no byte sequence yields a control, an invisible character, or a wrong width")
    func anyBytes() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                // Mostly parts of longer sequences, which random bytes rarely form.
                [0xe2, 0x80, 0xf0, 0x9f, 0xcc, 0x9b, 0x41].randomElement(using: &generator)!
                    &+ UInt8.random(
                        in: 0...15,
                        using: &generator
                    )
            }
            for ascii in [false, true] {
                let text = DisplayText(bytes: bytes, ascii: ascii)
                #expect(text.clusters.reduce(0) { $0 + $1.width } == text.width)
                for scalar in text.description.unicodeScalars {
                    #expect(CharacterWidth.of(scalar) != .notShown)
                    #expect(!scalar.properties.isBidiControl)
                    #expect(!ascii || scalar.isASCII)
                }
            }
        }
    }

    @Test("text keeps its width in an ASCII locale")
    func ascii() {
        #expect(DisplayText("Grüße 日本", ascii: true).description == "Gr??e ????")
        #expect(DisplayText("\u{202e}\u{9b}\n", ascii: true).description == "<RLO><9B>?")
        #expect(DisplayText(bytes: [0xff], ascii: true).description == "\\xFF")
        for string in ["e\u{301}x", "👍🏽👨\u{200d}👩", "\u{301}", "日\u{3099}"] {
            #expect(DisplayText(string, ascii: true).width == DisplayText(string).width)
        }
    }

    @Test("an array, a slice and a string of the same bytes give the same text")
    func sources() {
        let bytes = Array("x\u{301}日本.txt".utf8)
        let text = DisplayText(bytes: bytes)
        #expect(text == DisplayText("x\u{301}日本.txt"))
        #expect(text == DisplayText(bytes: ([0] + bytes)[1...]))
        #expect(text == DisplayText(bytes: bytes.lazy.map { $0 }))
    }

    @Test(
        "text is truncated with an ellipsis at the end, in the middle or at the beginning",
        arguments: [
            (8, .start, "abcdefgh"), (7, .start, "abcdef…"), (7, .end, "…cdefgh"), (7, .bothEnds, "abc…fgh"),
            (6, .bothEnds, "abc…gh"), (1, .start, "…"), (1, .bothEnds, "…"), (0, .start, ""), (-3, .end, ""),
        ] as [(Int, DisplayText.Kept, String)]
    )
    func truncated(columns: Int, kept: DisplayText.Kept, expected: String) {
        #expect(DisplayText("abcdefgh").truncated(to: columns, keeping: kept).description == expected)
    }

    @Test("a wide character is never cut in two")
    func truncatedWide() {
        let text = DisplayText("日本語")
        #expect(text.truncated(to: 4).description == "日…")
        #expect(text.truncated(to: 4).width == 3)
        #expect(text.truncated(to: 5, keeping: .end).description == "…本語")
        #expect(text.prefix(3).description == "日")
        #expect(text.suffix(1).description == "")
        #expect(text.truncated(to: 3, ellipsis: Glyphs.ascii.ellipsis).description == "日~")
        for columns in 0...7 {
            for kept in [DisplayText.Kept.start, .bothEnds, .end] {
                #expect(text.truncated(to: columns, keeping: kept).width <= columns)
            }
        }
    }
}
