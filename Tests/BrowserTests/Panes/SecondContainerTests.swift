import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Previews
import Screen
import Testing

@testable import Browser

@Suite("Another container on the right")
struct SecondContainerTests {
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
            scene.state.panes.secondContainer?.app.name == "Other"
                && scene.state.panes.computer?.location == ItemAddress(otherRoot, .root))
        #expect(scene.state.panes.computer?.rules != nil)
        #expect(scene.frame().text.contains("Other"))
        #expect(
            scene.state.panes.focus == .listing && scene.state.panels.current == nil && scene.state.panels.prompt == nil
        )
        #expect(scene.path == "Documents")
    }

    @Test("items are copied from one container to the other in either direction", arguments: [true, false])
    func copying(isImport: Bool) {
        var scene = opened()
        if isImport { scene.perform("Tab") }
        scene.perform("G", "Space")
        scene.press(isImport ? "i" : "e")
        var found: FileOperation?
        for case .operation(_, .plan(let operation, _)) in scene.history { found = operation }
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
            if case .operation(_, .plan(.delete(let items), _)) = effect { items.first?.root } else { nil }
        }
        #expect(key == "d" ? roots == [otherRoot] : scene.frame().text.contains(shown))
    }

    @Test("above its top is the directory of this computer that it is in")
    func leaving() {
        var scene = opened()
        scene.perform("Tab", "h")
        #expect(
            scene.state.panes.secondContainer == nil
                && scene.state.panes.computer?.location == ItemAddress(.computer, "home/me")
        )
        #expect(
            scene.state.panes.computer?.currentName == Array("projects".utf8)
                && scene.state.panes.computer?.rules == nil)
        // From there it is offered by its name.
        scene.perform("g", "b")
        #expect(scene.frame().text.contains("projects, under the cursor"))
        scene.perform("Enter")
        #expect(scene.state.panes.secondContainer?.app.name == "Other")
        scene.perform("g", "b", "j", "j", "j", "Enter")
        #expect(scene.state.panes.secondContainer == nil && scene.frame().text.contains("This computer: "))
    }

    @Test("keys about an item refer to the one under the cursor on the right while the focus is there")
    func explaining() {
        var scene = opened()
        scene.perform("Tab")
        let item = scene.state.currentItem
        #expect(item?.root == otherRoot)
        #expect(scene.state.explanation?.subject.path == item?.path)
        scene.perform("E")
        #expect(scene.state.panels.current?.content is ExplanationPanel)
        scene.perform("Esc")
        for (key, isAsked) in [
            ("v", { ($0 as? any PendingQuery)?.query is AdviceQuery }),
            ("U", { ($0 as? any PendingQuery)?.query is UsageQuery }),
            ("B", { ($0 as? any PendingQuery)?.query is BackupSetQuery }),
        ] as [(KeySequence, (Any) -> Bool)] {
            scene.press(key)
            let asked = scene.takeEffects().compactMap { effect -> (any PendingQuery)? in
                if case .ask(let query) = effect { query } else { nil }
            }
            #expect(asked.contains { isAsked($0) && $0.root == otherRoot }, "\(key)")
        }
    }

    @Test("on this computer, keys about the rules say that it has none")
    func noRules() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("S", "Tab")
        for key in ["E", "v", "U"] as [KeySequence] {
            scene.perform(key)
            #expect(
                scene.state.panels.message?.text.contains("have no rules") == true && scene.state.panels.current == nil)
        }
    }

    @Test("files on the right are viewed, including those of this computer", arguments: [true, false])
    func viewing(isContainer: Bool) {
        var scene = isContainer ? opened() : Scene.opened(.odd, at: "Documents")
        if !isContainer { scene.perform("S") }
        scene.perform("Tab")
        if isContainer { for _ in 0..<3 { scene.perform("l") } }
        scene.perform("G", "F3")
        #expect(scene.state.viewer?.level.subject.file == scene.state.currentItem)
        #expect(scene.state.viewer?.level.subject.file.root == (isContainer ? otherRoot : .computer))
    }

    @Test("the directories on the right are counted, and nothing of this computer is")
    func counting() {
        func counted(_ scene: Scene) -> [Root] {
            scene.history.compactMap { effect in
                if case .ask(let query) = effect, let count = query.query as? CountQuery { count.root } else { nil }
            }
        }
        #expect(counted(opened()).contains(otherRoot))
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("S")
        #expect(counted(scene).allSatisfy { $0 == Scene.oddRoot })
    }

    @Test("undo applies to both containers, or to this computer, but to nothing that is not shown")
    func undoing() {
        func undone(_ scene: inout Scene) -> [Root] {
            scene.press("u")
            for case .operation(_, .plan(.undo(.lastIn(let roots)), _)) in scene.takeEffects() { return roots }
            return []
        }
        var scene = opened()
        #expect(undone(&scene) == [Scene.oddRoot, otherRoot])
        scene = Scene.opened(.odd, at: "Documents")
        scene.perform("S")
        #expect(undone(&scene) == [Scene.oddRoot, .computer])
        scene = Scene.opened(.odd, at: "Documents")
        #expect(undone(&scene) == [Scene.oddRoot])
    }

    @Test("undo does not revert an operation on a container that has left the screen, and says so")
    func elsewhere() {
        var scene = opened()
        let made = ItemAddress(otherRoot, "Documents/new")
        scene.change { $0.tasks.undo.note(.makeDirectory(made), nil) }
        #expect(scene.ineffective == nil)
        scene.perform("S")
        #expect(scene.ineffective?.end == .elsewhere)
    }

    @Test("the alternative offered by a refusal on the right is carried out there, but not once that container is gone")
    func alternatives() {
        var scene = opened()
        let library = ItemAddress(otherRoot, "Library")
        // The focus may be anywhere by now.
        scene.change { _ = $0.follow(.emptyDirectory, insteadOf: .delete([library]), at: library) }
        #expect(scene.state.tasks.operations.last?.operation == .empty([library]))
        let made = FileOperation.makeFile(ItemAddress(otherRoot, "new.txt"))
        scene.change { _ = $0.follow(.place(.documents), insteadOf: made, at: ItemAddress(otherRoot, "new.txt")) }
        #expect(
            scene.state.tasks.operations.last?.operation == .makeFile(ItemAddress(otherRoot, "Documents/new.txt")))
        // A move from the left that is refused because of its item concerns the left one.
        let item = ItemAddress(Scene.oddRoot, "Library")
        let move = FileOperation.move([item], to: .directory(ItemAddress(otherRoot, "Documents")))
        scene.change { _ = $0.follow(.emptyDirectory, insteadOf: move, at: item) }
        #expect(scene.state.tasks.operations.last?.operation == .empty([item]))
        let count = scene.state.tasks.operations.count
        scene.change { $0.panes.secondContainer = nil }
        scene.change { _ = $0.follow(.emptyDirectory, insteadOf: .delete([library]), at: library) }
        #expect(scene.state.tasks.operations.count == count && scene.state.panels.message?.isError == true)
    }

    @Test("n finds in the listing wherever the focus is")
    func matches() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/")
        scene.type("9.")
        scene.perform("Enter", "Esc", "g", "g", "S-Tab")
        let place = scene.state.panes.places.cursor
        scene.perform("n")
        #expect(
            scene.state.panes.focus == .listing && scene.state.panes.places.cursor == place
                && scene.path == "Library/Caches")
        #expect(scene.current?.contains("9.") == true)
    }

    @Test("counts are dropped with the container, and made again when it comes back")
    func counts() {
        var scene = opened()
        #expect(Set(scene.state.panes.known.counts.keys) == [Scene.oddRoot, otherRoot])
        scene.perform("Tab", "h")
        #expect(Set(scene.state.panes.known.counts.keys) == [Scene.oddRoot])
        scene.send(.opening(.opened(World.weightTracker.description, at: ContainerStart(directory: .root))))
        #expect(scene.state.panes.known.counts.isEmpty)
    }

    @Test("the session remembers the container on the right and the directory in it")
    func remembered() throws {
        var scene = opened()
        let session = try #require(scene.state.session)
        #expect(session.sharedContainer == Array(Self.otherPath.utf8) && session.sharedPlace == [])
        scene = Scene.opened(.odd, at: "Documents")
        var effects: [BrowserEffect] = []
        scene.change { effects = $0.restoreSharing(session) }
        guard case .opening(.secondContainer(let path, at: let place))? = effects.first else {
            Issue.record("it is not opened again")
            return
        }
        #expect(path.bytes == Array(Self.otherPath.utf8) && place == .root && !scene.state.panes.isSharing)
        // The container on the left, once more, is open already.
        var twice = session
        twice.sharedContainer = Scene.oddRoot.hostPath
        twice.sharedPlace = Array("Library".utf8)
        scene.change { _ = $0.restoreSharing(twice) }
        #expect(
            scene.state.panes.computer?.location == ItemAddress(Scene.oddRoot, "Library") && scene.state.panes.isSharing
        )
    }

    @Test("places belong to the side with the focus; this computer has none, so that the container shows them")
    func places() {
        var scene = opened()
        scene.perform("Tab", "g", "d")
        #expect(scene.state.panes.computer?.path == "Documents" && scene.path == "Documents")
        scene.perform("g", "l")
        #expect(scene.state.panes.computer?.path == "Library" && scene.path == "Documents")
        scene.perform("m")
        #expect(scene.state.keys.pendingMark == nil && scene.state.panels.message?.isError == true)
        scene = Scene.opened(.odd, at: "Documents")
        scene.perform("S", "Tab", "g", "l")
        #expect(scene.path == "Library" && scene.state.panes.focus == .listing)
    }

    @Test("the container itself can be shown twice, to copy within it")
    func twice() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("g", "b", "j", "Enter")
        #expect(scene.state.panes.computer?.location == ItemAddress(Scene.oddRoot, "Documents"))
    }

    @Test("S shows this computer in the place of another container, and then ends sharing mode")
    func sharing() {
        var scene = opened()
        #expect(scene.state.panels.message?.text.hasSuffix("S shows this computer") == true)
        scene.perform("S")
        #expect(scene.state.panes.isSharing && scene.state.panes.secondContainer == nil)
        #expect(scene.state.panes.computer?.location == ItemAddress(.computer, "home/me"))
        #expect(scene.state.panels.message?.text.contains("goes to this computer") == true)
        scene.perform("S")
        #expect(!scene.state.panes.isSharing)
        scene.perform("S")
        #expect(scene.state.panes.isSharing && scene.state.panes.secondContainer == nil)
    }

    @Test("a file that is entered names the key that copies it, by what is on the other side")
    func files() {
        var scene = opened()
        scene.perform("/")
        scene.type("old.log")
        scene.perform("Enter")
        scene.perform("Enter")
        #expect(scene.state.panels.message?.text == "a file: e copies it to the other container, F3 views it")
        scene.perform("S")
        scene.perform("Enter")
        #expect(scene.state.panels.message?.text == "a file: e exports it, F3 views it")
        scene.perform("Tab", "G")
        scene.perform("Enter")
        #expect(scene.state.panels.message?.text == "a file: i imports it, F3 views it")
    }

    @Test("the rules are applied anew on both sides when the actor changes")
    func actor() {
        var scene = opened()
        #expect(scene.state.panes.computer?.refusal == nil)
        // The device's user sees Documents alone, and not the directory around it.
        scene.perform("A", "j", "Enter")
        #expect(scene.state.requester.actor == .user && scene.state.panes.computer?.refusal != nil)
        scene.perform("A", "k", "Enter")
        #expect(scene.state.requester.actor == .app && scene.state.panes.computer?.refusal == nil)
    }

    @Test("another container on the left takes the one on the right away")
    func switching() {
        var scene = opened()
        scene.send(.opening(.opened(World.weightTracker.description, at: ContainerStart(directory: .root))))
        #expect(scene.state.panes.secondContainer == nil && !scene.state.panes.isSharing)
    }
}
