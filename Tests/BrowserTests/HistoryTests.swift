import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("Back and forward, and numbers before keys")
struct HistoryTests {
    @Test("^o goes back through the directories, with the cursor where it was, and ] forward again")
    func back() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("j", "j")
        scene.perform("g d")
        scene.perform("g t")
        scene.perform("^o")
        #expect(scene.state.panes.listing?.path == "Documents")
        scene.perform("^o")
        #expect(scene.state.panes.listing?.path == "Library/Caches" && scene.state.panes.listing?.cursor == 2)
        scene.perform("^o")
        #expect(scene.frame().text.contains("nothing to go back to"))
        scene.perform("]")
        scene.perform("]")
        #expect(scene.state.panes.listing?.path == "tmp")
        scene.perform("]")
        #expect(scene.frame().text.contains("nothing to go forward to"))
    }

    @Test("'' returns to where the last jump began, and back again")
    func jumps() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("'", "'")
        #expect(scene.frame().text.contains("there was no jump to return from"))
        scene.perform("j", "j")
        scene.perform("g d")
        scene.perform("j")
        #expect(scene.path == "Documents")
        scene.perform("'")
        #expect(scene.frame().text.contains("mark  ' Library/Caches"))
        scene.perform("'")
        #expect(scene.path == "Library/Caches" && scene.current == "image 3.png")
        scene.perform("`", "`")
        #expect(scene.path == "Documents" && scene.state.panes.listing?.cursor == 1)
        // Going to the root is also a jump.
        scene.perform("~", "'", "'")
        #expect(scene.path == "Documents")
    }

    @Test("'' returns from the last row, and m' sets the place to return to", arguments: ["G", "g g"] as [KeySequence])
    func jumpsInListing(key: KeySequence) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("j", "j", key)
        let end = scene.state.panes.listing?.cursor
        scene.perform("'", "'")
        #expect(scene.current == "image 3.png" && end != 2)
        scene.perform("'", "'")
        #expect(scene.state.panes.listing?.cursor == end)
        scene.perform("k", "m", "'")
        let set = scene.state.panes.listing?.cursor
        scene.perform("j", "'", "'")
        #expect(scene.state.panes.listing?.cursor == set && scene.state.bookmarks.marks.isEmpty)
    }

    @Test("a new direction forgets the places ahead")
    func branch() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("g t")
        scene.perform("[")
        scene.perform("g c")
        scene.perform("]")
        #expect(scene.state.panes.listing?.path == "Library/Caches")
    }

    @Test("going back from an item that was found shows the results again")
    func found() {
        var scene = Scene.opened(.odd, at: .root)
        scene.perform("f", "i", "m", "1", "9")
        scene.perform("Enter")
        scene.perform("j")
        let count = scene.state.panes.listing?.order.count
        let name = scene.state.panes.listing?.currentName
        scene.perform("Enter")
        #expect(scene.state.panes.listing?.isFlat == false)
        scene.perform("^o")
        #expect(scene.state.panes.listing?.isFlat == true && scene.state.panes.listing?.order.count == count)
        #expect(scene.state.panes.listing?.currentName == name && count != 1)
    }

    @Test("reading a directory again is not a step of the way")
    func reload() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("g t")
        scene.perform("^l")
        scene.perform("A", "Esc")
        scene.perform("^o")
        #expect(scene.state.panes.listing?.path == "Documents")
    }

    @Test("moving through the tree leaves one step behind, not one for each place")
    func tree() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("S-Tab")
        for _ in 0..<4 { scene.perform("j") }
        scene.perform("Tab")
        let path = scene.state.panes.listing?.path
        scene.perform("g t")
        scene.perform("^o")
        #expect(scene.state.panes.listing?.path == path)
    }

    @Test(
        "a number before a movement repeats it, before G it is a row",
        arguments: [
            (["5", "j"], 5), (["1", "2", "j"], 12), (["2", "0", "j", "3", "k"], 17), (["7", "G"], 6),
            (["7", "g", "g"], 6), (["9", "9", "9", "9", "9", "9", "9", "9", "9", "j"], 199), (["j", "0", "j"], 2),
            (["4", "Space"], 4), (["5", "Esc", "j"], 1),
        ] as [([KeySequence], Int)])
    func count(keys: [KeySequence], row: Int) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        for key in keys { scene.perform(key) }
        #expect(scene.state.panes.listing?.cursor == row)
        #expect(scene.state.keys.count == nil)
        if keys.last == "Space" { #expect(scene.state.selection.count == 4) }
    }

    @Test("an action that takes no number is not performed with one, and says so")
    func noNumber() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("3", "d")
        #expect(scene.state.panels.current == nil && scene.frame().text.contains("takes no number"))
        scene.perform("j")
        #expect(scene.state.panes.listing?.cursor == 1)
    }

    @Test("the number is shown while the key is awaited")
    func shown() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("4", "2")
        #expect(scene.frame().text.contains("42 times"))
    }
}
