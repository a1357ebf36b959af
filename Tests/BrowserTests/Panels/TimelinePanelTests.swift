import ContainerModel
import Inspection
import Previews
import Screen
import Testing
import Timeline

@testable import Browser

@Suite("The timeline")
struct TimelinePanelTests {
    /// Opens the timeline.
    /// - Returns: The browser, and the query.
    private static func opened() throws -> (Scene, BrowserEffect) {
        var scene = Scene.opened(.odd)
        let asked = scene.pressing("g", "T")
        return (scene, try #require(asked.first { $0.asks(TimelineQuery.self) != nil }))
    }

    private static func answer(isComplete: Bool = true) -> TimelineQuery.Answer {
        var answer = TimelineQuery.Answer()
        let second: Int64 = 1_000_000
        answer.entries = [
            TimelineEntry(
                1_777_550_400 * second, .row, .app, "created", doubt: "taken for seconds since 1970",
                path: "Documents/file2", address: Array("Note/3/created".utf8)),
            TimelineEntry(
                1_777_550_000 * second, .log, .app, "", path: "Documents/file2", line: 7, offset: 300,
                text: Array("evil\u{1b}[2J line".utf8)),
            TimelineEntry(1_777_540_000 * second, .file, .file, "modified", path: "Library/Caches/log"),
            TimelineEntry(1_777_530_000 * second, .keep, .sandglass, "kept", text: Array("@before".utf8)),
        ]
        (answer.count, answer.isComplete) = (4, isComplete)
        return answer
    }

    @Test("what was found so far is shown with its number, its clocks and its doubts, and all of it is safe to show")
    func rows() throws {
        var (scene, asked) = try Self.opened()
        #expect(scene.frame().text.contains("Reading the container."))
        scene.reply(to: asked, TimelineQuery.self, Self.answer(isComplete: false))
        #expect(scene.frame().text.contains("4 times so far"))
        scene.reply(to: asked, TimelineQuery.self, Self.answer())
        let text = scene.frame().text
        for part in [
            "4 times, the newest first", " ~ Documents/file2:Note/3/created", "app created", "Documents/file2:7",
            "file modified", "@before",
        ] {
            #expect(text.contains(part), "\(part)\n\(text)")
        }
        #expect(!text.contains("so far") && !text.contains("\u{1b}"), "\(text)")
    }

    @Test("of many times, it says how many there are, and what could not be read")
    func parts() throws {
        var answer = Self.answer()
        answer.count = 1_234_567
        answer.problems = [TimelineProblem(path: "Documents/bad.db", message: "a damaged database")]
        var (scene, asked) = try Self.opened()
        scene.reply(to: asked, TimelineQuery.self, answer)
        let text = scene.frame().text
        #expect(text.contains("the newest 4 of 1,234,567 times"), "\(text)")
        #expect(text.contains("Documents/bad.db: a damaged database"), "\(text)")
    }

    @Test("Enter goes to an item, and opens a value with the values around it, or a line")
    func going() throws {
        var (scene, asked) = try Self.opened()
        scene.reply(to: asked, TimelineQuery.self, Self.answer())
        for _ in 0..<2 { scene.press("j") }
        let effects = scene.pressing("Enter")
        #expect(scene.state.panels.current == nil)
        #expect(effects.contains { $0.asks(LocateQuery.self)?.path == "Library/Caches/log" }, "\(effects)")
        for (moves, levels) in [(0, 4), (1, 1)] {
            (scene, asked) = try Self.opened()
            scene.reply(to: asked, TimelineQuery.self, Self.answer())
            for _ in 0..<moves { scene.press("j") }
            let effects = scene.pressing("Enter")
            #expect(scene.state.panels.current == nil && scene.state.viewer?.levels.count == levels)
            let asksForIt = effects.contains {
                levels > 1 ? $0.asks(ViewQuery.self) != nil : $0.asks(SeekQuery.self) != nil
            }
            #expect(asksForIt, "\(effects)")
        }
    }

    @Test("an operation can be focused, is named at 80 columns, and Enter says the whole of it")
    func operations() throws {
        var scene = Scene.opened(.odd, columns: 80, rows: 24)
        let asked = try #require(scene.pressing("g", "T").first { $0.asks(TimelineQuery.self) != nil })
        var answer = TimelineQuery.Answer()
        answer.entries = [
            TimelineEntry(
                1_777_540_000_000_000, .operation, .sandglass, "delete",
                text: Array("Documents/letter.txt, number 158, undone".utf8))
        ]
        (answer.count, answer.isComplete) = (1, true)
        scene.reply(to: asked, TimelineQuery.self, answer)
        #expect(scene.frame().text.contains("Documents/letter.txt"), "\(scene.frame().text)")
        scene.press("Enter")
        let said = "sandglass delete: Documents/letter.txt, number 158, undone"
        #expect(scene.state.panels.message?.text == said)
    }

    @Test("the search finds times by paths, addresses, lines and kinds")
    func search() throws {
        for (text, found, other) in [("note/3", "Note/3", "file modified"), ("keep", "@before", "app created")] {
            var (scene, asked) = try Self.opened()
            scene.reply(to: asked, TimelineQuery.self, Self.answer())
            scene.press("/")
            scene.type(text)
            let rows = scene.frame().text
            #expect(rows.contains(found) && !rows.contains(other), "\(rows)")
        }
    }
}
