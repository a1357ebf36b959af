import ContainerModel
import FileTree
import Formats
import Previews
import Screen
import Testing

@testable import Browser

@Suite("The viewer")
struct ViewerTests {
    /// Returns a browser with the viewer open on a file.
    private func scene(_ name: String, _ bytes: [UInt8], columns: Int = 60, rows: Int = 20) -> Scene {
        var next = World.Entry("zz next.txt", size: 5)
        next.head = Array("next\n".utf8)
        return Scene.viewing(name, bytes, before: [next], columns: columns, rows: rows)
    }

    private func lines(_ scene: Scene) -> [String] {
        var scene = scene
        return scene.frame().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static let numbers = Array((1...200).map { "line \($0)\n" }.joined().utf8)
    private static let list = PropertyListWriter.binary([
        "a": ["x": 1, "y": .array((0..<50).map { .integer($0) })], "b": .data(Array("inside\n".utf8)),
        "c": "text",
    ])

    @Test("a path that does not fit above the contents loses its directories, and its name stays whole")
    func title() {
        let scene = scene("a long name of a list.plist", Self.list, columns: 46)
        #expect(lines(scene)[0].hasPrefix(" …/a long name of a list.plist "), "\(lines(scene)[0])")
    }

    @Test("a text scrolls by lines and pages, to its beginning and its end")
    func scrolling() {
        var scene = scene("text.txt", Self.numbers)
        func first() -> String { lines(scene)[2].trimmingBlanks() }
        #expect(
            lines(scene)[0].hasPrefix(" Documents/text.txt") && lines(scene)[1].hasPrefix(" Text, ASCII, 200 lines"))
        #expect(first() == "line 1")
        let pages: [(KeySequence, String)] = [
            ("j", "line 2"), ("k", "line 1"), ("k", "line 1"), ("PgDn", "line 17"), ("^d", "line 25"),
            ("^u", "line 17"),
            ("PgUp", "line 1"), ("G", "line 184"), ("j", "line 184"), ("PgUp", "line 168"), ("g g", "line 1"),
        ]
        for (keys, wanted) in pages {
            scene.perform(keys)
            #expect(first() == wanted, "\(keys)")
        }
        for number in 2...184 {
            scene.perform("j")
            #expect(first() == "line \(number)")
        }
        for number in (1...183).reversed() {
            scene.perform("k")
            #expect(first() == "line \(number)")
        }
    }

    @Test("q and its relatives of vim close the viewer", arguments: ["q", "q!", "wq", "x"])
    func closing(text: String) {
        var scene = scene("text.txt", Self.numbers)
        scene.perform(":")
        scene.type(text)
        scene.perform("Enter")
        #expect(scene.state.viewer == nil && scene.state.panels.message == nil)
    }

    @Test("the position is a percentage to the end")
    func position() {
        var scene = scene("text.txt", Self.numbers)
        #expect(scene.state.viewerPosition == "0 %")
        scene.perform("G")
        #expect(scene.state.viewerPosition == "100 %")
        scene.perform("k")
        #expect(scene.state.viewerPosition.hasSuffix(" %") && scene.state.viewerPosition != "100 %")
    }

    @Test(
        "all contents stand below their heading, one column in, and take the rest of the width",
        arguments: [20, 33, 60, 140])
    func margin(columns: Int) throws {
        let long = Array(String(repeating: "x", count: 600).utf8)
        for (name, bytes) in [("a.txt", long), ("a.plist", Self.list), ("a.bin", [0, 1, 2, 3, 0xff])]
            as [(String, [UInt8])]
        {
            var scene = scene(name, bytes, columns: columns)
            for form in 0..<3 {
                let frame = scene.frame()
                let rows = (2..<frame.size.rows - 1).map { Array(frame.row($0)) }
                #expect(rows.allSatisfy { $0[0].base == " " }, "\(name), \(form)")
                #expect(frame.selection?.column == 1)
                if name == "a.txt", form == 0 { #expect(rows[0].dropFirst().allSatisfy { $0.base == "x" }) }
                scene.perform("Tab")
            }
        }
    }

    @Test("the names in a tree do not look like keys")
    func names() throws {
        var scene = scene("list.plist", Self.list)
        let frame = scene.frame()
        let place = try #require(frame.position(of: "x  1  integer"))
        #expect(frame[place].style == scene.state.screen.theme[.valueName])
    }

    @Test("when reading fails, the viewer says why, and reads again on request")
    func failure() {
        var world = World.odd
        var file = World.Entry("a.txt", size: 5)
        (file.head, file.failure) = (Array("hello".utf8), "a.txt cannot be read: input/output error")
        world.directories["Documents"] = [file]
        var scene = Scene.opened(world, at: "Documents", columns: 60, rows: 20)
        scene.perform("Enter")
        #expect(lines(scene)[1].drop { $0 == " " }.hasPrefix("a.txt cannot be read: input/output error"))
        scene.perform("E")
        #expect(!scene.frame().text.contains("reading"))
        scene.perform("Esc")
        scene.world.directories["Documents"]?[0].failure = nil
        scene.perform("^l")
        #expect(lines(scene)[1].hasPrefix(" Text, ASCII, 1 line") && lines(scene)[2].hasPrefix(" hello"))
        // Earlier contents stay when further reading fails.
        scene.world.directories["Documents"]?[0].failure = "a.txt cannot be read: input/output error"
        scene.perform("^l")
        #expect(lines(scene)[1].hasPrefix(" Text, ASCII, 1 line") && lines(scene)[2].hasPrefix(" hello"))
    }

    @Test("nodes fold, values open, and going back returns to where one was")
    func outline() {
        var scene = scene("list.plist", Self.list)
        scene.perform("j", "l")
        #expect(lines(scene)[3].hasPrefix("   ▸ a  dictionary, 2 items") && lines(scene)[4].hasPrefix("     b  <"))
        scene.perform("j")
        #expect(scene.frame().text.contains("row 3 of 4"))
        scene.perform("Enter")
        #expect(lines(scene)[0].hasPrefix(" Documents/list.plist › b") && lines(scene)[2].hasPrefix(" inside"))
        scene.perform("Tab")
        #expect(lines(scene)[0].hasSuffix("text [hex]") && lines(scene)[2].hasPrefix(" 0000  69 6e"))
        scene.perform("h")
        #expect(scene.frame().text.contains("row 3 of 4") && lines(scene)[3].hasPrefix("   ▸ a"))
        scene.perform("j", "l")
        #expect(scene.frame().text.contains("there is nothing more inside"))
        scene.perform("Esc")
        #expect(scene.state.viewer == nil)
    }

    @Test("a text is searched for and marked, again and back, and from where one has moved")
    func searching() {
        var scene = scene("text.txt", Self.numbers)
        func first() -> String { lines(scene)[2].trimmingBlanks() }
        func find(_ text: String) {
            scene.press("/")
            scene.type(text)
            scene.perform("Enter")
        }
        find("LINE 5")
        #expect(first() == "line 1" && scene.state.panels.message?.text == "not found: LINE 5")
        find("line 5")
        #expect(first() == "line 5" && scene.marked == ["line 5"])
        scene.perform("n")
        #expect(first() == "line 50" && scene.marked == ["line 5"] + Array(repeating: "line 5", count: 9))
        scene.perform("n")
        scene.perform("N")
        scene.perform("N")
        #expect(first() == "line 5")
        // From the beginning, the search continues at the end.
        scene.perform("N")
        #expect(first() == "line 59" && scene.state.panels.message?.text == "continued from the end")
        scene.perform("g g")
        scene.perform("n")
        #expect(first() == "line 5")
        find("")
        #expect(first() == "line 5")
        scene.press(":")
        scene.type("120")
        scene.perform("Enter")
        #expect(first() == "line 120")
        scene.press(":")
        scene.type("twelve")
        scene.perform("Enter")
        #expect(first() == "line 120" && scene.state.panels.message?.isError == true)
        // The search continues in the next file.
        scene.perform("J")
        scene.perform("n")
        #expect(scene.state.panels.message?.text == "not found: line 5")
    }

    @Test(
        "a place near the end leaves the last page full, and one in a short text the whole text",
        arguments: [(200, 195, 184), (200, 200, 184), (200, 150, 150), (5, 4, 1), (17, 17, 1), (18, 17, 2)])
    func lastPage(count: Int, line: Int, top: Int) {
        var scene = scene("text.txt", Array((1...count).map { "line \($0)\n" }.joined().utf8))
        scene.press(":")
        scene.type("\(line)")
        scene.perform("Enter")
        #expect(lines(scene)[2].trimmingBlanks() == "line \(top)")
        #expect(scene.frame().selection?.row == 2 + line - top)
        scene.perform("g g")
        scene.press("/")
        scene.type("line \(line)")
        scene.perform("Enter")
        #expect(lines(scene)[2].trimmingBlanks() == "line \(top)")
        #expect(scene.marked.contains("line \(line)") && scene.frame().selection?.row == 2 + line - top)
    }

    @Test("a search unfolds what hides the place, and puts the cursor on it")
    func searchingOutline() {
        var scene = scene("list.plist", Self.list)
        scene.perform("l")
        #expect(lines(scene)[2].hasPrefix(" ▸ root"))
        scene.press("/")
        scene.type("49")
        scene.perform("Enter")
        #expect(scene.state.viewer?.level.current?.line.spans.contains { $0.text.description.contains("49") } == true)
        #expect(scene.state.viewer?.level.folds.isEmpty == true)
    }

    @Test("a value is copied only when asked, and not with control characters")
    func copying() {
        var scene = scene("list.plist", PropertyListWriter.binary(["a": "plain \u{1f3dd}", "b": "esc\u{1b}ape"]))
        scene.press("j", "y")
        #expect(
            scene.takeEffects().contains { effect in
                if case .terminal(.copy(let bytes)) = effect { bytes == Array("plain \u{1f3dd}".utf8) } else { false }
            })
        scene.press("j", "y")
        #expect(!scene.takeEffects().contains { if case .terminal(.copy) = $0 { true } else { false } })
        #expect(scene.frame().text.contains("control characters"))
        #expect(!scene.frame().text.unicodeScalars.contains("\u{1b}"))
    }

    @Test("another file is viewed without leaving, and the listing follows")
    func neighbours() {
        var scene = scene("text.txt", Self.numbers)
        scene.perform("J")
        #expect(lines(scene)[0].hasPrefix(" Documents/zz next.txt") && lines(scene)[2].hasPrefix(" next"))
        scene.perform("J")
        #expect(scene.frame().text.contains("this is the last file"))
        scene.perform("q")
        #expect(scene.current == "zz next.txt")
        scene.perform("Enter", "K")
        #expect(lines(scene)[0].hasPrefix(" Documents/text.txt"))
    }

    @Test("a resized screen shows the same place again, and the cover hides everything", arguments: [20, 50, 140])
    func resizing(columns: Int) {
        var scene = scene("text.txt", Self.numbers)
        scene.perform("PgDn", "PgDn")
        #expect(lines(scene)[2].hasPrefix(" line 33"))
        scene.send(.input(.resize(Size(columns: columns, rows: 12))))
        scene.answer()
        #expect(lines(scene)[2].hasPrefix(" line 33"))
        scene.perform("Z")
        #expect(!scene.frame().text.contains("line") && !scene.frame().text.contains("text.txt"))
        scene.perform("x")
        #expect(lines(scene)[2].hasPrefix(" line 33"))
    }

    @Test("no screen is too small, and no key fails", arguments: [(20, 5), (50, 12), (80, 24)])
    func everyKey(columns: Int, rows: Int) {
        for bytes in [Self.numbers, Self.list, [0, 1, 2], [], Array(repeating: 0x61, count: 100_000)] {
            var scene = scene("list.plist", bytes, columns: columns, rows: rows)
            for key in Action.viewer.flatMap(\.keys) where key != "Z" {
                if scene.state.viewer == nil { scene.perform("F3") }
                scene.perform(key)
                scene.perform("Esc")
                _ = scene.frame()
            }
        }
    }

    @Test("each key in the viewer does one thing, and each action has its own name")
    func table() {
        let keys = Action.viewer.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        let names = (Action.viewer + Action.all).map(\.name)
        #expect(Set(names).count == names.count)
    }
}

extension Scene {
    /// The texts on the screen that are marked as found.
    fileprivate var marked: [String] {
        var scene = self
        let frame = scene.frame()
        let style = scene.state.screen.theme[.match]
        return (0..<frame.size.rows).flatMap { row -> [String] in
            var texts: [String] = []
            var isMarked = false
            for column in 0..<frame.size.columns {
                let cell = frame[Position(column: column, row: row)]
                defer { isMarked = cell.style == style }
                guard cell.style == style else { continue }
                if !isMarked { texts.append("") }
                texts[texts.count - 1] += String(cell.base)
            }
            return texts
        }
    }
}

extension String {
    fileprivate func trimmingBlanks() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
