import Jobs
import Screen
import Testing

@testable import Browser

@Suite("Wrapped rows of a panel")
struct WrappedRowsTests {
    /// A panel with the given rows.
    private struct Sample: Panel {
        let title = "Sample"
        let shown: [PanelRow]

        func rows(_ state: BrowserState) -> [PanelRow] { shown }
    }

    private static let style = Style(foreground: .palette(5))

    private static func row(isWrapped: Bool, canBeChosen: Bool) -> PanelRow {
        let text = DisplayText("* " + String(repeating: "word ", count: 30))
        var row = canBeChosen ? PanelRow(text, fact: "a fact") { _ in [] } : PanelRow(text, fact: "a fact")
        row.isWrapped = isWrapped
        row.paints = [
            PanelRow.Paint(columns: 0..<1, style: style), PanelRow.Paint(columns: 100..<104, style: style),
        ]
        return row
    }

    @Test(
        "the first line keeps the note, with its role, and the colours of its text",
        arguments: [(true, true), (true, false), (false, false)])
    func kept(isWrapped: Bool, canBeChosen: Bool) {
        let scene = Scene.opened(.odd, columns: 60)
        let panel = Sample(shown: [Self.row(isWrapped: isWrapped, canBeChosen: canBeChosen)])
        let lines = PanelLayout(OpenPanel(content: panel, ticket: .none), scene.state).lines.map(\.row)
        #expect(lines.count > 1)
        #expect(lines.first?.note == "a fact" && lines.first?.noteRole == .panelNote)
        #expect(lines.first?.paints.map(\.columns) == [0..<1])
        #expect(lines.dropFirst().allSatisfy { $0.note.isEmpty && $0.paints.isEmpty })
    }

    @Test("the legend shows each badge in its colour, at every width", arguments: [false, true])
    func legend(ascii: Bool) throws {
        var scene = Scene.opened(.odd, columns: 140, rows: 40, ascii: ascii)
        scene.change { $0.open(LegendPanel()) }
        for badge in BadgeMeaning.all(scene.state.screen.glyphs) {
            let position = try #require(scene.frame().position(of: "\(badge.symbol)  \(badge.meaning)"))
            #expect(
                scene.frame()[position].style.foreground == RoleMap.theme[badge.role].foreground, "\(badge.meaning)")
        }
        for columns in 1...500 {
            scene.send(.input(.resize(Size(columns: columns, rows: 20))))
            #expect(scene.frame().size.columns == columns)
        }
    }
}
