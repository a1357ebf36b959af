import ContainerModel
import FileTree
import Screen
import Search
import Testing

@testable import Browser

/// Every way out of a filter or a search leaves the cursor on an item that the user knows.
@Suite("The way back from filters and searches")
struct WayBackTests {
    private static let name = "image 7.png"

    /// Returns a browser with the cursor on an image in the middle.
    private func started() -> Scene {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        for _ in 0..<6 { scene.press("j") }
        scene.answer()
        #expect(scene.current == Self.name)
        return scene
    }

    private static let ways: [[KeySequence]] = [
        ["f", "Esc"], ["f", "x", "Backspace", "Esc"], ["f", "x", "q", "q", "Esc"],
        ["f", "x", "q", "q", "Enter", "Esc"],
        ["f", "x", "q", "q", "Enter", "h"], ["f", "Enter", "Esc"], ["|", "|"], ["|", "Esc"], ["|", "f", "Esc", "|"],
        ["F", "Esc"], ["/", "Esc"], ["/", "1", "Esc"], ["/", "x", "q", "q", "Esc"],
        ["/", "x", "q", "q", "Enter", "Esc"], ["/", "x", "q", "q", "Enter", "/", "z", "Esc", "Esc"],
        ["/", "1", "x", "q", "Enter", "^l", "Esc"], ["/", "x", "q", "q", "Enter", "h", "l"],
        ["g f", "Esc"], [":", "x", "Esc"], ["?", "Esc"], ["s", "Esc"], ["g Space", "x", "Esc"],
    ]

    @Test("the cursor returns to the item that was under it", arguments: ways)
    func back(keys: [KeySequence]) {
        var scene = started()
        for key in keys { scene.perform(key) }
        #expect(scene.state.panels.isEmpty && scene.state.panes.filter.text.isEmpty, "\(keys)")
        #expect(scene.path == "Library/Caches" && scene.state.panes.listing?.isFlat == false, "\(keys)")
        #expect(scene.current == Self.name, "\(keys)")
    }

    @Test("whoever moves the cursor among the matches of a filter stays where it is moved to")
    func moved() {
        var scene = started()
        scene.perform("/", "9", "Down")
        let chosen = scene.current
        scene.perform("Enter", "Esc")
        #expect(scene.current == chosen && chosen != Self.name && scene.names.count == 200)
    }

    @Test("Esc in a search over a list of everything returns to that list, with its filter and its cursor")
    func overList() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f")
        scene.type("image 19")
        scene.answer()
        scene.perform("Enter", "j", "j")
        let (found, text) = (scene.current, scene.state.panes.filter.text)
        scene.perform("f", "x", "q", "Esc")
        #expect(scene.state.panes.listing?.isFlat == true && scene.current == found)
        #expect(scene.state.panes.filter.text == text)
    }
}

@Suite("The way back from a search in a panel")
struct PanelWayBackTests {
    private func opened() throws -> Scene {
        var scene = Scene()
        scene.send(.opening(.several(World.candidates)))
        try #require(PanelLayout(#require(scene.state.panels.current), scene.state).choices.count > 2)
        return scene
    }

    private func row(_ scene: Scene) -> [Substring]? {
        scene.state.panels.current.flatMap { PanelLayout($0, scene.state).row(of: $0.cursor)?.text.words }
    }

    @Test("the cursor stays on the row that was found")
    func found() throws {
        var scene = try opened()
        scene.press("j", "j")
        let wanted = try #require(row(scene)?.first)
        scene.press("k", "/")
        // What stands for controls in the name is not part of it.
        scene.type(String(wanted.prefix { $0.isLetter }))
        let found = row(scene)
        #expect(found?.first == wanted)
        scene.press("Esc")
        #expect(scene.state.panels.current?.isTyping == false && row(scene) == found)
    }

    @Test("where nothing was found, it returns to the row before", arguments: ["", "no such row"])
    func nothing(text: String) throws {
        var scene = try opened()
        scene.press("j", "j")
        let before = row(scene)
        scene.press("/")
        scene.type(text)
        scene.press("Esc")
        #expect(before != nil && row(scene) == before)
    }
}
