import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Queries
import Reports
import Screen
import Search
import System
import Testing

@testable import Browser

@Suite("Answers of workers")
struct StaleAnswerTests {
    @Test("answers to older requests change nothing")
    func stale() {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.press("g c")
        let old = scene.takeEffects()
        let listing = scene.state.panes.listing!
        let asked = [
            scene.state.panes.describe([0], of: listing), scene.state.panes.measure(EntryList(), of: listing),
            scene.state.panes.arrange(listing),
        ]
        scene.perform("g l")
        let before = scene.frame()
        for effect in asked {
            scene.reply(to: effect, DescribeQuery.self, .init(missing: [0]))
            let error = FileTreeError(errno: EIO, operation: "read", path: listing.path)
            scene.reply(to: effect, DescribeQuery.self, .init(failure: error))
            scene.reply(to: effect, MeasureQuery.self, MetadataTable(count: 1))
            scene.reply(to: effect, ArrangeQuery.self, .init(.init(order: [0, 1, 2])))
        }
        for effect in old {
            // Answers about a directory have a ticket; those about the tree and the sizes are valid at any time.
            if case .readDirectory(let request) = effect {
                scene.send(
                    .directory(
                        .failed(
                            request.ticket, request.path,
                            FileTreeError(errno: EIO, operation: "read", path: request.path))))
            }
            for event in scene.world.answers(to: effect) { scene.send(event) }
        }
        #expect(scene.path == "Library" && scene.names == ["Caches", "Preferences"])
        #expect(scene.frame() == before)
    }

    @Test("of two requested paths, the later one is shown, whichever is found first")
    func destination() {
        for isLateFirst in [false, true] {
            var scene = Scene.opened(.odd)
            let first = scene.named("Documents")
            let second = scene.named("Library/Caches")
            for request in isLateFirst ? [second, first] : [first, second] {
                for reply in scene.world.replies(to: request) { scene.send(.answered(reply)) }
            }
            scene.answer()
            #expect(scene.path == "Library/Caches")
        }
    }

    @Test("a path that cannot be found is reported, and the directory stays")
    func failure() {
        var scene = Scene.opened(.odd)
        scene.perform("g /")
        scene.type("nowhere/at all")
        scene.perform("Enter")
        #expect(
            scene.state.panels.message?.text == "nowhere/at all: no such file or directory"
                && scene.state.panels.message?.isError == true)
        #expect(scene.path == .root)
    }

    @Test("the order of an earlier filter is dropped")
    func staleOrder() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("/", "1")
        let old = scene.takeEffects()
        scene.perform("9")
        for effect in old {
            for event in scene.world.answers(to: effect) { scene.send(event) }
        }
        #expect(scene.names.count == 12)
    }

    @Test("an order that cannot be found is reported, and the next one is awaited anew", arguments: [false, true])
    func failedOrder(isStale: Bool) throws {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.press("s", "s")
        let listing = try #require(scene.state.panes.listing)
        #expect(listing.isArranging)
        scene.change { $0.panes.listing?.isArrangementStale = isStale }
        let effect = try #require(scene.takeEffects().last { $0.asks(ArrangeQuery.self) != nil })
        guard case .ask(let request) = effect else { return }
        scene.send(.answered(request.reply(QueryFailure("it cannot be sorted"))))
        #expect(scene.state.panels.message?.text == "it cannot be sorted")
        // What has been read since the request was sent is sorted then.
        let asked = scene.takeEffects().filter { $0.asks(ArrangeQuery.self) != nil }
        #expect(asked.count == (isStale ? 1 : 0) && scene.state.panes.listing?.isArranging == isStale)
    }

    @Test("a directory that vanished is reported, and its parent can be entered")
    func vanished() {
        var scene = Scene.opened(.odd, at: "Documents/empty")
        scene.world.directories["Documents/empty"] = nil
        scene.world.directories["Documents"]?.removeAll { $0.name.elementsEqual("empty".utf8) }
        scene.perform("^l")
        #expect(scene.state.panes.listing?.failure?.code == .notFound)
        #expect(scene.frame().text.contains("could not open the directory"))
        scene.perform("h")
        #expect(scene.path == "Documents" && scene.state.panes.listing?.failure == nil && !scene.names.isEmpty)
    }

    @Test("an item in the place of a standard directory is described by its real kind")
    func fault() {
        var scene = Scene.opened(.faulty)
        scene.perform("g d")
        #expect(scene.state.details.lines.contains { $0.words == "symbolic link" })
        #expect(!scene.state.details.lines.contains { $0.words.contains("list its contents") })
    }

    @Test("a directory that exists again is shown")
    func returned() {
        var scene = Scene.opened(.odd, at: "Documents/empty")
        let directories = scene.world.directories
        scene.world.directories["Documents/empty"] = nil
        scene.perform("^l")
        scene.world.directories = directories
        scene.perform("^l")
        #expect(scene.state.panes.listing?.failure == nil)
    }

    @Test("an entry that turns out to be missing causes a reload, which keeps the cursor")
    func missingEntry() {
        var scene = Scene.opened(.odd, at: "Library/Caches", rows: 20)
        scene.perform("^f")
        let current = scene.current
        scene.world.directories["Library/Caches"]?.removeFirst()
        let effect = scene.state.panes.describe([0], of: scene.state.panes.listing!)
        scene.reply(to: effect, DescribeQuery.self, .init(missing: [0]))
        let reads = scene.history.last { if case .readDirectory = $0 { true } else { false } }
        #expect(reads != nil)
        scene.answer()
        #expect(scene.names.count == 199 && scene.current == current)
    }

    @Test("the cursor stays on its entry while a directory is still being read")
    func growing() {
        var scene = Scene.opened(.odd)
        scene.press("g c")
        let request = scene.takeEffects().compactMap { effect -> DirectoryRequest? in
            if case .readDirectory(let request) = effect { request } else { nil }
        }.first!
        var snapshot = DirectorySnapshot(
            ticket: request.ticket, path: request.path,
            entries: EntryList([(Array("m".utf8), .file), (Array("n".utf8), .file)]),
            order: [0, 1], stage: .reading)
        scene.send(.directory(.read(snapshot)))
        scene.press("j")
        #expect(scene.current == "n")
        snapshot.entries = EntryList(["m", "n", "a", "z"].map { (Array($0.utf8), .file) })
        snapshot.order = [2, 0, 1, 3]
        snapshot.stage = .complete
        scene.send(.directory(.read(snapshot)))
        #expect(scene.current == "n")
    }

    @Test("moving the cursor overrides the entry that was wanted before")
    func movedMeanwhile() {
        var scene = Scene.opened(.odd, at: "Library/Caches")
        scene.press("s", "n")
        let answers = scene.takeEffects()
        scene.press("j", "j")
        let current = scene.current
        for effect in answers {
            for event in scene.world.answers(to: effect) { scene.send(event) }
        }
        #expect(scene.current == current)
    }

    @Test("the size of a directory is shown while it is counted, and as a minimum if something is unreadable")
    func counted() {
        var scene = Scene.opened(.odd)
        var total = DirectoryTotal()
        total.bytes = 3_000_000
        let effect = scene.state.panes.count(.container, ["tmp"])
        scene.reply(to: effect, CountQuery.self, ["tmp": total])
        #expect(scene.frame().text.contains("2.9 MB…"))
        total.isComplete = true
        total.unreadable = 1
        scene.reply(to: effect, CountQuery.self, ["tmp": total])
        #expect(scene.frame().text.contains("≥2.9 MB"))
    }

    @Test("each directory in view is counted once until a reload")
    func countedOnce() {
        var scene = Scene.opened(.odd)
        func counts() -> [ContainerPath] {
            scene.asked(CountQuery.self).flatMap(\.directories)
        }
        scene.perform("j", "k", "l", "h")
        #expect(Set(counts()).count == counts().count)
        let before = counts().count
        scene.perform("^l")
        #expect(counts().count > before)
    }

    @Test("^c cancels with a message, and q and F10 quit")
    func cancelAndQuit() {
        var scene = Scene.opened()
        scene.press("^c")
        guard case .cancel(.all)? = scene.takeEffects().first else {
            Issue.record("nothing is cancelled")
            return
        }
        #expect(scene.state.panels.message != nil)
        for key in ["q", "F10"] as [KeySequence] {
            scene.press(key)
            guard case .quit? = scene.takeEffects().first else {
                Issue.record("\(key) does not quit")
                return
            }
        }
    }

    @Test("an unbound key is reported, and the next key removes the message")
    func unknownKey() {
        var scene = Scene.opened()
        scene.perform("M-x")
        #expect(scene.state.panels.message?.text.contains("M-x is not bound here") == true)
        scene.perform("j")
        #expect(scene.state.panels.message == nil)
        scene.perform("g", "x")
        #expect(
            scene.state.panels.message?.text.contains("g x is not bound here") == true
                && scene.state.keys.pending.isEmpty)
        scene.perform("g", "Esc")
        #expect(scene.state.panels.message == nil && scene.state.keys.pending.isEmpty)
    }
}

extension Scene {
    /// Types a path to go to, and returns the unanswered query about it.
    fileprivate mutating func named(_ path: String) -> any PendingQuery {
        press("g /")
        type(path)
        press("Enter")
        let asked = takeEffects().compactMap { effect -> (any PendingQuery)? in
            guard case .ask(let request) = effect, request is QueryRequest<LocateQuery> else { return nil }
            return request
        }
        return asked[0]
    }
}
