import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Modes and times of directories", .onManyThreads)
struct DirectoryStatusTests {
    private func status(_ path: String) throws -> (mode: UInt16, modified: Int64) {
        let root = try RootedDirectory(hostPath: Array(path.utf8))
        let status = try ItemStatus(of: root.descriptor, path: .root)
        return (status.permissions, status.modified)
    }

    private static let new = DirectoryStatus(
        permissions: DirectoryPermissions(mode: 0o750),
        modified: DirectoryStatus.Moment(seconds: 1_500_000_000, nanoseconds: 7))

    @Test(
        "a directory, and a container itself, gets its mode and its time after everything in it",
        arguments: ["Documents", ""])
    func set(path: String) throws {
        let scene = try Scene()
        try scene.write("host/file", "new")
        let directory = try scene.inContainer(path)
        let place = path.isEmpty ? scene.container : "\(scene.container)/\(path)"
        let target = try #require(directory.entry("file".utf8))
        let before = try status(place)
        let outcome = try scene.execute(
            .setStatus(directory, Self.new), .copy(try scene.onHost("file"), to: target))
        #expect(outcome.state == .done)
        let after = try status(place)
        #expect(after.mode == 0o750 && after.modified == 1_500_000_000)
        #expect(outcome.doneCount == 1)
        try scene.undo()
        #expect(try status(place).mode == before.mode)
        try scene.redo()
        #expect(try status(place).mode == 0o750)
        try scene.expectNoRests()
    }

    @Test("an undo does not change a mode that was changed since")
    func changedSince() throws {
        let scene = try Scene()
        try scene.execute(.setStatus(try scene.inContainer("Documents"), Self.new))
        #expect(chmod("\(scene.container)/Documents", 0o700) == 0)
        let error = #expect(throws: TransactionError.self) { try scene.undo() }
        #expect(error?.code == .conflict)
        #expect(try status("\(scene.container)/Documents").mode == 0o700)
    }

    @Test("a file has no such change")
    func file() throws {
        let scene = try Scene()
        try scene.write("container/Documents/file", "text")
        let plan = try scene.plan([.setStatus(try scene.inContainer("Documents/file"), Self.new)])
        #expect(plan.refusals.map(\.code) == [.unsupportedItem])
    }

    @Test("the journal's records of it are read as they were written")
    func records() throws {
        let root = Root(.container, at: Array("/c".utf8))
        let owners = [0, UInt32.max].map { DirectoryPermissions.Owner(user: $0, group: 501) }
        let both = [nil, owners].map { owners in
            (
                old: DirectoryPermissions(mode: 0o755, owner: owners?[0]),
                new: DirectoryPermissions(mode: 0o4700, owner: owners?[1])
            )
        }
        for path in [ContainerPath.root, "Library/Caches"] {
            let at = ItemAddress(root, path)
            let item = StagedItem(
                index: 3, undoRecords: both.map { .permissions(at, old: $0.old, new: $0.new) },
                steps: both.map { .permissions(at: at, old: $0.old, new: $0.new) },
                cleanups: [.setModified(at, DirectoryStatus.Moment(seconds: -1, nanoseconds: 999_999_999))])
            let record = JournalRecord.intend(7, [item])
            #expect(JournalRecord(record.encoded([root])[...], [root]) == record)
        }
    }

    @Test("a restoration that is cancelled takes back what was done")
    func cancelled() throws {
        let scene = try Scene()
        for number in 0..<9_000 { try scene.write("container/Documents/\(number)", "") }
        let before = try scene.state()
        let plan = try scene.plan(
            try (0..<9_000).map { .trash(try scene.inContainer("Documents/\($0)")) }, onError: .rollBack, as: .restore)
        let cancellation = Cancellation()
        let observer = ProgressMeter.Observer(ProgressMeter.Pacing(after: 0, every: 0)) { found in
            if found.filesDone > 4_096 { cancellation.cancel() }
        }
        let outcome = try Transaction.execute(
            plan, in: scene.environment, roots: scene.roots, progress: ProgressMeter(observer),
            cancellation: cancellation)
        #expect(outcome.state == .cancelled && outcome.doneCount == 0)
        #expect(try scene.state() == before)
        try scene.expectNoRests()
    }
}
