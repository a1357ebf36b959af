import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Sources on other file systems that cannot be removed as a whole", .serialized, .onManyThreads)
struct PartialRemovalTests {
    /// The operation on `Album` across two file systems.
    enum Kind: String, CaseIterable, Sendable {
        case moving, deleting

        func scene() throws -> Scene {
            // The item is on the disk of /tmp, where files can be made immutable.
            let scene = self == .moving ? try Scene(hostOn: "/dev/shm") : try Scene(on: "/dev/shm", hostOn: "/tmp")
            for name in ["one", "sub/two", "sub/three"] { try scene.write("\(side)/Album/\(name)", "\(name) in it") }
            try scene.write("\(side)/other", "other")
            return scene
        }

        var side: String { self == .moving ? "container/Documents" : "host" }

        /// The path of an item beside `Album`.
        func path(_ name: String, _ scene: Scene) -> String {
            self == .moving ? "\(scene.container)/Documents/\(name)" : "\(scene.host)/\(name)"
        }

        func words(_ scene: Scene) -> [String] {
            self == .moving
                ? ["move", "container:\(scene.container)", "host:\(scene.host)", "Documents/Album", "Album"]
                    + ["Documents/other", "other"]
                : ["trash", "host:\(scene.host)", "Album", "other"]
        }
    }

    private static let canFix: Bool = {
        let directory = TemporaryDirectory()
        guard (try? directory.write("x", to: "file")) != nil else { return false }
        let fixed = try? runCommand(["chattr", "+i", directory("file")])
        _ = try? runCommand(["chattr", "-i", directory("file")])
        return fixed?.status == 0
    }()

    @Test(
        "a tree with an immutable or append-only item stays, and the others go",
        .enabled(if: canFix, "chattr +i is not possible in /tmp"),
        arguments: Kind.allCases, [("sub/two", "+i"), ("sub/two", "+a"), ("sub", "+i")])
    func fixed(kind: Kind, item: (name: String, flag: String)) throws {
        let scene = try kind.scene()
        let before = try scene.state()
        let path = kind.path("Album/\(item.name)", scene)
        #expect(try runCommand(["chattr", item.flag, path]).status == 0)
        defer { _ = try? runCommand(["chattr", "-ia", path]) }
        let result = try runCommand(scene.probe(kind.words(scene)))
        #expect(result.status == 1 && result.text.contains("immutable or append-only"), "\(result.text)")
        func isOfAlbum(_ line: String) -> Bool { line.contains("/Album") }
        #expect(try scene.state().filter(isOfAlbum) == before.filter(isOfAlbum))
        #expect(try scene.trashed().filter(isOfAlbum) == [])
        try scene.expectNoRests("\(kind)")
        try scene.undo()
        #expect(try scene.state() == before)
    }

    /// Carries it out while calls to remove something fail from one of them on, such that a part of `Album` is removed.
    private func done(
        _ kind: Kind, from number: Int
    ) throws -> (scene: Scene, before: [String], partly: [String]) {
        let scene = try kind.scene()
        let before = try scene.state()
        // A file is copied again, and its first copy removed, if it was changed within the clock's tick before: the calls
        // would not be counted the same on every run. The time of an operation is recorded in whole seconds.
        let (made, second) = (ContinuousClock.now, time(nil))
        while time(nil) == second || made.duration(to: .now) < .milliseconds(100) { usleep(10_000) }
        let result = try runCommand(
            ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=unlinkat:error=EIO:when=\(number)+"]
                + scene.probe(kind.words(scene)))
        #expect(result.status == 1, "\(result.text)")
        _ = try scene.journal.recover()
        let partly = try scene.state()
        let album = kind == .moving ? "container./Documents/Album" : "host./Album"
        func isOfAlbum(_ line: String) -> Bool { line.hasPrefix(album) }
        let left = partly.filter(isOfAlbum).count
        try #require(left > 0 && left < before.filter(isOfAlbum).count, "\(result.text)")
        return (scene, before, partly)
    }

    @Test(
        "a source that was removed in part, which the disk refused, is whole again after an undo, and in part after a redo",
        arguments: Kind.allCases, [2, 3])
    func refused(kind: Kind, number: Int) throws {
        let (scene, before, partly) = try done(kind, from: number)
        try scene.undo()
        #expect(try scene.state() == before)
        try scene.redo()
        #expect(try scene.state() == partly)
        try scene.undo()
        #expect(try scene.state() == before)
        try scene.expectNoRests("\(kind)")
    }

    @Test(
        "changes made since to the rest of a source are not discarded without a question", arguments: Kind.allCases)
    func changedRest(kind: Kind) throws {
        let scene = try done(kind, from: 2).scene
        try scene.write("\(kind.side)/Album/new", "new")
        let now = try scene.state()
        let error = #expect(throws: TransactionError.self) { try scene.undo() }
        #expect(error?.code == .changed && error?.message.contains("Album/new") == true, "\(String(describing: error))")
        #expect(try scene.state() == now)
        try scene.undo(changed: .moveToTrash)
        #expect(try scene.trashed().contains { $0.contains("/new ") })
    }
}
