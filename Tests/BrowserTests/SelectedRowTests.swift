import ContainerModel
import FileTree
import Screen
import Testing

@testable import Browser

/// Screen readers and magnifiers follow the terminal's cursor.
@Suite("The terminal's cursor")
struct SelectedRowTests {
    private static func line(of position: Position?, in frame: Frame) -> String {
        guard let position else { return "" }
        let lines = frame.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.contains(position.row) ? String(lines[position.row]) : ""
    }

    @Test(
        "it is on the selected row, wherever keys move that",
        arguments: [
            ("j", "Library"), ("S-Tab j", "Documents"), ("s j", "size"), ("A j", "user"), ("A G", "owner"),
            ("S", "Documents"), ("g c G", "image 200.png"), ("d", "No, leave it unchanged"), ("V j", "Library"),
        ])
    func selection(keys: String, text: String) throws {
        var scene = Scene.opened(.odd)
        for key in keys.split(separator: " ") { scene.perform(KeySequence(stringLiteral: String(key))) }
        let frame = scene.frame()
        let position = try #require(frame.selection)
        #expect(position.column < frame.size.columns && position.row < frame.size.rows)
        #expect(Self.line(of: position, in: frame).contains(text), "\(position)\n\(frame.text)")
    }

    @Test("it is in the viewer, and in the text of a prompt")
    func elsewhere() throws {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.perform("/")
        scene.type("just now")
        var frame = scene.frame()
        #expect(frame.cursor == Position(column: " filter: just now".count, row: frame.size.rows - 1))
        scene.perform("Enter")
        scene.perform("Enter")
        frame = scene.frame()
        #expect(Self.line(of: frame.selection, in: frame).contains("just written"), "\(frame.text)")
    }

    @Test("it is on the screen at any width", arguments: [1, 2, 19, 20, 40, 59, 60, 99, 100, 500])
    func widths(columns: Int) {
        for keys in ["j", "Tab", "?", "s", "d"] as [KeySequence] {
            var scene = Scene.opened(.odd, columns: columns, rows: 24)
            scene.perform(keys)
            let frame = scene.frame()
            guard columns >= Layout.smallest.columns else { continue }
            #expect(frame.selection.map { $0.row < 24 && $0.row >= 0 } == true, "\(keys)")
        }
    }
}
