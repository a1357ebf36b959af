import ContainerModel
import Inspection
import Screen
import Testing
import TimePoints

@testable import Browser

@Suite("The list of what grows")
struct GrowthTests {
    /// Opens the list.
    /// - Returns: The browser, and the query.
    private static func opened() throws -> (Scene, BrowserEffect) {
        var scene = Scene.opened(.odd)
        let asked = scene.pressing("g", "G")
        return (scene, try #require(asked.first { $0.asks(GrowthQuery.self) != nil }))
    }

    private static func report() -> GrowthReport {
        var report = GrowthReport()
        let log = GrowthReport.File("Library/Caches/log", bytes: 3 * 1_024 * 1_024, modified: 1_700_000_000)
        report.largest = [log, GrowthReport.File("Documents/file2", bytes: 2_048, modified: 0)]
        report.newest = [log]
        report.point = "before"
        report.changes = [
            GrowthReport.Change("Library/Caches/log", from: 1_024 * 1_024, to: 3 * 1_024 * 1_024),
            GrowthReport.Change("Documents/old\u{1b}[2J", from: 4_096, to: nil),
            GrowthReport.Change("Documents/file2", from: nil, to: 2_048),
        ]
        return report
    }

    @Test("the largest, the newest and the most changed files are listed")
    func sections() throws {
        var (scene, asked) = try Self.opened()
        #expect(scene.frame().text.contains("Reading the container."))
        scene.reply(to: asked, GrowthQuery.self, Self.report())
        let text = scene.frame().text
        for part in ["The largest", "The newest", "The most changed since @before", "3.0 MB", "+2.0 MB"] {
            #expect(text.contains(part), "\(part)\n\(text)")
        }
        #expect(text.contains("gone, -4.0 KB") && text.contains("new, +2.0 KB") && !text.contains("\u{1b}"), "\(text)")
    }

    @Test("Enter goes to the file, and to the directory of one that is gone")
    func going() throws {
        for (moves, target) in [(1, "Documents/file2"), (4, "Documents")] as [(Int, ContainerPath)] {
            var (scene, asked) = try Self.opened()
            scene.reply(to: asked, GrowthQuery.self, Self.report())
            for _ in 0..<moves { scene.press("j") }
            let effects = scene.pressing("Enter")
            #expect(scene.state.panels.current == nil)
            #expect(effects.contains { $0.asks(LocateQuery.self)?.path == target }, "\(effects)")
        }
    }

    @Test("without a time point, the list says how to make one; with one that has the same sizes, it says that")
    func comparisons() throws {
        var report = Self.report()
        report.changes = []
        var (scene, asked) = try Self.opened()
        scene.reply(to: asked, GrowthQuery.self, report)
        #expect(scene.frame().text.contains("No size has changed since @before."))
        report.point = nil
        (scene, asked) = try Self.opened()
        scene.reply(to: asked, GrowthQuery.self, report)
        #expect(scene.frame().text.contains("No time point to compare with; g K keeps the container as it is now."))
    }

    @Test("an empty container and one that cannot be read say so")
    func nothing() throws {
        var (scene, asked) = try Self.opened()
        scene.reply(to: asked, GrowthQuery.self, GrowthReport())
        #expect(scene.frame().text.contains("There are no files."))
        var report = GrowthReport()
        report.problem = "could not open the directory: permission denied"
        report.unreadable = 1
        (scene, asked) = try Self.opened()
        scene.reply(to: asked, GrowthQuery.self, report)
        let text = scene.frame().text
        #expect(text.contains("permission denied") && text.contains("1 item could not be read"), "\(text)")
        #expect(!text.contains("There are no files."))
    }

    @Test("an answer that comes after the list was closed is dropped")
    func late() throws {
        var (scene, asked) = try Self.opened()
        scene.press("Esc")
        scene.reply(to: asked, GrowthQuery.self, Self.report())
        #expect(scene.state.panels.current == nil)
    }
}
