import ContainerModel
import Formats
import Previews
import Screen
import TestSupport
import Testing

@testable import Browser

@Suite("Copying from the viewer, and remarks about places")
struct ViewerCopyTests {
    /// A database with a long text in its second row, the word at whose end is found nowhere else.
    private static let database: Result<[UInt8], any Error> = Result {
        try Python.run(Script.text("viewer_copy_database"), [])
    }

    private func scene(_ name: String, _ bytes: [UInt8], columns: Int = 60, rows: Int = 20) -> Scene {
        Scene.viewing(name, bytes, columns: columns, rows: rows)
    }

    private func table() throws -> Scene {
        var scene = scene("a.sqlite", try Self.database.get())
        scene.perform("Enter")
        scene.perform("j")
        return scene
    }

    private func copied(_ scene: Scene) -> String? {
        for effect in scene.history.reversed() {
            if case .terminal(.copy(let bytes)) = effect { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    @Test("a row is copied with the whole values of its cells, and a cell alone")
    func copying() throws {
        var scene = try table()
        let remark = String(repeating: "word ", count: 30) + "needle " + String(repeating: "x", count: 500)
        scene.perform("y")
        #expect(copied(scene) == "2\t\"a\tb\"\t\(remark)\t00ff")
        #expect(scene.state.panels.message?.text.contains("row 2, 4 columns, ") == true)
        scene.perform(">", ">", "Y")
        #expect(copied(scene) == remark)
        #expect(scene.state.panels.message?.text.contains("column remark of row 2, ") == true)
        scene.perform("k", "y")
        #expect(copied(scene) == "1\t\tshort\t")
    }

    @Test("a text found behind the end of a cell is quoted, and the cell is marked")
    func cutOff() throws {
        var scene = try table()
        scene.press("/")
        scene.type("needle")
        scene.perform("Enter")
        let message = try #require(scene.state.panels.message?.text)
        #expect(message.contains("row 2, column remark: …") && message.contains("needle"), "\(message)")
        let frame = scene.frame()
        let style = frame[Position(column: 20, row: 4)].style
        #expect(style == frame[Position(column: 22, row: 4)].style)
        #expect(style != frame[Position(column: 1, row: 4)].style)
    }

    @Test("a table is not wrapped, and the key for that says so")
    func wrapping() throws {
        var scene = try table()
        let before = scene.frame().text.split(separator: "\n").dropLast()
        scene.perform("w")
        #expect(scene.state.panels.message?.text.contains("rows are not wrapped") == true)
        #expect(scene.frame().text.split(separator: "\n").dropLast() == before)
    }

    @Test(
        "a line that is not there is reported with the last one",
        arguments: [
            ("text.txt", "999", "line 999 of 120; at the last one"), ("text.txt", "120", nil),
            ("list.plist", "99", "row 99 of 4; at the last one"), ("list.plist", "4", nil),
        ])
    func places(name: String, target: String, says: String?) {
        let lines = Array((1...120).map { "line \($0)\n" }.joined().utf8)
        let list = PropertyListWriter.binary(["a": 1, "b": 2, "c": 3])
        var scene = scene(name, name == "text.txt" ? lines : list)
        scene.press(":")
        scene.type(target)
        scene.perform("Enter")
        #expect(scene.state.panels.message?.text == says)
        #expect(name != "text.txt" || scene.frame().text.contains("line 120"))
    }

    @Test("a file that looks the same in every form has no hint for other forms")
    func forms() {
        #expect(!scene("a.bin", [0, 1, 2, 3, 0xff], columns: 140).hints.contains("text or bytes"))
        #expect(scene("a.txt", Array("text\n".utf8), columns: 140).hints.contains("text or bytes"))
    }

    @Test("the key that changes the form says of a file with one form that there is no other")
    func onlyForm() {
        var scene = scene("a.bin", [0, 1, 2, 3, 0xff])
        scene.perform(KeySequence(stringLiteral: scene.state.keys.key("viewer-form")))
        #expect(scene.state.panels.message?.text == "no other form")
    }

    @Test("a key shows the rest of the line about the contents that does not fit")
    func about() {
        let text = Array("Gr\u{fc}\u{df}e aus M\u{fc}nchen\n".unicodeScalars.map { UInt8($0.value) })
        var scene = scene("a.txt", text, columns: 40, rows: 12)
        #expect(!scene.frame().text.contains("the encoding is a guess") && scene.frame().text.contains("E: all"))
        scene.perform("E")
        #expect(scene.frame().text.contains("the encoding is a guess"))
    }

    @Test("saving proposes a name, and asks before it replaces a file")
    func saving() throws {
        var scene = scene("a.txt", Array("text\n".utf8))
        scene.press("o")
        #expect(scene.state.panels.prompt?.bytes == Array("a.txt".utf8))
        scene.press("Enter")
        let effect = try #require(scene.takeEffects().last)
        let query = try #require(effect.asks(SaveQuery.self))
        #expect(query.destination == Array("a.txt".utf8) && !query.replaces)
        scene.reply(to: effect, SaveQuery.self, .exists)
        #expect(scene.frame().text.contains("No, leave it unchanged"))
        scene.press("Down")
        scene.press("Enter")
        #expect(scene.takeEffects().last?.asks(SaveQuery.self)?.replaces == true)
    }
}

extension Scene {
    /// The last line of the screen.
    fileprivate var hints: String {
        var scene = self
        return scene.frame().text
    }
}
