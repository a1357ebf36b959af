import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("Actions on filtered items")
struct FilteredActionTests {
    @Test("an action that is asked for before the filter is applied concerns the items that the filter leaves")
    func typedAhead() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/")
        // The answers come late: the rows of before are still shown.
        scene.type("image 2")
        scene.press("Enter", "d")
        #expect(scene.state.panels.current == nil && scene.state.keys.queued.map(\.name) == ["delete"])
        scene.answer()
        let text = scene.frame().text
        #expect(
            scene.state.panels.current != nil && text.contains("image 2.png") && scene.state.keys.queued.isEmpty,
            "\(text)")
    }

    @Test("keys typed after it are refused, since a question may come first")
    func series() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/")
        scene.type("image 2")
        scene.press("Enter", "d", "y")
        #expect(scene.state.keys.queued.map(\.name) == ["delete"])
        #expect(scene.state.panels.message?.text.contains("was not performed: the filter is still running") == true)
        scene.answer()
        #expect(scene.state.panels.current != nil && scene.state.keys.queued.isEmpty)
    }

    @Test("once the filter is applied, actions are not put off, and moving never is")
    func applied() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/")
        scene.type("image")
        scene.press("Enter", "j")
        #expect(scene.state.keys.queued.isEmpty)
        scene.answer()
        scene.press("d")
        #expect(scene.state.keys.queued.isEmpty)
    }

    @Test("so does one in the pane of this computer, whatever the container's pane shows")
    func computer() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("S", "Tab", "/")
        scene.type("notes")
        scene.press("Enter", "i")
        scene.send(.settled)
        #expect(scene.state.keys.queued.map(\.name) == ["import"])
        scene.answer()
        #expect(scene.state.panes.computer?.order.count == 1 && scene.state.keys.queued.isEmpty)
    }
}
