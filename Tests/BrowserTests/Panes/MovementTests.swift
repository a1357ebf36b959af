import ContainerModel
import Inspection
import Reports
import Screen
import Testing

@testable import Browser

@Suite("Movement")
struct MovementTests {
    private func caches() -> Scene { Scene.opened(.odd, at: "Library/Caches", columns: 140, rows: 23) }

    @Test(
        "keys move the cursor of the listing",
        arguments: [
            (["j"], 1), (["Down"], 1), (["^n"], 1), (["j", "k"], 0), (["j", "j", "Up"], 1), (["j", "^p"], 0),
            (["k"], 0),
            (["G"], 199), (["End"], 199), (["G", "g g"], 0), (["G", "Home"], 0), (["G", "j"], 199), (["^d"], 10),
            (["^d", "^d", "^u"], 10), (["^u"], 0), (["PgDn"], 19), (["^f"], 19), (["PgDn", "^f", "PgUp"], 19),
            (["PgDn", "^b"], 0), (["G", "PgUp"], 180),
        ] as [([KeySequence], Int)]
    )
    func listing(keys: [KeySequence], row: Int) {
        var scene = caches()
        for key in keys { scene.perform(key) }
        #expect(scene.state.panes.listing?.cursor == row)
        let listing = scene.state.panes.listing!
        #expect((listing.top..<listing.top + scene.state.paneRows).contains(row))
        #expect(listing.top + scene.state.paneRows <= 200)
    }

    @Test("the listing follows the cursor of the places")
    func places() {
        var scene = Scene.opened()
        scene.perform("S-Tab")
        #expect(scene.state.panes.focus == .places && scene.place == .root)
        scene.perform("j")
        #expect(scene.place == "Documents" && scene.path == "Documents")
        scene.perform("G")
        #expect(scene.state.panes.places.cursor == scene.state.panes.places.nodes.count - 1)
        #expect(scene.path == scene.place)
        scene.perform("g g")
        #expect(scene.place == .root && scene.path == .root)
        scene.perform("^d", "^u", "PgDn", "PgUp")
        #expect(scene.place == .root)
        #expect(scene.state.panes.focus == .places)
    }

    @Test("the details scroll to their end and no further")
    func details() {
        var scene = Scene.opened(at: "Library/Application Support", columns: 120, rows: 12)
        scene.perform("Tab")
        #expect(scene.state.panes.focus == .details)
        let maximum = scene.state.details.lines.count - scene.state.paneRows
        #expect(maximum > 0)
        scene.perform("j")
        #expect(scene.state.details.top == 1)
        scene.perform("k", "k")
        #expect(scene.state.details.top == 0)
        scene.perform("G")
        #expect(scene.state.details.top == maximum)
        scene.perform("j")
        #expect(scene.state.details.top == maximum)
        scene.perform("g g")
        #expect(scene.state.details.top == 0)
        scene.perform("PgDn")
        #expect(scene.state.details.top == min(maximum, scene.state.paneRows - 1))
    }

    @Test("the details of another entry begin at their first line")
    func detailsOfAnother() {
        var scene = Scene.opened(.odd, at: "Documents", columns: 120, rows: 10)
        scene.perform("Tab", "G")
        #expect(scene.state.details.top > 0)
        scene.perform("h", "j")
        #expect(scene.state.details.top == 0)
    }

    @Test("the details scroll back when a larger screen shows all of them")
    func detailsAfterResize() {
        var scene = Scene.opened(at: "Library/Application Support", columns: 50, rows: 8)
        scene.perform("Tab", "G")
        scene.send(.input(.resize(Size(columns: 140, rows: 60))))
        scene.send(.settled)
        #expect(scene.state.details.top == 0)
    }

    @Test("leaving and entering directories remembers the cursor of each")
    func enterAndLeave() {
        var scene = Scene.opened()
        scene.perform("l")
        #expect(scene.path == "Library" && scene.current == "Application Support")
        scene.perform("j", "Enter")
        #expect(scene.path == "Library/Caches")
        scene.perform("Right")
        #expect(scene.path == "Library/Caches/Snapshots")
        scene.perform("h")
        #expect(scene.path == "Library/Caches" && scene.current == "Snapshots")
        scene.perform("Backspace", "Left")
        #expect(scene.path == .root && scene.current == "Library")
        scene.perform("l")
        #expect(scene.path == "Library" && scene.current == "Caches")
    }

    @Test("leaving the root is not possible and is reported")
    func leaveRoot() {
        var scene = Scene.opened()
        scene.perform("h")
        #expect(scene.path == .root)
        #expect(scene.state.panels.message?.text.contains("top of the container") == true)
    }

    @Test(
        "entering a file views it, and leaving shows the listing again",
        arguments: ["l", "Enter", "F3"] as [KeySequence])
    func enterFile(key: KeySequence) {
        var scene = Scene.opened(at: "Library/Application Support")
        let panes = scene.frame()
        scene.perform(key)
        #expect(scene.state.viewer != nil && scene.path == "Library/Application Support")
        #expect(scene.frame().text.hasPrefix(" Library/Application Support/"))
        scene.perform("h")
        #expect(scene.state.viewer == nil && scene.frame() == panes)
    }

    @Test("a link inside the container is followed, and one that leads outside is refused with a message")
    func links() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("g /")
        scene.type("Documents/inside")
        scene.perform("Enter")
        #expect(scene.current == "inside")
        scene.perform("l")
        #expect(scene.path == "Library")
        scene.perform("g /")
        scene.type("/Documents/outside")
        scene.perform("Enter")
        #expect(scene.current == "outside")
        scene.perform("l")
        #expect(scene.path == "Documents" && scene.current == "outside")
        #expect(scene.state.panels.message?.isError == true)
    }

    @Test("Tab and S-Tab cycle through the panes")
    func panes() {
        var scene = Scene.opened()
        var seen: [Panes.Pane] = []
        for _ in 0..<3 {
            scene.perform("Tab")
            seen.append(scene.state.panes.focus)
        }
        #expect(seen == [.details, .places, .listing])
        scene.perform("S-Tab")
        #expect(scene.state.panes.focus == .places)
    }

    @Test("places fold and unfold, and h leads towards the root")
    func folding() {
        var scene = Scene.opened()
        scene.perform("S-Tab", "g l")
        #expect(scene.place == "Library" && scene.state.panes.places.current?.isUnfolded == true)
        let rows = scene.state.panes.places.nodes.count
        scene.perform("Space")
        #expect(scene.state.panes.places.current?.isUnfolded == false && scene.state.panes.places.nodes.count < rows)
        scene.perform("Space")
        #expect(scene.state.panes.places.nodes.count == rows)
        scene.perform("h")
        #expect(scene.state.panes.places.current?.isUnfolded == false && scene.place == "Library")
        scene.perform("l")
        #expect(scene.state.panes.places.current?.isUnfolded == true && scene.state.panes.focus == .places)
        scene.perform("l")
        #expect(scene.state.panes.focus == .listing && scene.path == "Library")
        scene.perform("S-Tab", "h", "h")
        #expect(scene.place == .root && scene.path == .root)
    }

    @Test("unfolding a directory for the first time reads it")
    func unfoldReads() {
        var scene = Scene.opened(.odd)
        scene.perform("S-Tab", "g t")
        #expect(scene.place == "tmp" && scene.state.panes.places.current?.isUnfolded == false)
        scene.press("Space")
        let reads = scene.takeEffects().contains { $0.asks(TreeQuery.self)?.paths == ["tmp"] }
        #expect(reads)
    }

    @Test("Space folds nothing while another pane has the focus")
    func foldElsewhere() {
        var scene = Scene.opened()
        let nodes = scene.state.panes.places.nodes
        scene.perform("Space")
        #expect(scene.state.panes.places.nodes == nodes)
    }
}
