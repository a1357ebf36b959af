import AppLifecycle
import Screen
import Testing

@Suite("The cover")
struct CoverTests {
    @Test(
        "the cover fits every screen and writes every cell",
        arguments: [(0, 0), (1, 1), (2, 1), (1, 5), (5, 2), (8, 3), (20, 5), (80, 24), (300, 100)]
    )
    func everySize(columns: Int, rows: Int) {
        let theme = Theme(
            name: "test", styles: [.cover: Style(attributes: .dim), .coverTitle: Style(attributes: .bold)])
        let frame = Cover.frame(size: Size(columns: columns, rows: rows), theme: theme)
        #expect(frame.size == Size(columns: columns, rows: rows))
        #expect(frame.cells.allSatisfy { $0.style == theme[.cover] || $0.style == theme[.coverTitle] })
        #expect(frame.cursor == nil)
    }

    @Test("the cover shows the program's name, that it is covered and how to return, and nothing else")
    func words() {
        let size = Size(columns: 40, rows: 7)
        let words = { (frame: Frame) in frame.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }
        #expect(words(Cover.frame(size: size, theme: .colorless)) == "sandglass covered fg brings it back")
        #expect(
            words(Cover.frame(size: size, theme: .colorless, wayBack: .anyKey))
                == "sandglass covered any key brings it back"
        )
    }

    @Test("the hint how to return is never cut off", arguments: 1...30)
    func narrow(columns: Int) {
        let whole = [
            "fg brings it back", "fg: back", "fg", "any key brings it back", "any key: back", "any key", "key",
        ]
        for wayBack in [Cover.WayBack.foreground, .anyKey] {
            let frame = Cover.frame(size: Size(columns: columns, rows: 3), theme: .colorless, wayBack: wayBack)
            let hint = frame.text.split(separator: "\n", omittingEmptySubsequences: false)[2].drop { $0 == " " }
            #expect(hint.isEmpty ? columns < 3 : whole.contains(String(hint)))
        }
    }

    @Test(
        "the card is narrower than the terminal, has at most five rows, and says what happened or how to return",
        arguments: 0...60)
    func card(columns: Int) {
        for glyphs in [Glyphs.unicode, .ascii] {
            let card = Cover.card(columns: columns, theme: .colorless, glyphs: glyphs)
            #expect((card == nil) == (columns < 10))
            guard let card else { continue }
            #expect(card.size.columns < columns && card.size.rows <= 5)
            #expect(card.text.contains("sandglass") && card.text.contains("covered") && card.text.contains("fg"))
            #expect(card.text.contains("its screen is covered") == (columns > 37))
            #expect(glyphs == .unicode || card.text.utf8.count == card.text.count)
        }
    }

    @Test("the title is in the middle of the cover")
    func middle() {
        let lines = Cover.frame(size: Size(columns: 31, rows: 5), theme: .colorless).text.split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(lines[1] == "           sandglass")
    }
}
