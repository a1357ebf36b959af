import Bundles
import ContainerModel
import ContainerStore
import Inspection
import Screen
import Testing

@testable import Browser

@Suite("The app's other containers in the tree")
struct OtherContainersTests {
    private static let device = path("/d/var")

    private static func path(_ path: String) -> HostPath { HostPath(Array(path.utf8))! }

    private static func candidate(_ role: ContainerRole, _ name: String, at place: String) -> ContainerCandidate {
        ContainerCandidate(
            hostPath: path(place), title: name, details: [role.kind.title], identifier: name, kind: role.kind,
            membership: AppMembership(role, of: ["com.example.notes"], on: device))
    }

    /// The app's containers: each opens with the others beside it.
    private static let all: [(role: ContainerRole, candidate: ContainerCandidate)] = [
        (.data, candidate(.data, "com.example.notes", at: "/d/data")),
        (.bundle, candidate(.bundle, "Notes.app", at: "/d/bundle/Notes.app")),
        (.appGroup, candidate(.appGroup, "group.notes\u{1b}[2J", at: "/d/group")),
        (.plugIn, candidate(.plugIn, "com.example.notes.widget", at: "/d/widget")),
        (.iCloud, candidate(.iCloud, "iCloud.com.example.notes", at: "/d/cloud")),
    ]

    /// A world whose container has a role, with the others beside it.
    private static func world(_ role: ContainerRole) -> World {
        var world = World.odd
        let own = all.first { $0.role == role }!.candidate
        var app = AppInfo()
        app.identifier = own.identifier
        world.description = ContainerDescription(
            kind: role.kind, source: .deviceCopy, hostPath: own.hostPath, app: app,
            related: all.filter { $0.role != role }.map(\.candidate), membership: own.membership)
        return world
    }

    /// The rows of the tree at the top level, from the pane on the left.
    private func tops(_ scene: inout Scene) -> [String] {
        scene.frame().text.split(separator: "\n").map { String($0.prefix(48)) }
            .compactMap { line in
                let mark = line.dropFirst().first
                guard line.first == " ", mark == "▾" || mark == "▸" else { return nil }
                return line.dropFirst(3).split(separator: "  ")[0].trimmingPrefix(" ").description
            }
    }

    @Test(
        "they keep their order whichever is open, and that one is unfolded",
        arguments: ContainerRole.allCases.filter { $0 != .system })
    func order(role: ContainerRole) {
        var scene = Scene.opened(Self.world(role), columns: 200)
        let tops = tops(&scene)
        #expect(tops.count == 5)
        #expect(tops[0] == "Data" && tops[1] == "Bundle · Notes.app")
        #expect(tops[2].hasPrefix("App group · group.") && tops[3].hasPrefix("Plug-in · com."))
        #expect(tops[4].hasPrefix("iCloud · iCloud."))
        // Escape sequences in the name of a group are harmless.
        #expect(!scene.frame().text.contains("\u{1b}"))
        #expect(scene.place == .root)
    }

    @Test(
        "the columns of the longest row are those of its text, whichever container is open",
        arguments: ContainerRole.allCases.filter { $0 != .system })
    func columns(role: ContainerRole) {
        let description = Self.world(role).description
        let tree = PlacesTree(unfolded: [], of: description)
        // Nothing but the titles of the containers, each behind a fold mark.
        let titles = Self.all.map { role, candidate in
            role == .data ? role.title : "\(role.title) · \(candidate.title)"
        }
        #expect(tree.nameColumns == 2 + (titles.map { DisplayText($0).width }.max() ?? 0))
        #expect(PlacesTree(unfolded: []).nameColumns == DisplayText("Container").width)
    }

    @Test(
        "entering one opens it and leaves the focus in the tree, on its root",
        arguments: ["Enter", "l", "Space"] as [KeySequence])
    func entering(key: KeySequence) {
        var scene = Scene.opened(Self.world(.data))
        scene.perform("S-Tab", "G")
        #expect(scene.state.panes.places.current?.container?.membership?.role == .iCloud)
        let shown = scene.path
        scene.press("k", key)
        // Moving over the others reads nothing.
        #expect(scene.path == shown)
        let opened = scene.takeEffects().compactMap { effect -> HostPath? in
            if case .opening(.container(let path)) = effect { path } else { nil }
        }
        #expect(opened == [Self.path("/d/widget")])
        scene.world = Self.world(.plugIn)
        scene.open()
        scene.answer()
        #expect(scene.state.panes.focus == .places && scene.place == .root)
        #expect(scene.state.container?.hostPath == Self.path("/d/widget"))
        #expect(scene.state.panes.places.nodes.first?.container?.membership?.role == .data)
    }

    @Test("a name of a container at the go-to prompt opens it", arguments: ["app:com.example.x/tmp", "sim:Pad/org.x"])
    func named(name: String) {
        var scene = Scene.opened(.odd)
        scene.perform("g", "Space")
        scene.type(name)
        scene.press("Enter")
        let opened = scene.takeEffects().compactMap { effect -> [UInt8]? in
            if case .opening(.typed(let written)) = effect { written } else { nil }
        }
        #expect(opened == [Array(name.utf8)])
    }

    @Test("no operation applies to one under the cursor", arguments: ["y", "d", "r", "x", "e"] as [KeySequence])
    func operations(key: KeySequence) {
        var scene = Scene.opened(Self.world(.data))
        scene.perform("S-Tab", "G")
        _ = scene.takeEffects()
        scene.press(key)
        #expect(scene.state.clipboard == nil && scene.state.tasks.operations.isEmpty)
    }

    @Test(
        "queries about the bundle open it from another container of the app, and are answered there",
        arguments: [("v", "verify-seal"), ("B", "bundle")] as [(KeySequence, String)],
        [ContainerRole.data, .appGroup, .plugIn])
    func bundle(action: (key: KeySequence, name: String), role: ContainerRole) {
        func queries(_ scene: Scene) -> Int {
            action.name == "bundle" ? scene.asked(BundleQuery.self).count : scene.asked(SealQuery.self).count
        }
        var scene = Scene.opened(Self.world(role))
        scene.press("g", action.key)
        let opened = scene.takeEffects().compactMap { effect -> HostPath? in
            if case .opening(.container(let path)) = effect { path } else { nil }
        }
        #expect(opened == [Self.path("/d/bundle/Notes.app")])
        #expect(queries(scene) == 0)
        scene.world = Self.world(.bundle)
        scene.open()
        scene.answer()
        #expect(scene.state.container?.kind == .bundle && scene.state.panes.focus == .places)
        // A bundle that is opened is verified anyway.
        #expect(queries(scene) == (action.name == "bundle" ? 1 : 2))
        // It is done once, and not in a container that is opened later.
        scene.world = Self.world(.data)
        scene.open()
        scene.answer()
        #expect(queries(scene) == (action.name == "bundle" ? 1 : 2))
    }

    @Test("a bundle that cannot be opened is forgotten, and a container without one says so")
    func noBundle() {
        var scene = Scene.opened(Self.world(.data))
        scene.press("g", "B")
        scene.send(.opening(.failed("it is gone")))
        scene.world = Self.world(.bundle)
        scene.open()
        scene.answer()
        #expect(scene.asked(BundleQuery.self).isEmpty)
        var other = Scene.opened(.odd)
        other.perform("g", "B")
        #expect(other.asked(BundleQuery.self).count == 1)
    }

    @Test("the focus is free again if one cannot be opened")
    func failure() {
        var scene = Scene.opened(Self.world(.data))
        scene.perform("S-Tab", "G")
        scene.press("Enter")
        scene.send(.opening(.failed("it is gone")))
        scene.press("Tab")
        scene.world = .weightTracker
        scene.open()
        scene.answer()
        #expect(scene.state.panes.focus == .listing)
    }

    @Test("the choice has an app's size and its last change as soon as they are measured")
    func figures() {
        var scene = Scene()
        scene.send(.opening(.several(Self.all.map(\.candidate))))
        let asked = scene.takeEffects().flatMap { effect -> [ContainerCandidate] in
            if case .opening(.measure(let apps)) = effect { apps } else { [] }
        }
        #expect(asked.map(\.hostPath) == [Self.path("/d/data")])
        #expect(asked.first?.parts == Self.all.map(\.candidate.hostPath))
        #expect(scene.frame().text.contains("com.example.notes  com.example.notes  5 containers "))
        scene.send(.opening(.measured(Self.all.map(\.candidate.hostPath), ContainerStatistics())))
        #expect(scene.frame().text.contains(/5 containers +0 B/))
        // Known sizes are not measured again.
        scene.send(.opening(.several(Self.all.map(\.candidate))))
        #expect(scene.takeEffects().allSatisfy { if case .opening(.measure) = $0 { false } else { true } })
    }

    @Test("containers that are in no device are not shown in the tree")
    func elsewhere() {
        let scene = Scene.opened(.odd)
        #expect(
            !scene.state.panes.places.hasOthers && scene.state.panes.places.nodes.allSatisfy { $0.container == nil })
    }
}
