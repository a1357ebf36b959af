import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Screen
import Testing

@testable import Browser

/// The explanations on the screen where there is little room, or where a dot or a size alone says too little.
@Suite("What the screen says")
struct ScreenFactsTests {
    private func line(_ scene: inout Scene, _ number: Int) -> String {
        String(scene.frame().text.split(separator: "\n", omittingEmptySubsequences: false)[number])
    }

    /// Returns `World.odd` as a container of another kind, or of an app that shares its documents or not.
    private static func world(_ kind: ContainerKind = .data, sharing: Answer = .unknown) -> World {
        var world = World.odd
        var app = AppInfo()
        app[.fileSharing] = sharing
        world.description = ContainerDescription(
            kind: kind, source: .directory, hostPath: world.description.hostPath, app: app)
        return world
    }

    private func locked(_ scene: inout Scene) {
        scene.change {
            $0.panes.requester.state.lock = .locked
            $0.panes.requester.state.isStorageLow = true
        }
    }

    @Test(
        "the top line gives up the identifier before the state of the device", arguments: [140, 100, 80, 70, 60, 50])
    func topLine(columns: Int) {
        var scene = Scene.opened(columns: columns)
        locked(&scene)
        let top = line(&scene, 0)
        #expect(top.contains("locked") && top.contains("low storage"), "\(top)")
        #expect(top.contains("Container"), "\(top)")
        #expect(columns < 70 || top.contains("WeightTracker"), "\(top)")
        #expect(columns < 140 || top.contains("io.github.paulz"), "\(top)")
    }

    @Test("the Details pane of a file says that its protection class is unknown, but only while the device is locked")
    func unknownClass() {
        var scene = Scene.opened(.odd, at: "Documents")
        while scene.current != "file1" { scene.perform("j") }
        let said = "protection class unknown"
        #expect(!scene.frame().text.contains(said))
        locked(&scene)
        #expect(scene.frame().text.contains(said))
    }

    @Test("in an ASCII locale a denied right in the explanation is a dot, not a question mark")
    func asciiDots() {
        let scene = Scene.opened(.odd, at: .root, ascii: true)
        let text = ExplanationPanel().rows(scene.state).map(\.text.description).joined(separator: "\n")
        #expect(text.contains(". the app may not delete it"), "\(text)")
        #expect(!text.contains("? the app"), "\(text)")
    }

    @Test("an operation that is allowed as far as known names the unknown facts")
    func allowedBut() throws {
        var scene = Scene.opened(.odd, at: "Documents", rows: 80)
        while scene.current != "file1" { scene.perform("j") }
        locked(&scene)
        scene.perform("E", "E")
        let rows = scene.frame().text.split(separator: "\n").map(String.init)
        let modify = try #require(rows.firstIndex { $0.contains("allowed as far as known") })
        #expect(rows[modify + 1].contains("Not known: the file's protection class"), "\(rows[modify + 1])")
    }

    @Test("while backup sizes are shown, the titles say so, and directories without backed-up items differ from others")
    func backupSizes() {
        var scene = Scene.opened(.odd, at: "Documents")
        #expect(!line(&scene, 1).contains("backed"))
        scene.perform("b", "j", "k")
        #expect(scene.state.panels.message == nil)
        #expect(line(&scene, 1).ranges(of: /back(ed.)?up/).count == 2, "\(line(&scene, 1))")
        let rows = scene.frame().text.split(separator: "\n").map { String($0.prefix(42)) }
        #expect(rows.contains { $0.contains("Inbox") && $0.contains("0 B") }, "\(rows)")
        #expect(rows.contains { $0.contains("tmp") && !$0.contains("0 B") && $0.contains("·") })
        scene.perform("b", "j")
        #expect(!line(&scene, 1).contains("backed"))
    }

    @Test("a pane of details that does not fit says how much is below", arguments: [(140, 12), (80, 12)])
    func moreBelow(columns: Int, rows: Int) throws {
        var scene = Scene.opened(columns: columns, rows: rows)
        scene.perform("g c")
        if columns < 100 { scene.perform("Tab") }
        let hidden = scene.state.details.lines.count - scene.state.paneRows
        #expect(hidden > 0)
        #expect(line(&scene, rows - 2).contains("\(hidden + 1) more lines below"), "\(line(&scene, rows - 2))")
        scene.perform("S-Tab", "Tab")
        while scene.state.panes.focus != .details { scene.perform("Tab") }
        scene.perform("G")
        #expect(!scene.frame().text.contains("more lines below"))
    }

    @Test("the code and the device's path of a place come before the documents' statements about it")
    func codeFirst() throws {
        let explanation = try #require(Scene.opened(at: "Library").state.explanation)
        let lines = explanation.lines.map { String(decoding: $0.text, as: UTF8.self) }
        let path = try #require(lines.firstIndex { $0.hasPrefix("on a device: ") })
        let document = try #require(lines.firstIndex { $0.contains("(S0)") })
        let code = try #require(lines.firstIndex { $0.hasPrefix("in code: ") })
        #expect(code < path && path < document)
    }

    @Test("for the user, the tree has only the items that the user sees, without the size of the rest")
    func userTree() {
        var scene = Scene.opened(Self.world(sharing: .yes), at: "Documents")
        let all = scene.state.panes.places.nodes.count
        scene.perform("A", "j", "Enter")
        #expect(scene.state.requester.actor == .user)
        let paths = scene.state.panes.places.nodes.map(\.path)
        #expect(paths.contains("Documents") && paths.contains("Documents/Inbox"))
        #expect(paths.allSatisfy { $0.isRoot || $0 == "Documents" || $0.isInside("Documents") }, "\(paths)")
        let root = scene.frame().text.split(separator: "\n").first { $0.hasPrefix(" Container") }
        #expect(root.map { !$0.prefix(42).contains("GB") } == true, "\(root ?? "")")
        scene.perform("A", "k", "Enter")
        #expect(scene.state.panes.places.nodes.count == all)
    }

    @Test("acting as the user of an app that shares nothing, the tree is empty but for the container")
    func unsharedTree() {
        var scene = Scene.opened(Self.world(sharing: .no), at: "Documents")
        scene.perform("A", "j", "Enter")
        #expect(scene.state.panes.places.nodes.map(\.path) == [.root])
    }

    @Test("an absent directory of an app group is shown as absent", arguments: ["Documents", "Library/Caches"])
    func absentInGroup(path: ContainerPath) throws {
        var world = Self.world(.appGroup)
        world.directories = [.root: []]
        var scene = Scene.opened(world, at: path)
        let text = scene.frame().text
        #expect(text.contains("absent: created when") && text.contains("not there; if it were:"), "\(text)")
        #expect(!text.contains("could not open"))
        let explanation = try #require(scene.state.explanation)
        #expect(explanation.subject.isAbsent)
    }

    @Test("the help explains each letter of the badges in full on a small screen", arguments: [50, 80])
    func help(columns: Int) {
        var scene = Scene.opened(columns: columns, rows: 12)
        scene.perform("?", "/")
        scene.type("legend")
        for meaning in ["the app may read it", "the app may change it", "the app may delete it", "backed up"] {
            #expect(scene.frame().text.contains(meaning), "\(meaning)")
        }
        let width = scene.state.panels.current.map { PanelLayout($0, scene.state) }
        let room = columns - 4
        #expect(
            width.map { layout in layout.lines.allSatisfy { $0.row.text.width + $0.indent(layout.keyColumns) <= room } }
                == true)
    }

    @Test(
        "the explanation's panel names the keys that copy, however small the screen, and the key that shows everything",
        arguments: [(50, ["c", "p", "Esc"]), (80, ["E", "c", "p", "Esc"]), (140, ["E", "c", "p", "Esc"])])
    func copyingKeys(columns: Int, keys: [String]) throws {
        var scene = Scene.opened(at: "Library", columns: columns, rows: 12)
        scene.perform("E")
        for _ in 1...2 {
            let panel = try #require(scene.state.panels.current)
            #expect(PanelLayout(panel, scene.state).hints.parts.filter(\.isKey).map(\.text) == keys)
            scene.perform("E")
        }
    }

    @Test("no control character is put on the clipboard", arguments: ["c", "p"] as [KeySequence])
    func controlCharacters(key: KeySequence) throws {
        var scene = Scene.opened(.odd, at: "Documents")
        var refused = 0
        for _ in 0..<(scene.state.panes.listing?.order.count ?? 0) {
            let explanation = try #require(scene.state.explanation)
            scene.press("E", key)
            for case .terminal(.copy(let bytes)) in scene.takeEffects() {
                #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f })
            }
            if scene.state.panels.message?.text.contains("control characters") == true {
                #expect(explanation.devicePath?.contains { $0 < 0x20 || $0 == 0x7f } == true)
                refused += 1
            }
            scene.perform("Esc", "j")
        }
        // In code, they are escaped.
        #expect((refused > 0) == (key == "p"))
    }

    @Test("the title of this computer's pane shows the end of a long path", arguments: [67, 80])
    func computerTitle(columns: Int) {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns)
        scene.perform("S")
        scene.change {
            $0.panes.computer?.path = "home/me/Containers/Data/Application/6B1F0C52-8E0B-4C57-9E0B-2A4D9E7F1B30"
        }
        #expect(line(&scene, 1).contains("9E0B-2A4D9E7F1B30"), "\(line(&scene, 1))")
    }

    @Test("the actor is spelled alike at every width", arguments: [40, 50, 59, 60, 80, 140])
    func actor(columns: Int) {
        var scene = Scene.opened(columns: columns)
        let top = line(&scene, 0)
        #expect(top.contains("acting as app"), "\(top)")
    }

    @Test("a screen without room for the keys that can follow names the key that lists them, and each can be chosen")
    func continuations() {
        var scene = Scene.opened(columns: 20, rows: 5)
        scene.press("g")
        #expect(line(&scene, 4).contains("g: ? lists"), "\(scene.frame().text)")
        scene.press("?")
        #expect(scene.state.panels.current?.content is ContinuationsPanel && !scene.state.keys.isPending)
        let rows = ContinuationsPanel(pressed: [.character("g")]).rows(scene.state)
        #expect(rows.contains { $0.keys.first?.description == "l" } && rows.allSatisfy { $0.choose != nil })
        scene.perform("Enter")
        #expect(scene.state.panels.current == nil)
    }

    @Test("what is excluded itself and what its directory excludes have two signs", arguments: [false, true])
    func excludedSigns(ascii: Bool) {
        let all = BadgeMeaning.all(.forLocale(isUTF8: !ascii))
        let signs = all.filter { $0.meaning.hasPrefix("excluded from backups") }
        #expect(signs.count == 2 && Set(signs.map(\.symbol)).count == 2)
    }

    @Test("devices are chosen as devices")
    func devices() {
        let apps = World.candidates
        let device = ContainerCandidate(
            hostPath: apps[0].hostPath, title: "iPhone 8", details: ["iOS 14.5"], contents: apps)
        #expect(ContainersPanel([device]).title.hasPrefix("Choose a device"))
        #expect(ContainersPanel(apps).title.hasPrefix("Choose a container"))
    }
}
