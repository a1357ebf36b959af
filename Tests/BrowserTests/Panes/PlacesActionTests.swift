import ContainerModel
import ContainerStore
import Screen
import Testing

@testable import Browser

@Suite("Going to places")
struct PlacesActionTests {
    @Test(
        "each key goes to its place, whether the place exists or not",
        arguments: [
            ("~", .root), ("g d", "Documents"), ("g i", "Documents/Inbox"), ("g l", "Library"),
            ("g a", "Library/Application Support"), ("g c", "Library/Caches"), ("g p", "Library/Preferences"),
            ("g t", "tmp"),
        ] as [(KeySequence, ContainerPath)],
        [.places, .listing, .details] as [Panes.Pane]
    )
    func places(goal: (keys: KeySequence, path: ContainerPath), focus: Panes.Pane) {
        let (keys, path) = goal
        var scene = Scene.opened(at: "Library/Caches/Snapshots")
        while scene.state.panes.focus != focus { scene.perform("Tab") }
        scene.perform(keys)
        #expect(scene.path == path)
        // The tree shows the place, whichever pane has the focus.
        #expect(scene.place == path)
        #expect(scene.state.keys.pending.isEmpty)
    }

    @Test(
        "a typed path leads to a directory or an entry, from the root or the current directory",
        arguments: [
            ("Library/Caches", "Library/Caches", nil), ("/Library/Caches/", "Library/Caches", nil),
            ("Snapshots", "Library/Caches/Snapshots", nil), ("/", .root, nil),
            ("..", "Library", nil), ("../../..", .root, nil),
            ("../Application Support", "Library/Application Support", nil),
            (
                "Library/Application Support/WeightTracker.sqlite", "Library/Application Support",
                "WeightTracker.sqlite"
            ),
        ] as [(String, ContainerPath, String?)],
        ["g Space", "g /"] as [KeySequence]
    )
    func goTo(goal: (text: String, path: ContainerPath, entry: String?), key: KeySequence) {
        let (text, path, entry) = goal
        var scene = Scene.opened(at: "Library/Caches")
        scene.perform(key)
        #expect(scene.state.panels.prompt?.purpose == .goTo)
        scene.type(text)
        scene.perform("Enter")
        #expect(scene.state.panels.prompt == nil)
        #expect(scene.path == path)
        if let entry { #expect(scene.current == entry) }
    }

    @Test("a typed path moves the tree as well, and puts the listing's cursor on an entry")
    func goToFromPlaces() {
        var scene = Scene.opened()
        scene.perform("S-Tab", "g /")
        scene.type("Library/Application Support/WeightTracker.sqlite")
        scene.perform("Enter")
        #expect(scene.place == "Library/Application Support")
        #expect(scene.state.panes.focus == .listing && scene.current == "WeightTracker.sqlite")
    }

    @Test(
        "a path with .. behind a name, which may be that of a link, is refused before any lookup",
        arguments: ["a/../b", "Library/..", "../a/..", "/.."])
    func goToParent(text: String) {
        var scene = Scene.opened(at: "Library")
        scene.press("g /")
        scene.type(text)
        _ = scene.takeEffects()
        scene.press("Enter")
        #expect(scene.takeEffects().isEmpty)
        #expect(scene.state.panels.message?.isError == true)
        #expect(scene.path == "Library")
    }

    @Test("a missing path is reported, and an empty path or Esc does nothing")
    func goToNothing() {
        var scene = Scene.opened(at: "Library")
        scene.perform("g /")
        scene.type("nonesuch")
        scene.perform("Enter")
        #expect(scene.path == "Library" && scene.state.panels.message?.isError == true)
        // The path that failed is offered again.
        scene.perform("g /", "C-u", "Enter")
        #expect(scene.path == "Library" && scene.state.panels.prompt == nil && scene.state.panels.message == nil)
        scene.perform("g /")
        scene.type("tmp")
        scene.perform("Esc")
        #expect(scene.path == "Library" && scene.state.panels.prompt == nil)
    }

    @Test(
        "a mark leads back to its directory, in the tree as well",
        arguments: [.places, .listing, .details] as [Panes.Pane])
    func marks(focus: Panes.Pane) {
        var scene = Scene.opened(at: "Library/Caches")
        scene.perform("m", "a", "g t")
        while scene.state.panes.focus != focus { scene.perform("Tab") }
        scene.perform("'", "a")
        #expect(scene.path == "Library/Caches" && scene.place == "Library/Caches")
        #expect(scene.state.keys.pendingMark == nil)
    }

    @Test("a mark that was never set is reported, and Esc cancels")
    func missingMark() {
        var scene = Scene.opened()
        scene.perform("'", "x")
        #expect(scene.state.panels.message?.text.contains("mark x is not set") == true)
        scene.perform("m", "Esc", "'", "Esc")
        #expect(scene.state.bookmarks.marks.isEmpty && scene.state.keys.pendingMark == nil)
    }

    @Test("marks and remembered cursors belong to one container")
    func marksOfAnother() {
        var scene = Scene.opened(at: "Library")
        scene.perform("m", "a")
        scene.world = .odd
        scene.open()
        scene.answer()
        #expect(
            scene.state.bookmarks.marks.isEmpty && scene.state.panes.visited.isEmpty
                && scene.state.panes.totals(on: .container)["Library/Caches"] != nil)
    }

    @Test("other containers are offered, and the chosen one is opened")
    func containers() {
        var scene = Scene.opened(.odd)
        scene.press("c")
        #expect(scene.state.panels.current?.title.hasPrefix("Choose a container") == true)
        _ = scene.takeEffects()
        scene.press("Enter")
        #expect(scene.state.panels.isOpening)
        guard case .opening(.container(let path))? = scene.takeEffects().first else {
            Issue.record("nothing was opened")
            return
        }
        #expect(path == World.odd.description.related[0].hostPath)
    }

    @Test("c without another container says so")
    func noContainers() {
        var scene = Scene.opened()
        scene.perform("c")
        #expect(scene.state.panels.current == nil)
        #expect(scene.state.panels.message?.text.contains("no other container") == true)
    }

    @Test("a choice of several containers opens the chosen one, and leaving it quits")
    func chooser() {
        var scene = Scene()
        scene.send(.opening(.several(World.candidates)))
        scene.press("j", "j", "k")
        #expect(scene.state.panels.current?.cursor == 1)
        scene.press("l")
        let opened = scene.takeEffects().compactMap {
            if case .opening(.container(let path)) = $0 { path } else { nil }
        }
        #expect(opened == [World.candidates[1].hostPath])
        #expect(scene.state.panels.isOpening)
        // Cancelling the opening returns to the choice.
        scene.press("^c")
        #expect(scene.state.panels.current?.content is ContainersPanel)
        scene.press("Esc")
        guard case .quit? = scene.takeEffects().last else {
            Issue.record("it goes on with nothing to show")
            return
        }
    }

    @Test(
        "the search in a list of devices finds their apps by name and identifier", arguments: ["harbor", "EXAMPLE.HA"])
    func searchInDevices(typed: String) throws {
        func path(_ path: String) throws -> HostPath { try #require(HostPath(Array(path.utf8))) }
        let apps = [
            ContainerCandidate(
                hostPath: try path("/d/1/a"), title: "Harbor Notes", details: ["data container", "6B1F0C52"],
                identifier: "com.example.harbornotes"),
            ContainerCandidate(hostPath: try path("/d/1/b"), title: "Other", details: ["data container", "7C"]),
        ]
        var scene = Scene()
        scene.send(
            .opening(
                .several([
                    ContainerCandidate(
                        hostPath: try path("/d/1"), title: "iPhone 15", details: ["iOS 17.2", "2 apps", "8A1D"],
                        system: "iOS 17.2", contents: apps),
                    ContainerCandidate(
                        hostPath: try path("/d/2"), title: "iPad", details: ["iOS 18.0", "0 apps", "9B2E"]),
                ])))
        #expect(scene.frame().text.contains("iOS 17.2  2 apps  8A1D") && !scene.frame().text.contains("Harbor"))
        scene.press("/")
        for letter in typed { scene.press(KeySequence([.character(letter.unicodeScalars.first!)])) }
        let text = scene.frame().text
        #expect(text.contains("Harbor Notes") && text.contains("iPhone 15, iOS 17.2  data container"), "\(text)")
        #expect(!text.contains("iPad") && !text.contains("Other"), "\(text)")
        scene.press("Enter")
        let isOpened = scene.takeEffects().contains { effect in
            if case .opening(.container(let opened)) = effect { opened == apps[0].hostPath } else { false }
        }
        #expect(isOpened)
    }

    @Test("devices are offered before their apps are read, and searched as they are read")
    func unreadDevices() throws {
        func path(_ path: String) throws -> HostPath { try #require(HostPath(Array(path.utf8))) }
        let unread = ContainerCandidate(
            hostPath: try path("/d/1"), title: "iPhone 15", details: ["iOS 17.2", "", "8A1D"], isUnread: true)
        var scene = Scene()
        scene.send(.opening(.several([unread])))
        #expect(scene.frame().text.contains("iOS 17.2  8A1D"))
        let requested = scene.takeEffects().compactMap {
            if case .opening(.readDevices(let devices)) = $0 { devices } else { nil }
        }
        #expect(requested == [[unread]])
        scene.press("/", "h", "a", "r", "b")
        #expect(!scene.frame().text.contains("Harbor"))
        let app = ContainerCandidate(hostPath: try path("/d/1/a"), title: "Harbor Notes", details: ["data container"])
        scene.send(
            .opening(
                .deviceRead(
                    ContainerCandidate(
                        hostPath: unread.hostPath, title: "iPhone 15", details: ["iOS 17.2", "1 app", "8A1D"],
                        contents: [app]))))
        #expect(scene.frame().text.contains("Harbor Notes"))
        scene.press("Esc")
        #expect(scene.takeEffects().allSatisfy { if case .opening(.readDevices) = $0 { false } else { true } })
    }

    @Test("devices and their apps stand in columns, and those of the same name are told apart by their system")
    func devicesInColumns() throws {
        func device(_ number: Int, _ system: String, _ apps: String) throws -> ContainerCandidate {
            let path = "/d/\(number)"
            let app = ContainerCandidate(
                hostPath: try #require(HostPath(Array("\(path)/a".utf8))), title: "Harbor Notes",
                details: ["com.example.harbor", "", "\(number) containers"])
            return ContainerCandidate(
                hostPath: try #require(HostPath(Array(path.utf8))), title: number == 3 ? "iPad" : "iPhone 15",
                details: [system, apps, "UDID \(number)"], system: system, contents: [app])
        }
        var scene = Scene(columns: 100, rows: 24)
        scene.send(
            .opening(
                .several([
                    try device(1, "iOS 9.3", "1 app"), try device(2, "iOS 17.2", "12 apps"),
                    try device(3, "iOS 18.0", "5 apps"),
                ])))
        func places(of texts: [String]) -> [Int?] {
            let frame = scene.frame()
            return texts.map { frame.position(of: $0)?.column }
        }
        for column in [["iOS 9.3", "iOS 17.2", "iOS 18.0"], ["1 app ", "12 apps", "5 apps "], ["UDID 1", "UDID 2"]] {
            let places = places(of: column)
            #expect(Set(places).count == 1 && places.allSatisfy { $0 != nil }, "\(column): \(places)")
        }
        scene.press("/", "h", "a", "r")
        let text = scene.frame().text
        #expect(text.contains("iPhone 15, iOS 9.3   com.example") && text.contains("iPhone 15, iOS 17.2  com.example"))
        #expect(text.contains("iPad, iOS 18.0 "))
    }

    @Test("a long name in a list of containers is whole, and its kind comes in the room that is left")
    func longName() throws {
        let name = "Weather and Tides of the Northern Coast"
        var scene = Scene(columns: 80, rows: 24)
        scene.send(
            .opening(
                .several([
                    ContainerCandidate(
                        hostPath: try #require(HostPath(Array("/d/1".utf8))), title: name,
                        details: ["data container", "6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"])
                ])))
        #expect(scene.frame().text.contains(name) && scene.frame().text.contains("data container"))
    }
}
