import ContainerModel
import FileSharing
import Screen
import Testing

@testable import Browser

@Suite("New items with the directories on the way")
struct NewPathTests {
    private func planned(_ scene: Scene) -> [FileOperation] {
        scene.history.compactMap { if case .operation(_, .plan(let operation, _)) = $0 { operation } else { nil } }
    }

    private func item(_ path: ContainerPath) -> ItemAddress { ItemAddress(Scene.oddRoot, path) }

    private func entered(_ key: KeySequence, _ text: String) -> Scene {
        var scene = Scene.opened(.odd, at: "tmp")
        scene.press(key)
        scene.type(text)
        scene.perform("Enter")
        return scene
    }

    @Test(
        "a path of several names makes the item and what is missing on the way",
        arguments: [
            ("a", "x/y/z/", "tmp/x/y/z", true), ("a", "x/y.txt", "tmp/x/y.txt", false), ("F7", "x/y", "tmp/x/y", true),
            ("a", "a/b/new/", "tmp/a/b/new", true),
        ] as [(KeySequence, String, ContainerPath, Bool)])
    func path(key: KeySequence, text: String, path: ContainerPath, isDirectory: Bool) {
        let wanted = FileOperation.makePath(item(path), below: item("tmp"), isDirectory: isDirectory)
        #expect(planned(entered(key, text)) == [wanted])
    }

    @Test("a single name is made as before")
    func single() {
        #expect(planned(entered("a", "x/")) == [.makeDirectory(item("tmp/x"))])
        #expect(planned(entered("a", "x")) == [.makeFile(item("tmp/x"))])
    }

    @Test(
        "what cannot be a path is said, and can be corrected", arguments: ["/x/y", "x//y", "../x", "x/../y", "x/./y/"])
    func mistakes(text: String) {
        let scene = entered("a", text)
        #expect(planned(scene).isEmpty && scene.state.panels.prompt != nil)
        #expect(scene.state.panels.message?.isError == true)
    }

    @Test("the cursor goes to what the list shows of it")
    func cursor() {
        let scene = entered("a", "new/y/")
        #expect(scene.state.panes.listing?.wanted == nil || scene.state.panes.listing?.wanted == Array("new".utf8))
        let operation = FileOperation.makePath(item("tmp/new/y"), below: item("tmp"), isDirectory: true)
        #expect(
            operation.relocated(to: item("Documents"))
                == .makePath(item("Documents/new/y"), below: item("Documents"), isDirectory: true))
    }
}
