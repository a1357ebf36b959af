import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Another container on the right")
struct BesideTests {
    private static let otherPath = "/home/me/projects"

    private var otherRoot: Root { Root(.container, at: Array(Self.otherPath.utf8)) }

    /// Returns a browser with another container on the right, as if its path had been entered.
    private func opened(columns: Int = 140) -> Scene {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns)
        scene.perform("g", "b", "j", "j", "Enter")
        scene.type(Self.otherPath)
        scene.perform("Enter")
        return scene
    }

    @Test("a path opens a container there, whose items have badges by the rules of its own app", arguments: [140, 80])
    func opening(columns: Int) {
        var scene = opened(columns: columns)
        #expect(
            scene.state.beside?.app.name == "Other" && scene.state.computer?.location == ItemAddress(otherRoot, .root))
        #expect(scene.state.computer?.rules != nil)
        #expect(scene.frame().text.contains("Other"))
        #expect(scene.state.focus == .listing && scene.state.panel == nil && scene.state.prompt == nil)
        #expect(scene.path == "Documents")
    }

    @Test("items are copied from one container to the other in either direction", arguments: [true, false])
    func copying(isImport: Bool) {
        var scene = opened()
        if isImport { scene.perform("Tab") }
        scene.perform("G", "Space")
        scene.press(isImport ? "i" : "e")
        var found: FileOperation?
        for case .prepare(_, let operation, _) in scene.history { found = operation }
        guard case .copy(let items, let target) = found else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(items.count == 1 && items.first?.root == (isImport ? otherRoot : Scene.oddRoot))
        #expect(target.item == (isImport ? ItemAddress(Scene.oddRoot, "Documents") : ItemAddress(otherRoot, .root)))
        #expect(found?.title == "copy")
    }

    @Test(
        "items of the container on the right can be changed, unlike those of this computer",
        arguments: [
            (KeySequence("d"), "Delete"), (KeySequence("F7"), "new directory:"), (KeySequence("r"), "rename to:"),
        ])
    func changing(key: KeySequence, shown: String) {
        var scene = opened()
        scene.perform("Tab", key)
        let roots = scene.history.compactMap { effect in
            if case .prepare(_, .delete(let items), _) = effect { items.first?.root } else { nil }
        }
        #expect(key == "d" ? roots == [otherRoot] : scene.frame().text.contains(shown))
    }

    @Test("above its top is the directory of this computer that it is in")
    func leaving() {
        var scene = opened()
        scene.perform("Tab", "h")
        #expect(scene.state.beside == nil && scene.state.computer?.location == ItemAddress(.computer, "home/me"))
        #expect(scene.state.computer?.currentName == Array("projects".utf8) && scene.state.computer?.rules == nil)
        // From there it is offered by its name.
        scene.perform("g", "b")
        #expect(scene.frame().text.contains("projects, under the cursor"))
        scene.perform("Enter")
        #expect(scene.state.beside?.app.name == "Other")
        scene.perform("g", "b", "j", "j", "j", "Enter")
        #expect(scene.state.beside == nil && scene.frame().text.contains("This computer: "))
    }

    @Test("the container itself can be shown twice, to copy within it")
    func twice() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("g", "b", "j", "Enter")
        #expect(scene.state.computer?.location == ItemAddress(Scene.oddRoot, "Documents"))
        scene.perform("S", "S")
        #expect(scene.state.isSharing && scene.state.beside?.root == Scene.oddRoot)
    }

    @Test("the rules are applied anew on both sides when the actor changes")
    func actor() {
        var scene = opened()
        #expect(scene.state.computer?.refusal == nil)
        // The device's user sees Documents alone, and not the directory around it.
        scene.perform("A", "j", "Enter")
        #expect(scene.state.actor == .user && scene.state.computer?.refusal != nil)
        scene.perform("A", "k", "Enter")
        #expect(scene.state.actor == .app && scene.state.computer?.refusal == nil)
    }

    @Test("another container on the left takes the one on the right away")
    func switching() {
        var scene = opened()
        scene.send(.containerOpened(World.weightTracker.description, at: ContainerStart(directory: .root)))
        #expect(scene.state.beside == nil && !scene.state.isSharing)
    }
}
