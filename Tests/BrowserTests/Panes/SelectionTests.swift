import ContainerModel
import FileSharing
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Selection")
struct SelectionTests {
    private func names(_ scene: Scene) -> [String] {
        scene.state.selection.items(below: scene.state.root(of: .container)).items.map {
            String(decoding: $0.name, as: UTF8.self)
        }
    }

    @Test(
        "Space selects the item and moves on, and deselects a selected item",
        arguments: ["Space", "Ins"] as [KeySequence])
    func toggle(key: KeySequence) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform(key, key)
        #expect(names(scene) == ["image 1.png", "image 2.png"])
        #expect(scene.state.panes.listing?.cursor == 2)
        scene.perform("g g", key)
        #expect(names(scene) == ["image 2.png"])
    }

    @Test("Space in the tree folds and does not select")
    func fold() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("S-Tab")
        let before = scene.state.panes.places.nodes.count
        scene.perform("Space")
        #expect(scene.state.panes.places.nodes.count != before && scene.state.selection.isEmpty)
    }

    @Test("a range follows the cursor both ways, and stays when V is pressed again")
    func range() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("j", "j", "V", "j", "j")
        #expect(scene.state.selection.count == 3)
        scene.perform("k", "k", "k")
        #expect(names(scene) == ["image 2.png", "image 3.png"])
        scene.perform("V", "j", "j", "j")
        #expect(scene.state.selection.count == 2)
    }

    @Test("a range leaves earlier selections alone")
    func rangeBeside() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "j", "j", "j", "V", "j", "Esc", "j")
        #expect(names(scene) == ["image 1.png", "image 5.png", "image 6.png"])
    }

    @Test("the selection spans directories, and its count and size are always shown")
    func acrossDirectories() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "g d")
        #expect(scene.frame().text.contains("1 selected"))
        scene.perform("/", "o", "l", "d")
        scene.perform("Enter", "Space")
        #expect(scene.state.selection.count == 2)
        // 1,000 and 999 bytes.
        #expect(scene.state.selection.bytes == 1_999)
        let status = scene.frame().text.split(separator: "\n").last ?? ""
        #expect(status.contains("2 selected · 2.0 KB"))
        scene.perform("g t")
        #expect(scene.frame().text.contains("2 selected"))
    }

    @Test("the status line shows the count at every size, with a message or not", arguments: GoldenTests.sizes)
    func always(size: Size) {
        var scene = Scene.opened(.odd, at: "Library/Caches", columns: size.columns, rows: size.rows)
        scene.perform("Space", "Space", "&")
        let status = scene.frame().text.split(separator: "\n").last ?? ""
        #expect(status.contains("●2") || status.contains("● 2 selected"))
    }

    @Test("a selected row has a mark, not only a colour")
    func mark() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space")
        #expect(scene.frame().text.contains("●image 1.png"))
        #expect(scene.frame().text.contains(" image 2.png"))
    }

    @Test("^a selects all, * inverts the selection, and the backslash clears it")
    func many() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("^a")
        #expect(scene.state.selection.count == 200)
        scene.perform("Space", "*")
        #expect(names(scene) == ["image 1.png"])
        scene.perform("\\")
        #expect(scene.state.selection.isEmpty && !scene.frame().text.contains("1 selected"))
    }

    @Test("+ selects and - deselects the items that a filter would show, of the rows on screen")
    func pattern() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("+")
        scene.type("file")
        scene.perform("Enter")
        #expect(names(scene) == ["file1", "file10", "file2"])
        #expect(scene.state.panels.message?.text == "3 items selected")
        scene.perform("-")
        scene.type("1")
        scene.perform("Enter")
        #expect(names(scene) == ["file2"])
        #expect(scene.state.panels.message?.text == "2 items deselected")
        scene.perform("\\", "/")
        scene.type("file1")
        scene.perform("Enter", "+")
        scene.type("file")
        scene.perform("Enter")
        #expect(names(scene) == ["file1", "file10"])
    }

    @Test("a filter that makes no sense selects nothing, and that is said")
    func wrongPattern() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("+")
        scene.type("size>x")
        scene.perform("Enter")
        #expect(scene.state.selection.isEmpty && scene.state.panels.message?.isError == true)
    }

    @Test("a filter limits what ^a selects")
    func filtered() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/", "9", "9")
        scene.perform("Enter", "^a", "Esc")
        #expect(names(scene) == ["image 99.png", "image 199.png"].sorted())
    }

    @Test("a directory and an item in it are not selected together")
    func nested() {
        var scene = Scene.opened(.odd, at: "tmp/a/b/c")
        scene.perform("Space")
        #expect(scene.state.selection.count == 1)
        scene.perform("h")
        scene.perform("Space")
        #expect(
            scene.state.selection.items(below: scene.state.root(of: .container)) == [
                ItemAddress(Scene.oddRoot, "tmp/a/b/c")
            ])
        scene.perform("k")
        scene.perform("l")
        scene.perform("Space")
        #expect(scene.state.selection.count == 1)
        #expect(scene.state.panels.message?.isError == true)
    }

    @Test("the size of a selected directory includes its contents")
    func directorySize() {
        var scene = Scene.opened(.odd, at: "tmp")
        scene.perform("Space")
        #expect(scene.state.selection.bytes == 1 && scene.state.selection.uncounted == 0)
    }

    @Test("an entry that vanished from the shown directory is deselected")
    func vanished() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "Space", "Space")
        scene.world.directories["Library/Caches"]?.remove(at: 1)
        scene.send(.directory(.changed([ItemAddress(Scene.oddRoot, "Library/Caches")])))
        scene.answer()
        #expect(names(scene) == ["image 1.png", "image 3.png"])
    }

    @Test("opening another container clears the selection")
    func otherContainer() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space")
        scene.open()
        scene.answer()
        #expect(scene.state.selection.isEmpty)
    }

    @Test("the list of selected items covers all directories")
    func list() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "g t", "Space", "g s")
        #expect(scene.frame().text.contains("Library/Caches/image 1.png"))
        #expect(scene.frame().text.contains("tmp/a"))
    }
}
