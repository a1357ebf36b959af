import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Marks of what differs between two containers")
struct SideMarksTests {
    /// Returns a browser with another container on the right, that of com.example.other.
    /// - Parameter identifier: The app of the container on the left.
    private func beside(_ identifier: String) -> Scene {
        var world = World.changed
        var app = world.description.app
        app.identifier = identifier
        world.description = ContainerDescription(
            kind: .data, source: .directory, hostPath: world.description.hostPath, app: app)
        var scene = Scene.opened(world, columns: 160)
        scene.send(
            .opening(
                .secondContainerOpened(
                    .sampleSecondContainer(HostPath(Array("/home/me/before".utf8))!),
                    at: ContainerStart(directory: .root))))
        scene.answer()
        return scene
    }

    private func queries(_ scene: Scene) -> [SideMarksQuery] { scene.asked(SideMarksQuery.self) }

    @Test("containers of one app are compared once when they are side by side, those of two apps on demand")
    func once() {
        #expect(queries(beside("com.example.other")).count == 1)
        var scene = beside("com.example.one")
        #expect(queries(scene).isEmpty)
        scene.perform("g", "m")
        #expect(queries(scene).map(\.before.hostPath) == [Array("/home/me/before".utf8)])
        #expect(queries(scene).map(\.after) == [scene.state.root(of: .container)])
        #expect(scene.state.panels.message?.text == "4 items differ")
    }

    @Test("items that differ are marked in the listing, and so are the directories around them")
    func marks() throws {
        var scene = beside("com.example.other")
        #expect(scene.frame().text.contains("~ Documents/"), "\(scene.frame().text)")
        #expect(!scene.frame().text.contains("~ Library"))
        scene.perform("g", "d")
        let text = scene.frame().text
        for row in ["+ a.json", "> long.txt", "~ short.txt"] { #expect(text.contains(row), "\(row)\n\(text)") }
        #expect(!text.contains("+ none.txt") && !text.contains("~ none.txt"))
    }

    @Test("marks go when the container on the right goes")
    func leaving() {
        var scene = beside("com.example.other")
        scene.perform("S")
        #expect(scene.state.panes.known.sides?.marks == nil)
        #expect(!scene.frame().text.contains("~ Documents/"))
    }

    @Test("a late answer about other containers marks nothing")
    func late() {
        var scene = beside("com.example.one")
        scene.press("g", "m")
        let asked = scene.takeEffects()
        scene.perform("S")
        for effect in asked {
            for event in scene.world.answers(to: effect) { scene.send(event) }
        }
        #expect(scene.state.panes.known.sides?.marks == nil)
    }

    @Test("without a second container, nothing can be marked, and that is said")
    func alone() {
        var scene = Scene.opened(.changed)
        scene.perform("g", "m")
        #expect(queries(scene).isEmpty && scene.state.panels.message?.isError == true)
    }
}
