import ContainerModel
import Documents
import FileTree
import Previews
import Screen
import TestSupport
import Testing

@testable import Browser

@Suite("Tables in the viewer")
struct ViewerTableTests {
    /// A database with a table of 300 rows: the names are in no order, and the last ones are long.
    private static let database: Result<[UInt8], any Error> = Result {
        try Python.run(Script.text("viewer_table_database"), [])
    }

    private func scene(columns: Int = 60, rows: Int = 20) throws -> Scene {
        var scene = Scene.viewing("ships.sqlite", try Self.database.get(), columns: columns, rows: rows)
        scene.perform("Enter")
        return scene
    }

    private func lines(_ scene: Scene) -> [String] {
        var scene = scene
        return scene.frame().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The names of the ships on the screen.
    private func names(_ scene: Scene) -> [String] {
        lines(scene).dropFirst(3).compactMap { $0.firstMatch(of: /ship \d\d\d/).map { String($0.output) } }
    }

    @Test("a key sorts by the chosen column: from the smallest, from the largest, not at all")
    func sorting() throws {
        var scene = try scene()
        #expect(names(scene).prefix(3) == ["ship 150", "ship 157", "ship 164"])
        scene.perform(">", "s")
        #expect(lines(scene)[2].hasPrefix(" id   name ↑"))
        #expect(names(scene).prefix(3) == ["ship 000", "ship 001", "ship 002"])
        #expect(scene.state.panels.message?.text == "sorted by name, ascending; > chooses the next column")
        scene.perform("s")
        #expect(lines(scene)[2].contains("name ↓") && names(scene).first == "ship 299")
        scene.perform("G")
        #expect(names(scene).last == "ship 000")
        scene.perform("s")
        #expect(!lines(scene)[2].contains("↓") && names(scene).first == "ship 150")
        // An opened value has a separate order.
        scene.perform("s")
        scene.perform("Enter")
        #expect(lines(scene)[0].contains("ship › 200") || lines(scene)[1].contains("Row"))
        scene.perform("s")
        #expect(scene.state.panels.message?.text == "only the rows of a table can be sorted")
    }

    @Test("numbers are sorted from the smallest or the largest", arguments: [0, 2])
    func words(column: Int) throws {
        var scene = try scene()
        for _ in 0..<column { scene.perform(">") }
        scene.perform("s")
        #expect(scene.state.panels.message?.text.contains(", smallest first; ") == true)
        scene.perform("s")
        #expect(scene.state.panels.message?.text.contains(", largest first; ") == true)
    }

    @Test("the status line of a table names the keys for the next column and for sorting", arguments: [140, 80, 70])
    func hints(columns: Int) throws {
        var scene = try scene(columns: columns)
        let line = try #require(lines(scene).last { !$0.isEmpty })
        #expect(line.contains("> next column") && line.contains("s sorts") && line.contains("row 1 of 300"), "\(line)")
        scene.perform("Enter")
        #expect(!scene.frame().text.contains("next column"))
    }

    @Test("the arrow of the column that is sorted by makes it no wider for good")
    func arrow() throws {
        var scene = try scene()
        func width() -> Int { scene.state.viewer?.level.page.table?.widths.first ?? 0 }
        #expect(width() == 2)
        scene.perform("s")
        #expect(width() == 4)
        // Each page is shown before the next one is asked for.
        scene.perform("s")
        scene.perform("s")
        #expect(width() == 3, "as wide as the numbers that were seen")
    }

    @Test("a filter leaves the rows with a value in the chosen column, in any order, and an empty one shows all")
    func filtering() throws {
        var scene = try scene()
        scene.perform(">", "f")
        #expect(scene.frame().text.contains("rows where (COLUMN=VALUE): name~"))
        scene.type("ship 29")
        scene.perform("Enter")
        #expect(Set(names(scene)) == Set((290...299).map { "ship \($0)" }), "\(names(scene))")
        #expect(scene.frame().text.contains("only rows with name~ship 29"))
        scene.perform("s")
        #expect(names(scene).first == "ship 290" && names(scene).count == 10)
        // A value is opened by its name, whatever is shown around it.
        scene.perform("Enter", "Esc", "f")
        scene.type("; id>0; name!=ship 290")
        scene.perform("Enter")
        #expect(names(scene).first == "ship 291", "\(names(scene))")
        scene.perform("f", "^u", "Enter")
        #expect(names(scene).count > 10)
    }

    @Test("a filter takes whole conditions, and what is typed of the proposed one is not there twice")
    func repeatedFilter() throws {
        var scene = try scene()
        scene.perform(">", "f")
        scene.type("id>298")
        scene.perform("Enter")
        #expect(scene.state.viewer?.level.subject.conditions.map(\.text) == ["id>298"])
        scene.perform("f", "^u", "Enter")
        scene.perform("f")
        scene.type("name~ship 29")
        scene.perform("Enter")
        #expect(scene.state.viewer?.level.subject.conditions.map(\.text) == ["name~ship 29"])
        scene.perform("f")
        scene.type("name=")
        #expect(scene.state.panels.prompt.map { String($0.text) } == "name=")
        scene.perform("^u", "Enter")
        scene.perform("f")
        scene.type(">ship 298")
        scene.perform("Enter")
        #expect(scene.state.viewer?.level.subject.conditions.map(\.text) == ["name>ship 298"])
        scene.perform("f", "^u", "Enter")
        scene.press("f", "Right")
        #expect(scene.state.panels.prompt.map { String($0.text) } == "name~")
    }

    @Test(
        "a filter without a comparison, or with a column that is not there, changes nothing",
        arguments: ["tide", "tide=1"])
    func wrongFilter(text: String) throws {
        var scene = try scene()
        scene.perform("f", "^u")
        scene.type(text)
        scene.perform("Enter")
        #expect(scene.state.panels.message?.isError == true && names(scene).first == "ship 150")
    }

    @Test("a search goes through the rows in their order")
    func searching() throws {
        var scene = try scene()
        scene.perform(">", "s")
        scene.press("/")
        scene.type("ship 1")
        scene.perform("Enter")
        for name in ["ship 100", "ship 101", "ship 102"] {
            #expect(
                scene.state.viewer?.level.current?.line.spans.contains { $0.text.description.hasPrefix(name) } == true)
            scene.perform("n")
        }
        scene.perform("N")
        scene.perform("N")
        #expect(lines(scene).contains { $0.contains("row 103 of 300") } || names(scene).contains("ship 102"))
    }

    @Test("the chosen column is marked, stays on the screen, and only then others leave it", arguments: [60, 30])
    func columns(_ columns: Int) throws {
        var scene = try scene(columns: columns)
        for column in 0..<4 {
            let layout = try #require(scene.state.viewer?.level.page.table)
            let range = try #require(layout.range(of: column))
            #expect(scene.state.viewer?.level.column == column && range.lowerBound < columns)
            scene.perform(">")
        }
        #expect(scene.state.viewer?.level.column == 3)
        scene.perform("<", "<", "<", "<")
        #expect(scene.state.viewer?.level.column == 0 && scene.state.viewer?.level.skipped == 0)
    }

    @Test("the title of the chosen column is marked otherwise than the row under the cursor")
    func chosenColumn() throws {
        var scene = try scene()
        let theme = scene.state.screen.theme
        for column in 0..<3 {
            let range = try #require(scene.state.viewer?.level.page.table?.range(of: column))
            let frame = scene.frame()
            let titles = Array(frame.row(2))
            let marked = titles.indices.filter { titles[$0].style == theme[.column] }
            // One column in.
            #expect(marked == Array(range.lowerBound + 1..<range.upperBound + 1))
            #expect(!titles.contains { $0.style == theme[.cursor] })
            #expect(frame.row(3).allSatisfy { $0.style == theme[.cursor] })
            scene.perform(">")
        }
    }

    @Test("the widths of columns only grow from page to page")
    func widths() throws {
        var scene = try scene()
        let first = try #require(scene.state.viewer?.level.page.table?.widths)
        scene.perform("G")
        let last = try #require(scene.state.viewer?.level.page.table?.widths)
        #expect(first[1] == 8 && last[1] == 23)
        scene.perform("g g")
        #expect(scene.state.viewer?.level.page.table?.widths == last)
    }

    @Test("a click on a title sorts, and one on a row chooses it")
    func mouse() throws {
        var scene = try scene()
        func click(_ column: Int, _ row: Int) {
            scene.send(.input(.mouse(MouseEvent(action: .press, position: Position(column: column, row: row)))))
            scene.answer()
        }
        click(6, 2)
        #expect(lines(scene)[2].contains("name ↑") && names(scene).first == "ship 000")
        click(6, 2)
        #expect(lines(scene)[2].contains("name ↓"))
        click(33, 5)
        #expect(scene.state.viewer?.level.cursor == 2 && scene.state.viewer?.level.column == 2)
    }

    @Test("Esc stops sorting, and the order before remains")
    func stopping() throws {
        var scene = try scene()
        scene.perform(">")
        scene.press("s")
        #expect(scene.state.panels.message?.text == "sorting by name; Esc stops")
        let late = scene.takeEffects()
        scene.press("Esc")
        scene.answer()
        #expect(scene.state.panels.message?.text == "the sorting was stopped" && names(scene).first == "ship 150")
        #expect(scene.state.viewer?.levels.count == 2 && !late.isEmpty)
    }

    @Test(
        "of the directories, only the preferences directory can be viewed, with or without the right pane",
        arguments: [("Preferences", true), ("Caches", false)], [140, 80])
    func directories(place: (name: String, opens: Bool), columns: Int) {
        var scene = Scene.opened(.odd, at: "Library", columns: columns, rows: 24)
        for _ in 0..<20 where scene.current != place.name { scene.perform("j") }
        #expect(scene.current == place.name)
        scene.perform("F3")
        #expect((scene.state.viewer != nil) == place.opens)
    }

    /// Files, the forms in which they look different, and the screen's width.
    static let files: [(name: String, text: String, columns: Int, shown: [String])] = [
        ("a.json", "{\"a\": 1}", 60, ["[decoded] text hex", "decoded [text] hex", "decoded text [hex]"]),
        ("a.json", "{\"a\": 1}", 30, ["1/3", "2/3", "3/3"]), ("a.txt", "plain\n", 60, ["[text] hex", "text [hex]"]),
        ("a.bin", "\u{1}\u{2}", 60, ["[hex] text", "hex [text]"]), ("empty", "", 60, [""]),
    ]

    @Test(
        "the top line says in which form something is shown, and Tab passes over those that look alike",
        arguments: files)
    func forms(name: String, text: String, columns: Int, shown: [String]) {
        var scene = Scene.viewing(name, Array(text.utf8), columns: columns, rows: 20)
        for form in shown + shown.prefix(1) {
            let line = lines(scene)[0]
            #expect(
                form.isEmpty ? line.split(separator: " ") == ["Documents/\(name)"] : line.hasSuffix(form),
                "\(name): \(line)")
            scene.perform("Tab")
        }
    }
}
