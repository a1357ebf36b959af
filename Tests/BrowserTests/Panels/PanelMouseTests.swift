import ContainerModel
import ContainerStore
import FileSharing
import Screen
import Testing

@testable import Browser

@Suite("The mouse in panels")
struct PanelMouseTests {
    /// The situations of the golden pictures that show a panel, including questions.
    private static let panels = Situation.all.filter { $0.make(size).state.panels.current != nil }
    private static let size = Size(columns: 80, rows: 24)

    private static func layout(_ scene: Scene) throws -> PanelLayout {
        PanelLayout(try #require(scene.state.panels.current), scene.state)
    }

    private static func deleting() -> Scene {
        var scene = Scene.opened(.odd, at: "Documents", columns: 80, rows: 24)
        scene.perform("j", "d")
        return scene
    }

    private static func carriesOut(_ scene: Scene) -> Bool {
        scene.history.contains { if case .operation(_, .run) = $0 { true } else { false } }
    }

    @Test("a click on any row that can be chosen moves the cursor there", arguments: panels)
    func rows(situation: Situation) throws {
        let scene = situation.make(Self.size)
        let layout = try Self.layout(scene)
        for (offset, line) in layout.visible.enumerated() {
            guard let choice = layout.lines[line].choice, choice != scene.state.panels.current?.cursor else { continue }
            var clicked = scene
            let row = layout.inner.row + offset
            clicked.mouse(.press, Position(column: layout.inner.column, row: row))
            #expect(clicked.state.panels.current?.cursor == choice)
        }
    }

    @Test("a click on any hint does what its key does, but answers no question", arguments: panels)
    func hints(situation: Situation) throws {
        let scene = situation.make(Self.size)
        let hints = try Self.layout(scene).hints
        let isQuestion = scene.state.panels.current?.isQuestion == true
        let answers: [[Key]] = isQuestion ? [[.character("y")], [.character("n")]] : []
        #expect(!hints.parts.isEmpty)
        for part in hints.parts where part.keys != [.enter] {
            var clicked = scene
            var pressed = scene
            clicked.mouse(.press, Position(column: part.column, row: hints.row))
            if !answers.contains(part.keys) { pressed.press(KeySequence(part.keys)) }
            #expect(clicked.frame() == pressed.frame(), "\(part.text)")
            #expect(clicked.takeEffects().count == pressed.takeEffects().count)
        }
    }

    @Test("every panel says that Esc closes it", arguments: panels, [(140, 40), (80, 24), (50, 12)])
    func closing(situation: Situation, size: (Int, Int)) {
        var scene = situation.make(Size(columns: size.0, rows: size.1))
        #expect(scene.frame().text.contains("Esc closes"))
    }

    @Test("a click on an answer moves the focus, and only another single click answers")
    func answer() {
        var scene = Self.deleting()
        scene.click(on: "Yes, move to the trash")
        #expect(scene.state.panels.current?.cursor == 1 && !Self.carriesOut(scene))
        scene.click(on: "Yes, move to the trash", .doublePress)
        #expect(scene.state.panels.current?.isQuestion == true && !Self.carriesOut(scene))
        scene.click(on: "Yes, move to the trash")
        #expect(scene.state.panels.current == nil && Self.carriesOut(scene))
    }

    @Test("a click beside a question, on its text, its edge or the hint of Enter does not answer it")
    func noAnswer() {
        var scene = Self.deleting()
        scene.press("Tab")
        scene.mouse(.press, Position(column: 0, row: 0))
        scene.mouse(.press, Position(column: 1, row: 23))
        for text in ["goes to the trash", "to the trash?", "answers", "Enter", "y yes"] { scene.click(on: text) }
        scene.mouse(.scrollDown, Position(column: 40, row: 12))
        #expect(
            scene.state.panels.current?.isQuestion == true && scene.state.panels.current?.cursor == 1
                && !Self.carriesOut(scene))
        scene.click(on: "n no")
        #expect(scene.state.panels.current?.cursor == 1)
        scene.click(on: "No, leave")
        scene.click(on: "Esc closes")
        #expect(scene.state.panels.current == nil && !Self.carriesOut(scene) && scene.state.tasks.operations.isEmpty)
    }

    @Test("the wheel scrolls the text of a question on a small screen without moving the focus")
    func scrolledQuestion() {
        var scene = Scene.opened(.odd, at: "Documents", columns: 40, rows: 7)
        scene.perform("j", "d")
        scene.perform("Tab")
        for _ in 0..<4 { scene.mouse(.scrollDown, Position(column: 20, row: 4)) }
        #expect((scene.state.panels.current?.top ?? 0) > 0)
        for _ in 0..<4 { scene.mouse(.scrollUp, Position(column: 20, row: 4)) }
        #expect(scene.state.panels.current?.top == 0 && scene.state.panels.current?.cursor == 1)
    }

    @Test("the second half of a double click does not reach what appeared or disappeared in between")
    func lateDoubleClick() {
        var scene = Scene.opened(.odd, at: "Library/Caches", columns: 80, rows: 24)
        let place = Position(column: 40, row: 10)
        scene.mouse(.press, place)
        _ = scene.beginOperation(.delete([ItemAddress(Scene.oddRoot, "tmp/a")]))
        let panel = scene.state.panels.current
        scene.mouse(.doublePress, place)
        #expect(scene.state.panels.current?.ticket == panel?.ticket && scene.state.panels.current?.cursor == 0)
        scene.press("Esc", "s")
        // A single click on the row under the cursor chooses it.
        scene.click(on: "name  ")
        #expect(scene.state.panels.current == nil)
        let cursor = scene.state.panes.listing?.cursor
        scene.mouse(.doublePress, Position(column: 40, row: 5))
        #expect(scene.state.panes.listing?.cursor == cursor)
    }

    @Test("without a container, a click beside the chooser does not quit, and a click on a row opens it")
    func chooser() {
        var scene = Scene(columns: 80, rows: 24)
        scene.send(.opening(.several(World.candidates)))
        _ = scene.takeEffects()
        scene.mouse(.press, Position(column: 0, row: 0))
        #expect(scene.state.panels.current != nil && scene.takeEffects().isEmpty)
        scene.click(on: World.candidates[0].title)
        let isOpened = scene.takeEffects().contains { if case .opening(.container) = $0 { true } else { false } }
        #expect(isOpened)
    }

    @Test(
        "a click on a key hint in the status line acts like the key",
        arguments: [("? help", "?"), (": commands", ":"), ("quit", "q")] as [(String, KeySequence)])
    func statusLine(text: String, key: KeySequence) {
        var clicked = Scene.opened()
        var pressed = Scene.opened()
        clicked.click(on: text)
        pressed.press(key)
        #expect(clicked.frame() == pressed.frame())
        #expect(clicked.takeEffects().count == pressed.takeEffects().count)
        #expect(clicked.state.panels.current?.title == pressed.state.panels.current?.title)
    }
}
