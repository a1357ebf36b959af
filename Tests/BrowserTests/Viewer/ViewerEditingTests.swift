import ContainerModel
import FileSharing
import FileTree
import Formats
import Previews
import Screen
import TestSupport
import Testing
import Transactions

@testable import Browser

@Suite("Changing values in the viewer")
struct ViewerEditingTests {
    private static let list = PropertyListWriter.binary([
        "count": 5, "flag": .boolean(true), "name": "Tern", "real": .real(1.5), "when": .date(secondsSince2001: 86_400),
        "bytes": .data([0, 0xff]), "items": .array([.string("a"), .string("b")]), "group": ["inner": "x"],
        "slash/key": "s",
    ])
    private static let json = Array(#"{"number": 1.50, "none": null, "list": [1, {"a": "b"}], "text": "t"}"#.utf8)

    /// Returns a browser with the viewer open on a file.
    private func scene(_ name: String, _ bytes: [UInt8], isReadOnly: Bool = false) -> Scene {
        Scene.viewing(name, bytes, columns: 100, rows: 30, isReadOnly: isReadOnly)
    }

    /// Moves the cursor to a value.
    private func go(to address: String, _ scene: inout Scene) throws {
        let steps = address.split(separator: "/").map { Array($0.replacing("~1", with: "/").utf8) }
        for _ in 0..<60 where scene.state.viewer?.level.current?.place?.steps != steps { scene.perform("j") }
        try #require(scene.state.viewer?.level.current?.place?.steps == steps, "\(address)")
    }

    /// The last changes of values that were planned.
    private func planned(_ scene: Scene) -> (file: String, edits: [ValueEdit])? {
        for effect in scene.history.reversed() {
            if case .operation(_, .plan(.setValues(let item, let edits), _)) = effect {
                return (String(decoding: item.path.bytes, as: UTF8.self), edits.edits)
            }
        }
        return nil
    }

    private func path(_ names: String...) -> [ValueStep] { names.map { ValueStep($0) } }

    @Test("^r redoes in the viewer, as the answer to u says")
    func redo() {
        var scene = scene("a.json", Self.json)
        scene.perform("^r")
        let redoes = scene.history.contains { effect in
            if case .operation(_, .plan(let operation, _)) = effect { operation.kind == .redo } else { false }
        }
        #expect(redoes && scene.state.viewer != nil)
    }

    @Test(
        "e offers the value as it is written, with its type, and changes it",
        arguments: [
            ("list.plist", "count", "count (int): ", "5"), ("list.plist", "flag", "flag (bool): ", "true"),
            ("list.plist", "name", "name (string): ", "Tern"), ("list.plist", "real", "real (real): ", "1.5"),
            ("list.plist", "when", "when (date): ", "2001-01-02T00:00:00Z"),
            ("list.plist", "bytes", "bytes (data): ", "0x00ff"), ("list.plist", "items/1", "1 (string): ", "b"),
            ("list.plist", "slash~1key", "slash/key (string): ", "s"), ("a.json", "number", "number: ", "1.50"),
            ("a.json", "list/1/a", "a (string): ", "b"),
        ])
    func edit(file: String, address: String, label: String, written: String) throws {
        var scene = scene(file, file == "a.json" ? Self.json : Self.list)
        try go(to: address, &scene)
        scene.press("e")
        let prompt = try #require(scene.state.panels.prompt)
        #expect(prompt.purpose.label == label && String(prompt.text) == written)
        scene.perform("Enter")
        let steps = address.split(separator: "/").map { ValueStep(String($0.replacing("~1", with: "/"))) }
        let change = try #require(planned(scene))
        #expect(change.file == "Documents/\(file)")
        #expect(change.edits == [ValueEdit(.set(.written(written)), at: steps)])
    }

    @Test("what does not fit the type is corrected before anything is planned")
    func mistakes() throws {
        var scene = scene("list.plist", Self.list)
        try go(to: "count", &scene)
        scene.press("e")
        scene.type("many")
        scene.perform("Enter")
        #expect(scene.state.panels.message?.text.contains("is not an integer") == true)
        #expect(scene.state.panels.prompt.map { String($0.text) } == "many" && planned(scene) == nil)
        scene.press("Esc")
        #expect(scene.state.panels.prompt == nil)
    }

    @Test(
        "a adds a key with a type to the dictionary, or an item to the array, that the cursor is on or in",
        arguments: [
            ("list.plist", "group", "new", "int:7", .add(.integer(7)), ["group", "new"]),
            ("list.plist", "group/inner", "new", "text", .add(.string("text")), ["group", "new"]),
            ("list.plist", "name", "a/b", "bool:yes", .add(.boolean(true)), ["a/b"]),
            ("list.plist", "items", nil, "null:", .append(.null), ["items"]),
            ("list.plist", "items/1", nil, "string:int:1", .add(.string("int:1")), ["items", "1"]),
            ("a.json", "list/1", "k", "json:[1]", .add(.json(Array("[1]".utf8))), ["list", "1", "k"]),
            ("a.json", "none", nil, "real:2.5", .set(.real(2.5, written: "2.5")), ["none"]),
        ] as [(String, String, String?, String, ValueEdit.Action, [String])])
    func add(
        file: String, address: String, key: String?, typed: String, action: ValueEdit.Action, path: [String]
    ) throws {
        var scene = scene(file, file == "a.json" ? Self.json : Self.list)
        try go(to: address, &scene)
        // A null has no type to keep: another value takes its place.
        scene.press(address == "none" ? "e" : "a")
        if let key {
            scene.type(key)
            scene.press("Enter")
        }
        scene.type(typed)
        scene.perform("Enter")
        #expect(planned(scene)?.edits == [ValueEdit(action, at: path.map { ValueStep($0) })])
    }

    @Test("d asks, and removes the value with its key")
    func delete() throws {
        var scene = scene("list.plist", Self.list)
        try go(to: "group/inner", &scene)
        scene.perform("d")
        #expect(scene.frame().text.contains("group/inner in list.plist") && planned(scene) == nil)
        scene.perform("Esc")
        #expect(planned(scene) == nil)
        scene.perform("d", "y")
        #expect(planned(scene)?.edits == [ValueEdit(.delete, at: path("group", "inner"))])
        #expect(scene.state.viewer != nil)
    }

    @Test("in a table, e changes the chosen cell")
    func cell() throws {
        let bytes = try Python.run(Script.text("viewer_query_database"), [])
        var scene = scene("ships.sqlite", bytes)
        for _ in 0..<5 where scene.state.viewer?.level.current?.steps != [Array("ship".utf8)] { scene.perform("j") }
        for keys: KeySequence in ["Enter", "j >", "e"] { scene.perform(keys) }
        let prompt = try #require(scene.state.panels.prompt)
        #expect(prompt.purpose.label == "name: " && String(prompt.text) == "ship 1")
        scene.type("Skua")
        scene.perform("Enter")
        let change = try #require(planned(scene))
        #expect(change.file == "Documents/ships.sqlite")
        #expect(change.edits == [ValueEdit(.set(.written("Skua")), at: path("ship", "2", "name"))])
        // In an opened row, the columns are values.
        scene.perform("Enter")
        try go(to: "tons", &scene)
        scene.press("e")
        #expect(scene.state.panels.prompt?.purpose.label == "tons (real): ")
        scene.perform("Enter")
        #expect(planned(scene)?.edits == [ValueEdit(.set(.written("1.0")), at: path("ship", "2", "tons"))])
        for (key, word) in [("a", "not added"), ("d", "not removed")] as [(KeySequence, String)] {
            scene.perform("h", key)
            #expect(scene.state.panels.message?.text.contains(word) == true)
            #expect(scene.state.viewer?.level.cursor == 1)
            scene.perform("Enter")
        }
    }

    @Test("the key of an object is not asked for, in the table and in the row")
    func key() throws {
        let script = """
            import os, sqlite3, sys, tempfile
            path = tempfile.mkdtemp() + '/a'
            connection = sqlite3.connect(path)
            connection.executescript('''CREATE TABLE ZSHIP(Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
                INSERT INTO ZSHIP VALUES(1, 'Tern');''')
            connection.close()
            sys.stdout.buffer.write(open(path, 'rb').read())
            """
        var scene = scene("ships.sqlite", try Python.run(script, []))
        for _ in 0..<5 where scene.state.viewer?.level.current?.steps != [Array("ZSHIP".utf8)] { scene.perform("j") }
        for keys: KeySequence in ["Enter", "e"] { scene.perform(keys) }
        let reason = "Z_PK says which object the row is, and is not changed"
        #expect(scene.state.panels.prompt == nil && scene.state.panels.message?.text == reason)
        for keys: KeySequence in [">", "e"] { scene.perform(keys) }
        #expect(scene.state.panels.prompt?.purpose.label == "ZNAME: ")
        for keys: KeySequence in ["Esc", "Enter"] { scene.perform(keys) }
        try go(to: "Z_PK", &scene)
        scene.perform("e")
        #expect(scene.state.panels.prompt == nil && scene.state.panels.message?.text == reason)
    }

    @Test("nothing is changed in texts, in the rows of a query, and in read-only mode")
    func refused() throws {
        for key: KeySequence in ["e", "a", "d"] {
            var text = scene("a.txt", Array("text\n".utf8))
            text.perform(key)
            #expect(text.state.panels.message?.isError == true && text.state.panels.prompt == nil)
            var readOnly = scene("list.plist", Self.list, isReadOnly: true)
            try go(to: "count", &readOnly)
            readOnly.perform(key)
            #expect(readOnly.state.panels.message?.text == OperationError.readOnlyMode.message)
            #expect(readOnly.state.panels.prompt == nil && readOnly.state.panels.current == nil)
        }
        var query = scene("ships.sqlite", try Python.run(Script.text("viewer_query_database"), []))
        query.perform("Q")
        query.press("^e", "^u")
        query.type("SELECT name FROM ship")
        query.perform("Enter")
        query.perform("e")
        #expect(query.state.panels.message?.text.contains("rows of a query") == true)
    }
}
