import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

/// Operations on many items of one directory: two chunks and part of a third.
@Suite("Batches", .onManyThreads)
struct BatchTests {
    private static let count = 2 * TransactionRun.chunkSize + 100

    /// Returns a scene with many small files and some directories and links in one directory.
    private func scene(on parent: String = "/dev/shm", hostOn host: String? = nil) throws -> Scene {
        let scene = try Scene(on: parent, hostOn: host)
        for number in 0..<Self.count {
            switch number % 1_000 {
            case 1: try scene.write("container/Documents/many/dir \(number)/inner", "\(number)")
            case 2: try scene.home.link("container/Documents/many/link \(number)", to: "nowhere")
            default: try scene.write("container/Documents/many/file \(number)", "\(number)")
            }
        }
        return scene
    }

    private func batch(_ kind: ChangeBatch.Kind, in directory: ItemAddress) throws -> ChangeBatch {
        let handle = try RootTable().openDirectory(directory)
        let read = try DirectoryReader.read(handle, path: directory.path, cancellation: Cancellation())
        return ChangeBatch(kind, of: EntrySelection(all: read ?? EntryList()), in: directory)
    }

    private func plan(
        _ batch: ChangeBatch, of scene: Scene, onError: ErrorPolicy = .goOn, changes: [Change] = []
    ) throws -> Plan {
        try Planner(environment: scene.environment, roots: RootTable()).plan(
            ChangeSet(changes, batches: [batch]), as: .copy, onError: onError, progress: ProgressMeter(),
            cancellation: Cancellation())
    }

    @Test("a batch moved to the trash is undone and redone as a whole")
    func trash() throws {
        let scene = try scene()
        let before = try scene.state()
        let plan = try plan(try batch(.trash, in: try scene.inContainer("Documents/many")), of: scene)
        #expect(plan.itemCount == Self.count)
        #expect(plan.items.isEmpty && plan.refusals.isEmpty)
        let meter = ProgressMeter()
        let outcome = try Transaction.execute(
            plan, in: scene.environment, roots: RootTable(), progress: meter, cancellation: Cancellation())
        #expect(outcome.state == .done)
        #expect(outcome.doneCount == Self.count)
        #expect(meter.progress.filesDone == meter.progress.filesTotal)
        #expect(DiskState.lines(of: scene.container + "/Documents/many").isEmpty)
        let after = try scene.state()
        let undone = try scene.undo()
        #expect(undone.doneCount == Self.count)
        #expect(try scene.state() == before)
        #expect(try scene.trashed() == [])
        #expect(try scene.redo().doneCount == Self.count)
        #expect(try scene.state() == after)
        #expect(try scene.temporaries() == [])
    }

    @Test("a batch moved to another file system arrives complete, and undo restores it")
    func moveToAnotherDisk() throws {
        let scene = try scene(hostOn: "/tmp")
        let contents = DiskState.lines(of: scene.container + "/Documents/many")
        try (scene.other ?? scene.home).makeDirectory("host/new")
        let before = try scene.state()
        let target = try scene.onHost("new")
        let plan = try plan(
            try batch(.move(into: target), in: try scene.inContainer("Documents/many")), of: scene)
        #expect(plan.batches.map(\.method) == [.copyThenRemove])
        let outcome = try scene.execute(plan)
        #expect(outcome.state == .done)
        #expect(DiskState.lines(of: scene.host + "/new") == contents)
        #expect(DiskState.lines(of: scene.container + "/Documents/many").isEmpty)
        try scene.undo()
        #expect(try scene.state() == before)
        #expect(try scene.temporaries() == [])
    }

    @Test("an item whose name is taken leaves the batch and is decided separately")
    func conflicts() throws {
        let scene = try scene()
        try scene.write("host/file 7", "there already")
        try scene.write("host/other", "beside")
        let plan = try plan(
            try batch(.copy(into: try scene.onHost("")), in: try scene.inContainer("Documents/many")), of: scene)
        #expect(plan.items.map { Array($0.change.target?.name ?? []) } == [Array("file 7".utf8)])
        #expect(plan.undecided == [0])
        #expect(plan.batches.map(\.change.items.count) == [Self.count - 1])
        var decided = plan
        decided.decide(.skip, for: 0)
        let outcome = try scene.execute(decided)
        #expect(outcome.items.map(\.result) == [.skipped])
        #expect(outcome.batches.map { $0.count(.done) } == [Self.count - 1])
        #expect(try readFile(scene.host + "/file 7") == Array("there already".utf8))
        try scene.undo()
        #expect(DiskState.lines(of: scene.host).count == 2)
    }

    @Test("with the roll-back policy, a failure in the last chunk takes back the first")
    func rollBack() throws {
        let scene = try scene()
        let batch = try batch(.trash, in: try scene.inContainer("Documents/many"))
        let plan = try plan(batch, of: scene, onError: .rollBack)
        let last = plan.batches[0].change.items
        let name = String(decoding: last.entries.name(Self.count - 1), as: UTF8.self)
        let path = scene.container + "/Documents/many/" + name
        #expect(rename(path, path + " away") == 0)
        let before = try scene.state()
        let outcome = try scene.execute(plan)
        #expect(outcome.state == .rolledBack)
        #expect(outcome.doneCount == 0)
        #expect(try scene.state() == before)
        #expect(try scene.trashed() == [])
        #expect(DiskState.lines(of: scene.home("data/Trash/info")).count <= 1)
    }

    @Test("an item deleted after the plan fails alone")
    func gone() throws {
        let scene = try scene()
        let plan = try plan(try batch(.trash, in: try scene.inContainer("Documents/many")), of: scene)
        #expect(unlink(scene.container + "/Documents/many/file 7") == 0)
        let outcome = try scene.execute(plan)
        #expect(outcome.state == .partly)
        #expect(outcome.failures.count == 1)
        #expect(outcome.batches.map { [$0.count(.done), $0.count(.failed)] } == [[Self.count - 1, 1]])
    }

    @Test("the journal takes at most 100 bytes per item")
    func journalSize() throws {
        let scene = try scene()
        let plan = try plan(try batch(.trash, in: try scene.inContainer("Documents/many")), of: scene)
        try scene.execute(plan)
        let directory = scene.home("state/sandglass/journal")
        let size = String(decoding: try runCommand(["du", "-b", "-s", directory]).stdout, as: UTF8.self).prefix {
            $0 != "\t"
        }
        #expect(try #require(Int(size)) <= 100 * Self.count)
    }

    @Test(
        "after a kill at any time, each item is in its place or in the trash, and undo restores all", arguments: 0..<4)
    func killed(round: Int) throws {
        let scene = try scene()
        let before = try scene.state()
        let process = try start(scene.probe("trash-all", "container:\(scene.container)", "Documents/many"))
        let files = scene.home("data/Trash/files")
        // Within the first, second or third chunk, judged by the number of items in the trash.
        let wanted = round * Self.count / 4 + 1
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0, entryCount(files) < wanted { usleep(200) }
        kill(process, SIGKILL)
        wait(for: process)
        _ = try scene.journal.recover()
        #expect(try scene.journal.recover().isEmpty)
        #expect(entryCount(files) + entryCount(scene.container + "/Documents/many") == Self.count)
        #expect(entryCount(files) == entryCount(scene.home("data/Trash/info")))
        #expect(try scene.temporaries() == [])
        try scene.undo()
        #expect(try scene.state() == before)
    }

    private func entryCount(_ directory: String) -> Int {
        guard let root = try? RootedDirectory(hostPath: Array(directory.utf8)),
            let handle = try? root.openDirectory(.root),
            let entries = try? DirectoryReader.read(handle, path: .root, cancellation: Cancellation())
        else { return 0 }
        return entries.count
    }
}
