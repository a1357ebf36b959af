import Screen
import Testing

@testable import Browser

@Suite("Rows of a panel in columns")
struct AlignedRowsTests {
    private static func rows(_ texts: [[String]], columns: Int = 80) -> [PanelRow] {
        var screen = ScreenContext()
        screen.adopt(theme: RoleMap.theme, isASCII: false)
        screen.size = Size(columns: columns, rows: 24)
        return PanelRow.aligned(
            texts.map { row in PanelRow.Parts(row.map { DisplayText($0) }) { _ in [] } }, screen)
    }

    /// Rows and what they look like.
    private static let samples: [(rows: [[String]], shown: [String])] = [
        ([], []), ([[]], [""]), ([["a"]], ["a"]), ([["a", "x"], ["bcd", "y"]], ["a    x", "bcd  y"]),
        ([["a", "xyz", "1"], ["bc", "x", "2"]], ["a   xyz  1", "bc  x    2"]),
        // The last part of a row does not push the columns behind it away.
        ([["a", "a long remark"], ["b", "x", "2"]], ["a  a long remark", "b  x  2"]),
        ([["a", "", "1"], ["b", "", "2"]], ["a  1", "b  2"]), ([["旅行", "x"], ["a", "y"]], ["旅行  x", "a     y"]),
    ]

    @Test("parts stand below each other", arguments: samples)
    func aligned(_ sample: (rows: [[String]], shown: [String])) {
        let rows = Self.rows(sample.rows)
        #expect(rows.map(\.text.description) == sample.shown)
        for row in rows {
            #expect(row.choose != nil && row.note.isEmpty)
            // All behind the first column are notes, and none of them is a key.
            #expect(row.paints.allSatisfy { $0.style == RoleMap.theme[.panelNote] && $0.columns.lowerBound > 0 })
        }
    }

    @Test("a long first column leaves room for the second at every width", arguments: [1, 2, 10, 20, 40, 80, 500])
    func long(columns: Int) {
        let row = Self.rows([[String(repeating: "n", count: 400), "note"]], columns: columns)[0]
        #expect(row.text.description.hasSuffix("  note"))
        #expect(columns < 20 || row.text.width <= columns - 4)
    }
}
