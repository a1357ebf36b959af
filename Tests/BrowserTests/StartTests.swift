import ContainerModel
import ContainerStore
import Screen
import Testing

@testable import Browser

@Suite("The start without a path")
struct StartTests {
    /// Returns the start screen.
    private func started(
        _ recent: [ContainerMemoryStore.Recent] = World.recent, columns: Int = 120, rows: Int = 30
    ) -> Scene {
        var scene = Scene(columns: columns, rows: rows)
        scene.start(offering: recent)
        return scene
    }

    private func nearby(
        _ here: [ContainerCandidate] = World.candidates, elsewhere: [ContainerCandidate] = [], isComplete: Bool = true
    ) -> BrowserEvent {
        var found = NearbyContainers()
        found.here = here
        found.elsewhere = elsewhere
        found.isComplete = isComplete
        return .opening(.nearby(found))
    }

    private func quits(_ effects: [BrowserEffect]) -> Bool {
        effects.contains { if case .quit = $0 { true } else { false } }
    }

    /// Returns the paths that are opened.
    private func opened(_ effects: [BrowserEffect]) -> [HostPath] {
        effects.compactMap { if case .opening(.container(let path)) = $0 { path } else { nil } }
    }

    @Test("is a picture at once, with the recent containers, and what is nearby is looked for")
    func first() {
        var scene = started()
        #expect(scene.state.hasFirstPicture)
        #expect(scene.takeEffects().contains { if case .opening(.findNearby) = $0 { true } else { false } })
        let text = scene.frame().text
        for word in [
            "Open a container", "Recent containers", "WeightTracker", "data container", "2018", "gone", "Searching…",
            "Something else", "Type a path…", "The demonstration",
        ] {
            #expect(text.contains(word), "\(word)")
        }
        // What comes from outside is shown by the one sanitizer.
        #expect(!text.contains("\u{202e}"))
    }

    @Test("what is found is added with its kind, and what was open before is listed once")
    func found() throws {
        var scene = started()
        let package = "/Users/me/Downloads/io.github.paulz.WeightTracker 2018-06-26.xcappdata"
        let known = ContainerCandidate(
            hostPath: try #require(HostPath(Array(package.utf8))), title: "twice", details: [""], kind: .data)
        let device = ContainerCandidate(
            hostPath: try #require(HostPath(Array("/Users/me/Library/D/1".utf8))), title: "iPhone 15", details: [""],
            isUnread: true, form: .simulatorDevice)
        scene.send(nearby(World.candidates + [known], elsewhere: [device]))
        let text = scene.frame().text
        for word in ["In and below this directory", "折り紙", "/d/2", "iPhone 15", "simulator device"] {
            #expect(text.contains(word), "\(word)")
        }
        #expect(!text.contains("twice") && !text.contains("Searching"))
        #expect(text.split(separator: "\n").filter { $0.contains("xcappdata") }.count == 1, "\(text)")
    }

    @Test("that nothing was found is said, and that there was too much to search")
    func nothing() {
        var scene = started([])
        scene.send(nearby([]))
        #expect(scene.frame().text.contains("Nothing found."))
        var found = NearbyContainers()
        found.isComplete = true
        found.isHereCutOff = true
        scene.send(.opening(.nearby(found)))
        #expect(scene.frame().text.contains("Nothing found; the search was cut short."))
    }

    @Test("that a search was cut short is said of its place, also below what was found", arguments: [true, false])
    func cutShort(isHere: Bool) throws {
        var scene = started([])
        var found = NearbyContainers()
        found.here = World.candidates
        found.isComplete = true
        (found.isHereCutOff, found.isElsewhereCutOff) = (isHere, !isHere)
        scene.send(.opening(.nearby(found)))
        let lines = scene.frame().text.split(separator: "\n")
        let last = try #require(lines.firstIndex { $0.contains("/d/3") })
        let remark = try #require(lines.firstIndex { $0.contains("search was cut short.") })
        let elsewhere = lines.firstIndex { $0.contains("Simulators and backups") }
        #expect(isHere ? remark == last + 1 && elsewhere == nil : elsewhere.map { remark == $0 + 1 } == true)
        // While the user looks for a row, only rows are shown.
        scene.press("/")
        scene.type("折り")
        #expect(!scene.frame().text.contains("cut short"))
    }

    @Test("what is in this directory comes first, and of that the containers of data")
    func hereFirst() throws {
        var scene = started(columns: 80, rows: 24)
        let bundle = ContainerCandidate(
            hostPath: try #require(HostPath(Array("/d/b".utf8))), title: "Harbor", details: [""], kind: .bundle)
        let data = ContainerCandidate(
            hostPath: try #require(HostPath(Array("/d/a".utf8))), title: "Harbor", details: [""], kind: .data)
        scene.send(nearby([bundle, data]))
        let lines = scene.frame().text.split(separator: "\n")
        let here = try #require(lines.firstIndex { $0.contains("In and below this directory") })
        #expect(lines[here + 1].contains("data container") && lines[here + 2].contains("bundle container"))
        #expect(try #require(lines.firstIndex { $0.contains("Recent containers") }) > here)
        _ = scene.takeEffects()
        scene.press("Enter")
        #expect(opened(scene.takeEffects()) == [data.hostPath])
    }

    @Test("rows of the same name differ at 80 columns: in their kind, and in the part of the path that is shown")
    func differences() throws {
        let places = [
            "/Users/me/Library/Developer/Devices/4D1A/data/Containers/Data/Application/6B1F0C52-93D4-4E0B",
            "/Users/me/Library/Developer/Devices/4D1A/data/Containers/Data/Application/6B1F0C52-93D4-4E0C",
            "/Users/me/Library/Developer/Devices/9C22/data/Containers/Data/Application/6B1F0C52-93D4-4E0C",
        ]
        let recent = places.map {
            ContainerMemoryStore.Recent(hostPath: Array($0.utf8), name: "Harbor Notes", kind: .data, visited: 0)
        }
        for columns in [80, 100, 120] {
            var scene = started(recent, columns: columns, rows: 24)
            let rows = scene.frame().text.split(separator: "\n").filter { $0.contains("Harbor Notes") }
                .map { String($0.drop { $0 != "…" }) }
            #expect(rows.count == 3 && Set(rows).count == 3, "\(columns): \(rows)")
            #expect(rows.contains { $0.contains("4E0B") } && rows.contains { $0.contains("9C22") }, "\(rows)")
            #expect(scene.frame().text.contains("data container"), "\(columns)")
        }
    }

    @Test("Enter opens the first row: what was open last, or else what was found")
    func enter() throws {
        var scene = started()
        _ = scene.takeEffects()
        scene.press("Enter")
        #expect(opened(scene.takeEffects()).map(\.bytes) == [World.recent[0].hostPath])
        var other = started([])
        other.send(nearby())
        _ = other.takeEffects()
        other.press("Enter")
        #expect(opened(other.takeEffects()) == [World.candidates[0].hostPath])
    }

    @Test("the row that the user has moved to stays under the cursor while rows are added above it")
    func cursor() {
        var scene = started([])
        _ = scene.takeEffects()
        // Up and down again: a choice, though it is the first row.
        scene.press("j", "k")
        scene.send(nearby(isComplete: false))
        scene.send(nearby())
        scene.press("Enter")
        #expect(scene.state.panels.prompt?.purpose == .open)
        var other = started([])
        other.press("j")
        _ = other.takeEffects()
        other.send(nearby())
        other.press("Enter")
        #expect(other.takeEffects().contains { if case .opening(.demonstration) = $0 { true } else { false } })
    }

    @Test("a path is typed in a prompt, below the screen that stays, and opened as it was typed")
    func typed() {
        var scene = started([])
        _ = scene.takeEffects()
        scene.press("Enter")
        scene.type("~/phone backup")
        #expect(scene.frame().text.contains("open (path on this computer): ~/phone backup"))
        #expect(scene.frame().text.contains("Open a container"))
        scene.press("Enter")
        let effects = scene.takeEffects()
        #expect(
            effects.contains { if case .opening(.typed(Array("~/phone backup".utf8))) = $0 { true } else { false } })
        #expect(scene.state.panels.isOpening && !scene.state.hasFirstPicture)
        scene.send(.opening(.failed("~/phone backup: no such file or directory")))
        #expect(scene.state.panels.current?.content is StartPanel)
        #expect(scene.state.panels.message?.text == "~/phone backup: no such file or directory")
    }

    @Test("Esc leaves the prompt, an empty path opens nothing")
    func noPath() {
        for key in ["Esc", "Enter"] {
            var scene = started([])
            _ = scene.takeEffects()
            scene.press("Enter")
            scene.press(KeySequence(stringLiteral: key))
            #expect(scene.takeEffects().isEmpty && scene.state.panels.prompt == nil)
            #expect(scene.state.panels.current?.content is StartPanel)
        }
    }

    @Test("q and Esc quit", arguments: ["q", "Esc", "^c"])
    func quit(key: String) {
        var scene = started()
        _ = scene.takeEffects()
        scene.press(KeySequence(stringLiteral: key))
        #expect(quits(scene.takeEffects()))
    }

    @Test("help and a choice of containers in a directory lead back to it")
    func back() {
        var scene = started()
        _ = scene.takeEffects()
        scene.press("?", "Esc")
        #expect(scene.state.panels.current?.content is StartPanel)
        scene.send(.opening(.several(World.candidates)))
        #expect(scene.state.panels.current?.content is ContainersPanel)
        scene.press("Esc")
        #expect(scene.state.panels.current?.content is StartPanel)
        #expect(!quits(scene.takeEffects()))
    }

    @Test("what could not be opened is still under the cursor")
    func again() {
        var scene = started()
        scene.send(nearby())
        scene.press("j", "Enter")
        _ = scene.takeEffects()
        scene.send(.opening(.failed("unreadable")))
        scene.press("Enter")
        #expect(opened(scene.takeEffects()) == [World.candidates[1].hostPath])
    }

    @Test("typing after / leaves the rows that contain the text")
    func filter() {
        var scene = started()
        scene.send(nearby())
        scene.press("/")
        scene.type("折り")
        let text = scene.frame().text
        #expect(text.contains("折り紙") && !text.contains("WeightTracker") && !text.contains("Recent containers"))
        _ = scene.takeEffects()
        scene.press("Enter")
        #expect(opened(scene.takeEffects()) == [World.candidates[1].hostPath])
    }

    @Test("x forgets a recent container after asking, and nothing else")
    func forget() {
        var scene = started()
        scene.send(nearby())
        scene.press("x")
        #expect(scene.state.panels.current?.content is StartPanel)
        scene.press("j", "j", "j", "x")
        #expect(scene.state.panels.current?.content is ForgettingPanel)
        scene.press("Esc")
        #expect(scene.state.panels.current?.content is StartPanel)
    }

    @Test(
        "forgetting is offered only where there is something to forget",
        arguments: [[], World.recent] as [[ContainerMemoryStore.Recent]])
    func forgetting(recent: [ContainerMemoryStore.Recent]) throws {
        let scene = started(recent)
        let panel = try #require(scene.state.panels.current?.content)
        #expect(panel.actions(scene.state).isEmpty == recent.isEmpty)
    }

    @Test("a container that is gone says so and opens nothing")
    func gone() {
        var scene = started()
        _ = scene.takeEffects()
        scene.press("j", "Enter")
        #expect(opened(scene.takeEffects()).isEmpty)
        #expect(scene.state.panels.message?.text.contains("is gone") == true)
    }

    @Test("has rows that fit at every width")
    func widths() throws {
        for columns in Array(1...200) + [255, 500] {
            var scene = started(columns: columns, rows: 24)
            scene.send(nearby())
            let frame = scene.frame()
            let layout = PanelLayout(try #require(scene.state.panels.current), scene.state)
            let rows = layout.lines.filter { $0.choice != nil }.map(\.row.text)
            #expect(rows.count == World.recent.count + World.candidates.count + 2)
            #expect(rows.allSatisfy { $0.width <= max(0, layout.inner.columns) }, "\(columns)")
            guard columns >= 20 else { continue }
            #expect(rows.allSatisfy { $0.description.first != " " && $0.width > 0 }, "\(columns)")
            for row in layout.inner.row..<layout.inner.endRow {
                #expect(frame[Position(column: layout.box.endColumn - 1, row: row)].base == "│", "\(columns)")
            }
        }
    }

    @Test("columns take no more than the room there is, and a path keeps both of its ends")
    func columns() {
        for room in -10...500 {
            let columns = StartColumns(widths: (28, 20, 90, 6), columns: room)
            let used = [columns.kind, columns.path, columns.opened].filter { $0 > 0 }
            #expect(columns.name + used.reduce(0) { $0 + $1 + 2 } <= max(0, room), "\(room)")
            #expect(([columns.name, columns.note] + used).allSatisfy { $0 >= 0 })
        }
        let wide = StartColumns(widths: (28, 20, 90, 6), columns: 160)
        #expect([wide.name, wide.kind, wide.path, wide.opened] == [28, 20, 90, 6])
        let narrow = StartColumns(widths: (28, 20, 90, 6), columns: 60)
        #expect(narrow.name == 28 && narrow.kind == 0 && narrow.opened == 6 && narrow.path >= 16)
        var scene = started(columns: 80)
        let text = scene.frame().text
        #expect(text.contains("/Users") && text.contains("/AppData"))
    }
}
