import ContainerModel
import Screen
import Testing

@testable import Browser

/// A complete custom panel: a type that defines its rows and keys.
private struct FruitPanel: Panel {
    let title = "Fruit"
    let textColumns = 40

    func rows(_ state: BrowserState) -> [PanelRow] {
        [.wrapped(DisplayText("What would you like? " + String(repeating: "Take your time. ", count: 10)))]
            + (1...30).map { number in
                PanelRow(DisplayText("fruit \(number)"), note: "\(number)") { state in
                    state.panels.current = nil
                    state.say("took \(number)")
                    return [.terminal(.repaint)]
                }
            }
    }

    func hints(_ state: BrowserState) -> [KeyHint] { [KeyHint("s", "says what it is")] }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard key == .character("s") else { return nil }
        state.say("on \(choice)")
        return []
    }
}

@Suite("A custom panel")
struct OwnPanelTests {
    private func opened(columns: Int = 80, rows: Int = 24) -> Scene {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns, rows: rows)
        scene.change { $0.open(FruitPanel()) }
        return scene
    }

    @Test("a panel shows its title, wrapped text, rows and keys in a box")
    func shown() {
        var scene = opened()
        let text = scene.frame().text
        #expect(text.contains(" Fruit ") && text.contains("fruit 1  "))
        #expect(text.contains("s says what it is") && text.contains("Esc closes") && text.contains("more below"))
        let lines = PanelLayout(scene.state.panels.current!, scene.state).lines
        #expect(lines.count > 33 && lines.allSatisfy { $0.row.text.width <= 40 })
    }

    @Test(
        "a panel has one background, whatever is written on it",
        arguments: [Color.terminalDefault, .palette(230)])
    func background(text: Color) throws {
        var scene = opened()
        let panel = Color.palette(254)
        let theme = Theme(
            name: "test",
            styles: [
                .text: Style(background: text), .panel: Style(background: panel),
                .panelBorder: Style(background: panel),
                .key: Style(foreground: .palette(94)), .heading: Style(attributes: .bold),
                .cursor: Style(attributes: .reverse),
            ])
        scene.change { $0.screen.adopt(theme: theme, isASCII: false) }
        let frame = scene.frame()
        let layout = PanelLayout(scene.state.panels.current!, scene.state)
        for row in layout.box.row..<layout.box.endRow where row != layout.inner.row + layout.line(of: 0)! {
            for column in layout.box.column..<layout.box.endColumn {
                let style = frame[Position(column: column, row: row)].style
                #expect(style.background == panel, "\(column), \(row)")
            }
        }
    }

    @Test("the cursor moves from row to row and stays in view, and Enter chooses")
    func keys() {
        var scene = opened()
        scene.perform("j", "Down", "k", "End")
        let panel = scene.state.panels.current!
        #expect(panel.cursor == 29)
        #expect(scene.frame().text.contains("fruit 30"))
        scene.perform("k", "Enter")
        #expect(scene.state.panels.current == nil && scene.state.panels.message?.text == "took 29")
        #expect(scene.history.contains { if case .terminal(.repaint) = $0 { true } else { false } })
    }

    @Test("a panel handles its own key, and unbound keys do nothing")
    func ownKey() {
        var scene = opened()
        scene.perform("j", "s")
        #expect(scene.state.panels.message?.text == "on 1" && scene.state.panels.current?.title == "Fruit")
        scene.perform("d", "x", "Space")
        #expect(scene.state.panels.current?.title == "Fruit" && scene.state.tasks.operations.isEmpty)
        scene.perform("q")
        #expect(scene.state.panels.current == nil)
    }

    @Test(
        "a click moves the cursor, and another click on that row chooses it",
        arguments: [MouseEvent.Action.press, .doublePress])
    func click(second: MouseEvent.Action) {
        var scene = opened()
        scene.click(on: "fruit 5 ")
        #expect(scene.state.panels.current?.cursor == 4)
        scene.click(on: "fruit 5 ", second)
        #expect(scene.state.panels.current == nil && scene.state.panels.message?.text == "took 5")
    }

    @Test("the wheel scrolls the rows under the pointer, and a click on text or on the edge does nothing")
    func wheel() throws {
        var scene = opened()
        for _ in 0..<4 { scene.mouse(.scrollDown, Position(column: 40, row: 10)) }
        #expect(scene.state.panels.current?.top == 12)
        // The cursor stays in view, two lines from the edge.
        let panel = try #require(scene.state.panels.current)
        #expect(PanelLayout(panel, scene.state).line(of: panel.cursor) == 14)
        let listing = scene.state.panes.listing?.top
        for _ in 0..<4 { scene.mouse(.scrollUp, Position(column: 0, row: 10)) }
        #expect(scene.state.panels.current?.top == 12 && scene.state.panes.listing?.top == listing)
        for _ in 0..<5 { scene.mouse(.scrollUp, Position(column: 40, row: 10)) }
        #expect(scene.state.panels.current?.top == 0)
        scene.perform("Home")
        scene.click(on: "What would")
        scene.click(on: " Fruit ")
        #expect(scene.state.panels.current?.cursor == 0 && scene.state.panels.message == nil)
    }

    @Test("a click on a hint does what its key does", arguments: [(80, 24), (50, 12), (140, 40)])
    func hint(columns: Int, rows: Int) {
        var scene = opened(columns: columns, rows: rows)
        scene.perform("j", "j")
        scene.click(on: "says what")
        #expect(scene.state.panels.message?.text == "on 2")
        scene.click(on: "Esc closes")
        #expect(scene.state.panels.current == nil)
    }

    @Test("a click beside the panel closes it and does nothing else")
    func outside() {
        var scene = opened()
        let cursor = scene.state.panes.listing?.cursor
        scene.mouse(.press, Position(column: 0, row: 12))
        #expect(scene.state.panels.current == nil)
        // The second half of a double click was meant for the closed panel.
        scene.mouse(.doublePress, Position(column: 0, row: 12))
        #expect(
            scene.state.panes.listing?.cursor == cursor && scene.state.panes.focus == .listing
                && scene.path == "Documents")
    }
}
