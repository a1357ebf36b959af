import ContainerModel
import Inspection
import Screen
import Testing

@testable import Browser

@Suite("The usage view")
struct UsageTests {
    private static func report(_ path: ContainerPath, _ rows: [(String, ItemKind, UInt64)]) -> UsageReport {
        var report = UsageReport(path: path)
        for (name, kind, size) in rows {
            var usage = Usage()
            usage[.backedUp] = size
            usage.items = 1
            report.rows.append(.init(name: Array(name.utf8), kind: kind, usage: usage))
            report.total[.backedUp] += size
        }
        return report
    }

    /// Opens the view and answers the query.
    private static func opened() -> (Scene, [BrowserEffect]) {
        var scene = Scene.opened(.odd, at: "Library")
        let asked = scene.pressing("U")
        return (scene, asked)
    }

    private static let library = report(
        "Library", [("Caches", .directory, 3_000), ("Preferences", .directory, 1_000), ("note", .file, 10)])

    @Test("Enter descends, h goes up to the row that one came from, and o goes to the item")
    func descends() throws {
        var (scene, asked) = Self.opened()
        try scene.answer(usage: asked, with: Self.library)
        #expect(scene.frame().text.contains("Caches/") && scene.frame().text.contains("75 %"))
        asked = scene.pressing("j", "Enter")
        try scene.answer(usage: asked, with: Self.report("Library/Preferences", [("p.plist", .file, 1_000)]))
        #expect(scene.frame().text.contains("p.plist") && scene.frame().text.contains("100 %"))
        try scene.answer(usage: scene.pressing("h"), with: Self.library)
        #expect(scene.state.panels.current?.cursor == 1)
        scene.perform("o")
        scene.answer()
        #expect(scene.state.panels.current == nil && scene.path == "Library")
    }

    @Test("the bars have colours that stay under the cursor, and the row under it is put in words")
    func colors() throws {
        var mixed = Usage()
        (mixed[.backedUp], mixed[.purgeable]) = (1_500, 1_500)
        var report = UsageReport(path: "Library")
        report.rows = [UsageReport.Row(name: Array("Mixed".utf8), kind: .directory, usage: mixed)]
        report.total = mixed
        var (scene, asked) = Self.opened()
        try scene.answer(usage: asked, with: report)
        let frame = scene.frame()
        let row = try #require(frame.position(of: "Mixed/")).row
        let style = UsageBarStyle(scene.state.screen)
        let styles = frame.row(row).filter { $0.base == "█" }.map(\.style.foreground)
        #expect(scene.state.panels.current?.cursor == 0 && styles.count > 20)
        let colors = [StorageClass.backedUp, .purgeable].map { style.color(of: $0)?.foreground }
        #expect(styles.first == colors[0] && styles.last == colors[1])
        #expect(frame.row(row).contains { $0.style == scene.state.screen.theme[.cursor] })
        #expect(
            scene.state.panels.current?.subject(scene.state)?.description
                == "Mixed: 1.5 KB backed up, 1.5 KB purgeable")
        // The bar ends at the border.
        #expect(frame[Position(column: frame.size.columns - 3, row: row)].base == "█")
    }

    @Test(
        "a share is never rounded to nothing or to everything",
        arguments: [
            (0, 1_000, ""), (0, 0, ""), (1, 1 << 40, "<1 %"), (4, 1_000, "<1 %"), (5, 1_000, "1 %"),
            (500, 1_000, "50 %"),
            (999, 1_000, "99 %"), (1_000, 1_000, "100 %"), (2_000, 1_000, "100 %"),
        ] as [(UInt64, UInt64, String)])
    func shares(size: UInt64, total: UInt64, shown: String) {
        var (one, all) = (Usage(), Usage())
        one[.other] = size
        all[.other] = total
        #expect(UsagePanel.share(of: one, in: all) == shown)
    }

    @Test(
        "no screen is too narrow or too wide",
        arguments: [Array(1...80), Array(stride(from: 81, through: 500, by: 7))].flatMap(\.self))
    func widths(columns: Int) throws {
        var report = Self.report(
            "Library", [("Caches", .directory, 1 << 40), ("旅行の写真アルバム", .directory, 1_000), ("nothing", .file, 0)])
        report.total.unreadable = 1
        var scene = Scene.opened(.odd, at: "Library", columns: columns, rows: 24)
        let effects = scene.pressing("U")
        try scene.answer(usage: effects, with: report)
        for ascii in [false, true] {
            scene.change { $0.screen.adopt(theme: RoleMap.theme, isASCII: ascii) }
            let frame = scene.frame()
            let rows = UsagePanel(report, in: Scene.oddRoot).rows(scene.state)
            #expect(rows.suffix(3).allSatisfy { $0.text.width <= max(10, columns - 4) })
            #expect(rows.suffix(3).flatMap(\.paints).allSatisfy { $0.columns.upperBound <= max(0, columns - 4) })
            guard columns >= 40 else { continue }
            #expect(frame.text.contains("<1 %") && frame.text.contains("Caches/"))
            #expect(frame.text.contains(ascii ? "# backed up" : "█ backed up"))
        }
    }

    @Test("/ leaves the rows with a text in their names, Enter descends into one, and Esc shows all rows again")
    func filtered() throws {
        var (scene, asked) = Self.opened()
        try scene.answer(usage: asked, with: Self.library)
        _ = scene.pressing("/")
        scene.type("PREF")
        var text = scene.frame().text
        #expect(text.contains("Usage: PREF") && text.contains("Preferences/") && !text.contains("note"), "\(text)")
        #expect(text.contains("25 %"), "the share is that of all")
        // It stays while the figures grow.
        try scene.answer(usage: asked, with: Self.library)
        #expect(!scene.frame().text.contains("note"))
        scene.press("Esc")
        text = scene.frame().text
        #expect(text.contains("note") && scene.state.panels.current?.cursor == 1, "\(text)")
        _ = scene.pressing("/")
        scene.type("zzz")
        #expect(scene.frame().text.contains("No name matches."))
        for _ in 0..<3 { scene.press("Backspace") }
        scene.type("pre")
        asked = scene.pressing("Enter")
        try scene.answer(usage: asked, with: Self.report("Library/Preferences", [("p.plist", .file, 1_000)]))
        text = scene.frame().text
        #expect(text.contains("p.plist") && text.contains("Usage (/ finds)"), "\(text)")
    }

    @Test("while figures grow, the cursor stays on its row; after Esc no answer opens the view again")
    func grows() throws {
        var (scene, asked) = Self.opened()
        try scene.answer(usage: asked, with: Self.library)
        _ = scene.pressing("j")
        let grown = Self.report(
            "Library", [("Preferences", .directory, 9_000), ("Caches", .directory, 3_000), ("note", .file, 10)])
        try scene.answer(usage: asked, with: grown)
        #expect(scene.state.panels.current?.cursor == 0 && scene.frame().text.contains("counting"))
        scene.perform("Esc")
        try scene.answer(usage: asked, with: grown)
        #expect(scene.state.panels.current == nil)
    }
}

extension Scene {
    /// Presses keys, and returns the effects instead of answering them.
    mutating func pressing(_ keys: KeySequence...) -> [BrowserEffect] {
        for key in keys.flatMap(\.keys) { send(.input(.key(key))) }
        return takeEffects()
    }

    fileprivate mutating func answer(usage effects: [BrowserEffect], with report: UsageReport) throws {
        let asked = effects.filter { effect in
            guard case .ask(let request) = effect else { return false }
            return request is QueryRequest<UsageQuery>
        }
        let effect = try #require(asked.first)
        reply(to: effect, UsageQuery.self, report)
    }
}
