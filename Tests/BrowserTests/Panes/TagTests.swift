import ContainerModel
import ContainerStore
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("Tags")
struct TagTests {
    private func remembered(_ scene: inout Scene) -> [MemoryChange] {
        scene.takeEffects().compactMap { if case .memory(.change(let change)) = $0 { change } else { nil } }
    }

    @Test("a tag is chosen by its letter, shown beside the name with its letter, and taken away")
    func tag() {
        var scene = Scene.opened()
        scene.press("t")
        #expect(scene.frame().text.contains("orange"))
        scene.press("o")
        #expect(scene.state.panels.current == nil && scene.state.panels.message?.text == "1 item tagged orange")
        #expect(remembered(&scene) == [.tag(["Library"], .orange)])
        #expect(scene.frame().text.contains("Library/ ●o"), "\(scene.frame().text)")
        scene.press("t", "n")
        #expect(remembered(&scene) == [.tag(["Library"], nil)])
        #expect(scene.state.bookmarks.tags.isEmpty && !scene.frame().text.contains("●o"))
    }

    @Test("a tag keeps its colour under the cursor and in a selected row", arguments: [false, true])
    func colors(isSelected: Bool) throws {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.press("t", "o")
        // Space moves on.
        if isSelected { scene.perform("Space", "k") }
        let color = TagColor.orange.color
        func tag() throws -> Set<Style> {
            let frame = scene.frame()
            let place = try #require(frame.position(of: "●o"))
            return Set((0..<2).map { frame[Position(column: place.column + $0, row: place.row)].style })
        }
        let underCursor = try tag()
        #expect(underCursor.allSatisfy { $0.foreground == color && $0.attributes.contains(.reverse) })
        #expect(underCursor.count == 1)
        scene.perform("j")
        let style = try #require(try tag().first)
        #expect(style.foreground == color && style.attributes.contains(.reverse) == isSelected)
    }

    @Test("the panel shows each tag in its colour, under the cursor too, and in no colour where there is none")
    func panel() throws {
        var scene = Scene.opened()
        scene.press("t", "j", "j")
        func style(of color: TagColor) throws -> Style {
            let frame = scene.frame()
            return frame[try #require(frame.position(of: "● \(color.rawValue)"))].style
        }
        for color in TagColor.allCases {
            let shown = try style(of: color)
            #expect(shown.foreground == color.color)
            #expect(shown.attributes.contains(.reverse) == (color == .yellow))
        }
        scene.change { $0.screen.adopt(theme: RoleMap.theme, isASCII: false, colors: .none) }
        #expect(try style(of: .blue).foreground == RoleMap.theme[.panel].foreground)
    }

    @Test("no screen is too narrow for tags", arguments: [20, 21, 30, 40, 59, 60, 80, 100, 300])
    func narrow(columns: Int) {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns, rows: 12)
        scene.press("t", "o")
        #expect(scene.frame().size.columns == columns)
        scene.press("t")
        #expect(scene.frame().text.contains("orange"))
    }

    @Test("each colour has its own letter, and none that closes or moves")
    func letters() {
        let letters = TagColor.allCases.map(\.letter)
        #expect(Set(letters).count == letters.count && letters.allSatisfy { !"qjklnh?/".contains($0) })
    }

    @Test("tags read again replace the ones on the screen, and tags of a later version are left out")
    func read() {
        var scene = Scene.opened()
        var memory = ContainerMemory(hostPath: [], name: "")
        memory.tags = ["Library": "blue", "tmp": "ultraviolet"]
        memory.marks = ["x": "tmp"]
        scene.send(.memoryRead(memory))
        #expect(scene.state.bookmarks.tags == ["Library": .blue] && scene.state.bookmarks.marks == ["x": "tmp"])
        scene.open()
        #expect(scene.state.bookmarks.tags.isEmpty)
    }

    @Test("a computer's files have no tags")
    func computer() {
        var scene = Scene.opened()
        scene.perform("S", "Tab", "t")
        #expect(scene.state.panels.current == nil && scene.state.panels.message?.isError == true)
    }
}
