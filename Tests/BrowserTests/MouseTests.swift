import ContainerModel
import FileTree
import Inspection
import Jobs
import Queries
import Screen
import Search
import Testing

@testable import Browser

@Suite("Mouse, paste and size")
struct MouseTests {
    private func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) -> BrowserEvent {
        .input(.mouse(MouseEvent(action: action, position: Position(column: column, row: row))))
    }

    @Test("a click moves the focus and the cursor to its position")
    func click() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.send(mouse(.press, 60, 6))
        #expect(scene.state.panes.focus == .listing && scene.state.panes.listing?.cursor == 4)
        scene.send(mouse(.press, 3, 3))
        scene.answer()
        #expect(scene.state.panes.focus == .places && scene.place == "Documents")
        scene.send(mouse(.press, 130, 3))
        #expect(scene.state.panes.focus == .details)
    }

    @Test("a click below the last row, or on the first or last line, moves nothing")
    func clickOutside() {
        var scene = Scene.opened(.odd, at: "tmp")
        for row in [0, 1, 30, 39, 200] {
            scene.send(mouse(.press, 60, row))
            scene.send(mouse(.doublePress, 3, row))
        }
        #expect(scene.path == "tmp" && scene.state.panes.listing?.cursor == 0)
    }

    @Test("a right click shows the actions for the item under it, which has the cursor then")
    func rightClick() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.send(mouse(.secondaryPress, 60, 4))
        scene.answer()
        #expect(scene.current == "image 3.png" && scene.state.panels.current?.content is PalettePanel)
        let rows = scene.state.panels.current?.content.rows(scene.state).map(\.text.description) ?? []
        #expect(rows.first == "image 3.png" && rows.dropFirst().first == Action.named("view")?.title)
        // Nothing is under it there, or something else is over it.
        scene.send(mouse(.secondaryPress, 60, 6))
        scene.press("Esc")
        #expect(scene.current == "image 3.png")
        for (column, row) in [(60, 0), (60, 39), (130, 5)] {
            scene.send(mouse(.secondaryPress, column, row))
            #expect(scene.state.panels.isEmpty && scene.current == "image 3.png")
        }
    }

    @Test(
        "a click on a directory of the path in the top line goes there, with the cursor on where one was",
        arguments: [
            (140, "tmp", "tmp", "a"), (140, "/b/", "tmp/a", "b"), (140, "a/b", "tmp/a", "b"),
            (30, "b/c", "tmp/a/b", "c"),
        ])
    func path(columns: Int, text: String, directory: ContainerPath, entry: String) throws {
        var scene = Scene.opened(.odd, at: "tmp/a/b/c", columns: columns)
        let line = scene.frame().text.split(separator: "\n")[0]
        guard let range = line.firstRange(of: text) else { return }
        let column = line.distance(from: line.startIndex, to: range.lowerBound)
        scene.send(mouse(.press, column, 0))
        scene.answer()
        #expect(scene.path == directory && scene.current == entry, "\(line)")
    }

    @Test("a click on the directory that is shown does nothing")
    func shownDirectory() {
        var scene = Scene.opened(.odd, at: "tmp/a")
        scene.click(on: "a   directory")
        #expect(scene.path == "tmp/a" && scene.state.panels.isEmpty)
    }

    @Test(
        "a click on a hint, on who acts or on the state does what its key does",
        arguments: [("E explains", "E"), ("acting as app", "A"), ("not running", "T")] as [(String, KeySequence)])
    func headHints(text: String, key: KeySequence) {
        var clicked = Scene.opened(.odd, at: "Documents")
        var pressed = clicked
        clicked.click(on: text)
        pressed.press(key)
        #expect(clicked.state.panels.current?.title == pressed.state.panels.current?.title)
        #expect(clicked.state.panels.current != nil)
    }

    @Test("a click on the container's name in the top line does what the key does that chooses another container")
    func containerName() {
        var clicked = Scene.opened(.odd, at: "Documents")
        var pressed = clicked
        clicked.click(on: "unknown app")
        pressed.press("c")
        #expect(clicked.state.panels.current?.title == pressed.state.panels.current?.title)
        #expect(clicked.state.panels.message?.text == pressed.state.panels.message?.text)
        #expect(clicked.state.panels.current != nil || clicked.state.panels.message != nil)
    }

    @Test("a double click enters a directory, and folds a place")
    func doubleClick() {
        var scene = Scene.opened(.odd, at: "tmp")
        scene.send(mouse(.press, 60, 2))
        scene.send(mouse(.doublePress, 60, 2))
        scene.answer()
        #expect(scene.path == "tmp/a")
        let rows = scene.state.panes.places.nodes.count
        scene.send(mouse(.doublePress, 3, 2))
        scene.answer()
        #expect(scene.place == .root && scene.state.panes.places.nodes.count < rows)
    }

    @Test("a click on the head of a column sorts by it, and another one reverses the order")
    func heads() throws {
        var scene = Scene.opened(.odd, at: "Library/Caches", columns: 200)
        let row = scene.frame().text.split(separator: "\n")[1]
        for (title, key) in [("size", SortKey.size), ("time", .time), ("name", .name)] {
            let range = try #require(row.firstRange(of: title), "\(row)")
            let column = row.distance(from: row.startIndex, to: range.lowerBound)
            scene.send(mouse(.press, column, 1))
            scene.answer()
            #expect(scene.state.panes.order.key == key && !scene.state.panes.order.isReversed)
            scene.send(mouse(.press, column, 1))
            scene.answer()
            #expect(scene.state.panes.order.key == key && scene.state.panes.order.isReversed)
        }
    }

    @Test("a click on the head of the badges shows what they mean")
    func legend() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.click(on: "RWDB")
        #expect(scene.frame().text.contains("the app may delete it"), "\(scene.frame().text)")
        scene.press("Esc")
        #expect(scene.state.panes.order.key == .name && scene.state.panels.current == nil)
    }

    @Test("a click on the head of the badges reverses the order if the listing is sorted by them")
    func sortedByBadges() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("s", "b")
        #expect(scene.state.panes.order.key == .badges && !scene.state.panes.order.isReversed)
        scene.click(on: "RWDB")
        scene.answer()
        #expect(scene.state.panes.order.isReversed && scene.state.panels.current == nil)
    }

    @Test("where there are no badges, a click on the name of the order reverses it")
    func sortedByAbsentBadges() throws {
        var scene = Scene.opened(.odd, at: "Library/Caches", columns: 200)
        scene.perform("s", "b", "S")
        #expect(scene.state.panes.isSharing)
        let row = scene.frame().text.split(separator: "\n")[1]
        let range = try #require(row.firstRange(of: "badges"), "\(row)")
        scene.send(mouse(.press, row.distance(from: row.startIndex, to: range.lowerBound), 1))
        scene.answer()
        #expect(scene.state.panels.current == nil && scene.state.panes.order.isReversed)
    }

    @Test(
        "a border between panes can be dragged at every width, stays there, and a double click puts it back",
        arguments: [(140, 40), (110, 24), (80, 24), (60, 12)])
    func borders(columns: Int, rows: Int) throws {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns, rows: rows)
        let before = scene.state.layout.separators
        for index in before.indices {
            let column = scene.state.layout.separators[index]
            scene.send(mouse(.press, column, rows / 2))
            scene.send(mouse(.drag, column - 3, rows / 2))
            scene.send(mouse(.drag, column - 5, 0))
            scene.send(mouse(.release, column - 5, 0))
            scene.send(mouse(.drag, column - 9, rows / 2))
            #expect(scene.state.layout.separators[index] == column - 5)
            #expect(scene.frame().text.split(separator: "\n")[rows / 2].filter { $0 == "│" }.count == before.count)
        }
        for index in before.indices {
            scene.send(mouse(.doublePress, scene.state.layout.separators[index], rows / 2))
        }
        #expect(scene.state.layout.separators == before)
    }

    @Test("a border leaves every pane some room, wherever it is dragged and however small the screen becomes")
    func borderLimits() {
        for target in [-10, 0, 5, 139, 500] {
            for index in 0...1 {
                var scene = Scene.opened(.odd, at: "Documents")
                scene.send(mouse(.press, scene.state.layout.separators[index], 10))
                scene.send(mouse(.drag, target, 10))
                for size in [Size(columns: 140, rows: 40), Size(columns: 100, rows: 24), Size(columns: 240, rows: 24)] {
                    scene.send(.input(.resize(size)))
                    let layout = scene.state.layout
                    #expect(layout.shown.count == (size.columns < 120 ? 2 : 3))
                    #expect(layout.shown.allSatisfy { (layout.area(of: $0)?.columns ?? 0) >= 12 })
                    #expect(scene.frame().size == size)
                }
            }
        }
    }

    @Test("a click on a key that can follow the pressed ones acts like the key")
    func continuations() {
        var scene = Scene.opened(.odd)
        scene.press("g")
        scene.click(on: "d Documents")
        scene.answer()
        #expect(scene.path == "Documents")
        scene.press("m a", "'")
        let line = scene.frame().text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        #expect(line.hasPrefix(" mark  a Documents"))
        scene.send(mouse(.press, 7, 39))
        #expect(scene.state.keys.pendingMark == nil && scene.path == "Documents")
    }

    @Test("a prompt says which keys end it, and takes clicks on them", arguments: ["a", "g /", "/"] as [KeySequence])
    func promptHints(key: KeySequence) {
        for (hint, isEntered) in [("Enter", true), ("Esc", false)] {
            var scene = Scene.opened(.odd, at: "Documents", columns: 80)
            scene.perform(key, "f", "i")
            scene.click(on: hint)
            #expect(scene.state.panels.prompt == nil)
            #expect(scene.state.panes.filter.text.isEmpty || isEntered)
        }
    }

    @Test("the wheel scrolls the matches while a filter is entered")
    func wheelInFilter() {
        var scene = Scene.opened(.odd, at: "Library/Caches", rows: 12)
        scene.perform("/", "i", "m")
        scene.send(mouse(.scrollDown, 60, 5))
        #expect(
            scene.state.panes.listing?.top == 3 && scene.state.panes.listing?.cursor == 5
                && scene.state.panels.prompt != nil)
        scene.perform("Esc")
        #expect(scene.state.panes.listing?.cursor == 5)
    }

    @Test("a click on the number of failures opens the list of tasks, in the viewer too")
    func failures() {
        let failed = BackgroundTask(number: 1, title: "test", subject: nil, effect: .terminal(.repaint))
        for keys in [[], ["F3"]] as [[KeySequence]] {
            var scene = Scene.opened(at: "Library/Application Support")
            for key in keys { scene.perform(key) }
            #expect((scene.state.viewer == nil) == keys.isEmpty)
            var task = failed
            task.stage = .failed("no")
            scene.send(.task(task))
            scene.click(on: "1 task failed")
            #expect(scene.state.panels.isShowingTasks)
        }
    }

    @Test("every hint in the footer of the viewer does what its key does")
    func viewerHints() {
        var scene = Scene.opened(at: "Library/Application Support")
        scene.perform("F3")
        for part in scene.state.hintLine.parts {
            var clicked = scene
            var pressed = scene
            clicked.mouse(.press, Position(column: part.column, row: scene.state.hintLine.row))
            pressed.press(KeySequence(part.keys))
            #expect(clicked.frame() == pressed.frame(), "\(part.text)")
        }
        #expect(!scene.state.hintLine.parts.isEmpty)
    }

    @Test("the wheel scrolls the listing under the pointer, and the cursor stays in view")
    func wheel() {
        var scene = Scene.opened(.odd, at: "Library/Caches", rows: 12)
        scene.send(mouse(.scrollDown, 60, 5))
        scene.send(mouse(.scrollDown, 60, 5))
        // Two rows stay between the cursor and the edge.
        #expect(scene.state.panes.listing?.top == 6 && scene.state.panes.listing?.cursor == 8)
        scene.send(mouse(.scrollUp, 60, 5))
        #expect(scene.state.panes.listing?.top == 3 && scene.state.panes.listing?.cursor == 8)
        for _ in 0..<100 { scene.send(mouse(.scrollDown, 60, 5)) }
        #expect(scene.state.panes.listing?.top == 200 - scene.state.paneRows && scene.current == "image 194.png")
    }

    @Test(
        "the wheel over another pane neither takes the focus nor changes the directory",
        arguments: [[], ["S-Tab"], ["Tab"]] as [[KeySequence]])
    func wheelElsewhere(keys: [KeySequence]) {
        var scene = Scene.opened(.odd, at: "Library/Caches", rows: 10)
        for key in keys { scene.perform(key) }
        let (focus, place) = (scene.state.panes.focus, scene.place)
        for _ in 0..<5 { scene.send(mouse(.scrollUp, 5, 5)) }
        scene.send(mouse(.scrollDown, 5, 5))
        scene.answer()
        #expect(scene.state.panes.places.top == 3)
        scene.send(mouse(.scrollDown, 60, 5))
        scene.answer()
        #expect(scene.state.panes.listing?.top == 3)
        let details = scene.state.details.lines.count - scene.state.paneRows
        scene.send(mouse(.scrollDown, 130, 5))
        scene.answer()
        #expect(scene.state.details.top == max(0, min(3, details)))
        #expect(scene.state.panes.focus == focus && scene.place == place && scene.path == "Library/Caches")
        // The next key finds the place where it was.
        scene.perform("~")
        #expect(scene.path == .root)
    }

    @Test("the wheel beside the panes scrolls the one with the focus", arguments: [0, 1, 11])
    func wheelBeside(row: Int) {
        var scene = Scene.opened(.odd, at: "Library/Caches", rows: 12)
        scene.send(mouse(.scrollDown, row == 1 ? scene.state.layout.separators[0] : 5, row))
        #expect(scene.state.panes.listing?.top == 3 && scene.state.panes.focus == .listing)
    }

    @Test("a click does not pass through a panel or a prompt")
    func modal() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("?")
        scene.send(mouse(.press, 60, 5))
        #expect(scene.state.panes.listing?.cursor == 0 && scene.state.panels.current != nil)
        scene.perform("Esc", "g /")
        scene.send(mouse(.press, 60, 5))
        #expect(scene.state.panes.listing?.cursor == 0)
    }

    @Test("a paste goes into a prompt only, without its control characters")
    func paste() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.send(.input(.paste(Array("qq".utf8))))
        #expect(scene.takeEffects().isEmpty)
        scene.perform("/")
        scene.send(.input(.paste(Array("fi\nle\u{1b}[\u{9b}".utf8))))
        #expect(scene.state.panels.prompt?.bytes == Array("file[".utf8))
        scene.perform("Backspace")
        scene.answer()
        #expect(scene.names == ["file1", "file2", "file10"])
        scene.send(.input(.paste([0xff, 0xfe])))
        scene.answer()
        #expect(scene.frame().size == scene.state.screen.size)
    }

    @Test(
        "keys edit the text of a prompt",
        arguments: [
            (["Left", "Left", "x"], "axbc"), (["Home", "x"], "xabc"), (["^a", "x", "End", "y"], "xabcy"),
            (["Left", "Backspace"], "ac"), (["Home", "Del"], "bc"), (["Home", "^d"], "bc"), (["^u"], ""),
            (["Left", "^u"], "c"), (["^w"], ""), (["Home", "Backspace"], "abc"), (["Del"], "abc"),
            (["^e", "Backspace"], "ab"),
            (["^b", "^f", "x"], "abcx"), (["F5"], "abc"),
        ] as [([KeySequence], String)]
    )
    func edit(keys: [KeySequence], text: String) {
        var scene = Scene.opened()
        scene.perform("g /")
        scene.type("abc")
        for key in keys { scene.press(key) }
        #expect(scene.state.panels.prompt?.bytes == Array(text.utf8))
    }

    @Test("^w deletes the last component of a path")
    func component() {
        var scene = Scene.opened()
        scene.perform("g /")
        scene.type("Library/Caches/Snapshots/")
        scene.press("^w")
        #expect(scene.state.panels.prompt?.bytes == Array("Library/Caches/".utf8))
    }

    @Test("resizing keeps the cursors in view", arguments: [.places, .listing, .details] as [Panes.Pane])
    func resize(focus: Panes.Pane) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("G")
        while scene.state.panes.focus != focus { scene.perform("Tab") }
        for (columns, rows) in [(80, 10), (20, 5), (1, 1), (200, 60), (59, 7), (140, 40)] {
            scene.send(.input(.resize(Size(columns: columns, rows: rows))))
            let listing = scene.state.panes.listing!
            #expect((listing.top..<listing.top + scene.state.paneRows).contains(listing.cursor))
            let places = scene.state.panes.places
            #expect((places.top..<places.top + scene.state.paneRows).contains(places.cursor))
            #expect(scene.frame().size == Size(columns: columns, rows: rows))
        }
        #expect(scene.current == "image 200.png")
    }
}
