import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Formats
import Inspection
import Previews
import Screen
import Testing

@testable import Browser

@Suite("Previews in the right pane")
struct PreviewTests {
    /// Returns a browser in the directory of odd names with the cursor on an entry.
    private func scene(on name: String, columns: Int = 140, rows: Int = 40, answers: Bool = true) -> Scene {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns, rows: rows)
        while scene.current != name {
            let before = scene.current
            scene.press("j")
            guard scene.current != before else {
                Issue.record("there is no \(name)")
                break
            }
        }
        if answers { scene.settle() }
        return scene
    }

    @Test("the file under the cursor is previewed below its facts")
    func shown() throws {
        var scene = scene(on: "just now.txt")
        #expect(scene.asked(PreviewQuery.self).last?.file.path == "Documents/just now.txt")
        let text = scene.frame().text
        for wanted in ["just now.txt", "R read", "W write", "E explains", "Text, ASCII, 1 line", "just written"] {
            #expect(text.contains(wanted), "\(wanted)")
        }
    }

    @Test(
        "links, FIFOs and sockets are not previewed", arguments: ["inside", "outside", "dangling", "pipe", "socket"])
    func others(_ name: String) {
        let scene = scene(on: name)
        #expect(
            !scene.asked(PreviewQuery.self).contains { $0.file.path.lastComponent?.elementsEqual(name.utf8) == true })
        #expect(scene.state.details.preview.subject == nil && scene.state.details.preview.lines.isEmpty)
    }

    /// The words of the right pane, line by line.
    private func lines(_ scene: Scene) -> [String] { scene.state.details.lines.map(\.words) }

    @Test("the preview of a directory lists its children, directories first, below its purpose")
    func children() throws {
        var scene = Scene.opened(.odd, at: "tmp")
        let names = try #require(scene.world.listing(of: "tmp/a")).entries
        let said = lines(scene)
        let first = try #require(said.firstIndex(of: "b/"), "\(said)")
        #expect(names.count == 1 && first > 3 && scene.asked(ChildrenQuery.self).last?.directory.path == "tmp/a")
        for _ in 1...2 { scene.perform("l") }
        #expect(lines(scene).contains("deep.txt") && !lines(scene).contains("b/"))
    }

    @Test("the directory in the middle is not listed on the right as well")
    func listedTwice() {
        var scene = Scene.opened(.odd, at: "Library")
        scene.perform("S-Tab")
        #expect(scene.place == scene.path && scene.state.details.preview.subject == nil)
    }

    @Test("hidden children are listed while hidden names are shown, and a directory without any says so")
    func hiddenChildren() {
        var scene = Scene.opened(.odd)
        #expect(scene.current == "Documents")
        #expect(lines(scene).contains("file1") && !lines(scene).contains(".hidden"))
        scene.perform(".")
        #expect(lines(scene).contains(".hidden"))
        // The name of the directory, and what is said of its children.
        let empty = self.scene(on: "empty")
        #expect(lines(empty).filter { $0 == "empty" }.count == 2)
    }

    @Test("the facts stand together under the name, above the contents; in a low pane, the contents come first")
    func facts() throws {
        var scene = scene(on: "just now.txt", rows: 40)
        func places() throws -> (rights: Int, facts: Int, contents: Int) {
            let said = lines(scene)
            return (
                try #require(said.firstIndex { $0.hasPrefix("R read") }),
                try #require(said.firstIndex { $0.hasPrefix("-rw-r--r--") }),
                try #require(said.firstIndex(of: "just written"))
            )
        }
        let high = try places()
        #expect(high.facts == 2 && high.facts < high.rights && high.rights < high.contents)
        let isBlank = scene.state.details.lines.contains { line in
            if case .text(let text) = line { text.width == 0 } else { false }
        }
        #expect(!isBlank, "\(lines(scene))")
        scene.send(.input(.resize(Size(columns: 140, rows: 12))))
        scene.settle()
        let low = try places()
        #expect(low.rights < low.contents && low.contents < low.facts)
    }

    @Test("no preview is requested while a key is held down, and one where it stops")
    func held() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        let before = scene.asked(PreviewQuery.self).count
        for _ in 0..<100 { scene.press("j") }
        #expect(scene.asked(PreviewQuery.self).count == before)
        for _ in 0..<3 { scene.settle() }
        #expect(scene.asked(PreviewQuery.self).count == before + 1)
        #expect(scene.asked(PreviewQuery.self).last?.file.path == "Library/Caches/image 101.png")
    }

    @Test("the type of the file under the cursor is shown as soon as its preview has arrived")
    func type() throws {
        var scene = scene(on: "just now.txt", answers: false)
        scene.send(.settled)
        #expect(scene.frame().text.contains("file, 12 bytes"))
        scene.answer()
        scene.settle()
        #expect(scene.frame().text.contains("text, 12 bytes"))
        scene.press("k")
        scene.settle()
        #expect(!scene.frame().text.contains("text, 12 bytes"))
    }

    @Test("the right pane keeps the previous item until the preview arrives, or the next pause")
    func awaited() {
        var scene = scene(on: "file1")
        let picture = scene.frame()
        scene.press("j")
        scene.send(.settled)
        let name = scene.current ?? ""
        #expect(scene.state.details.awaitsPreview && scene.state.details.lines.first?.words == "file1")
        var late = scene
        late.send(.settled)
        #expect(!late.state.details.awaitsPreview && late.state.details.lines.first?.words == name)
        scene.answer()
        #expect(!scene.state.details.awaitsPreview && scene.state.details.lines.first?.words == name)
        scene.press("k")
        scene.settle()
        #expect(scene.frame() == picture)
    }

    @Test("an answer about a file that the cursor has left is dropped")
    func late() throws {
        var scene = scene(on: "file1", answers: false)
        scene.send(.settled)
        let effect = try #require(scene.takeEffects().last { $0.asks(PreviewQuery.self) != nil })
        scene.press("j")
        scene.settle()
        let lines = scene.state.details.preview.lines
        scene.reply(
            to: effect, PreviewQuery.self,
            .init(lines: [PreviewLine(DisplayText("too late"), .text)], signature: FileSignature([0x61])))
        #expect(scene.state.details.preview.lines == lines && !scene.frame().text.contains("too late"))
        #expect(scene.state.details.preview.signature == nil)
    }

    @Test("a preview of which a part is missing is shown, then the rest; until then, it can be cancelled")
    func inParts() throws {
        var scene = scene(on: "just now.txt", answers: false)
        scene.send(.settled)
        let effect = try #require(scene.takeEffects().last { $0.asks(PreviewQuery.self) != nil })
        func answer(_ text: String, isComplete: Bool) -> PreviewQuery.Answer {
            .init(lines: [PreviewLine(DisplayText(text), .text)], isComplete: isComplete)
        }
        scene.reply(to: effect, PreviewQuery.self, answer("a part", isComplete: false))
        #expect(scene.frame().text.contains("a part"))
        var cancelled = scene
        scene.reply(to: effect, PreviewQuery.self, answer("the whole", isComplete: true))
        #expect(scene.frame().text.contains("the whole") && !scene.frame().text.contains("a part"))
        cancelled.press("^c")
        cancelled.reply(to: effect, PreviewQuery.self, answer("the whole", isComplete: true))
        #expect(!cancelled.frame().text.contains("the whole"))
        #expect(cancelled.frame().text.contains("preview was cancelled"))
    }

    @Test("a cancelled preview says so, and how to show it, until it is requested again")
    func cancelled() throws {
        let says = "the preview was cancelled; ^l shows it again"
        var scene = scene(on: "just now.txt", columns: 200, answers: false)
        scene.send(.settled)
        let effect = try #require(scene.takeEffects().last { $0.asks(PreviewQuery.self) != nil })
        scene.press("^c")
        #expect(scene.frame().text.contains(says))
        // The answer was on its way already.
        scene.reply(
            to: effect, PreviewQuery.self,
            .init(lines: [PreviewLine(DisplayText("too late"), .text)], signature: FileSignature([0x61])))
        #expect(scene.frame().text.contains(says) && !scene.frame().text.contains("too late"))
        var moved = scene
        scene.perform("^l")
        scene.settle()
        #expect(scene.frame().text.contains("just written") && !scene.frame().text.contains(says))
        // A preview that is shown already is not cancelled.
        scene.perform("^c")
        #expect(scene.frame().text.contains("just written") && !scene.frame().text.contains(says))
        moved.answer()
        for key in ["k", "j"] as [KeySequence] {
            moved.perform(key)
            moved.settle()
        }
        #expect(moved.frame().text.contains("just written") && !moved.frame().text.contains(says))
    }

    @Test("nothing is previewed while the right pane is not on screen")
    func hidden() {
        for columns in [59, 50, 20] {
            var scene = scene(on: "just now.txt", columns: columns, rows: 24)
            #expect(scene.asked(PreviewQuery.self).isEmpty)
            scene.press("Tab")
            scene.settle()
            #expect(scene.asked(PreviewQuery.self).count == 1)
            #expect(scene.frame().text.contains(columns < 30 ? "just now.txt" : "just written"))
        }
        var sharing = Scene.opened(.odd, at: "Documents")
        sharing.perform("S")
        let before = sharing.asked(PreviewQuery.self).count
        sharing.perform("G", "k")
        #expect(sharing.asked(PreviewQuery.self).count == before)
    }

    @Test("a resized screen or a changed file requests another preview")
    func again() {
        var scene = scene(on: "just now.txt")
        let before = scene.asked(PreviewQuery.self).count
        scene.send(.input(.resize(Size(columns: 110, rows: 40))))
        scene.settle()
        let asked = scene.asked(PreviewQuery.self)
        #expect(asked.count == before + 1 && asked.last?.fit.columns == scene.state.layout.details!.columns - 1)
        scene.settle()
        #expect(scene.asked(PreviewQuery.self).count == before + 1)
        let entries = scene.world.directories["Documents"] ?? []
        let changed = entries.map { entry in
            var entry = entry
            if entry.name.elementsEqual("just now.txt".utf8) { entry.size = 13 }
            return entry
        }
        scene.world.directories["Documents"] = changed
        scene.perform("^l")
        scene.settle()
        #expect(scene.asked(PreviewQuery.self).count == before + 2)
    }

    @Test("a file that the actor may not read is not previewed, and the pane says so")
    func refused() {
        var app = AppInfo()
        app.containerProtection = .complete
        var world = World.odd
        world.description = ContainerDescription(
            kind: .data, source: .directory, hostPath: world.description.hostPath, app: app)
        var secret = World.Entry("secret.txt", size: 6)
        secret.head = Array("secret".utf8)
        world.directories["Documents"] = [secret]
        var scene = Scene.opened(world, at: "Documents")
        #expect(scene.asked(PreviewQuery.self).count == 1 && scene.frame().text.contains("Text, ASCII, 1 line"))
        scene.change { $0.panes.requester.state.lock = .locked }
        scene.settle()
        #expect(scene.asked(PreviewQuery.self).count == 1)
        let text = scene.frame().text
        #expect(text.contains("the app may not read it") && !text.contains("Text, ASCII, 1 line"), "\(text)")
    }

    @Test("a long preview scrolls with the file's name in the title, and the next file begins at its top")
    func scrolls() {
        var scene = scene(on: "excluded.bin")
        scene.perform("Tab")
        #expect(scene.frame().text.contains("scroll"))
        let first = scene.frame().text
        scene.perform("^d")
        #expect(scene.frame().text != first && scene.frame().position(of: "▾ excluded.bin") != nil)
        scene.perform("G")
        #expect(scene.frame().text.contains("001f38  00 00"))
        scene.perform("g g")
        #expect(scene.frame().text == first)
        scene.perform("G", "h", "j")
        scene.settle()
        #expect(scene.state.details.top == 0)
    }

    @Test("the cover hides the preview, and nothing is previewed under it")
    func covered() {
        var scene = scene(on: "just now.txt")
        #expect(scene.frame().text.contains("just written"))
        scene.send(.input(.focusLost))
        #expect(!scene.frame().text.contains("just written"))
        let before = scene.asked(PreviewQuery.self).count
        scene.change { $0.panes.details.preview = FilePreview() }
        scene.settle()
        #expect(scene.asked(PreviewQuery.self).count == before)
        scene.send(.input(.focusGained))
        scene.settle()
        #expect(scene.asked(PreviewQuery.self).count == before + 1 && scene.frame().text.contains("just written"))
    }
}

extension Scene {
    /// Reports a pause in events, and answers the browser's queries.
    fileprivate mutating func settle() {
        send(.settled)
        answer()
    }
}

extension DetailLine {
    /// The text of the line.
    var words: String {
        guard case .text(let line) = self else { return "" }
        return line.spans.map(\.text.description).joined()
    }
}
