import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("The row under the cursor")
struct HighlightTests {
    private static let (black, white, grey) = (Color.palette(0), Color.palette(15), Color.palette(8))
    private static let red = Color.palette(1)

    /// Returns a theme that sets both colours of every role, as a theme for few colours does.
    private func theme(cursor: Style) -> Theme {
        var styles: [Role: Style] = [:]
        for role in Role.allCases { styles[role] = Style(foreground: Self.white, background: Self.black) }
        for role in [Role.badgeRead, .badgeWrite, .badgeDelete, .badgeBackup] {
            styles[role] = Style(foreground: Self.red, background: Self.black)
        }
        styles[.cursor] = cursor
        return Theme(name: "test", styles: styles)
    }

    /// Returns the styles in the row under the cursor, within the listing.
    private func styles(cursor: Style) throws -> Set<Style> {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.change { $0.screen.adopt(theme: theme(cursor: cursor), isASCII: false) }
        let area = try #require(scene.state.layout.listing)
        let listing = try #require(scene.state.panes.listing)
        let cells = Array(scene.frame().row(area.row + listing.cursor - listing.top))
        return Set(cells[area.column..<area.endColumn].map(\.style))
    }

    @Test("a cursor style with both colours applies to the whole row")
    func both() throws {
        let cursor = Style(foreground: Self.black, background: Self.white, attributes: .bold)
        #expect(try styles(cursor: cursor) == [cursor])
    }

    @Test("a cursor style with only a background keeps the colours of the text")
    func background() throws {
        let found = try styles(cursor: Style(background: Self.grey))
        #expect(found.allSatisfy { $0.background == Self.grey })
        #expect(Set(found.map(\.foreground)) == [Self.white, Self.red])
    }

    @Test("a reversed cursor style applies to the whole row")
    func reversed() throws {
        let cursor = Style(attributes: .reverse)
        #expect(try styles(cursor: cursor) == [cursor])
    }
}
