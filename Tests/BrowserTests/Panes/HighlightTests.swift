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

    /// Returns the styles in the row under the cursor, within the listing: of the name and the facts, and of the rights.
    private func styles(cursor: Style) throws -> (row: Set<Style>, rights: Set<Style>) {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.change { $0.screen.adopt(theme: theme(cursor: cursor), isASCII: false) }
        let area = try #require(scene.state.layout.listing)
        let listing = try #require(scene.state.panes.listing)
        let cells = Array(scene.frame().row(area.row + listing.cursor - listing.top))
        let rights = scene.state.panes.columns(of: listing, area, scene.state.screen.size).badges
        return (
            Set(cells[area.column..<rights].map(\.style)), Set(cells[rights..<area.endColumn].map(\.style))
        )
    }

    @Test("a cursor style with both colours spans the row, and leaves the rights their colours on it")
    func both() throws {
        let cursor = Style(foreground: Self.black, background: Self.white, attributes: .bold)
        let found = try styles(cursor: cursor)
        #expect(found.row == [cursor])
        #expect(found.rights.allSatisfy { $0.attributes == [.reverse, .bold] })
        // What is reversed shows these as its background: that of blanks is the bar's.
        #expect(Set(found.rights.map(\.foreground)) == [Self.red, Self.white])
    }

    @Test("a cursor style with only a background keeps the colours of the text")
    func background() throws {
        let parts = try styles(cursor: Style(background: Self.grey))
        let found = parts.row.union(parts.rights)
        #expect(found.allSatisfy { $0.background == Self.grey })
        #expect(Set(found.map(\.foreground)) == [Self.white, Self.red])
    }

    /// Cursors that are reversed, and that have both colours, a background, and attributes alone.
    private static let cursors = [
        Style(attributes: .reverse), Style(foreground: black, background: white, attributes: .bold),
        Style(background: grey), Style(attributes: .italic),
    ]

    @Test("the selection's style fills the row, and under the cursor both can be seen", arguments: cursors)
    func selected(cursor: Style) throws {
        var scene = Scene.opened(.odd, at: "Documents", columns: 140, rows: 40)
        let selected = Style(foreground: Self.black, background: .palette(3))
        var styles: [Role: Style] = [:]
        for role in Role.allCases { styles[role] = Style(foreground: .palette(UInt8(role.rawValue + 20))) }
        styles[.selected] = selected
        styles[.cursor] = cursor
        scene.change { $0.screen.adopt(theme: Theme(name: "test", styles: styles), isASCII: false) }
        // Space moves on.
        scene.perform("Space", "Space", "k")
        let area = try #require(scene.state.layout.listing)
        let listing = try #require(scene.state.panes.listing)
        let frame = scene.frame()
        func shown(in row: Int) -> Set<Style> {
            Set(Array(frame.row(area.row + row - listing.top))[area.column..<area.endColumn].map(\.style))
        }
        #expect(listing.cursor == 1)
        #expect(shown(in: 0) == [selected])
        let both = shown(in: 1)
        #expect(both.count == 1 && !both.contains(selected) && !both.contains(cursor))
        #expect(both.allSatisfy { $0.attributes.isSuperset(of: cursor.attributes) })
    }

    @Test("a reversed cursor style spans the row, and leaves the rights their colours on it")
    func reversed() throws {
        let cursor = Style(attributes: .reverse)
        let found = try styles(cursor: cursor)
        #expect(found.row == [cursor])
        #expect(found.rights.allSatisfy { $0.attributes == .reverse })
        #expect(Set(found.rights.map(\.foreground)) == [Self.red, Self.white])
    }

    @Test("the bar spans the row of a place, too")
    func places() throws {
        var scene = Scene.opened(.odd, at: "Documents")
        let cursor = Style(foreground: Self.black, background: Self.white)
        scene.change { $0.screen.adopt(theme: theme(cursor: cursor), isASCII: false) }
        scene.perform("S-Tab")
        let area = try #require(scene.state.layout.places)
        let places = scene.state.panes.places
        let cells = Array(scene.frame().row(area.row + places.cursor - places.top))[area.column..<area.endColumn]
        #expect(cells.allSatisfy { $0.style == cursor || $0.style.attributes == .reverse })
        #expect(cells.first?.style == cursor && cells.contains { $0.style.foreground == Self.red })
    }
}
