import ContainerModel
import FileSharing
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Sharing mode")
struct SharingModeTests {
    private func sharing(_ columns: Int = 140) -> Scene {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns)
        scene.perform("S")
        return scene
    }

    @Test("S shows this computer's working directory on the right, and hides it again")
    func toggle() {
        var scene = sharing()
        #expect(scene.state.panes.computer?.path == "home/me")
        #expect(scene.frame().text.contains("This computer: /home/me"))
        #expect(scene.frame().text.contains("notes.txt"))
        scene.perform("S")
        #expect(!scene.frame().text.contains("notes.txt"))
        #expect(scene.state.panes.focus == .listing)
    }

    @Test("Tab moves to this computer's pane, where the same keys work", arguments: [140, 80, 50])
    func movement(columns: Int) {
        var scene = sharing(columns)
        scene.perform("Tab")
        #expect(scene.state.panes.focus == .computer)
        scene.perform("l")
        #expect(scene.state.panes.computer?.path == "home/me/projects")
        #expect(scene.path == "Documents")
        scene.perform("h")
        scene.perform("G")
        #expect(scene.state.panes.computer?.currentName == Array("写真.jpg".utf8))
        #expect(scene.frame().text.split(separator: "\n").last?.contains("写真.jpg") == true)
    }

    @Test("a filter on one side leaves the other side alone")
    func filter() {
        var scene = sharing()
        scene.perform("Tab", "/", "n", "o", "t", "Enter")
        #expect(scene.state.panes.computer?.order.count == 1)
        #expect(scene.names.count > 20)
        scene.perform("Esc")
        #expect(scene.state.panes.computer?.order.count == 4)
    }

    @Test(
        "i imports this computer's selection into the container, and e exports the container's",
        arguments: [true, false])
    func transfer(isImport: Bool) {
        var scene = sharing()
        if isImport { scene.perform("Tab") }
        scene.perform("G", "Space")
        scene.press(isImport ? "i" : "e")
        var found: FileOperation?
        for case .operation(_, .plan(let operation, _)) in scene.history { found = operation }
        guard case .copy(let items, let target) = found else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(items.count == 1 && items.first?.side == (isImport ? .computer : .container))
        #expect(target.item == (isImport ? ItemAddress(Scene.oddRoot, "Documents") : ItemAddress(.computer, "home/me")))
        #expect(found?.title == (isImport ? "import" : "export"))
    }

    @Test("F5 copies and F6 moves to the other pane", arguments: [true, false])
    func functionKeys(isMove: Bool) {
        var scene = sharing()
        scene.perform("Tab", "G")
        scene.press(isMove ? "F6" : "F5")
        let item = ItemAddress(.computer, "home/me/写真.jpg")
        let target = ItemAddress(Scene.oddRoot, "Documents")
        let wanted: FileOperation =
            isMove ? .move([item], to: .directory(target)) : .copy([item], to: .directory(target))
        let isAsked = scene.history.contains { if case .operation(_, .plan(wanted, _)) = $0 { true } else { false } }
        #expect(isAsked)
    }

    @Test("outside of sharing mode, i asks for a path")
    func prompts() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("i")
        #expect(scene.state.panels.prompt?.purpose == .importFrom)
        scene.type("/home/me/notes.txt")
        scene.perform("Enter")
        let wanted = FileOperation.copy(
            [ItemAddress(.computer, "home/me/notes.txt")], to: .directory(ItemAddress(Scene.oddRoot, "Documents")))
        let isAsked = scene.history.contains { if case .operation(_, .plan(wanted, _)) = $0 { true } else { false } }
        #expect(isAsked)
    }

    @Test("nothing on this computer can be deleted, renamed or excluded", arguments: ["d", "r", "x"] as [KeySequence])
    func untouched(key: KeySequence) {
        var scene = sharing()
        scene.perform("Tab", key)
        let isPlanned = scene.history.contains { if case .operation(_, .plan) = $0 { true } else { false } }
        #expect(!isPlanned && scene.state.panels.message?.isError == true && scene.state.panels.prompt == nil)
    }

    @Test("the status line says how much space is free on this computer, on its side and where there is room")
    func freeSpace() {
        var scene = Scene.opened(.odd, at: "Documents", columns: 100, rows: 24)
        scene.perform("S")
        scene.change { $0.panes.computer?.free = 12 << 30 }
        #expect(!scene.frame().text.contains(" free"))
        scene.perform("Tab")
        scene.change { $0.panes.computer?.free = 12 << 30 }
        #expect(scene.frame().text.contains("12 GB free"), "\(scene.frame().text)")
        scene.perform("S-Tab")
        scene.send(.input(.resize(Size(columns: 140, rows: 24))))
        scene.change { $0.panes.computer?.free = 12 << 30 }
        #expect(scene.frame().text.contains("12 GB free on this computer"), "\(scene.frame().text)")
        scene.perform("S")
        #expect(!scene.frame().text.contains(" free"))
    }
}
