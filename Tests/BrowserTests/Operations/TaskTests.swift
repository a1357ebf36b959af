import ContainerModel
import FileSharing
import FileTree
import Inspection
import Jobs
import Previews
import Queries
import Screen
import Search
import Testing

@testable import Browser

@Suite("Tasks")
struct TaskTests {
    /// Returns a report about the counting of a directory.
    private static func count(
        _ number: Int = 1, _ stage: TaskState = .running, after seconds: UInt64 = 1, bytes: UInt64 = 0
    ) -> BackgroundTask {
        let request = BrowserEffect.ask(UsageQuery(below: "Library"), for: .background) { _, _ in [] }
        var task = BackgroundTask(number: number, title: "count usage", subject: "Library", effect: request)
        task.stage = stage
        task.progress = Progress(
            filesDone: bytes / 1_024, filesTotal: 0, bytesDone: bytes, bytesTotal: 0, name: [],
            nanoseconds: seconds * 1_000_000_000)
        return task
    }

    private static func opened(columns: Int = 140) -> Scene {
        Scene.opened(.odd, at: "Documents", columns: columns, rows: 24)
    }

    private static func top(_ scene: inout Scene) -> String {
        scene.frame().text.split(separator: "\n").first.map(String.init) ?? ""
    }

    private static func notes(_ scene: Scene) -> [String] {
        scene.history.compactMap { if case .terminal(.notify(let text)) = $0 { text } else { nil } }
    }

    @Test("a long count is listed with its subject, its amount and its rate until it is done")
    func count() {
        var scene = Self.opened(columns: 80)
        for second in 1...3 as ClosedRange<UInt64> {
            scene.send(.task(Self.count(after: second, bytes: second * 1_024 * 1_024)))
        }
        scene.perform("w")
        let row = scene.frame().text.split(separator: "\n").first { $0.contains("count usage") } ?? ""
        #expect(row.contains("count usage Library"))
        #expect(row.contains("1.0 MB/s · 3,072 files, 3.0 MB"), "\(row)")
        scene.send(.task(Self.count(1, .done, after: 4)))
        #expect(scene.frame().text.contains("Nothing has been done yet."))
    }

    @Test("a search in contents stays in the list with its results, and Enter shows them again")
    func contentsSearch() throws {
        var scene = Self.opened()
        scene.perform("F")
        scene.type("needle")
        scene.press("Enter")
        let effects = scene.takeEffects()
        let request = try #require(effects.first { if case .readDirectory = $0 { true } else { false } })
        var task = BackgroundTask(number: 1, title: "find in contents", subject: "Documents", effect: request)
        scene.send(.task(task))
        scene.press("w")
        #expect(scene.frame().text.contains("find in contents “needle” Documents"))
        scene.press("Esc")
        for effect in effects {
            for event in scene.world.answers(to: effect) { scene.send(event) }
        }
        task.stage = .done
        scene.send(.task(task))
        let count = scene.state.panes.listing?.entries.count ?? 0
        scene.perform("Esc", "w")
        let text = scene.frame().text
        #expect(scene.state.panes.listing?.isFlat == false)
        #expect(text.contains("find in contents “needle” Documents: \(count) file") && !text.contains("r tries again"))
        scene.perform("Enter")
        #expect(scene.state.panes.listing?.reach.question?.text == "needle" && scene.state.panels.current == nil)
        // The same search made again takes the place of the one before.
        task = BackgroundTask(number: 2, title: "find in contents", subject: "Documents", effect: request)
        scene.send(.task(task))
        task.stage = .done
        scene.send(.task(task))
        #expect(scene.state.tasks.entries.count == 1)
    }

    @Test("tasks without a size are counted in items")
    func items() {
        var scene = Self.opened()
        var task = Self.count()
        task.progress.filesDone = 12_345
        scene.send(.task(task))
        scene.perform("w")
        #expect(scene.frame().text.contains("12,345 items") && !scene.frame().text.contains("0 B │"))
    }

    @Test("where the total is known, a task shows a bar, its share and the time left")
    func total() {
        var scene = Self.opened(columns: 80)
        var task = Self.count()
        for second in 1...5 as ClosedRange<UInt64> {
            task.progress = Progress(
                filesDone: second * 100, filesTotal: 1_000, bytesDone: 0, bytesTotal: 0, name: [],
                nanoseconds: second * 1_000_000_000)
            scene.send(.task(task))
        }
        scene.perform("w")
        #expect(scene.frame().text.contains("50% · 0:05 left · 100 files/s · 500 of 1,000"))
    }

    @Test("a task without progress shows how long it has been running")
    func duration() {
        var scene = Self.opened()
        scene.send(.task(Self.count(after: 65)))
        scene.perform("w")
        #expect(scene.frame().text.contains("1:05"))
    }

    @Test("x cancels the task under the cursor alone, which stays to be tried again with the same request")
    func cancel() throws {
        var scene = Self.opened()
        scene.send(.task(Self.count(1)))
        scene.send(.task(Self.count(2)))
        scene.perform("w", "j", "x")
        #expect(scene.history.compactMap { if case .cancel(.task(let number)) = $0 { number } else { nil } } == [1])
        scene.send(.task(Self.count(1, .stopped)))
        #expect(scene.frame().text.contains("cancelled") && scene.frame().text.contains("r tries again"))
        let before = scene.asked(UsageQuery.self).count
        scene.press("r")
        #expect(scene.asked(UsageQuery.self).count == before + 1)
        #expect(scene.state.tasks.entries.count == 1)
    }

    @Test("a task that was stopped because its result is no longer needed disappears")
    func stopped() {
        var scene = Self.opened()
        scene.send(.task(Self.count()))
        scene.send(.task(Self.count(1, .stopped)))
        #expect(scene.state.tasks.entries.isEmpty)
    }

    @Test("a query whose answer would be dropped is cancelled and not listed")
    func stale() {
        var scene = Self.opened()
        let request = BrowserEffect.ask(UsageQuery(below: "Library"), for: .viewing(.none.next)) { _, _ in [] }
        scene.send(.task(BackgroundTask(number: 9, title: "search", subject: nil, effect: request)))
        #expect(scene.history.compactMap { if case .cancel(.task(let number)) = $0 { number } else { nil } } == [9])
        #expect(scene.state.tasks.entries.isEmpty)
    }

    @Test("the list also opens over the viewer, where the top line names its key")
    func inViewer() {
        var scene = Scene.opened(at: "Library/Application Support", columns: 80, rows: 24)
        scene.perform("F3")
        scene.send(.task(Self.count(1, .failed("no"))))
        #expect(Self.top(&scene).contains("1 task failed (W)"))
        scene.perform("W")
        #expect(scene.state.panels.isShowingTasks && scene.state.viewer != nil)
        scene.perform("Esc")
        #expect(scene.state.viewer != nil && !Self.top(&scene).contains("failed"))
    }

    @Test("a search in the viewer that is cancelled in the list is over, and can be tried again")
    func viewerSearch() throws {
        var scene = Scene.opened(at: "Library/Application Support", columns: 80, rows: 24)
        scene.perform("F3", "/")
        scene.type("x")
        scene.press("Enter")
        #expect(scene.state.viewer?.isSearching == true)
        let effect = try #require(scene.takeEffects().last { $0.asks(SeekQuery.self) != nil })
        scene.send(.task(BackgroundTask(number: 1, title: "search", subject: "Library/x", effect: effect)))
        scene.press("W", "x")
        #expect(scene.state.viewer?.isSearching == false)
        scene.send(.task(Self.count(2)))
        scene.press("j", "r")
        #expect(scene.takeEffects().contains { $0.asks(SeekQuery.self) != nil })
    }

    @Test("^C keeps the cancelled tasks in the list")
    func cancelAll() {
        var scene = Self.opened()
        scene.send(.task(Self.count()))
        scene.press("^c")
        scene.send(.task(Self.count(1, .stopped)))
        scene.perform("w")
        #expect(scene.frame().text.contains("cancelled"))
    }

    @Test(
        "the top line counts the failures until the list is opened, at every width",
        arguments: [(50, "2 failed (w)"), (80, "2 tasks failed (w)"), (140, "2 tasks failed (w shows them)")])
    func unseen(columns: Int, text: String) {
        var scene = Self.opened(columns: columns)
        #expect(!Self.top(&scene).contains("failed"))
        scene.send(.task(Self.count(1, .failed("Library: \u{1b}[2J"))))
        scene.send(.task(Self.count(2, .failed("no"))))
        #expect(Self.top(&scene).contains(text))
        scene.perform("w")
        #expect(!Self.top(&scene).contains("failed"))
        #expect(scene.frame().text.contains("␛[2J"))
        scene.perform("Esc")
        #expect(!Self.top(&scene).contains("failed"))
        #expect(scene.state.tasks.entries.count == 2)
        scene.perform("w", "x")
        #expect(scene.state.tasks.entries.count == 1)
    }

    @Test("an operation that fails while it runs counts as unseen, and one that is cancelled does not")
    func unseenOperation() {
        for (ending, count) in [(OperationEnding.sampleFailed(), 1), (.sampleCancelled, 0), (.sampleDone(), 0)] {
            var scene = Self.opened()
            let ticket = scene.beginOperation(.copy([ItemAddress(.computer, "home/me/projects")], to: Self.documents))
            scene.send(.operation(ticket, .begun))
            scene.send(.operation(ticket, .ended(ending)))
            #expect(scene.state.tasks.unseenCount == count)
        }
    }

    @Test("a failed operation that is tried again is prepared anew, and asks its questions again")
    func retryOperation() {
        var scene = Self.opened()
        let copy = FileOperation.copy([ItemAddress(.computer, "home/me/old.log")], to: Self.documents)
        let ticket = scene.beginOperation(copy)
        scene.send(.operation(ticket, .ended(.sampleFailed())))
        scene.perform("Esc", "w", "r")
        let prepared = scene.history.compactMap {
            if case .operation(_, .plan(let operation, _)) = $0 { operation } else { nil }
        }
        #expect(prepared == [copy, copy])
        #expect(scene.state.panels.current?.content is ConflictPanel)
        #expect(!scene.history.contains { if case .operation(_, .run) = $0 { true } else { false } })
        #expect(scene.state.tasks.entries.count == 1)
    }

    @Test("an operation that is being prepared shows its counts, and begins anew when it runs")
    func preparing() throws {
        var scene = Self.opened()
        scene.change { state in
            _ = state.beginOperation(.copy([ItemAddress(.computer, "home/me/projects")], to: Self.documents))
        }
        let ticket = try #require(scene.state.tasks.operations.last?.ticket)
        scene.perform("w")
        #expect(scene.frame().text.contains("looking"))
        scene.send(.operation(ticket, .progress(Self.count(bytes: 3 * 1_024 * 1_024).progress)))
        #expect(scene.frame().text.contains("3,072 files, 3.0 MB"))
        scene.send(.operation(ticket, .begun))
        #expect(!scene.frame().text.contains("3.0 MB") && scene.frame().text.contains("running"))
    }

    @Test("finished operations, and those no longer on the screen, are not tried again")
    func noRetry() {
        var scene = Self.opened()
        let ticket = scene.beginOperation(.copy([ItemAddress(.computer, "home/me/projects")], to: Self.documents))
        scene.send(.operation(ticket, .ended(.sampleDone())))
        scene.perform("Esc", "w", "r")
        #expect(scene.state.panels.message?.text == "this cannot be tried again")
        let request = BrowserEffect.ask(UsageQuery(below: "Library"), for: .viewing(.none.next)) { _, _ in [] }
        var task = BackgroundTask(number: 9, title: "search", subject: nil, effect: request)
        task.stage = .failed("no")
        scene.send(.task(task))
        scene.perform("Home", "r")
        #expect(scene.state.panels.message?.text.contains("no longer on the screen") == true)
    }

    @Test("the cursor stays on its task while others begin and end")
    func cursor() {
        var scene = Self.opened()
        scene.send(.task(Self.count(1, .failed("first"))))
        scene.send(.task(Self.count(2)))
        scene.perform("w", "j")
        scene.send(.task(Self.count(3)))
        #expect(scene.state.panels.current?.cursor == 2)
        scene.send(.task(Self.count(2, .done)))
        #expect(scene.state.panels.current?.cursor == 1)
        scene.perform("x")
        #expect(scene.state.tasks.entries.count == 1)
    }

    @Test("X clears finished tasks and leaves running ones")
    func clear() {
        var scene = Self.opened()
        scene.send(.task(Self.count(1, .failed("no"))))
        scene.send(.task(Self.count(2)))
        scene.perform("w", "X")
        #expect(scene.state.tasks.entries.count == 1 && !scene.frame().text.contains("clears finished"))
    }

    @Test("a container that is left takes its tasks with it, but not the failures that the user has not seen")
    func otherContainer() {
        var scene = Self.opened()
        scene.send(.task(Self.count(1, .failed("no"))))
        scene.send(.task(Self.count(2)))
        scene.open(at: "Documents")
        scene.answer()
        #expect(scene.state.tasks.entries.count == 1)
        scene.perform("w", "r")
        #expect(scene.asked(UsageQuery.self).isEmpty)
    }

    @Test("the terminal is notified of tasks that took ten seconds, without any name, and never while covered")
    func notification() {
        var scene = Self.opened()
        scene.send(.task(Self.count(1, .done, after: 9)))
        #expect(Self.notes(scene).isEmpty)
        scene.send(.task(Self.count(2, .done, after: 10)))
        scene.send(.task(Self.count(3, .failed("secret"), after: 10)))
        scene.send(.task(Self.count(4, .stopped, after: 10)))
        #expect(Self.notes(scene) == ["sandglass: count usage finished", "sandglass: count usage failed"])
        scene.press("Z")
        scene.send(.task(Self.count(5, .done, after: 10)))
        #expect(Self.notes(scene).count == 2)
    }

    @Test("the terminal is notified of an operation that took ten seconds by its title")
    func operationNotification() {
        for seconds in [9, 10] as [UInt64] {
            var scene = Self.opened()
            let ticket = scene.beginOperation(.copy([ItemAddress(.computer, "home/me/projects")], to: Self.documents))
            scene.send(.operation(ticket, .begun))
            scene.send(.operation(ticket, .progress(World.progress(seconds))))
            scene.send(.operation(ticket, .ended(.sampleDone("import"))))
            #expect(Self.notes(scene) == (seconds == 10 ? ["sandglass: import finished"] : []))
        }
    }

    @Test("a preview that is cancelled in the list says so, and can be tried again while the cursor stays")
    func preview() throws {
        var scene = Scene.opened(at: "Library/Application Support", columns: 140, rows: 30)
        let effect = try #require(scene.history.last { $0.asks(PreviewQuery.self) != nil })
        scene.send(.task(BackgroundTask(number: 1, title: "preview", subject: "Library/x", effect: effect)))
        scene.perform("w", "x")
        scene.send(.settled)
        #expect(scene.frame().text.contains("the preview was cancelled"))
        let before = scene.asked(PreviewQuery.self).count
        scene.perform("r")
        #expect(scene.asked(PreviewQuery.self).count == before + 1)
        #expect(!scene.frame().text.contains("the preview was cancelled"))
    }

    private static let documents = Destination.directory(ItemAddress(Scene.oddRoot, "Documents"))
}
