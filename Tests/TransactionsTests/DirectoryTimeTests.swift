import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Times of directories when everything is taken back", .onManyThreads)
struct DirectoryTimeTests {
    private static let new = DirectoryStatus.Moment(seconds: 1_500_000_000, nanoseconds: 7)

    private let scene: Scene

    init() throws {
        scene = try Scene()
        for name in ["one", "two"] { try scene.write("container/Documents/\(name)", "old \(name)") }
        try scene.write("host/one", "new one")
        try scene.write("host/three", "new three")
        try setTime()
    }

    private var documents: String { scene.container + "/Documents" }

    private func setTime(_ seconds: Int = 1_000_000_000) throws {
        let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 5), count: 2)
        try #require(utimensat(AT_FDCWD, documents, times, 0) == 0)
    }

    private func time() -> [Int] {
        var status = stat()
        return lstat(documents, &status) == 0 ? [status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : []
    }

    /// A restoration that replaces, adds and removes a file of one directory, and gives that the time of its model.
    private func restoration(_ modified: DirectoryStatus.Moment = Self.new) throws -> Plan {
        let directory = try scene.inContainer("Documents")
        let changes = try ["one", "three"].map { name in
            Change.copy(try scene.onHost(name), to: try scene.inContainer("Documents/\(name)"))
        }
        return try scene.plan(
            changes + [
                .trash(try scene.inContainer("Documents/two")),
                .setStatus(
                    directory, DirectoryStatus(permissions: DirectoryPermissions(mode: 0o755), modified: modified)),
            ], .replace, onError: .rollBack, as: .restore)
    }

    @Test("undo brings the earlier time back, and redo the later one")
    func undo() throws {
        try scene.execute(try restoration())
        #expect(time() == [1_500_000_000, 7])
        for _ in 0..<2 {
            try scene.undo()
            #expect(time() == [1_000_000_000, 5])
            try scene.redo()
            #expect(time() == [1_500_000_000, 7])
        }
        try scene.expectNoRests()
    }

    @Test("undo leaves the time of a directory that something else has changed since, even in the same tick")
    func changedSince() throws {
        try scene.execute(try restoration())
        try scene.write("container/Documents/other", "of an app")
        try scene.undo()
        #expect(time()[0] > 1_600_000_000)
    }

    @Test(
        "undo and redo bring times in the future back as well",
        arguments: [[1_000_000_000, 7_258_118_400], [7_258_118_400, 1_500_000_000], [7_258_118_400, 7_889_270_400]])
    func inTheFuture(seconds: [Int]) throws {
        try setTime(seconds[0])
        try scene.execute(try restoration(DirectoryStatus.Moment(seconds: Int64(seconds[1]), nanoseconds: 7)))
        #expect(time() == [seconds[1], 7])
        for _ in 0..<2 {
            try scene.undo()
            #expect(time() == [seconds[0], 5])
            try scene.redo()
            #expect(time() == [seconds[1], 7])
        }
        try scene.expectNoRests()
    }

    @Test(
        "undo leaves the time of a directory that something else has changed since it was given one in the future",
        arguments: [nil, 7_889_270_400])
    func changedBeforeItsTime(other: Int?) throws {
        try setTime()
        try scene.execute(try restoration(DirectoryStatus.Moment(seconds: 7_258_118_400, nanoseconds: 7)))
        try scene.write("container/Documents/other", "of an app")
        if let other { try setTime(other) }
        try scene.undo()
        #expect((1_600_000_000..<7_000_000_000).contains(time()[0]))
    }

    @Test("a failure takes the times back as well")
    func failure() throws {
        let plan = try restoration()
        try #require(unlink(scene.container + "/Documents/two") == 0)
        try setTime()
        let before = try scene.state()
        #expect(try scene.execute(plan).doneCount == 0)
        #expect(try scene.state() == before && time() == [1_000_000_000, 5])
        try scene.expectNoRests()
    }

    /// Leaves the remains of a process that is killed while it makes its first copy.
    private func interrupt() throws {
        let (from, to) = (try scene.onHost("one"), try scene.inContainer("Documents/new"))
        let (log, id) = try scene.beginLog("restore", verb: "copy", from: from, to: to)
        let moment = DirectoryStatus.Moment(seconds: 1_000_000_000, nanoseconds: 5)
        let reservation = Reservation(
            directories: [to.parent], times: [DirectoryTime(directory: to.parent, modified: moment)])
        try log.append([.reserve(id.number, reservation)])
        let temporary = String(decoding: id.temporaryPrefix, as: UTF8.self) + "1"
        try scene.write("container/Documents/" + temporary, "half")
        scene.closeRoots()
    }

    @Test("the recovery after a kill takes the times back as well")
    func recovery() throws {
        try interrupt()
        #expect(time()[0] > 1_600_000_000)
        let report = try scene.journal.recover()
        #expect(report.items.map(\.result) == [.rolledBack], "\(report)")
        #expect(time() == [1_000_000_000, 5])
        try scene.expectNoRests()
    }

    @Test(
        "reservations are read as they were written",
        arguments: [[], [DirectoryStatus.Moment(seconds: -1, nanoseconds: 9)]])
    func records(times: [DirectoryStatus.Moment]) throws {
        let root = Root(.container, at: Array("/c".utf8))
        let directory = ItemAddress(root, "Library/Caches")
        let reservation = Reservation(
            directories: [directory], trashNames: [Array("name".utf8)],
            times: times.map { DirectoryTime(directory: directory, modified: $0) })
        let record = JournalRecord.reserve(7, reservation)
        #expect(JournalRecord(record.encoded([root])[...], [root]) == record)
    }
}
