import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("The row under the cursor")
struct HighlightTests {
    private static let (black, white, grey) = (Color.palette(0), Color.palette(15), Color.palette(8))
    private static let red = Color.palette(1)

    /// A theme that names both colours of everything, as one for few colours does.
    private func theme(cursor: Style) -> Theme {
        var styles: [Role: Style] = [:]
        for role in Role.allCases { styles[role] = Style(foreground: Self.white, background: Self.black) }
        for role in [Role.badgeRead, .badgeWrite, .badgeDelete, .badgeBackup] {
            styles[role] = Style(foreground: Self.red, background: Self.black)
        }
        styles[.cursor] = cursor
        return Theme(name: "test", styles: styles)
    }

    /// The styles in the row of the entry under the cursor, as far as the listing goes.
    private func styles(cursor: Style) throws -> Set<Style> {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.change { $0.adopt(theme: theme(cursor: cursor), isASCII: false) }
        let area = try #require(scene.state.layout.listing)
        let listing = try #require(scene.state.listing)
        let cells = Array(scene.frame().row(area.row + listing.cursor - listing.top))
        return Set(cells[area.column..<area.endColumn].map(\.style))
    }

    @Test("a theme that names both of its colours has the whole row in them, whatever the colours of the text")
    func both() throws {
        let cursor = Style(foreground: Self.black, background: Self.white, attributes: .bold)
        #expect(try styles(cursor: cursor) == [cursor])
    }

    @Test("a theme that names a background only leaves the text its colours")
    func background() throws {
        let found = try styles(cursor: Style(background: Self.grey))
        #expect(found.allSatisfy { $0.background == Self.grey })
        #expect(Set(found.map(\.foreground)) == [Self.white, Self.red])
    }

    @Test("a row that is reversed is as the theme has it")
    func reversed() throws {
        let cursor = Style(attributes: .reverse)
        #expect(try styles(cursor: cursor) == [cursor])
    }
}
