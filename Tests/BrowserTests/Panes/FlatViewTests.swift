import ContainerModel
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Search
import Testing

@testable import Browser

@Suite("The flat view, and finding by name")
struct FlatViewTests {
    private func names(_ scene: Scene) -> [String] {
        guard let listing = scene.state.panes.listing else { return [] }
        return listing.order.map { String(decoding: listing.entries.name(Int($0)), as: UTF8.self) }
    }

    @Test("| lists everything below the directory by path, and | again lists the directory")
    func flat() {
        var scene = Scene.opened(.odd, at: "tmp")
        scene.perform("|")
        #expect(names(scene) == ["a", "a/b", "a/b/c", "a/b/c/deep.txt"])
        #expect(scene.frame().text.contains("tmp, everything below"))
        scene.perform("|")
        #expect(names(scene) == ["a"])
    }

    @Test("hidden names and everything in hidden directories are shown with .")
    func hidden() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("|")
        #expect(!names(scene).contains { $0.hasPrefix(".") })
        #expect(scene.frame().text.contains(" hidden"))
        scene.perform(".")
        #expect(names(scene).contains(".config/settings") && names(scene).contains(".hidden"))
    }

    @Test("a search that finds nothing says that hidden names were left out")
    func findWithoutHidden() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("f")
        scene.type("settings")
        scene.answer()
        #expect(scene.frame().text.contains("none; hidden files not searched (. includes them)"))
        scene.perform("Enter", ".")
        #expect(names(scene) == [".config/settings"])
    }

    @Test("a hidden item that is gone to is shown, and hidden names with it")
    func goToHidden() {
        for path in ["Documents/.hidden", "Documents/.config/settings"] {
            var scene = Scene.opened(.odd, at: "tmp")
            scene.press("g Space")
            scene.type(path)
            scene.perform("Enter")
            #expect(scene.state.panes.currentPath?.description == path, "\(path)")
        }
    }

    @Test("f finds during typing, the best match first, and marks the matches")
    func find() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "i", "m", "2", "0", "0")
        #expect(names(scene) == ["Library/Caches/image 200.png"])
        let frame = scene.frame()
        #expect(frame.text.contains("find: im200") && frame.text.contains("1 of 2"))
        #expect(frame.text.contains("best match first"))
        // The row of the cursor keeps its own colours.
        scene.perform("Backspace", "Backspace", "Backspace", "0")
        let second = scene.frame()
        let place = second.position(of: "image 20.png") ?? Position(column: 0, row: 0)
        let marked = (0..<12).filter { offset in
            second[Position(column: place.column + offset, row: place.row)].style == scene.state.screen.theme[.match]
        }
        #expect(marked == [0, 1, 7])
        scene.perform("Backspace", "Backspace", "Backspace")
        #expect(names(scene).count > 200)
    }

    @Test("Enter keeps the results; Enter again goes to the item's own directory, with the cursor on it")
    func goTo() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "d", "e", "e", "p", "t", "x", "t")
        scene.perform("Enter")
        #expect(scene.state.panels.prompt == nil && names(scene) == ["tmp/a/b/c/deep.txt"])
        scene.perform("Enter")
        #expect(scene.state.panes.listing?.path == "tmp/a/b/c" && scene.state.panes.listing?.isFlat == false)
        #expect(scene.state.panes.listing?.currentName == Array("deep.txt".utf8))
        #expect(scene.state.panes.filter.text.isEmpty)
    }

    @Test("Enter on a directory that was found enters it")
    func enterDirectory() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "a", "/", "b", "/", "c")
        scene.perform("Enter")
        scene.perform("Enter")
        #expect(scene.state.panes.listing?.path == "tmp/a/b/c" && scene.state.panes.listing?.isFlat == false)
    }

    @Test(
        "Esc, during and after typing, and h return to the directory, with the cursor on the entry that holds the item",
        arguments: [["Esc"], ["Enter", "Esc"], ["Enter", "h"]] as [[KeySequence]])
    func leave(keys: [KeySequence]) {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "d", "e", "e", "p", "t", "x", "t")
        for key in keys { scene.perform(key) }
        #expect(scene.state.panes.listing?.isFlat == false && scene.state.panes.listing?.path == .root)
        #expect(scene.state.panes.listing?.currentName == Array("tmp".utf8))
    }

    @Test("items of several directories are selected where they are, and stay so in their directories")
    func select() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "1", "2", "3", ".", "p", "n", "g")
        scene.perform("Enter")
        scene.perform("Space")
        scene.perform("Esc")
        scene.perform("f", "d", "e", "e", "p", "t", "x", "t")
        scene.perform("Enter")
        scene.perform("Space")
        scene.perform("Esc")
        let selected = scene.state.selection.items(below: scene.state.root(of: .container)).items.map(\.path)
        #expect(Set(selected) == ["Library/Caches/image 123.png", "tmp/a/b/c/deep.txt"])
        #expect(scene.state.selection.bytes == 123_001)
        scene.perform("g c")
        let listing = scene.state.panes.listing
        let marked = listing?.order.filter { scene.state.selection.contains($0, of: listing ?? Listing.none) }
        #expect(marked?.count == 1)
        scene.perform("\\")
        #expect(scene.state.selection.isEmpty)
    }

    @Test("an item inside a selected directory is not selected a second time")
    func nested() {
        var scene = Scene.opened(.odd, at: "tmp")
        scene.perform("|")
        scene.perform("^a")
        #expect(scene.state.selection.items(below: scene.state.root(of: .container)).items.map(\.path) == ["tmp/a"])
    }

    @Test("sorting by size sorts the results, and a new search ranks again")
    func sort() {
        var scene = Scene.opened(.odd, at: "Library")
        scene.perform("f", "i", "m", "1", "9")
        scene.perform("Enter")
        scene.perform("s", "n")
        #expect(scene.frame().text.contains("name↑") && !scene.frame().text.contains("best match"))
        #expect(names(scene).first == "Caches/image 19.png")
        scene.perform("f")
        #expect(scene.frame().text.contains("best match first"))
        scene.perform("Enter")
        scene.perform("R")
        #expect(names(scene).first == "Caches/image 199.png")
    }

    @Test("the contents of directories that the rules close to the actor are not listed")
    func closed() {
        var world = World.odd
        world.directories[.root]?.append(World.Entry("SystemData", .directory))
        world.directories["SystemData"] = [World.Entry("secret", size: 1)]
        var scene = Scene.opened(world, at: .root)
        scene.perform("|")
        #expect(names(scene).contains("SystemData") && !names(scene).contains { $0.contains("secret") })
        // The owner sees it, at once.
        scene.perform("A")
        scene.perform("End")
        scene.perform("Enter")
        #expect(scene.state.requester.actor == .owner && names(scene).contains("SystemData/secret"))
    }

    @Test("results that arrive while the text changes are ranked by the new text")
    func stale() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "d")
        guard let snapshot = scene.lastSnapshot(ticket: scene.state.panes.listing?.ticket) else {
            Issue.record("nothing was read")
            return
        }
        scene.perform("e", "e", "p", "t", "x", "t")
        scene.send(.directory(.read(snapshot)))
        #expect(names(scene) == ["tmp/a/b/c/deep.txt"])
    }
}

extension FlatViewTests {
    @Test("while more is read, the results so far are shown, one after another")
    func streaming() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "d", "e", "e", "p", "t", "x", "t")
        guard let listing = scene.state.panes.listing, var snapshot = scene.lastSnapshot(ticket: listing.ticket) else {
            Issue.record("nothing was read")
            return
        }
        snapshot.stage = .reading
        // The answers of workers are withheld: two parts are read while the first ranking is awaited.
        var state = scene.state
        let first = state.update(.directory(.read(snapshot)))
        #expect(first.filter { $0.asks(ArrangeQuery.self) != nil }.count == 1)
        #expect(state.update(.directory(.read(snapshot))).allSatisfy { $0.asks(ArrangeQuery.self) == nil })
        let shown = state.panes.listing?.order
        for answer in first.flatMap({ scene.world.answers(to: $0) }) {
            // The rest is ranked as soon as the first part is.
            let next = state.update(answer)
            #expect(next.contains { $0.asks(ArrangeQuery.self) != nil })
        }
        #expect(state.panes.listing?.order.count == 1 && shown != nil)
        #expect(state.panes.listing?.isArrangementStale == false && state.panes.listing?.isArranging == true)
    }

    @Test("a directory read again while the text changes is ranked by the new text")
    func refreshed() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "d")
        var state = scene.state
        let effects = state.update(.directory(.changed([state.containerItem("tmp/a")])))
        for letter in "eeptxt".unicodeScalars { _ = state.update(.input(.key(.character(letter)))) }
        var answers = effects.flatMap { scene.world.answers(to: $0) }
        while !answers.isEmpty {
            answers = state.update(answers.removeFirst()).flatMap { scene.world.answers(to: $0) } + answers
        }
        #expect(state.panes.listing?.refresh == nil && state.panes.listing?.order.count == 1)
    }
}

extension Listing {
    fileprivate static var none: Listing { Listing(Scene.root, path: .root, ticket: .none) }
}

extension Scene {
    /// Returns the snapshot that a worker would read for the latest request with a ticket.
    fileprivate func lastSnapshot(ticket: Ticket?) -> DirectorySnapshot? {
        for case .readDirectory(let request) in history.reversed() where request.ticket == ticket {
            for case .directory(.read(let snapshot)) in world.answers(to: .readDirectory(request)) { return snapshot }
        }
        return nil
    }
}
