import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("Help")
struct HelpTests {
    private func layout(_ scene: Scene) throws -> PanelLayout {
        PanelLayout(try #require(scene.state.panels.current), scene.state)
    }

    /// Returns the rows of help in which a text was searched for.
    private func rows(_ text: String, in scene: Scene = .opened()) -> [PanelRow] {
        var search = PanelSearch(isActive: true)
        search.insert(text)
        return HelpPanel(search: search).rows(scene.state)
    }

    @Test("the keys stand on the left, in a column of 14 where there is room", arguments: [20, 30, 50, 80, 140, 300])
    func keyColumn(columns: Int) throws {
        var scene = Scene.opened(columns: columns, rows: 24)
        scene.perform("?")
        let layout = try layout(scene)
        #expect(columns < 50 ? layout.keyColumns < 14 : layout.keyColumns == 14)
        for line in layout.lines where !line.row.keys.isEmpty {
            #expect(line.row.keys.count == 1 && line.row.keys[0].width <= layout.keyColumns)
            #expect(line.row.text.width + layout.keyColumns + 2 <= layout.inner.columns, "\(line.row.text)")
            #expect(line.row.note.isEmpty)
        }
        guard columns >= 50 else { return }
        scene.press("/")
        scene.type("legend")
        let position = scene.frame().position(of: "the app may delete it")
        #expect(position?.column == layout.inner.column + 16)
        let key = position.map { scene.frame()[Position(column: layout.inner.column, row: $0.row)] }
        #expect(key?.base == "D")
    }

    @Test("keys that do not fit beside each other continue in the next line")
    func manyKeys() throws {
        var scene = Scene.opened(columns: 100, rows: 24)
        scene.perform("?")
        let lines = try layout(scene).lines.map { ($0.row.keys.first?.description, $0.row.text.description) }
        let place = try #require(lines.firstIndex { $0.1 == "Go to the parent directory" })
        #expect(lines[place].0 == "h  Left")
        #expect(lines[place + 1].0 == "Backspace" && lines[place + 1].1.isEmpty)
    }

    @Test("at 80 by 24, help begins with keys")
    func keysFirst() {
        var scene = Scene.opened(columns: 80, rows: 24)
        scene.perform("?")
        let text = scene.frame().text
        #expect(text.contains("Moving") && text.contains("Go to the parent directory"), "\(text)")
        #expect(!text.contains("the app may delete it"))
    }

    @Test("the badges follow the keys, in their colours")
    func legend() throws {
        let rows = HelpPanel().rows(Scene.opened().state)
        let heading = try #require(rows.firstIndex { $0.isHeading && $0.text.description == "Badges" })
        let letters = rows.dropFirst(heading + 1).prefix(5)
        #expect(letters.map { $0.keys.map(\.description).joined() } == ["R", "W", "D", "B", "·"])
        #expect(letters.map(\.keyRole) == [.badgeRead, .badgeWrite, .badgeDelete, .badgeBackup, .badgeNone])
    }

    @Test("a search keeps the headings of what it finds")
    func headings() {
        let found = rows("parent directory").map(\.text.description)
        #expect(found == ["Moving", "Go to the parent directory"])
        #expect(rows("").map(\.isHeading).contains(true) && rows("").count > 150)
    }

    @Test("each word for an action finds it in help", arguments: Action.all.filter { !$0.words.isEmpty }.map(\.name))
    func synonyms(name: String) throws {
        let title = try #require(Action.named(name)).title
        for word in Action.named(name)?.words ?? [] where word.count >= Action.minCharacters {
            #expect(rows(word).contains { $0.text.description == title }, "\(word)")
        }
    }

    @Test("words for the badges find all of them", arguments: ["legend", "badges", "flags", "letters", "Legend"])
    func badges(word: String) {
        let found = rows(word).map(\.text.description)
        let meanings = BadgeMeaning.all(.unicode).map(\.meaning)
        #expect(found.first == "Badges" && Array(found.dropFirst().prefix(meanings.count)) == meanings)
    }

    @Test("a key finds its action", arguments: [("^l", "Reload and redraw"), ("F7", "New directory")])
    func key(key: String, title: String) {
        #expect(rows(key).contains { $0.text.description == title })
    }

    @Test("what the program does not do is said", arguments: [("chmod", "does not change modes"), ("gpg", "encrypt")])
    func limits(word: String, part: String) {
        let found = rows(word)
        #expect(!found.isEmpty && found.allSatisfy { $0.isWrapped && $0.text.description.contains(part) })
        #expect(rows("zzz").isEmpty)
    }

    @Test("the box of help keeps its upper edge and its width while it is searched")
    func pinned() throws {
        var scene = Scene.opened(columns: 140, rows: 40)
        scene.perform("?")
        let first = try layout(scene).box
        scene.press("/")
        scene.type("cover the screen")
        let last = try layout(scene).box
        #expect(last.row == first.row && last.column == first.column && last.columns == first.columns)
        #expect(last.rows < first.rows)
    }

    @Test(
        "help and the palette can be drawn at any size",
        arguments: [("?", ""), ("?", "/chmod"), (":", ""), (":", "chmod")] as [(KeySequence, String)])
    func everySize(key: KeySequence, text: String) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform(key)
        scene.type(text)
        let sizes = (1...500).map { Size(columns: $0, rows: 12) } + (5...100).map { Size(columns: 80, rows: $0) }
        for size in sizes {
            scene.send(.input(.resize(size)))
            let frame = scene.state.render()
            #expect(frame.size == size && frame.cells.count == size.columns * size.rows)
        }
    }
}
