import ContainerModel
import FileTree
import Inspection
import Screen
import Search
import Testing

@testable import Browser

@Suite("View actions")
struct ViewActionTests {
    @Test(
        "the letters of the sort menu sort, and the cursor stays on its entry",
        arguments: [
            ("n", .name, "file1"), ("s", .size, "家族の写真アルバム２０１９年.jpg"), ("t", .time, "just now.txt"),
            ("k", .kind, "file1"),
        ] as [(KeySequence, SortKey, String)]
    )
    func sort(key: KeySequence, order: SortKey, before: String) throws {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("/")
        scene.type("file10")
        scene.perform("Enter")
        scene.perform("Esc")
        #expect(scene.current == "file10")
        scene.perform("s")
        #expect(scene.state.panels.current?.title == "Sort by")
        scene.perform(key)
        #expect(scene.state.panels.current == nil && scene.state.panes.order.key == order)
        #expect(scene.current == "file10")
        let names = scene.names
        #expect(try #require(names.firstIndex(of: before)) < names.firstIndex(of: "file10")!)
        #expect(Set(names.prefix(3)) == ["Inbox", "折り紙 写真", "empty"])
    }

    @Test("the rows of the sort menu do what its letters do")
    func sortByRow() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("s", "j", "j", "Enter")
        #expect(scene.state.panes.order.key == .time && scene.state.panels.current == nil)
        scene.perform("s")
        #expect(scene.state.panels.current?.cursor == SortKey.time.rawValue)
    }

    @Test("r reverses the order and keeps the menu open")
    func reversed() {
        var scene = Scene.opened(.odd, at: "Documents")
        let names = scene.names
        scene.perform("s", "r")
        #expect(scene.state.panes.order.isReversed && scene.state.panels.current != nil)
        #expect(scene.names.last == names.first { !["Inbox", "折り紙 写真", "empty"].contains($0) })
        scene.perform("r", "Esc")
        #expect(scene.names == names && scene.state.panels.current == nil)
    }

    @Test("R reverses the order without the menu, says so, and keeps the cursor on its entry")
    func reversedByKey() {
        var scene = Scene.opened(.odd, at: "Documents")
        let names = scene.names
        let current = scene.current
        scene.perform("R")
        #expect(scene.state.panes.order.isReversed && scene.state.panels.current == nil && scene.current == current)
        #expect(scene.names.last == names.first { !["Inbox", "折り紙 写真", "empty"].contains($0) })
        #expect(scene.state.panels.message?.text == "sort order reversed")
        scene.perform("R")
        #expect(scene.names == names && scene.state.panels.message?.text == "sort order no longer reversed")
    }

    @Test("pending keys never touch the text beside them", arguments: 20...140)
    func pendingKeys(columns: Int) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.send(.input(.resize(Size(columns: columns, rows: 5))))
        scene.perform("g")
        let line = scene.frame().text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        // Where there is no room for all keys that may follow, the one that lists them is named.
        guard let start = (line.firstRange(of: "g then ") ?? line.firstRange(of: "g: ? lists"))?.lowerBound else {
            // Where there is room, they are listed instead.
            return #expect(columns != 20, "\(line)")
        }
        let left = line[..<start]
        #expect(left.isEmpty || left.hasSuffix(" "), "\(line)")
    }

    @Test("d in the sort menu sorts directories among the files")
    func directoriesFirst() {
        var scene = Scene.opened(.odd, at: "Documents")
        #expect(scene.names.first == "empty")
        scene.perform("s", "d", "q")
        #expect(!scene.state.panes.order.directoriesFirst && scene.state.panels.current == nil)
        #expect(scene.names.first != "empty" && scene.names.contains("empty"))
    }

    @Test("the order also applies to the next directory")
    func orderIsKept() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("s", "s", "g c")
        #expect(scene.names.first == "image 200.png")
    }

    @Test("a filter narrows the listing with each character; Enter keeps it, and Esc removes it")
    func filter() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/", "1")
        #expect(scene.names.count == 119)
        scene.perform("9")
        #expect(scene.names.count == 12)
        scene.perform("Backspace")
        #expect(scene.names.count == 119)
        scene.perform("9")
        scene.perform("Down")
        #expect(scene.state.panes.listing?.cursor == 1)
        scene.perform("Enter")
        #expect(scene.state.panels.prompt == nil && scene.names.count == 12)
        scene.perform("j")
        #expect(scene.current == "image 190.png")
        scene.perform("Esc")
        #expect(scene.names.count == 200 && scene.current == "image 190.png")
    }

    @Test("where nothing matches, a word that looks like a condition is named, with those that there are")
    func unknownCondition() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("/")
        scene.type("tag:green")
        scene.answer()
        let text = scene.state.panes.listing.flatMap { scene.state.panesView.absenceText(of: $0) }
        #expect(text?.contains("there is no condition tag: conditions are backup, read, ") == true, "\(text ?? "")")
        #expect(text?.contains("kind, size, changed") == true)
        for other in ["zzz", "\\tag:green", "tag:", "12:30", "https://x", "size>9G"] {
            scene.perform("Esc", "/")
            scene.type(other)
            scene.answer()
            let text = scene.state.panes.listing.flatMap { scene.state.panesView.absenceText(of: $0) } ?? ""
            #expect(text.contains("there is no condition") == (other == "https://x"), "\(other): \(text)")
        }
    }

    @Test("the number that a filter chooses from is that of the names that are shown without it")
    func hiddenNames() {
        var scene = Scene.opened(.odd, at: "Documents")
        let all = scene.names.count
        #expect(scene.frame().text.contains("1 of \(all) "))
        scene.perform("/")
        scene.type("file")
        scene.answer()
        #expect(scene.frame().text.contains("3 of \(all) match"))
        scene.perform("Esc", ".", "/")
        scene.type("file")
        scene.answer()
        #expect(scene.frame().text.contains("3 of \(all + 2) match"))
    }

    @Test("Esc removes a filter while it is typed")
    func filterEscape() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/", "1", "9", "Esc")
        #expect(scene.state.panels.prompt == nil && scene.state.panes.filter.text.isEmpty && scene.names.count == 200)
        scene.perform("/", "Esc")
        #expect(scene.names.count == 200)
    }

    @Test("leaving the directory removes the filter")
    func filterOfDirectory() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/", "9", "9", "Enter", "h")
        #expect(scene.state.panes.filter.text.isEmpty && scene.names == ["Caches", "Preferences"])
    }

    @Test("/ moves the focus to the listing")
    func filterFocus() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("S-Tab", "/")
        #expect(scene.state.panes.focus == .listing)
    }

    @Test("a filter survives a reload")
    func filterAndReload() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("/", "9", "9", "Enter", "^l")
        #expect(scene.names == ["image 99.png", "image 199.png"])
    }

    @Test("hidden names are shown and hidden, in the tree as well")
    func hidden() {
        var scene = Scene.opened(.odd, at: "Documents")
        #expect(!scene.names.contains(".hidden") && scene.names.first == "empty")
        let current = scene.current
        scene.perform(".")
        #expect(scene.names.contains(".hidden") && scene.names.contains(".config"))
        #expect(scene.current == current)
        #expect(scene.state.panes.places.nodes.contains { $0.path == "Documents/.config" })
        scene.perform(".")
        #expect(!scene.names.contains(".hidden"))
        #expect(!scene.state.panes.places.nodes.contains { $0.path == "Documents/.config" })
    }

    @Test("reloading reads the directory and the tree, repaints, and keeps the cursor")
    func reload() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("j", "j", "j")
        let current = scene.current
        scene.press("^l")
        let effects = scene.takeEffects()
        #expect(effects.contains { if case .readDirectory = $0 { true } else { false } })
        #expect(effects.contains { $0.asks(TreeQuery.self) != nil })
        #expect(effects.contains { if case .terminal(.repaint) = $0 { true } else { false } })
        for effect in effects {
            for event in scene.world.answers(to: effect) { scene.send(event) }
        }
        scene.answer()
        #expect(scene.current == current)
    }

    @Test("the entry under the cursor is described once events pause")
    func details() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.press("j")
        #expect(!scene.state.details.isSettled)
        scene.answer()
        #expect(scene.state.details.isSettled && scene.state.details.lines.first?.words == scene.current)
    }
}
