import ContainerModel
import ContainerStore
import Encryption
import FileSharing
import Jobs
import Screen
import Testing

@testable import Browser

@Suite("Opening a container")
struct OpeningTests {
    /// Returns a browser without a container that is opening one.
    private func launched() -> Scene {
        var scene = Scene(columns: 80, rows: 24)
        scene.showOpening(HostPath(Array("/home/me/bug.xcappdata.zip".utf8))!)
        return scene
    }

    /// Returns a browser with a container that is opening another one.
    private func choosing() -> Scene {
        var scene = Scene.opened(.odd)
        scene.press("c", "Enter")
        _ = scene.takeEffects()
        return scene
    }

    private func progress(files: UInt64 = 0, bytes: UInt64 = 0, of total: UInt64 = 0) -> Progress {
        let meter = ProgressMeter()
        meter.expect(files: 0, bytes: total)
        meter.add(files: files, bytes: bytes)
        return meter.progress
    }

    private func cancels(_ effects: [BrowserEffect]) -> Bool {
        effects.contains { if case .cancel(.opening) = $0 { true } else { false } }
    }

    private func quits(_ effects: [BrowserEffect]) -> Bool {
        effects.contains { if case .quit = $0 { true } else { false } }
    }

    @Test("nothing is opened while an operation is at work, whichever way it was asked for")
    func busy() {
        var scene = Scene.opened(.odd, at: "Documents")
        _ = scene.beginOperation(.delete([ItemAddress(Scene.oddRoot, "Documents/file1")]))
        let path = HostPath(Array("/d/1".utf8))!
        let ways: [@Sendable (inout BrowserState) -> [BrowserEffect]] = [
            { $0.open(path) }, { $0.open(typed: path.bytes) }, { $0.openDemonstration() },
        ]
        for way in ways {
            scene.change { state in
                state.panels.message = nil
                #expect(way(&state).isEmpty && !state.panels.isOpening)
                #expect(state.panels.message?.text.contains("once all operations have finished") == true)
            }
        }
    }

    @Test("an opening shows its name and progress, and does not count as the first picture")
    func shown() {
        var scene = launched()
        #expect(!scene.state.hasFirstPicture)
        #expect(scene.frame().text.contains("bug.xcappdata.zip"))
        #expect(scene.frame().text.contains("^c cancels"))
        scene.send(.opening(.progress(progress(bytes: 512, of: 2_048))))
        #expect(scene.frame().text.contains("unpacking: 25%"))
        scene.send(.opening(.progress(progress(files: 1_234, bytes: 2_048, of: 2_048))))
        #expect(scene.frame().text.contains("unpacked, reading: 1,234 items so far"))
        scene.send(.opening(.progress(progress(files: 2))))
        #expect(scene.frame().text.contains("reading: 2 items so far"))
    }

    @Test(
        "at launch, each key that closes a panel cancels the opening and quits",
        arguments: ["^c", "Esc", "q"])
    func cancelledAtStart(key: String) throws {
        var scene = launched()
        scene.press("Enter")
        #expect(scene.state.panels.isOpening && scene.takeEffects().isEmpty)
        scene.press(KeySequence(stringLiteral: key))
        let effects = scene.takeEffects()
        #expect(cancels(effects) && quits(effects))
    }

    @Test("in the browser, ^C cancels the opening and keeps the open container")
    func cancelled() {
        var scene = choosing()
        #expect(scene.state.panels.isOpening)
        scene.press("Enter")
        #expect(scene.state.panels.isOpening && scene.takeEffects().isEmpty)
        scene.press("^c")
        let effects = scene.takeEffects()
        #expect(cancels(effects) && !quits(effects))
        #expect(scene.state.panels.current == nil && scene.state.container == World.odd.description)
        #expect(scene.state.panels.message?.text == "cancelled; nothing was opened")
        // Progress that arrives late changes nothing.
        scene.send(.opening(.progress(progress(files: 2))))
        #expect(scene.state.panels.current == nil)
    }

    @Test("a failed opening is reported, and the choice of containers returns if there was one")
    func failed() {
        var scene = choosing()
        scene.send(.opening(.failed("bug.zip does not exist")))
        #expect(scene.state.panels.current == nil && scene.state.panels.message?.text == "bug.zip does not exist")
        var chooser = Scene()
        chooser.send(.opening(.several(World.candidates)))
        chooser.press("l")
        chooser.send(.opening(.failed("bug.zip does not exist")))
        #expect(chooser.state.panels.current?.content is ContainersPanel)
        #expect(chooser.state.panels.message?.text == "bug.zip does not exist")
    }

    @Test("the opened container replaces the panel")
    func opened() {
        var scene = launched()
        scene.send(.opening(.opened(World.odd.description, at: ContainerStart(directory: .root))))
        #expect(!scene.state.panels.isOpening && scene.state.container == World.odd.description)
    }

    /// Returns a browser with nothing open but a choice of three containers.
    private func starting() -> Scene {
        var scene = Scene(.odd)
        scene.send(.opening(.several(World.candidates)))
        _ = scene.takeEffects()
        return scene
    }

    @Test("help does not end the program where closing the choice would, and comes back to it")
    func help() {
        var scene = starting()
        scene.press("?")
        #expect(scene.takeEffects().isEmpty && scene.state.panels.current?.content is HelpPanel)
        scene.press("Esc")
        #expect(scene.takeEffects().isEmpty && scene.state.panels.current?.content is ContainersPanel)
    }

    @Test("a container that could not be opened is still under the cursor")
    func again() throws {
        var scene = starting()
        let path = try #require(HostPath(Array("/d/2".utf8)))
        scene.press("j", "Enter")
        scene.send(.opening(.locked(path, isWrong: false)))
        scene.press("Esc")
        #expect(scene.state.panels.current?.content is ContainersPanel)
        _ = scene.takeEffects()
        scene.press("Enter")
        #expect(scene.takeEffects().contains { if case .opening(.container(path)) = $0 { true } else { false } })
    }

    @Test(
        "the name of what a passphrase is for is whole wherever there is room beside the text, and cut at a slash",
        arguments: [(80, "/backups/00008110-000A1B2C3D4E5F60/of my own phone:"), (60, "…/of my own phone:")])
    func longName(columns: Int, shown: String) throws {
        var scene = choosing()
        scene.send(.input(.resize(Size(columns: columns, rows: 24))))
        let path = try #require(HostPath(Array("/backups/00008110-000A1B2C3D4E5F60/of my own phone".utf8)))
        scene.send(.opening(.locked(path, isWrong: false)))
        let line = try #require(scene.frame().text.split(separator: "\n").last)
        #expect(line.contains("passphrase of \(shown)"), "\(line)")
    }

    @Test("a passphrase is asked for, shown as asterisks alone, and handed on with the path")
    func passphrase() throws {
        var scene = choosing()
        let path = try #require(HostPath(Array("/backups/phone".utf8)))
        scene.send(.opening(.locked(path, isWrong: false)))
        #expect(!scene.state.panels.isOpening && scene.state.panels.prompt?.label == "passphrase of /backups/phone: ")
        scene.type("hörsxxe")
        scene.press("Left", "Backspace", "Backspace", "End")
        let text = scene.frame().text
        #expect(text.contains("*****") && !text.contains("hörse"))
        _ = scene.takeEffects()
        scene.press("Enter")
        let unlocked = scene.takeEffects().compactMap { effect in
            if case .opening(.unlock(let path, let passphrase)) = effect { (path, passphrase.count) } else { nil }
        }
        #expect(unlocked.count == 1 && unlocked.first?.0 == path)
        #expect(unlocked.first?.1 == "hörse".utf8.count)
        #expect(scene.state.panels.isOpening)
        // A wrong one is asked for again.
        scene.send(.opening(.locked(path, isWrong: true)))
        #expect(
            scene.state.panels.message?.text == "the passphrase is wrong"
                && scene.state.panels.prompt?.text.isEmpty == true)
        scene.press("Enter")
        #expect(scene.state.panels.prompt != nil, "an empty passphrase unlocks nothing")
        scene.type(String(repeating: "x", count: 5_000))
        scene.press("Enter")
        #expect(scene.state.panels.prompt != nil && scene.state.panels.message?.text.contains("too long") == true)
        scene.press("^u")
        #expect(scene.state.panels.prompt?.text.isEmpty == true)
        scene.press("Esc")
        #expect(scene.state.panels.prompt == nil && scene.state.container == World.odd.description)
    }
}
