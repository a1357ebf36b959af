import ContainerModel
import Previews
import Screen
import TestSupport
import Testing

@testable import Browser

@Suite("Queries in the viewer")
struct ViewerQueryTests {
    /// Ships, and their ports by a foreign key.
    private static let database: Result<[UInt8], any Error> = Result {
        try Python.run(Script.text("viewer_query_database"), [])
    }

    /// The viewer on the table of ships.
    private func scene() throws -> Scene {
        var scene = Scene.viewing("ships.sqlite", try Self.database.get(), columns: 100, rows: 20)
        #expect(scene.frame().text.contains("ship"))
        return scene
    }

    private func lines(_ scene: Scene) -> [String] {
        var scene = scene
        return scene.frame().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Asks a query, in place of the one that the prompt proposes.
    private func ask(_ query: String, _ scene: inout Scene) {
        scene.perform("Q")
        scene.press("^e", "^u")
        scene.type(query)
        scene.perform("Enter")
    }

    @Test("the rows of a query are a table that is sorted, filtered and left as any other")
    func rows() throws {
        var scene = try scene()
        ask("SELECT name, tons * 2 AS twice FROM ship WHERE tons < 3", &scene)
        #expect(scene.state.panels.prompt == nil && scene.state.panels.message == nil)
        #expect(lines(scene)[0].contains("› SELECT name, tons * 2 AS twice FROM ship WHERE tons < 3"))
        #expect(lines(scene)[2].hasPrefix(" name") && lines(scene)[2].contains("twice"))
        #expect(lines(scene)[3].contains("ship 0") && lines(scene)[5].contains("ship 2"))
        scene.perform(">", "s", "s")
        #expect(lines(scene)[3].contains("ship 2"))
        scene.perform("h")
        #expect(lines(scene)[2].hasPrefix(" table"))
    }

    @Test("what is typed of a proposed query is not there twice, and it can be gone on from")
    func proposed() throws {
        var scene = try scene()
        scene.perform("Q")
        #expect(scene.frame().text.contains("SQL: SELECT"))
        scene.type("select sum(tons) FROM ship")
        #expect(scene.state.panels.prompt.map { String($0.text) } == "select sum(tons) FROM ship")
        scene.perform("Enter")
        for (typed, expected) in [("SELECT 1", "SELECT 1"), (" LIMIT 2", "select sum(tons) FROM ship LIMIT 2")] {
            scene.perform("Q")
            scene.type(typed)
            #expect(scene.state.panels.prompt.map { String($0.text) } == expected)
            scene.press("Esc")
        }
    }

    @Test("a mistake opens the prompt again, with the query and the reason; a query entered before is recalled")
    func mistakes() throws {
        var scene = try scene()
        ask("SELECT nane FROM ship", &scene)
        #expect(scene.state.panels.prompt.map { String($0.text) } == "SELECT nane FROM ship")
        #expect(scene.state.panels.message?.text == "no such column: nane (line 1, column 8)")
        scene.press("Esc")
        ask("DELETE FROM ship", &scene)
        #expect(scene.state.panels.message?.text.contains("may only read") == true)
        scene.press("Esc")
        scene.perform("Q")
        scene.press("Up", "Up")
        #expect(scene.state.panels.prompt.map { String($0.text) } == "SELECT nane FROM ship")
    }

    @Test(
        "Tab completes tables, columns and words, in the case that they have",
        arguments: [
            ("SELECT na", " FROM ship", "SELECT name FROM ship"),
            ("SEL", "", "SELECT"), ("SELECT * FROM SH", "", "SELECT * FROM ship"),
            ("SELECT p.ci", " FROM port p", "SELECT p.city FROM port p"),
            ("SELECT * FROM my", "", "SELECT * FROM \"my ships\""),
        ])
    func completion(typed: String, rest: String, expected: String) throws {
        var scene = try scene()
        scene.perform("Q")
        scene.press("^e", "^u")
        scene.type(typed + rest)
        for _ in rest { scene.press("Left") }
        scene.perform("Tab")
        #expect(scene.state.panels.prompt.map { String($0.text) } == expected)
    }

    @Test("a key in an opened row leads to the row that it names, in a query and in a table")
    func following() throws {
        var scene = try scene()
        ask("SELECT name, port FROM ship WHERE id = 2", &scene)
        for keys: KeySequence in ["Enter", "j j", "Enter"] { scene.perform(keys) }
        let text = scene.frame().text
        #expect(text.contains("Row 1 of port") && text.contains("city 1"), "\(text)")
    }

    @Test("a row leads back to the rows whose keys name it, in a query and in a table")
    func followingBack() throws {
        var scene = try scene()
        ask("SELECT id, city FROM port WHERE id = 3", &scene)
        scene.perform("Enter")
        #expect(scene.frame().text.contains("ship.port") && scene.frame().text.contains("rows of ship"))
        for key: KeySequence in ["G", "Enter"] { scene.perform(key) }
        #expect(scene.frame().text.contains("Rows of ship") && scene.frame().text.contains("ship 3"))
        #expect(!scene.frame().text.contains("ship 4 "))
        for keys: KeySequence in ["Enter", "j j j j", "Enter"] { scene.perform(keys) }
        #expect(scene.frame().text.contains("Row 3 of port") && scene.frame().text.contains("ship.port"))
    }

    @Test("what is no database is not queried")
    func otherFiles() {
        var scene = Scene.viewing("a.txt", Array("abc".utf8))
        scene.perform("Q")
        #expect(scene.state.panels.message?.text == "only databases are queried")
    }
}
