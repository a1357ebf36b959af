import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Queries
import Screen
import Testing

@testable import Browser
@testable import TimePoints

@Suite("Time points in the browser")
struct TimePointsPanelTests {
    /// Two time points of the container, and one of another app.
    private static let world: World = {
        func point(_ name: String, _ age: Int64, of path: [UInt8], _ app: String, note: String) -> TimePointStore.Point
        {
            var header = TimePointManifest.Header()
            (header.note, header.time, header.hostPath) = (note, World.nowSeconds - age, path)
            (header.identifier, header.name, header.files, header.bytes) = ("com.example.\(app)", app, 12, 4_096)
            return TimePointStore.Point(
                name: name, hostPath: Array("/keeps/points/\(name)".utf8), header: header, problem: nil)
        }
        var world = World.changed
        let path = world.description.hostPath.bytes
        world.timePoints = [
            point("old", 7_200, of: path, "notes", note: "before the login"),
            point("foreign", 3_600, of: Array("/elsewhere".utf8), "elsewhere", note: ""),
            point("new", 60, of: path, "notes", note: ""),
            TimePointStore.Point(
                name: "broken", hostPath: Array("/keeps/points/broken".utf8), header: nil, problem: "it is damaged"),
        ]
        return world
    }()

    private func listed() -> Scene {
        var scene = Scene.opened(Self.world, at: "Documents")
        scene.perform("g", "k")
        return scene
    }

    private func asides(_ scene: Scene) -> [(path: String, purpose: AsidePurpose)] {
        scene.history.compactMap { effect in
            if case .opening(.aside(let path, let purpose)) = effect {
                (String(decoding: path, as: UTF8.self), purpose)
            } else {
                nil
            }
        }
    }

    @Test("those of the container come first, the latest at the top, with name, time, size, app and note")
    func list() throws {
        var scene = listed()
        let lines = scene.frame().text.split(separator: "\n").filter { $0.contains("@") }
        let names = lines.compactMap { line in ["@new", "@old", "@broken", "@foreign"].first { line.contains($0) } }
        #expect(names == ["@new", "@old", "@broken", "@foreign"], "\(scene.frame().text)")
        #expect(lines[1].contains("4.0 KB") && lines[1].contains("before the login"))
        #expect(lines[2].contains("cannot be read: it is damaged") && lines[3].contains("elsewhere"))
    }

    @Test("Enter opens a time point as a container")
    func opening() {
        var scene = listed()
        scene.press("Enter")
        let opened = scene.history.compactMap {
            if case .opening(.container(let path)) = $0 { path.bytes } else { nil }
        }
        #expect(opened == [Array("/keeps/points/new".utf8)] && scene.state.panels.current?.content is OpeningPanel)
    }

    @Test("= compares the whole container with the time point under the cursor")
    func comparing() {
        var scene = listed()
        scene.press("j", "=")
        #expect(asides(scene).map(\.path) == ["/keeps/points/old"])
        scene.answer()
        #expect(
            scene.path == .root
                && scene.state.panes.listing?.reach.origin?.root.hostPath == Array("/keeps/points/old".utf8))
    }

    @Test("time points of the container are offered to compare with")
    func offered() {
        var scene = Scene.opened(Self.world)
        scene.perform("=")
        let text = scene.frame().text
        #expect(text.contains("@new") && text.contains("@old") && !text.contains("@foreign"), "\(text)")
    }

    @Test("r asks before it restores the container, and says what happens")
    func restoring() {
        var scene = listed()
        scene.perform("r")
        #expect(asides(scene).map(\.purpose) == [.restoring(Self.world.description.root)])
        let text = scene.frame().text
        #expect(text.contains("Restore the container?") && text.contains("What differs is replaced"), "\(text)")
        #expect(!scene.history.contains { if case .operation(_, .run) = $0 { true } else { false } })
        scene.perform("y", "Enter")
        let run = scene.history.compactMap { effect -> FileOperation? in
            if case .operation(_, .run(let preparation, _)) = effect { preparation.operation } else { nil }
        }
        #expect(
            run == [
                .restore(
                    Restoration(
                        of: Self.world.description.root,
                        from: .container(Root(.container, at: Array("/keeps/points/new".utf8)))))
            ])
    }

    @Test("the groups that both sides have are restored together with the container")
    func groups() throws {
        var scene = listed()
        scene.press("r")
        let other = ContainerDescription.sampleSecondContainer(try #require(HostPath(Array("/keeps/points/new".utf8))))
        let pair = Restoration.Pair(
            origin: Root(.container, at: Array("/keeps/group".utf8)),
            target: Root(.container, at: Array("/device/group".utf8)))
        _ = scene.takeEffects()
        scene.send(
            .opening(
                .asideOpened(
                    ItemAddress(other.root, .root), in: other,
                    for: .restoring(Self.world.description.root, groups: [pair]))))
        let prepared = scene.takeEffects().compactMap { effect -> Restoration? in
            if case .operation(_, .plan(.restore(let restoration), _)) = effect { restoration } else { nil }
        }
        #expect(prepared.map(\.others) == [[pair]])
    }

    @Test("read-only mode does not restore")
    func readOnly() {
        var scene = Scene.opened(Self.world, isReadOnly: true)
        scene.perform("g", "k", "r")
        #expect(asides(scene).isEmpty)
        #expect(scene.state.panels.message?.isError == true)
    }

    @Test("d asks before it removes a time point; the list comes back either way", arguments: [true, false])
    func removing(isConfirmed: Bool) {
        var scene = listed()
        scene.perform("d")
        #expect(scene.frame().text.contains("Remove the time point?"))
        scene.press(isConfirmed ? "y" : "n", "Enter")
        let removed = scene.asked(TimePointRemovalQuery.self).map(\.name)
        #expect(removed == (isConfirmed ? ["new"] : []))
        #expect(scene.state.panels.current?.content is TimePointsPanel)
    }

    @Test(
        "a time point gets the name and the note that are entered, or none",
        arguments: [("@before", "before", "the login, in tears"), ("", nil, ""), ("later", "later", "")])
    func keeping(written: String, name: String?, note: String) {
        var scene = listed()
        scene.press("a")
        scene.type(written)
        scene.press("Enter")
        #expect(scene.asked(KeepQuery.self).isEmpty)
        #expect(scene.frame().text.contains("note about the time point (may be empty): "))
        scene.type(note)
        scene.press("Enter")
        let asked = scene.asked(KeepQuery.self)
        #expect(asked.map(\.name) == [name] && asked.map(\.note) == [note])
    }

    @Test("without an answer to the note nothing is kept")
    func givenUp() {
        var scene = listed()
        scene.press("a")
        scene.type("given-up")
        scene.press("Enter")
        scene.press("Esc")
        #expect(scene.asked(KeepQuery.self).isEmpty && scene.state.panels.prompt == nil)
    }

    @Test(
        "a name that cannot be one, or that is taken, is said before the note, and stays to be corrected",
        arguments: [("a/b", "a/b cannot be the name of a time point"), ("old", "the time point old already exists")])
    func badName(name: String, sentence: String) {
        var scene = listed()
        scene.press("a")
        scene.type(name)
        scene.press("Enter")
        #expect(scene.state.panels.message?.text.hasPrefix(sentence) == true)
        #expect(scene.state.panels.prompt?.bytes == Array(name.utf8))
        #expect(scene.asked(KeepQuery.self).isEmpty)
    }

    @Test("a keeping that fails is said")
    func failing() {
        var scene = listed()
        scene.press("a")
        scene.press("Enter")
        scene.press("Enter")
        for case .ask(let request as QueryRequest<KeepQuery>) in scene.takeEffects() {
            scene.send(.answered(request.reply(QueryFailure("the disk is full"))))
        }
        #expect(scene.state.panels.message?.text == "the disk is full")
    }
}
