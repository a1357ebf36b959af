import ContainerModel
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Undo and redo", .onManyThreads)
struct UndoTests {
    private func code(_ body: () throws -> Outcome) -> TransactionError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? TransactionError)?.code
        }
    }

    @Test("the last operation is undone first, and a new one discards the operations that could be redone")
    func order() throws {
        let scene = try Scene()
        let states = try (1...3).map { number in
            try scene.execute(.makeDirectory(scene.inContainer("Documents/\(number)")))
            return try scene.state()
        }
        try scene.undo()
        #expect(try scene.state() == states[1])
        try scene.undo()
        #expect(try scene.state() == states[0])
        #expect(try scene.journal.entries().map(\.state) == [.done, .undone, .undone])
        try scene.redo()
        #expect(try scene.state() == states[1])
        try scene.execute(.makeDirectory(scene.inContainer("Documents/other")))
        #expect(code { try scene.redo() } == .notFound)
        try scene.undo(.number(1))
        #expect(try scene.journal.entries().map(\.state) == [.undone, .done, .undone, .done])
        #expect(code { try scene.undo(.number(1)) } == .notFound)
        #expect(code { try scene.undo(.number(99)) } == .notFound)
    }

    @Test("an item changed since stays, or is moved to the trash as it is now")
    func changed() throws {
        let scene = try Scene()
        try scene.write("host/Album/a.txt", "a")
        try scene.execute(.copy(scene.onHost("Album"), to: scene.inContainer("Documents/Album")))
        try scene.write("container/Documents/Album/a.txt", "changed")
        let now = try scene.state()
        let error = #expect(throws: TransactionError.self) { try scene.undo() }
        #expect(error?.code == .changed)
        #expect(error?.message.contains("Album/a.txt has been changed since") == true)
        #expect(try scene.state() == now)
        try scene.undo(changed: .moveToTrash)
        #expect(try readFile(scene.home("data/Trash/files/Album/a.txt")) == Array("changed".utf8))
    }

    @Test("a cancelled undo changes nothing")
    func cancelled() throws {
        let scene = try Scene()
        for name in ["a", "b"] { try scene.write("container/Documents/\(name)", name) }
        try scene.execute(
            scene.plan(["a", "b"].map { .trash(try scene.inContainer("Documents/\($0)")) }))
        let now = try scene.state()
        let cancellation = Cancellation()
        cancellation.cancel()
        let outcome = try scene.journal.undo(progress: ProgressMeter(), cancellation: cancellation)
        #expect(outcome.state == .rolledBack)
        #expect(try scene.state() == now)
        #expect(try scene.journal.entries().map(\.state) == [.done])
        #expect(try scene.journal.recover().isEmpty)
        try scene.undo()
        #expect(try scene.trashed() == [])
    }

    @Test("an item in the way is named, and nothing is undone")
    func conflict() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        try scene.write("container/Documents/b", "b")
        try scene.execute(
            .trash(scene.inContainer("Documents/a")), .trash(scene.inContainer("Documents/b")))
        try scene.write("container/Documents/a", "another")
        let now = try scene.state()
        let error = #expect(throws: TransactionError.self) { try scene.undo() }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("Documents/a") == true)
        #expect(try scene.state() == now)
        #expect(try scene.trashed().count == 2)
    }

    @Test("an item that replaced the created one is not mistaken for it")
    func replaced() throws {
        let scene = try Scene()
        try scene.execute(.writeFile(scene.inContainer("Documents/a"), [0x61]))
        try scene.write("container/Documents/new", "new")
        rename(scene.home("container/Documents/new"), scene.home("container/Documents/a"))
        #expect(code { try scene.undo(changed: .moveToTrash) } == .conflict)
        #expect(try readFile(scene.home("container/Documents/a")) == Array("new".utf8))
    }

    @Test("an item that has been deleted from the trash cannot be restored, and the error says so")
    func emptied() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        try scene.execute(.trash(scene.inContainer("Documents/a")))
        unlink(scene.home("data/Trash/files/a"))
        let error = #expect(throws: TransactionError.self) { try scene.undo() }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("no longer in the trash") == true)
    }

    @Test("changes by undone operations do not prevent undo, but changes by another program do")
    func chain() throws {
        let scene = try Scene()
        try scene.write("host/Album/a", "a")
        try scene.write("host/one", "one")
        let before = try scene.state()
        for somebodyEdits in [false, true] {
            func item(_ name: String) throws -> ItemAddress { try scene.inContainer("Documents/\(name)") }
            try scene.execute(
                .copy(scene.onHost("Album"), to: item("Album")), .copy(scene.onHost("one"), to: item("one")))
            try scene.execute(.move(item("one"), to: item("two")))
            try scene.execute(.trash(item("Album/a")))
            try scene.execute(.setAttribute(item("two"), name: "user.test", value: [1]))
            if somebodyEdits { try scene.write("container/Documents/two", "other") }
            for _ in 0..<2 { try scene.undo() }
            try scene.undo()
            guard somebodyEdits else {
                try scene.undo()
                #expect(try scene.state() == before)
                continue
            }
            let error = #expect(throws: TransactionError.self) { try scene.undo() }
            #expect(error?.code == .changed)
            #expect(error?.message.contains("Documents/one has been changed since") == true)
        }
    }

    @Test("an undo that failed and was taken back is no change: the next one is carried out", arguments: 1...3)
    func failedUndo(number: Int) throws {
        let scene = try Scene()
        for name in ["a", "sub/x", "sub/deep/y", "z"] { try scene.write("host/\(name)", "contents of \(name)") }
        let before = try scene.state()
        let names = ["a", "Documents/a", "sub", "Documents/sub", "z", "Documents/z"]
        let made = try runCommand(
            scene.probe(["copy", "host:\(scene.host)", "container:\(scene.container)"] + names))
        #expect(made.status == 0, "\(made.text)")
        let after = try scene.state()
        let failed = try runCommand(
            ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=renameat2:error=EIO:when=\(number)"]
                + scene.probe("undo"))
        #expect(failed.status == 1, "\(failed.text)")
        #expect(try scene.journal.recover().items.allSatisfy { $0.result == .rolledBack })
        #expect(try scene.state() == after)
        #expect(try scene.undo().state == .done)
        #expect(try scene.state() == before)
    }

    @Test(
        "a directory that its owner may not write in is moved, and keeps its mode",
        .enabled(if: isRoot, "only root can become another user"))
    func unwritable() throws {
        let scene = try Scene()
        try scene.write("container/Documents/closed/file", "contents")
        try scene.home.makeDirectory("container/Library")
        scene.giveAway()
        let path = scene.container + "/Documents/closed"
        #expect(chmod(path, 0o555) == 0)
        let before = try scene.state()
        try withoutPrivileges {
            #expect(try scene.execute(.trash(scene.inContainer("Documents/closed"))).state == .done)
            #expect(try scene.undo().state == .done)
            let moved = try scene.execute(
                .move(scene.inContainer("Documents/closed"), to: scene.inContainer("Library/closed")))
            #expect(moved.state == .done)
            #expect(try scene.undo().state == .done)
        }
        scene.takeBackState()
        #expect(try scene.state() == before)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o555)
    }
}
