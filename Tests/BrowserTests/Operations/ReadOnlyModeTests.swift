import ContainerModel
import FileTree
import Jobs
import Screen
import Testing

@testable import Browser
@testable import FileSharing

@Suite("The browser in read-only mode")
struct ReadOnlyModeTests {
    private func scene() -> Scene { .opened(.odd, at: "Library/Caches", isReadOnly: true) }

    private static let changingNames = Action.all.filter(\.isChange).map(\.name)

    @Test("the actions that change something are known")
    func changing() {
        #expect(
            Self.changingNames == [
                "cut", "paste", "delete", "rename", "new", "new-directory", "edit", "edit-bytes", "exclude", "undo",
                "redo", "import", "move", "deliver",
            ])
    }

    @Test("an action that changes something is refused before it asks", arguments: changingNames)
    func refused(name: String) throws {
        var scene = scene()
        let action = try #require(Action.all.first { $0.name == name })
        scene.perform(action.keys[0])
        #expect(scene.state.panels.message?.text == OperationError.readOnlyMode.message)
        #expect(scene.state.panels.message?.isError == true)
        #expect(
            scene.state.panels.prompt == nil && scene.state.panels.current == nil
                && scene.state.tasks.operations.isEmpty)
    }

    @Test("no action prepares anything but a copy to this computer, wherever the focus is")
    func everyAction() {
        for keys: [KeySequence] in [[], ["S", "Tab"], ["Tab"]] {
            for action in Action.all where !["quit", "suspend"].contains(action.name) {
                var scene = scene()
                for key in keys { scene.perform(key) }
                guard let key = action.keys.first else { continue }
                for key in [key, "Down", "Enter", "x", "Enter"] { scene.perform(key) }
                for effect in scene.history {
                    switch effect {
                    case .operation(_, .plan(let operation, _)): #expect(operation.onlyCopiesOut, "\(action.name)")
                    case .outside(.editNames), .outside(.openEditor): Issue.record("\(action.name) opens the editor")
                    default: break
                    }
                }
            }
        }
    }

    @Test("an export is prepared, a copy within the container is not")
    func copies() {
        var scene = scene()
        scene.perform("S")
        scene.perform("e")
        #expect(scene.history.contains { if case .operation(_, .plan) = $0 { true } else { false } })
        var other = self.scene()
        other.perform("F5", "Enter")
        #expect(other.state.panels.message?.text == OperationError.readOnlyMode.message)
        #expect(!other.history.contains { if case .operation(_, .plan) = $0 { true } else { false } })
    }

    @Test("the top line says so at every width", arguments: [20, 50, 80, 140])
    func topLine(columns: Int) {
        var scene = Scene.opened(.odd, columns: columns, isReadOnly: true)
        let top = scene.frame().text.split(separator: "\n")[0]
        #expect(top.contains("read-only"))
        scene = Scene.opened(at: "Library/Application Support", columns: columns, isReadOnly: true)
        scene.perform("F3")
        #expect(scene.state.viewer != nil)
        #expect(scene.frame().text.split(separator: "\n")[0].hasSuffix("read-only"))
        #expect(columns < 80 || top.contains("acting as app"))
    }
}
