import ContainerModel
import FileTree
import Screen
import Testing

@testable import Browser
@testable import Previews

@Suite("The contact sheet in the viewer")
struct ContactSheetTests {
    private static let items: [ContainerPath] = (0..<7).map {
        ContainerPath("Library/Caches").appending(name: Array("image \($0).png".utf8)) ?? .root
    }

    /// Seven snapshots, three beside each other, of which each takes 16 lines.
    private static let tiles = TileLayout(
        items: items, perRow: 3, width: 22, gap: 2, height: 16, captionHeight: 3)

    private func scene() -> Scene {
        var scene = Scene.opened(.odd, columns: 80, rows: 24)
        scene.press("g S")
        answer(&scene)
        return scene
    }

    /// Answers the requests for pages of the sheet, of which there are few.
    private func answer(_ scene: inout Scene) {
        for _ in 0..<4 {
            for effect in scene.takeEffects() {
                guard let query = effect.asks(ViewQuery.self), query.subject.isSheet else { continue }
                var page = PreviewPage()
                page.tiles = Self.tiles
                page.total = 48
                let wanted = query.request.range?.clamped(to: 0..<48) ?? 27..<48
                page.lines = wanted.map { row in
                    PageLine(PreviewLine([.init(DisplayText("line \(row)"), .text)]), at: UInt64(row))
                }
                page.isComplete = wanted.upperBound == 48
                scene.reply(to: effect, ViewQuery.self, .init(title: "7 snapshots", page: page))
            }
        }
    }

    private func press(_ keys: KeySequence..., in scene: inout Scene) {
        for key in keys {
            scene.press(key)
            answer(&scene)
        }
    }

    @Test("arrows move to the snapshot beside, above or below, and nowhere at the ends")
    func moving() {
        var scene = scene()
        let steps: [(KeySequence, Int)] = [
            ("Left", 0), ("Up", 0), ("Right", 1), ("l", 2), ("Right", 3), ("h", 2), ("Down", 5), ("j", 6), ("j", 6),
            ("Right", 6), ("k", 3), ("G", 6), ("g g", 0), ("PgDn", 3),
        ]
        for (key, item) in steps {
            press(key, in: &scene)
            #expect(scene.state.viewer?.level.tile == item, "\(key)")
            // Its name is on the screen, and the cursor on it.
            let lines = Self.tiles.captionLines(of: item)
            let text = scene.frame().text
            #expect(text.contains("line \(lines.lowerBound)") && text.contains("\(item + 1) of 7"), "\(key) \(text)")
            #expect(scene.frame().selection?.column == 1 + Self.tiles.columns(of: item).lowerBound)
        }
    }

    @Test("Enter opens the snapshot, and going back leads to it in the sheet")
    func opening() {
        var scene = scene()
        press("Right", "Down", in: &scene)
        scene.press("Enter")
        #expect(scene.state.viewer?.level.subject == ViewQuery.Subject(ItemAddress(Scene.oddRoot, Self.items[4])))
        press("Esc", in: &scene)
        #expect(scene.state.viewer?.level.subject.isSheet == true && scene.state.viewer?.level.tile == 4)
        press("Esc", in: &scene)
        #expect(scene.state.viewer == nil)
    }

    @Test("a click chooses a snapshot, and a double click opens it")
    func clicks() {
        var scene = scene()
        scene.mouse(.press, Position(column: 50, row: 5))
        #expect(scene.state.viewer?.level.tile == 2)
        scene.mouse(.press, Position(column: 24, row: 5))
        #expect(scene.state.viewer?.level.tile == 2, "between two of them")
        scene.mouse(.doublePress, Position(column: 30, row: 5))
        #expect(scene.state.viewer?.level.subject.file.path == Self.items[1])
    }
}
