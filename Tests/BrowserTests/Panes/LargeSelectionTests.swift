import ContainerModel
import FileSharing
import FileTree
import Screen
import TestSupport
import Testing

@testable import Browser

/// Selections of whole directories, which are one group instead of one value for each item.
@Suite("Large selections")
struct LargeSelectionTests {
    private static let count = 20_000

    private func opened() -> Scene {
        var world = World.odd
        world.directories["tmp"] = (0..<Self.count).map { World.Entry("item \($0)", size: 10) }
        return Scene.opened(world, at: "tmp")
    }

    private func trashed(_ scene: Scene) -> ItemSet? {
        for case .operation(_, .plan(.delete(let items), _)) in scene.history { return items }
        return nil
    }

    @Test("a fully selected directory is deleted as one group")
    func group() throws {
        var scene = opened()
        scene.perform("^a")
        #expect(scene.state.selection.count == Self.count)
        #expect(scene.state.selection.bytes == UInt64(10 * Self.count))
        scene.perform("d")
        let items = try #require(trashed(scene))
        #expect(items.items.isEmpty)
        #expect(items.groups.map(\.directory) == [ItemAddress(Scene.oddRoot, "tmp")])
        #expect(items.count == Self.count)
        #expect(scene.frame().text.contains("and \(Self.count - 3) more"))
    }

    @Test("the question names the first items in the order of the list, or by their names", arguments: [true, false])
    func names(isShown: Bool) {
        var world = World.odd
        world.directories["tmp"] = (0..<2_000).map { World.Entry("item \(($0 * 7) % 2_000)", size: UInt64($0)) }
        var scene = Scene.opened(world, at: "tmp")
        if isShown { scene.perform("R") }
        scene.perform("^a")
        if !isShown { scene.perform("g d") }
        scene.perform("d")
        let text = scene.frame().text
        let names = isShown ? "item 1999, item 1998, item 1997" : "item 0, item 1, item 2"
        #expect(text.contains(names), "\(text)")
    }

    @Test("the selection agrees with a set of names after random keys", arguments: 0..<8)
    func model(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var scene = opened()
        func rows() -> [String] { scene.names }
        var model: Set<String> = []
        for _ in 0..<30 {
            let cursor = scene.state.panes.listing?.cursor ?? 0
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                scene.perform("^a")
                model = Set(rows())
            case 1:
                scene.perform("*")
                model = Set(rows()).subtracting(model)
            case 2:
                scene.perform("Space")
                model.formSymmetricDifference([rows()[cursor]])
            case 3:
                scene.perform("V", "G", "V")
                model.formUnion(rows()[cursor...])
            case 4: scene.perform("g g")
            default: for _ in 0..<Int.random(in: 0..<40, using: &generator) { scene.press("j") }
            }
            #expect(scene.state.selection.count == model.count)
        }
        let selected = scene.state.selection.groups.values.flatMap { group in
            group.chosen.indices.map { String(decoding: group.chosen.entries.name($0), as: UTF8.self) }
        }
        #expect(Set(selected) == model)
    }

    @Test("a refresh deselects entries that have vanished and does not select new ones")
    func refreshed() {
        var scene = opened()
        scene.perform("^a")
        scene.world.directories["tmp"]?.removeFirst(3)
        scene.world.directories["tmp"]?.insert(World.Entry("new", size: 1), at: 100)
        scene.send(.directory(.changed([ItemAddress(Scene.oddRoot, "tmp")])))
        scene.answer()
        #expect(scene.state.selection.count == Self.count - 3)
        #expect(scene.state.selection.bytes == UInt64(10 * (Self.count - 3)))
    }

    @Test("the selection survives leaving the directory and coming back")
    func left() {
        var scene = opened()
        scene.perform("^a", "Space", "g d")
        #expect(scene.state.selection.count == Self.count - 1)
        scene.perform("g t")
        #expect(scene.state.selection.count == Self.count - 1)
        #expect(scene.frame().text.contains("●item 1"))
    }

    @Test("the list of selected items states how many more there are")
    func list() {
        var scene = opened()
        scene.perform("^a", "g s")
        let rows = SelectedPanel().rows(scene.state)
        #expect(rows.count == 1_001)
        #expect(rows.last?.text.description == "and 19,000 more")
        #expect(scene.frame().text.contains("tmp/item 0"))
    }

    @Test("too many items cannot be renamed in an editor")
    func rename() {
        var scene = opened()
        scene.world.directories["tmp"]?.append(contentsOf: (0..<10).map { World.Entry("more \($0)") })
        scene.send(.directory(.changed([ItemAddress(Scene.oddRoot, "tmp")])))
        scene.answer()
        scene.perform("^a", "r")
        #expect(scene.state.panels.message?.isError == true)
        #expect(scene.state.panels.message?.text.contains("too many") == true)
    }
}

@Suite("Long text in prompts")
struct LongPromptTests {
    private static let text = String(repeating: "long ", count: 20_000)

    @Test("pasted text is complete, with its end in view", arguments: ["a", "/", "g /"] as [KeySequence])
    func paste(key: KeySequence) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.press(key)
        scene.send(.input(.paste(Array((Self.text + "end").utf8))))
        #expect(scene.state.panels.prompt?.bytes.count == Self.text.utf8.count + 3)
        #expect(scene.frame().text.contains("long end"))
        scene.press("!")
        #expect(scene.state.panels.prompt?.bytes.suffix(4) == Array("end!".utf8)[...])
        #expect(scene.frame().text.contains("long end!"))
    }

    @Test(
        "several pastes of a megabyte keep the typed text, and do not add up",
        arguments: ["a", "/", ":"] as [KeySequence])
    func bounded(key: KeySequence) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.press(key)
        scene.type("abc")
        let paste = Array(repeating: UInt8(ascii: "q"), count: 1 << 20)
        for _ in 0..<3 { scene.send(.input(.paste(paste))) }
        let text = scene.state.panels.prompt.map { String(decoding: $0.bytes, as: UTF8.self) }
        let typed = text ?? scene.state.panels.current?.content.search?.text ?? ""
        #expect(typed.hasPrefix("abcqqq") && typed.utf8.count <= Prompt.longest && typed.utf8.count > 1 << 18)
        _ = scene.frame()
        scene.press("Backspace", "Esc")
        #expect(scene.state.panels.prompt == nil && scene.state.panels.current == nil)
    }

    @Test("text pasted into the palette is searched for")
    func palette() {
        var scene = Scene.opened(.odd, at: "Documents")
        #expect(!scene.state.isWriting)
        scene.send(.input(.paste(Array("nowhere".utf8))))
        scene.press(":")
        #expect(scene.state.isWriting)
        scene.send(.input(.paste(Array("container\u{1b} ro".utf8))))
        #expect(scene.state.panels.current?.content.search?.text == "container ro")
        #expect(scene.frame().text.contains("Command: container ro"))
        scene.press("Enter")
        #expect(scene.state.panels.current == nil && scene.path == .root)
    }

    @Test("text pasted into the search for containers is searched for")
    func containers() {
        var scene = Scene()
        scene.send(.opening(.several(World.candidates)))
        // Letters still move the cursor here.
        #expect(!scene.state.isWriting)
        scene.send(.input(.paste(Array("nowhere".utf8))))
        scene.press("/")
        #expect(scene.state.isWriting && scene.state.panels.current?.content.search?.text == "")
        scene.send(.input(.paste(Array("no such container".utf8))))
        #expect(scene.frame().text.contains("Containers: no such container"))
        #expect(scene.state.panels.current?.content.rows(scene.state).isEmpty == true)
    }

    @Test("a long text pasted into the palette finds nothing, and Esc closes the palette")
    func longPalette() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.press(":")
        scene.send(.input(.paste(Array(Self.text.utf8))))
        #expect(scene.state.panels.current?.content.search?.text.utf8.count == Self.text.utf8.count)
        #expect(scene.state.panels.current?.content.rows(scene.state).allSatisfy { $0.choose == nil } == true)
        #expect(scene.frame().text.contains("Command: long long"))
        scene.perform("Enter", "Esc")
        #expect(scene.state.panels.current == nil)
    }

    @Test("control characters are removed from a paste, also after an accented letter")
    func controls() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.press("a")
        scene.send(.input(.paste(Array("a\u{1b}[31m\u{7f}é\u{9b}한b".utf8))))
        #expect(scene.state.panels.prompt.map { String($0.text) } == "a[31mé한b")
    }
}
