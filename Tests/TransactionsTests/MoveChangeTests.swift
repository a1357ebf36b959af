import System
import TestSupport
import Testing

@testable import Transactions

/// A change to a source right after it was copied; none changes the size or modification time of a file.
enum LateChange: String, CaseIterable, Sendable {
    case rewrites, adds, removes, replaces, becomesDirectory, becomesFile, swaps, relinks, changesMode, rewritesLinked

    func make(_ item: String) throws {
        let script = Script.text("move_change_make")
        try Python.run(script, [item, rawValue])
    }
}

@Suite("Sources that change between being copied and being removed", .onManyThreads)
struct MoveChangeTests {
    private func scene() throws -> Scene {
        let scene = try Scene(hostOn: "/dev/shm")
        for name in ["a/one", "a/two", "b/three", "linked"] {
            try scene.write("container/Documents/item/\(name)", name == "a/two" ? "other" : "early")
        }
        try scene.home.link("container/Documents/item/link", to: "a/one")
        let item = scene.container + "/Documents/item"
        #expect(link(item + "/linked", item + "/b/second name") == 0)
        // Old enough not to be copied again as recently modified.
        try waitUntilSettled(for: 0.03, below: scene.container)
        return scene
    }

    private func words(_ scene: Scene) -> [String] {
        ["move", "container:\(scene.container)", "host:\(scene.host)", "Documents/item", "item"]
    }

    @Test("changed items are copied again before the copy gets its name", arguments: LateChange.allCases)
    func beforeTheName(change: LateChange) throws {
        let scene = try scene()
        var expected: [String] = []
        let outcome = try scene.probe(words(scene), stoppedAfter: "syncfs", number: 1) {
            try change.make(scene.container + "/Documents/item")
            expected = try TreeDescription.of(scene.container + "/Documents/item")
        }
        #expect(outcome.state == "done", "\(outcome.failures)")
        #expect(try TreeDescription.of(scene.host + "/item") == expected)
        #expect(access(scene.container + "/Documents/item", F_OK) != 0)
        try scene.expectNoRests()
    }

    @Test("items changed after the copy got its name stay at the source and are reported")
    func afterTheName() throws {
        let scene = try scene()
        // The first rename sets the source aside, the second gives the copy its name.
        let outcome = try scene.probe(words(scene), stoppedAfter: "renameat2", number: 2) {
            let aside = try #require(
                try scene.temporaries().first { $0.hasPrefix(scene.container) && !$0.contains("item") })
            try LateChange.rewrites.make(aside)
            try LateChange.adds.make(aside)
        }
        #expect(outcome.state == "partly")
        #expect(outcome.items.map(\.result) == ["partly"])
        #expect(outcome.failures.allSatisfy { $0.path.hasPrefix(scene.container + "/Documents/item/") })
        #expect(outcome.failures.allSatisfy { $0.reason.contains("another process changed it after it was copied") })
        #expect(outcome.failures.allSatisfy { $0.reason.hasSuffix("; the newer version is kept here") })
        let kept = DiskState.paths(below: scene.container + "/Documents", prefix: "").map {
            String($0.dropFirst(scene.container.count + 11))
        }
        #expect(kept == ["item", "item/a", "item/a/new", "item/a/new/x", "item/a/one", "item/top"])
        #expect(try readFile(scene.container + "/Documents/item/a/one") == Array("LATER".utf8))
        #expect(try readFile(scene.host + "/item/a/one") == Array("early".utf8))
        try scene.expectNoRests()
    }

    @Test("a source that stays gets another name if its own has been taken")
    func takenName() throws {
        let scene = try scene()
        let outcome = try scene.probe(words(scene), stoppedAfter: "renameat2", number: 2) {
            let aside = try #require(
                try scene.temporaries().first { $0.hasPrefix(scene.container) && !$0.contains("item") })
            try LateChange.rewrites.make(aside)
            try scene.write("container/Documents/item/new", "somebody else's")
        }
        #expect(outcome.state == "partly")
        #expect(outcome.failures.first?.reason.contains("item 2") == true)
        #expect(try readFile(scene.container + "/Documents/item 2/a/one") == Array("LATER".utf8))
        #expect(try readFile(scene.container + "/Documents/item/new") == Array("somebody else's".utf8))
        try scene.expectNoRests()
    }

    @Test(
        "the hard links of a file are moved separately, not reported as changed, and stay links of one file",
        arguments: [true, false])
    func severalNames(isOld: Bool) throws {
        let scene = try Scene(hostOn: "/dev/shm")
        try scene.write("container/Documents/1", "one")
        let names = ["1", "2", "3"]
        for name in names.dropFirst() {
            #expect(link(scene.container + "/Documents/1", scene.container + "/Documents/\(name)") == 0)
        }
        // A file modified just before is copied again once it is set aside.
        if isOld { try waitUntilSettled(for: 0.03, below: scene.container) }
        let changes = try names.map { Change.move(try scene.inContainer("Documents/\($0)"), to: try scene.onHost($0)) }
        let outcome = try scene.execute(scene.plan(changes))
        #expect(outcome.state == .done, "\(outcome.failures)")
        #expect(DiskState.names(in: scene.container + "/Documents") == [])
        #expect(DiskState.names(in: scene.host) == names)
        let inodes = names.map { DiskState.inode(scene.host + "/" + $0) }
        #expect(Set(inodes).count == 1 && inodes[0] != nil)
        try scene.expectNoRests()
    }

    /// The process is killed before its n-th rename, and the source is changed before recovery.
    @Test("a change made between a kill and recovery is not lost", arguments: [1, 2, 3])
    func killed(renames: Int) throws {
        let scene = try scene()
        let log = scene.home("trace")
        // There is no third rename: the last round kills the process before the first removal.
        let call = renames < 3 ? "renameat2" : "unlinkat"
        let number = renames < 3 ? renames : 1
        _ = try runCommand(
            ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)"]
                + ["-e", "inject=\(call):signal=SIGKILL:when=\(number)"] + scene.probe(words(scene)))
        let source = scene.container + "/Documents/item"
        let aside = try scene.temporaries().first { $0.hasPrefix(scene.container) && !$0.contains("item") }
        let changed = access(source, F_OK) == 0 ? source : try #require(aside)
        try LateChange.rewrites.make(changed)
        let report = try scene.journal.recover()
        #expect(report.items.count == 1)
        let places = [source, scene.host + "/item"].filter { access($0 + "/a/one", F_OK) == 0 }
        #expect(try places.contains { try readFile($0 + "/a/one") == Array("LATER".utf8) })
        #expect(try scene.temporaries() == [])
        #expect(try scene.journal.recover().isEmpty)
    }
}
