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
        #expect(scene.frame().text.contains("Caches/") && scene.frame().text.contains("75%"))
        asked = scene.pressing("j", "Enter")
        try scene.answer(usage: asked, with: Self.report("Library/Preferences", [("p.plist", .file, 1_000)]))
        #expect(scene.frame().text.contains("p.plist") && scene.frame().text.contains("100%"))
        try scene.answer(usage: scene.pressing("h"), with: Self.library)
        #expect(scene.state.panels.current?.cursor == 1)
        scene.perform("o")
        scene.answer()
        #expect(scene.state.panels.current == nil && scene.path == "Library")
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
    fileprivate mutating func pressing(_ keys: KeySequence...) -> [BrowserEffect] {
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
