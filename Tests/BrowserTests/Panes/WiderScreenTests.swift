import ContainerModel
import FileTree
import Screen
import Testing

@testable import Browser

@Suite("A wider terminal never shows less")
struct WiderScreenTests {
    /// A list, and how it came about.
    struct List: Sendable, CustomTestStringConvertible {
        let name: String
        var world = World.odd
        var sortKey = SortKey.name
        var keys: [KeySequence] = []
        /// The text typed after the keys.
        var text = ""

        var testDescription: String { name }

        func opened() -> Scene {
            var scene = Scene.opened(world, at: "Documents", columns: 200)
            for key in keys { scene.perform(key) }
            if !text.isEmpty {
                scene.type(text)
                scene.perform("Enter")
            }
            scene.change { $0.panes.order.key = sortKey }
            return scene
        }
    }

    private static let lists = [
        List(name: "names"), List(name: "sorted by time", sortKey: .time),
        List(name: "sorted by size", sortKey: .size), List(name: "made", sortKey: .created),
        List(name: "backed-up sizes", keys: ["b"]), List(name: "everything below", keys: ["|"]),
        List(name: "everything below by time", sortKey: .time, keys: ["|"]),
        List(name: "contents", world: .needles, keys: ["F"], text: "needle"),
        List(name: "contents by time", world: .needles, sortKey: .time, keys: ["F"], text: "needle"),
        List(name: "this computer", keys: ["S"]), List(name: "this computer, focused", keys: ["S", "Tab"]),
        List(name: "this computer by time", sortKey: .time, keys: ["S"]),
        List(name: "the places", keys: ["S-Tab"]), List(name: "the details", keys: ["Tab"]),
    ]

    /// The columns of a listing's row that are on the screen.
    private func columns(of side: Side, _ state: BrowserState) -> Set<String>? {
        guard let listing = state.panes[side],
            let area = state.layout.area(of: side == .container ? .listing : .computer)
        else { return nil }
        let columns = state.panes.columns(of: listing, area, state.screen.size)
        return Set(
            (columns.size == nil ? [] : ["size"]) + (columns.time == nil ? [] : ["time"])
                + (0..<columns.flagColumns).map { "flag \($0)" })
    }

    @Test("the columns that a list has at one width it has at every larger one", arguments: lists)
    func columns(list: List) {
        var scene = list.opened()
        var before: [Side: Set<String>] = [:]
        for width in 40...220 {
            scene.change { $0.screen.size = Size(columns: width, rows: 24) }
            for side in scene.state.panes.shownSides {
                guard let shown = columns(of: side, scene.state) else {
                    #expect(before[side] == nil, "\(width): the list is gone")
                    continue
                }
                let lost = (before[side] ?? []).subtracting(shown).sorted()
                #expect(lost.isEmpty, "\(side) at \(width): \(lost)")
                before[side, default: []].formUnion(shown)
            }
        }
        #expect(before[.container]?.contains("size") == (list.text.isEmpty))
    }

    @Test("from 87 columns on, a list of names has its time, beside a preview of 31 columns or more")
    func time() throws {
        var scene = Scene.opened(.odd, at: "Documents")
        for width in 87...220 {
            scene.change { $0.screen.size = Size(columns: width, rows: 24) }
            #expect(columns(of: .container, scene.state)?.contains("time") == true, "\(width)")
            #expect(try #require(scene.state.layout.details).columns >= 31, "\(width)")
        }
    }

    /// The keys that hints name. What fits need not be scrolled.
    private func keys(_ state: BrowserState) -> Set<String> {
        let panel = state.panels.current.map { PanelLayout($0, state).hints }
        let prompt = state.panels.prompt.map { PromptLine($0, state).hints }
        let details = state.layout.details.flatMap {
            state.viewer == nil ? PanesView(state).detailHints($0, state.layout.titleRow ?? 1) : nil
        }
        // Over a prompt or a panel, the status line has no hints of its own.
        let line = prompt == nil ? state.hintLine : nil
        let lines = [panel, prompt, details, line].compactMap(\.self) + state.continuationGrid.cells
        let scrolls = ["panel-page-down", "panel-down", "panel-up", "down", "up"].map { state.keys.key($0) }
        return Set(lines.flatMap(\.parts).filter(\.isKey).map(\.text)).subtracting(scrolls)
    }

    @Test("the hints that one width shows are shown at every larger one", arguments: Situation.all)
    func hints(situation: Situation) {
        var scene = situation.make(Size(columns: 220, rows: 24))
        var before: Set<String> = []
        for width in 40...220 {
            scene.change { $0.screen.size = Size(columns: width, rows: 24) }
            let shown = keys(scene.state)
            #expect(shown.isSuperset(of: before), "\(width): \(before.subtracting(shown).sorted())")
            before.formUnion(shown)
        }
    }

    @Test("hints give way from the last one on, and the one that closes never does")
    func precedence() {
        let titles: [(KeySequence, String)] = [("a", "first"), ("b", "the second"), ("c", "x"), ("Esc", "closes")]
        let hints = titles.map { KeyHint($0, $1) }
        var before: [String] = []
        for width in 0...60 {
            let line = HintLine(hints, row: 0, columns: 0..<width, gap: 3, keepsLast: true)
            let shown = line.parts.filter(\.isKey).map(\.text)
            #expect(before.allSatisfy(shown.contains), "\(width): \(before), \(shown)")
            #expect(line.hints.allSatisfy { $0.upperBound <= width })
            #expect(width < 10 || shown.last == "Esc")
            before = shown
        }
        #expect(before == ["a", "b", "c", "Esc"])
    }
}
