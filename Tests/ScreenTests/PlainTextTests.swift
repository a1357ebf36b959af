import Screen
import Testing

@Suite("Text in locales that are not UTF-8")
struct PlainTextTests {
    @Test(
        "the program's own characters have stand-ins, others are question marks of the same width",
        arguments: [
            ("plain \t\r\n\u{1b}[K", "plain \t\r\n\u{1b}[K"), ("R··B", "R..B"), ("RWD—", "RWD-"), ("⟳⊘⊖⇄⚿", "%x^=#"),
            ("a → b · c…", "a -> b . c..."), ("390 × 844", "390 x 844"), ("“covered”", "\"covered\""),
            ("│─┌", "|-+"), ("Café", "Caf?"), ("Cafe\u{301}", "Cafe"), ("旅行", "????"), ("␛[2J‹9B›", "?[2J?9B?"),
        ])
    func standIns(text: String, expected: String) { #expect(PlainText.ascii(text) == expected) }

    @Test("every glyph has a stand-in")
    func glyphs() {
        for glyph in Glyphs.unicode.all {
            let plain = PlainText.ascii(String(glyph))
            #expect(plain.utf8.allSatisfy { (0x20..<0x7f).contains($0) } && plain != "?")
        }
    }
}
