import ContainerModel
import Documents
import FileTree
import Previews
import Screen
import Search
import Testing

@testable import Browser

@Suite("Files that contain a text")
struct FoundContentsTests {
    /// Returns a browser with the files that contain a text.
    private func scene(columns: Int = 200, ascii: Bool = false, finding text: String = "needle") -> Scene {
        var scene = Scene.opened(.needles, at: "Documents", columns: columns, ascii: ascii)
        scene.press("F")
        scene.type(text)
        scene.perform("Enter")
        return scene
    }

    /// Returns the text of a frame within columns.
    private func text(_ frame: Frame, _ columns: Range<Int>) -> String {
        (0..<frame.size.rows).map { row in
            String(String.UnicodeScalarView(Array(frame.row(row))[columns].map(\.base)))
        }.joined(separator: "\n")
    }

    /// Returns the texts in the role of matches in a frame, within columns.
    private func marked(_ frame: Frame, _ columns: Range<Int>) -> [String] {
        let style = RoleMap.theme[.match]
        return (0..<frame.size.rows).compactMap { row in
            let cells = Array(frame.row(row))[columns].filter { $0.style.foreground == style.foreground }
            return cells.isEmpty ? nil : String(String.UnicodeScalarView(cells.map(\.base)))
        }
    }

    @Test("a search that finds nothing says so, and that hidden files were searched")
    func nothing() {
        var scene = scene(finding: "no such text")
        #expect(scene.frame().text.contains("none, in hidden files neither"), "\(scene.frame().text)")
    }

    @Test("each file is followed by the line in which the text was found first, with the text marked")
    func lines() throws {
        var scene = scene()
        #expect(scene.names.contains("long.txt") && !scene.names.contains("none.txt"))
        let frame = scene.frame()
        let text = frame.text
        for line in ["long.txt  here is the Needle of the compass", "short.txt  a needle", "a.json  the needle 4711"] {
            #expect(text.contains(line), "\(line)\n\(text)")
        }
        let list = try #require(scene.state.layout.listing)
        #expect(marked(frame, list.column..<list.endColumn).contains("Needle"))
    }

    @Test("at 80 columns names keep 28 columns, and what was found gets the rest")
    func narrow() throws {
        var scene = scene(columns: 80)
        let list = try #require(scene.state.layout.listing)
        let text = text(scene.frame(), list.column..<list.endColumn)
        #expect(text.contains("long.txt  here is the Needle of"), "\(text)")
        #expect(text.contains("name↑") && !text.contains("size"), "\(text)")
    }

    @Test("sizes are shown if the files are sorted by them")
    func sizes() throws {
        var scene = scene(columns: 140)
        let list = try #require(scene.state.layout.listing)
        #expect(!text(scene.frame(), list.column..<list.endColumn).contains("KB"))
        scene.change { $0.panes.order.key = .size }
        let shown = text(scene.frame(), list.column..<list.endColumn)
        #expect(shown.contains("5.0 KB") && shown.contains("size"), "\(shown)")
        #expect(!marked(scene.frame(), list.column..<list.endColumn).isEmpty, "\(shown)")
    }

    @Test(
        "the preview begins shortly before the place where the text was found, with the text marked",
        arguments: [
            (
                "long.txt",
                ["(the beginning is not shown here)", "line 197", "line 199", "here is the Needle", "line 201"]
            ),
            ("short.txt", ["a needle", "another needle"]), ("a.json", ["outer › inner", "the needle 4711"]),
            ("bytes.bin", ["(the beginning is not shown here)", "needle"]),
        ])
    func preview(name: String, shown: [String]) throws {
        var scene = scene(columns: 140)
        while scene.current != name {
            let before = scene.current
            scene.perform("j")
            try #require(scene.current != before, "\(name) is not among the results")
        }
        #expect(scene.asked(PreviewQuery.self).last?.spot?.text == "needle")
        let pane = try #require(scene.state.layout.details)
        let frame = scene.frame()
        let text = text(frame, pane.column..<pane.endColumn)
        for line in shown { #expect(text.contains(line), "\(line)\n\(text)") }
        #expect(!text.contains("line 196"))
        #expect(marked(frame, pane.column..<pane.endColumn).contains { $0.lowercased().contains("needle") })
    }

    @Test("a text that is wrapped in the pane is marked in both lines")
    func wrapped() throws {
        let source = DocumentSource(
            Array("a.txt".utf8), bytes: Array("the quick brown fox jumps over the lazy dog".utf8))
        let preview = Preview(DocumentReaders.read(source, within: .init()), within: .init())
        let spot = PreviewSpot(target: .offset(16), text: "fox jumps")
        let lines = preview.lines(fitting: PreviewViewport(columns: 20), at: spot, within: .init())
        #expect(lines.dropFirst().map(\.marks) == [[16..<19], [0..<5], []])
    }

    @Test("the line found is said without a screen too")
    func linear() {
        var scene = Scene.opened(.needles, at: "Documents")
        var reader = LinearReader()
        _ = scene.enter("find-contents", &reader)
        let lines = scene.enter("needle", &reader)
        #expect(lines.contains { $0.contains("short.txt") && $0.hasSuffix("found: a needle") }, "\(lines)")
    }

    @Test("results fit at every width and in ASCII, whatever the names and the lines are", arguments: [false, true])
    func widths(ascii: Bool) {
        var scene = scene(ascii: ascii)
        for columns in 1...500 {
            scene.send(.input(.resize(Size(columns: columns, rows: 12))))
            let frame = scene.frame()
            #expect(frame.size.columns == columns)
        }
        for rows in 1...60 {
            scene.send(.input(.resize(Size(columns: 80, rows: rows))))
            #expect(scene.frame().size.rows == rows)
        }
    }

    @Test("an excerpt is as wide as its room, and the text found is in view", arguments: 1...60)
    func excerpt(columns: Int) {
        let scene = scene()
        guard let listing = scene.state.panes.listing else { return }
        for entry in listing.order {
            guard let hit = listing.hit(of: entry) else {
                Issue.record("no hit")
                continue
            }
            let excerpt = HitExcerpt(hit.excerpt, columns: columns, scene.state.screen)
            #expect(excerpt.text.width <= columns && excerpt.match.upperBound <= columns)
            if columns > 8 { #expect(excerpt.match.count == 6, "\(excerpt.text)") }
        }
    }
}
