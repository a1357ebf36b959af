import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Previews
import Screen
import Search
import Testing

@testable import Browser

@Suite("Comparing an item with another side")
struct ComparingTests {
    private static let otherPath = "/home/me/before"
    private static let other = Root(.container, at: Array(otherPath.utf8))

    /// Returns a browser with the list of what differs in Documents from another container.
    private func compared(columns: Int = 200) -> Scene {
        var scene = Scene.opened(.changed, columns: columns)
        scene.enterAnotherPath("=")
        scene.type(Self.otherPath)
        scene.perform("Enter")
        return scene
    }

    private func choose(_ name: String, _ scene: inout Scene) {
        scene.change { state in
            guard var listing = state.panes.listing,
                let row = listing.order.firstIndex(where: { listing.entries.name(Int($0)).elementsEqual(name.utf8) })
            else { return }
            listing.chooseRow(row, visibleRows: 40)
            state.panes.listing = listing
        }
    }

    @Test("a path that is entered is opened, and the same directory there is the state before")
    func request() throws {
        let scene = compared()
        let opened = scene.history.compactMap { effect in
            if case .opening(.aside(let path, .comparing(let subject))) = effect { (path, subject) } else { nil }
        }
        #expect(opened.count == 1 && opened.first?.0 == Array(Self.otherPath.utf8))
        #expect(
            opened.first?.1
                == ComparedSubject(scene.state.containerItem("Documents"), isDirectory: true, on: .container))
        #expect(scene.path == "Documents")
        #expect(scene.state.panes.listing?.reach.origin == ItemAddress(Self.other, "Documents"))
        #expect(scene.state.panels.prompt == nil && scene.state.panels.current == nil)
    }

    @Test(
        "what differs is a list with marks, and what is said of each item stands behind its name")
    func list() {
        var scene = compared()
        #expect(scene.names == ["a.json", "gone.txt", "long.txt", "short.txt"])
        let text = scene.frame().text
        for row in [
            "+ a.json  only here", "- gone.txt  only there", "> long.txt  was old.txt", "~ short.txt",
        ] {
            #expect(text.contains(row), "\(row)\n\(text)")
        }
    }

    @Test("marks are shown at any width", arguments: [20, 60, 80, 100])
    func narrow(columns: Int) {
        var scene = compared(columns: columns)
        #expect(scene.frame().text.contains("- gone.txt"), "\(scene.frame().text)")
    }

    @Test("the title names the other side")
    func title() {
        var scene = compared()
        #expect(scene.frame().text.contains("Documents, differences from before: Documents"), "\(scene.frame().text)")
    }

    @Test("a container in a package is named by the package")
    func nameOfPackage() {
        let scene = compared()
        let root = Root(.container, at: Array("/home/me/Other.xcappdata/AppData".utf8))
        #expect(scene.state.name(ofOrigin: ItemAddress(root, "Documents")) == "Other.xcappdata: Documents")
        #expect(scene.state.name(ofOrigin: ItemAddress(Self.other, .root)) == "before")
    }

    @Test("a wide list of differences names the keys that copy", arguments: [(200, true), (80, false)])
    func hints(columns: Int, isShown: Bool) {
        var scene = compared(columns: columns)
        let last = scene.frame().text.split(separator: "\n").last ?? ""
        #expect((last.contains("brings it here") && last.contains("copies it there")) == isShown, "\(last)")
    }

    @Test("items that only the other side has are not looked up here, and not read again because they are missing")
    func missing() {
        let scene = compared()
        let readings = scene.history.count { effect in
            if case .readDirectory(let request) = effect { request.reach.origin != nil } else { false }
        }
        #expect(readings == 1)
    }

    @Test("Enter opens a changed file with both sides, and its lines open the value on the side that has it")
    func opening() throws {
        var scene = compared()
        choose("short.txt", &scene)
        scene.perform("Enter")
        let item = scene.state.containerItem("Documents/short.txt")
        let before = ItemAddress(Self.other, "Documents/short.txt")
        #expect(scene.state.viewer?.level.subject == ViewQuery.Subject(item, comparedWith: before))
        #expect(scene.frame().text.contains("2 differences from before: Documents/short.txt"))
        scene.press("Enter")
        #expect(scene.state.viewer?.level.subject == ViewQuery.Subject(item, steps: [Array("theme".utf8)]))
        scene.perform("h")
        #expect(scene.state.viewer?.level.subject.compared == before)
        scene.press("j", "Enter")
        #expect(scene.state.viewer?.level.subject == ViewQuery.Subject(before))
        let sought = scene.asked(SeekQuery.self).last
        #expect(sought?.goal == .target(.line(2)))
    }

    @Test("Enter opens a file that only the other side has, there")
    func removed() {
        var scene = compared()
        choose("gone.txt", &scene)
        scene.press("Enter")
        #expect(
            scene.state.viewer?.level.subject == ViewQuery.Subject(ItemAddress(Self.other, "Documents/gone.txt")))
    }

    @Test("reading again compares again, and leaving the list returns to the directory")
    func again() {
        var scene = compared()
        scene.perform("^l")
        #expect(scene.state.panes.listing?.reach.origin == ItemAddress(Self.other, "Documents"))
        scene.perform("Esc")
        #expect(scene.state.panes.listing?.reach == .entries && scene.path == "Documents")
    }

    @Test("the list grows while the comparison runs, and the cursor stays on its item when moves are known")
    func growing() throws {
        var scene = Scene.opened(.changed, at: "Documents")
        scene.enterAnotherPath("g =")
        scene.type(Self.otherPath)
        scene.press("Enter")
        for effect in scene.takeEffects() { for event in scene.world.answers(to: effect) { scene.send(event) } }
        let requests = scene.takeEffects().compactMap { effect in
            if case .readDirectory(let request) = effect, request.reach.origin != nil { request } else { nil }
        }
        let request = try #require(requests.first)
        guard case .directory(.read(let whole))? = scene.world.changesFound(by: request).first else { return }
        var early = whole
        (early.stage, early.entries, early.facts) = (.reading, EntryList(), [:])
        for name in ["short.txt", "old.txt", "long.txt"] {
            early.entries.append(Array("Documents/\(name)".utf8), kind: .file)
        }
        early.changes = [ItemChange(.changed), ItemChange(.removed), ItemChange(.added)]
        early.order = [2, 1, 0]
        let described = scene.asked(DescribeQuery.self).count
        scene.send(.directory(.read(early)))
        #expect(scene.names == ["long.txt", "old.txt", "short.txt"].map { "Documents/\($0)" })
        #expect(scene.frame().text.contains("1 of 3 so far, comparing"), "\(scene.frame().text)")
        scene.press("j", "j")
        // Until the end, the numbers of the entries are not those that an answer would be about.
        #expect(scene.asked(DescribeQuery.self).count == described)
        scene.send(.directory(.read(whole)))
        #expect(scene.names.count == 4 && !scene.names.contains("Documents/old.txt"))
        #expect(scene.current == "Documents/short.txt")
        #expect(scene.frame().text.contains("> Documents/long.txt"))
    }

    @Test("going back from the list and forward again compares again")
    func history() {
        var scene = compared()
        scene.perform("^o")
        #expect(scene.state.panes.listing?.reach == .entries)
        scene.perform("]")
        #expect(scene.state.panes.listing?.reach.origin == ItemAddress(Self.other, "Documents"))
    }

    @Test("a file is compared with the file of the same path")
    func file() {
        var scene = Scene.opened(.changed, at: "Documents")
        choose("short.txt", &scene)
        scene.enterAnotherPath("=")
        scene.type(Self.otherPath)
        scene.perform("Enter")
        #expect(
            scene.state.viewer?.level.subject
                == ViewQuery.Subject(
                    scene.state.containerItem("Documents/short.txt"),
                    comparedWith: ItemAddress(Self.other, "Documents/short.txt")))
    }

    @Test("without differences, the listing says so; a path that leads nowhere is said in the status line")
    func nothing() {
        var world = World.changed
        world.changes = [:]
        var scene = Scene.opened(world)
        scene.enterAnotherPath("=")
        scene.type(Self.otherPath)
        scene.perform("Enter")
        #expect(scene.frame().text.contains("nothing differs from before: Documents"), "\(scene.frame().text)")
        scene.perform("Esc")
        scene.enterAnotherPath("=")
        scene.type("@missing")
        scene.perform("Enter")
        #expect(scene.frame().text.contains("@missing: no such file or directory"))
    }

    @Test("the other pane is offered first: the same place of another container, the directory of this computer")
    func otherPane() {
        var scene = Scene.opened(.changed)
        scene.perform("S")
        scene.perform("=", "Enter")
        #expect(
            scene.state.panes.listing?.reach.origin?.hostPath == Array("/home/me".utf8)
                && scene.path == "Documents")
    }

    @Test("the whole container is compared with g =")
    func wholeContainer() {
        var scene = Scene.opened(.changed, at: "Documents")
        scene.enterAnotherPath("g =")
        scene.type(Self.otherPath)
        scene.perform("Enter")
        #expect(scene.path == .root && scene.names.contains("Documents/gone.txt"))
    }

    @Test("a directory that the other side lacks is only on this side")
    func onlyHere() {
        var scene = compared()
        let ticket = scene.state.panes.listing?.ticket ?? Ticket.none
        let absence = FileTreeError(errno: 2, operation: "look at the item", path: "Documents")
        let error = FileTreeError(
            operation: "compare with before/Documents", unusable: "there is no such directory", cause: absence)
        scene.send(.directory(.failed(ticket, "Documents", error)))
        let text = scene.frame().text
        #expect(text.contains("only on this side, missing from before: Documents"), "\(text)")
        #expect(!text.contains("could not"))
    }

    @Test("links cannot be compared")
    func links() {
        var world = World.changed
        world.directories["Documents"] = [World.Entry("link", to: "elsewhere", .missing)]
        var scene = Scene.opened(world, at: "Documents")
        scene.perform("=")
        #expect(scene.state.panels.current == nil)
        #expect(scene.frame().text.contains("only files and directories can be compared"))
    }
}

extension Scene {
    /// Asks for the path that an item is compared with.
    /// - Parameter keys: The keys that begin the comparison.
    mutating func enterAnotherPath(_ keys: KeySequence) {
        press(keys)
        press("/")
        type("Another path")
        perform("Enter")
    }
}
