import ContainerModel
import ContainerStore
import FileTree
import Formats
import Screen
import Testing

@testable import Browser
@testable import FileSharing

@Suite("Programs started from the browser, and choosing")
struct OutsideProgramTests {
    private func started(_ scene: Scene) -> [OutsideProgram] {
        scene.history.compactMap { if case .outside(.start(let program)) = $0 { program } else { nil } }
    }

    private func command(_ line: String, _ paths: [[UInt8]], in directory: [UInt8]) -> OutsideProgram {
        let command = try! CommandTemplate(Array(line.utf8))
        return .command(command, paths, in: directory, line: line)
    }

    private let root = World.odd.description.hostPath.bytes

    private func path(_ inside: String) -> [UInt8] { root + Array("/\(inside)".utf8) }

    @Test("! starts a shell in the directory of the pane that has the focus")
    func shell() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("!")
        #expect(started(scene) == [.shell(in: path("Library/Caches"))])
        scene.perform("S")
        scene.perform("Tab")
        scene.perform("!")
        #expect(started(scene).last == .shell(in: Array("/home/me".utf8)))
    }

    @Test("o and O ask for a command line, and offer the last one again")
    func command() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("o")
        #expect(scene.state.panels.prompt?.label == "open with (% stands for the path): ")
        scene.type("file -b %")
        scene.perform("Enter")
        let image = path("Library/Caches/image 1.png")
        #expect(started(scene) == [command("file -b %", [image], in: path("Library/Caches"))])
        scene.perform("j")
        scene.perform("O")
        #expect(scene.state.panels.prompt.map { String(decoding: $0.bytes, as: UTF8.self) } == "file -b %")
        scene.perform("Enter")
        #expect(
            started(scene).last
                == command("file -b %", [path("Library/Caches/image 2.png")], in: path("Library/Caches")))
    }

    @Test("selected items are opened together, and a blank command line opens nothing")
    func selected() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("Space", "Space")
        scene.perform("o")
        scene.type("  ")
        scene.perform("Enter")
        #expect(started(scene).isEmpty)
        scene.perform("O")
        scene.type("cmp")
        scene.perform("Enter")
        guard case .command(_, let paths, _, "cmp")? = started(scene).last else { return #expect(Bool(false)) }
        #expect(paths == [path("Library/Caches/image 1.png"), path("Library/Caches/image 2.png")])
    }

    @Test(
        "what only a shell could carry out is not started, and said",
        arguments: ["rm % | less", "a > b", "ls \"%", "$X"])
    func needsShell(line: String) {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform("o")
        scene.type(line)
        scene.perform("Enter")
        #expect(started(scene).isEmpty)
        #expect(scene.state.panels.message?.text.hasPrefix("not started: ") == true)
        scene.perform("o")
        #expect(scene.state.panels.prompt.map { String(decoding: $0.bytes, as: UTF8.self) } == line)
    }

    @Test("in read-only mode a program starts only after a warning, and the pager cannot write")
    func readOnly() {
        var scene = Scene.opened(.odd, at: "Library/Caches", isReadOnly: true)
        scene.perform("!")
        #expect(started(scene).isEmpty && scene.frame().text.contains("Read-only mode binds sandglass alone."))
        scene.perform("Enter")
        #expect(started(scene).isEmpty && scene.state.panels.current == nil, "the focus is on Stay")
        scene.perform("!")
        scene.perform("Down")
        scene.perform("Enter")
        #expect(started(scene) == [.shell(in: path("Library/Caches"))])
        scene.perform("g o")
        #expect(started(scene).last == .pager(path("Library/Caches/image 1.png"), isReadOnly: true))
    }

    @Test(
        "the palette starts the demonstration of the cover by its title and its command, also in read-only mode",
        arguments: ["demonstrate", "Demonstrate the cover", "snapshot-hide"])
    func coverDemonstration(text: String) {
        for isReadOnly in [false, true] {
            var scene = Scene.opened(.odd, at: "Library/Caches", isReadOnly: isReadOnly)
            scene.perform(":")
            scene.type(text)
            scene.perform("Enter")
            #expect(started(scene) == [.coverDemonstration])
        }
        var scene = Scene.opened(.odd)
        scene.perform(":")
        scene.type("cover")
        scene.perform("Enter")
        #expect(started(scene).isEmpty && scene.state.isCovered)
    }

    @Test("programs cannot enter the contents of an archive", arguments: ["!", "o", "O", "g o"])
    func archive(key: String) {
        var world = World.odd
        world.description = ContainerDescription(
            kind: .data, source: .directory, medium: "zip archive", hostPath: world.description.hostPath, app: AppInfo()
        )
        var scene = Scene.opened(world, at: "Library/Caches")
        scene.perform(KeySequence(stringLiteral: key))
        #expect(started(scene).isEmpty && scene.state.panels.prompt == nil)
        #expect(scene.state.panels.message?.text.contains("it is in a zip archive") == true)
    }

    @Test("when the program ends, the listing is read again, and a failure is reported")
    func ending() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        for (program, status, text) in [
            (OutsideProgram.shell(in: root), 3, nil), (.pager(root, isReadOnly: false), 0, nil),
            (command("nonesuch", [], in: root), 127, "nonesuch: command not found"),
            (command("false", [], in: root), 1, "false exited with status 1"),
            (.shell(in: root), -2, "the shell could not be started"),
            (.coverDemonstration, 1, "the demonstration of the cover exited with status 1"),
        ] as [(OutsideProgram, Int32, String?)] {
            scene.perform("Esc")
            _ = scene.takeEffects()
            scene.send(.outside(.ended(program, status: status)))
            #expect(scene.state.panels.message?.text == text)
            #expect(scene.effects.contains { if case .readDirectory = $0 { true } else { false } })
            scene.answer()
        }
    }

    @Test(
        "Y copies the path of the item under the cursor",
        arguments: [
            ("Y h", "/Library/Caches/image 1.png"), ("Y c", "Library/Caches/image 1.png"),
            ("Y d", "/private/var/mobile/Containers/Data/Application/"),
        ])
    func paths(keys: String, part: String) throws {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.perform(KeySequence(stringLiteral: keys))
        let copied = scene.history.compactMap { if case .terminal(.copy(let bytes)) = $0 { bytes } else { nil } }
        let text = String(decoding: try #require(copied.last), as: UTF8.self)
        #expect(text.contains(part) && text.hasSuffix("image 1.png"), "\(text)")
    }

    @Test("a chooser ends with Enter on a file, or with C on the selection")
    func choosing() {
        var scene = Scene.opened(.odd, at: "Library/Caches", isChoosing: true)
        scene.perform("Enter")
        #expect(scene.state.chosenPaths == [path("Library/Caches/image 1.png")])
        #expect(scene.history.contains { if case .quit = $0 { true } else { false } })
        var other = Scene.opened(.odd, isChoosing: true)
        other.perform("g c")
        #expect(other.state.chosenPaths == nil)
        other.perform("Space", "Space", "C")
        #expect(other.state.chosenPaths?.count == 2)
        var none = Scene.opened(.odd, at: "Library/Caches")
        none.perform("C")
        #expect(none.state.chosenPaths == nil && none.state.panels.message?.text.contains("--choose") == true)
    }
}
