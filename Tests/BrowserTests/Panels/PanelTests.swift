import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("Panels")
struct PanelTests {
    @Test(
        "help scrolls to its end, and each closing key closes it",
        arguments: ["Esc", "q", "?", "^c", "Enter"] as [KeySequence])
    func help(key: KeySequence) {
        var scene = Scene.opened(columns: 80, rows: 24)
        scene.perform("F1")
        #expect(scene.state.panels.current?.content is HelpPanel)
        scene.perform("j", "Down")
        #expect(scene.state.panels.current?.top == 2)
        scene.perform("k", "Up", "Up")
        #expect(scene.state.panels.current?.top == 0)
        scene.perform("PgDn")
        let page = scene.panelRows - 1
        #expect(scene.state.panels.current?.top == page)
        scene.perform("End")
        let lines = scene.state.panels.current.map { PanelLayout($0, scene.state).lines.count } ?? 0
        #expect(scene.state.panels.current?.top == lines - scene.panelRows)
        scene.perform("PgUp", "Home")
        #expect(scene.state.panels.current?.top == 0)
        scene.perform(key)
        #expect(scene.state.panels.current == nil && scene.path == .root)
    }

    @Test("help lists every action and every key")
    func helpIsComplete() {
        let rows = HelpPanel().rows(Scene.opened().state)
        for action in Action.all {
            let row = rows.first { $0.text.description == action.title }
            #expect(row?.keys.map(\.description) == action.keys.map(\.description), "\(action.title)")
        }
    }

    @Test("the palette finds a command by its name and runs it")
    func palette() {
        var scene = Scene.opened(at: "Library/Caches")
        scene.perform(":")
        scene.type("Container ro")
        #expect(scene.state.panels.current?.title == "Command: Container ro")
        scene.perform("Enter")
        #expect(scene.state.panels.current == nil && scene.path == .root)
    }

    @Test("letters are text in the palette, even those that move or quit elsewhere")
    func paletteText() {
        var scene = Scene.opened()
        scene.perform(":")
        scene.type("jkq?l")
        #expect(scene.state.panels.current?.content.search?.text == "jkq?l")
        scene.perform("Backspace", "Backspace", "Backspace", "Backspace")
        #expect(scene.state.panels.current?.content.search?.text == "j")
        scene.perform("Enter")
        scene.perform("Esc")
        #expect(scene.state.panels.current == nil)
    }

    @Test("the palette scrolls to its matches when the text changes")
    func paletteScroll() {
        var scene = Scene.opened(columns: 80, rows: 12)
        scene.perform(":", "End")
        #expect((scene.state.panels.current?.top ?? 0) > 0)
        scene.type("quit")
        #expect(scene.state.panels.current?.top == 0)
        #expect(scene.frame().text.contains("Quit"))
        scene.perform("Backspace", "End", "Backspace")
        #expect(scene.state.panels.current?.cursor == 0 && scene.state.panels.current?.top == 0)
    }

    @Test("an action chosen in the palette does what its key does", arguments: Action.all.indices)
    func paletteActions(index: Int) throws {
        var start = Scene.opened(.odd, at: "Documents")
        // Otherwise the palette asks for them.
        start.send(.opening(.recent([])))
        var (chosen, pressed) = (start, start)
        let titles = PalettePanel().rows(start.state).filter { $0.choose != nil }.map(\.text.description)
        let action = Action.all[index]
        let named = action.place.map { "Go to \($0)" }
        let place = try #require(titles.firstIndex { $0 == action.title || $0 == named })
        chosen.perform(":")
        for _ in 0..<place { chosen.press("Down") }
        chosen.perform("Enter")
        pressed.perform(try #require(Action.all[index].keys.first))
        #expect(chosen.frame() == pressed.frame(), "\(chosen.frame().text)\n\(pressed.frame().text)")
        // The same requests have different tickets.
        let effects = [chosen, pressed].map { scene in
            scene.history.dropFirst(start.history.count).map { "\($0)".prefix { $0 != "(" } }
        }
        #expect(effects[0] == effects[1])
    }

    @Test("a panel's cursor stays in view when the screen shrinks")
    func resize() {
        var scene = Scene.opened(columns: 100, rows: 60)
        scene.perform(":", "End")
        scene.send(.input(.resize(Size(columns: 60, rows: 10))))
        let panel = scene.state.panels.current!
        #expect((panel.top..<panel.top + scene.panelRows).contains(panel.cursor))
        scene.perform("Home", "Esc", "?", "End")
        scene.send(.input(.resize(Size(columns: 100, rows: 300))))
        let help = scene.state.panels.current!
        #expect(PanelLayout(help, scene.state).lines.count <= scene.panelRows, "all of it fits")
        #expect(help.top == 0)
    }

    /// Questions whose text and answers do not fit on a small screen.
    static let questions: [Situation] = Situation.all.filter { ["delete", "conflict", "quitting"].contains($0.name) }

    @Test(
        "the answers to a question are on the screen at every size, and the text above them scrolls",
        arguments: questions, [(20, 5), (30, 6), (50, 8), (50, 12)])
    func answers(question: Situation, size: (columns: Int, rows: Int)) throws {
        var scene = question.make(Size(columns: size.columns, rows: size.rows))
        func layout() throws -> PanelLayout { PanelLayout(try #require(scene.state.panels.current), scene.state) }
        let first = try layout()
        let count = first.choices.count
        for answer in 0..<count {
            let shown = try layout()
            #expect(shown.visible.contains { shown.lines[$0].choice == answer }, "\(scene.frame().text)")
            #expect(shown.visible.count <= shown.capacity && shown.lines[shown.visible[0]].choice == nil)
            scene.press("Tab")
        }
        #expect(scene.state.panels.current?.cursor == count - 1)
        // Everything that is said comes into view.
        var seen = Set(try layout().visible)
        for _ in 0..<40 {
            scene.press("PgDn")
            seen.formUnion(try layout().visible)
        }
        let text = first.lines.indices.filter { first.lines[$0].choice == nil }
        #expect(seen.isSuperset(of: text))
        #expect(scene.state.panels.current?.cursor == count - 1)
        for _ in 0..<40 { scene.press("PgUp") }
        #expect(try layout().visible.first == 0 || first.lastTextTop == nil)
    }

    @Test("the names of actions are unique, and each action has a title and a key")
    func names() {
        #expect(Set(Action.all.map(\.name)).count == Action.all.count)
        #expect(Set(Action.all.map(\.title)).count == Action.all.count)
        for action in Action.all {
            #expect(!action.title.isEmpty && !action.keys.isEmpty)
            #expect(action.name.allSatisfy { $0.isLowercase || $0 == "-" })
        }
    }

    @Test("no two actions share a key, and no sequence is a prefix of another")
    func keys() {
        let sequences = Action.all.flatMap(\.keys)
        for (index, one) in sequences.enumerated() {
            for (other, two) in sequences.enumerated() where index != other {
                #expect(!two.keys.starts(with: one.keys), "\(one) and \(two)")
            }
        }
    }

    @Test("the description of keys is parsed as the same keys", arguments: Action.all.flatMap(\.keys))
    func spelling(keys: KeySequence) {
        #expect(KeySequence(stringLiteral: keys.description) == keys)
        #expect(!keys.description.contains { !$0.isASCII })
    }
}
