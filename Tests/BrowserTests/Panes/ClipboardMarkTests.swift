import ContainerModel
import FileSharing
import Screen
import Testing

@testable import Browser

@Suite("Marks of items to be pasted")
struct ClipboardMarkTests {
    @Test("a copied item has a mark, and a cut one another", arguments: [("y", "+"), ("X", "×")])
    func marks(key: String, mark: String) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("j", KeySequence(stringLiteral: key), "k")
        let text = scene.frame().text
        #expect(text.contains("\(mark)image 2.png") && text.contains(" image 1.png"), "\(text)")
        scene.perform("g d", "g c")
        #expect(scene.frame().text.contains("\(mark)image 2.png"))
        // Others take their place.
        scene.perform("g g", "y")
        #expect(scene.frame().text.contains("+image 1.png") && scene.frame().text.contains(" image 2.png"))
    }

    @Test("the marks are those of the terminal's characters", arguments: [("y", "+"), ("X", "x")])
    func ascii(key: String, mark: String) {
        var scene = Scene.opened(.odd, at: "Library/Caches", ascii: true)
        scene.perform(KeySequence(stringLiteral: key), "j")
        #expect(scene.frame().text.contains("\(mark)image 1.png"))
    }

    @Test("items of a large selection are marked, and those that are not in it are not")
    func many() {
        var world = World.odd
        world.directories["tmp"] = (0..<5_000).map { World.Entry("item \($0)", size: 10) }
        var scene = Scene.opened(world, at: "tmp")
        scene.perform("^a", "Space", "y", "\\")
        let text = scene.frame().text
        #expect(text.contains("+item 1 ") && text.contains(" item 0 "), "\(text)")
    }

    @Test("moved items have no mark any longer")
    func pasted() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("X", "g t", "p", "g c")
        #expect(scene.frame().text.contains(" image 1.png") && !scene.frame().text.contains("×"))
    }

    @Test("lines say it in words")
    func linear() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("X")
        let text = LinearView(scene.state).page(from: 0, rows: 2).rows.map(\.text)
        #expect(text.first?.contains("cut") == true && text.last?.contains("cut") == false, "\(text)")
    }
}

@Suite("Small things under the fingers")
struct SmallThingsTests {
    @Test("the viewer keeps its hints while something is selected behind it")
    func viewerHints() {
        func lastLine(_ isSelected: Bool) -> Substring? {
            var scene = Scene.opened(.odd, at: "Documents", columns: 100)
            if isSelected { scene.perform("j", "Space", "k") } else { scene.perform("j", "j", "k", "k") }
            while scene.current != "old.log" { scene.press("j") }
            scene.perform("F3")
            return scene.frame().text.split(separator: "\n").last
        }
        #expect(lastLine(true) == lastLine(false))
        #expect(lastLine(true)?.contains("help") == true && lastLine(true)?.contains("selected") == false)
    }

    @Test("the keys that can follow have the background of their panel")
    func whichKey() throws {
        let background = Color.palette(4)
        let styles = Role.allCases.map { role in
            (role, Style(foreground: .palette(2), background: role == .panel ? background : .terminalDefault))
        }
        var scene = Scene.opened()
        let theme = Theme(name: "panels", styles: Dictionary(uniqueKeysWithValues: styles))
        scene.change { $0.screen.adopt(theme: theme, isASCII: false) }
        scene.press("g")
        let row = try #require(scene.state.continuationGrid.row)
        let frame = scene.frame()
        for row in row..<frame.size.rows {
            for column in 0..<frame.size.columns {
                #expect(frame[Position(column: column, row: row)].style.background == background)
            }
        }
    }
}
