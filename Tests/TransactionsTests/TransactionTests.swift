import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Transactions", .onManyThreads)
struct TransactionTests {
    @Test("a copy is undone and redone completely")
    func copy() throws {
        let scene = try Scene()
        try scene.write("host/Album/a.txt", "a")
        let before = try scene.state()
        let outcome = try scene.execute(.copy(scene.onHost("Album"), to: scene.inContainer("Documents/Album")))
        #expect(outcome.state == .done)
        #expect(outcome.counts.files == 1 && outcome.counts.directories == 1 && outcome.counts.bytes == 1)
        let after = try scene.state()
        #expect(after.count == before.count + 2)
        try scene.undo()
        #expect(try scene.state() == before)
        #expect(try scene.trashed().count == 2)
        try scene.redo()
        #expect(try scene.state() == after)
        #expect(try scene.trashed() == [])
        #expect(try scene.journal.entries().map(\.state) == [.done])
    }

    @Test("moves within and between file systems are undone", arguments: [nil, "/dev/shm"])
    func move(parent: String?) throws {
        let scene = try Scene(hostOn: parent)
        try scene.write("host/Album/a.txt", "a")
        try scene.write("container/Documents/Album/old.txt", "old")
        let before = try scene.state()
        let plan = try scene.plan([.move(scene.onHost("Album"), to: scene.inContainer("Documents/Album"))], .replace)
        #expect(plan.items.map(\.method) == [parent == nil ? .atOnce : .copyThenRemove])
        #expect(try scene.execute(plan).state == .done)
        #expect(try runCommand(["ls", scene.host]).stdout.isEmpty)
        #expect(try scene.trashed().count == 2)
        try scene.undo()
        #expect(try scene.state() == before)
        #expect(try scene.trashed() == [])
    }

    @Test("a taken name is asked about, skipped, kept alongside or replaced, but never overwritten")
    func conflicts() throws {
        let scene = try Scene()
        try scene.write("host/a.txt", "new")
        try scene.write("container/Documents/a.txt", "old")
        let change = Change.copy(try scene.onHost("a.txt"), to: try scene.inContainer("Documents/a.txt"))
        var plan = try scene.plan([change])
        #expect(plan.undecided == [0])
        #expect(throws: TransactionError.self) { try scene.execute(plan) }
        plan.decide(.skip, for: 0)
        #expect(try scene.execute(plan).state == .nothing)
        plan.decide(.keepBoth, for: 0)
        #expect(try scene.execute(plan).state == .done)
        #expect(try readFile(scene.home("container/Documents/a 2.txt")) == Array("new".utf8))
        #expect(try readFile(scene.home("container/Documents/a.txt")) == Array("old".utf8))
        try scene.execute(change, conflicts: .replace)
        #expect(try readFile(scene.home("container/Documents/a.txt")) == Array("new".utf8))
        #expect(try readFile(scene.home("data/Trash/files/a.txt")) == Array("old".utf8))
    }

    @Test("an item that takes the name after the plan is not overwritten")
    func lateConflict() throws {
        let scene = try Scene()
        try scene.write("host/a.txt", "new")
        let plan = try scene.plan([.copy(scene.onHost("a.txt"), to: scene.inContainer("Documents/a.txt"))])
        try scene.write("container/Documents/a.txt", "somebody else's")
        let outcome = try scene.execute(plan)
        #expect(outcome.state == .nothing)
        #expect(outcome.failures.first.map(\.errno) == [EEXIST])
        #expect(try readFile(scene.home("container/Documents/a.txt")) == Array("somebody else's".utf8))
        #expect(try scene.temporaries() == [])
    }

    @Test("a destination directory that became a symbolic link to outside is refused")
    func link() throws {
        let scene = try Scene()
        try scene.write("host/a.txt", "new")
        try scene.home.makeDirectory("outside")
        let plan = try scene.plan([.copy(scene.onHost("a.txt"), to: scene.inContainer("Documents/a.txt"))])
        rmdir(scene.home("container/Documents"))
        try scene.home.link("container/Documents", to: scene.home("outside"))
        let outcome = try scene.execute(plan)
        #expect(outcome.state == .nothing)
        #expect(outcome.failures.first.map(\.errno) == [ELOOP])
        #expect(try runCommand(["ls", "-A", scene.home("outside")]).stdout.isEmpty)
    }

    @Test("a failing item leaves the others alone or rolls them back, as requested", arguments: ErrorPolicy.allCases)
    func failure(policy: ErrorPolicy) throws {
        let scene = try Scene()
        for name in ["a", "b", "c"] { try scene.write("host/\(name)", name) }
        let before = try scene.state()
        let plan = try scene.plan(
            ["a", "b", "c"].map { .move(try scene.onHost($0), to: try scene.inContainer("Documents/\($0)")) },
            onError: policy)
        unlink(scene.host + "/b")
        let outcome = try scene.execute(plan)
        let now = try scene.state()
        if policy == .rollBack {
            #expect(outcome.state == .rolledBack)
            #expect(now == before.filter { !$0.hasPrefix("host./b") })
            #expect(try scene.journal.entries().map(\.state) == [.failed])
        } else {
            #expect(outcome.state == .partly)
            #expect(outcome.items.map(\.result) == [.done, .failed, .done])
            #expect(now.filter { $0.hasPrefix("container./Documents/") }.count == 2)
            try scene.undo()
            #expect(try scene.state() == before.filter { !$0.hasPrefix("host./b") })
        }
    }

    @Test("a transaction can swap names and fill directories that it creates")
    func dependent() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        try scene.write("container/Documents/b", "b")
        let before = try scene.state()
        func item(_ name: String) throws -> ItemAddress { try scene.inContainer("Documents/\(name)") }
        let plan = try scene.plan([
            .move(item("a"), to: item("c")), .move(item("b"), to: item("a")), .move(item("c"), to: item("b")),
            .makeDirectory(item("New")), .move(item("a"), to: item("New/a")), .writeFile(item("New/empty"), []),
        ])
        #expect(plan.refusals == [] && plan.items.allSatisfy { $0.conflict == nil })
        #expect(try scene.execute(plan).state == .done)
        #expect(try readFile(scene.home("container/Documents/b")) == Array("a".utf8))
        #expect(try readFile(scene.home("container/Documents/New/a")) == Array("b".utf8))
        let after = try scene.state()
        try scene.undo()
        #expect(try scene.state() == before)
        try scene.redo()
        #expect(try scene.state() == after)
    }

    @Test("extended attributes are set, removed and restored, but refused for symbolic links")
    func attributes() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        try scene.home.link("container/Documents/link", to: "a")
        let item = try scene.inContainer("Documents/a")
        func value() throws -> String {
            let script = "import os, sys; print(os.getxattr(sys.argv[1], 'user.test'))"
            return try Python.result(of: script, [scene.home("container/Documents/a")]).text
        }
        try scene.execute(.setAttribute(item, name: "user.test", value: [0x31]))
        try scene.execute(.setAttribute(item, name: "user.test", value: [0x32]))
        #expect(try value() == "b'2'\n")
        try scene.execute(.setAttribute(item, name: "user.test", value: nil))
        #expect(try value() == "")
        try scene.undo()
        #expect(try value() == "b'2'\n")
        try scene.undo()
        #expect(try value() == "b'1'\n")
        try scene.undo()
        #expect(try value() == "")
        let plan = try scene.plan([.setAttribute(scene.inContainer("Documents/link"), name: "user.test", value: [])])
        #expect(plan.refusals.map(\.code) == [.unsupportedItem])
    }

    @Test("a transaction cancelled before it begins changes nothing")
    func cancelled() throws {
        let scene = try Scene()
        try scene.write("host/a.txt", "a")
        let before = try scene.state()
        let plan = try scene.plan([.copy(scene.onHost("a.txt"), to: scene.inContainer("Documents/a.txt"))])
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(try scene.execute(plan, cancellation: cancellation).state == .cancelled)
        #expect(try scene.state() == before)
        #expect(try scene.temporaries() == [])
    }

    @Test("a trash or a journal inside the container is refused")
    func ownFiles() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        let inside = TransactionEnvironment(
            stateDirectory: scene.environment.stateDirectory,
            trashDirectory: Array((scene.container + "/Documents/.local/Trash").utf8))
        let deletion = ChangeSet([.trash(try scene.inContainer("Documents/a"))])
        let plan = try Planner(environment: inside, roots: RootTable()).plan(
            deletion, as: .delete, progress: ProgressMeter(), cancellation: Cancellation())
        #expect(plan.refusals.map(\.code) == [.trashUnavailable])
        let stateInside = TransactionEnvironment(
            stateDirectory: Array((scene.container + "/state").utf8), trashDirectory: scene.environment.trashDirectory)
        let error = #expect(throws: TransactionError.self) {
            try Transaction.execute(
                try scene.plan(deletion.changes), in: stateInside, roots: RootTable(), progress: ProgressMeter(),
                cancellation: Cancellation())
        }
        #expect(error?.code == .refused)
        #expect(access(scene.container + "/state", F_OK) != 0)
    }
}
