import ContainerModel
import FileTree
import Formats
import Inspection
import Jobs
import Queries
import Reports
import Search
import TestSupport
import Testing

@testable import Browser
@testable import Session

@Suite("Reading directories", .onManyThreads)
struct DirectoryReadingTests {
    private let fixture: SessionFixture
    /// With one thread, work is done in the order in which it is submitted.
    private let pool = WorkerPool(threads: 1)
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>

    init() throws {
        fixture = try SessionFixture()
        workers = try fixture.workers(short: pool)
        inbox = Inbox(workers.mailbox)
    }

    private func read(
        _ number: Int,
        _ directory: ItemAddress,
        order: EntryOrder = EntryOrder(),
        rows: Int = 10,
        wanted: String? = nil
    ) {
        workers.read(
            DirectoryRequest(
                ticket: Ticket(number), directory: directory,
                side: directory.root == .computer ? .computer : .container,
                order: order, filter: ListingFilter(), rows: rows,
                wanted: wanted.map { Array($0.utf8) }))
    }

    private static func snapshot(_ message: SessionWorkers.Message) -> DirectorySnapshot? {
        if case .event(.directory(.read(let snapshot)), _) = message { snapshot } else { nil }
    }

    /// Waits for the complete listing, and returns all snapshots of the request in the order of their arrival.
    private func snapshots(_ number: Int) throws -> [DirectorySnapshot] {
        _ = try inbox.first("the whole directory") { message in
            Self.snapshot(message).flatMap { $0.ticket == Ticket(number) && $0.stage == .complete ? $0 : nil }
        }
        return inbox.messages.compactMap(Self.snapshot).filter { $0.ticket == Ticket(number) }
    }

    private func names(_ snapshot: DirectorySnapshot?) -> [String] {
        guard let snapshot else { return [] }
        return snapshot.order.map { String(decoding: snapshot.entries.name(Int($0)), as: UTF8.self) }
    }

    @Test("a directory is read in its order, without hidden names, with the facts of its rows and of itself")
    func whole() throws {
        fixture.directory.write("App/Documents/.hidden", "")
        try fixture.directory.makeDirectory("App/Documents/sub")
        read(1, fixture.item("Documents"))
        let snapshot = try #require(try snapshots(1).last)
        #expect(names(snapshot) == ["sub", "a.txt", "b.txt", "c.txt"])
        #expect(snapshot.entries.count == 5 && snapshot.path == "Documents")
        #expect(Set(snapshot.facts.keys) == Set(snapshot.order))
        #expect(snapshot.facts[snapshot.order[1]]?.status.size == 5)
        #expect(snapshot.directory?.status.kind == .directory && snapshot.metadata == nil)
    }

    @Test(
        "an AppleDouble file beside an entry excludes it, in a listing that shows hidden names and one that does not",
        arguments: [true, false])
    func appleDouble(hidden: Bool) throws {
        // From the layout in formats.md.
        try Python.run(Script.text("directory_reading_apple_double"), [fixture.directory("App/Documents/._b.txt")])
        workers.read(
            DirectoryRequest(
                ticket: Ticket(1), directory: fixture.item("Documents"), order: EntryOrder(),
                filter: ListingFilter(showsHidden: hidden), rows: 10, wanted: nil))
        let snapshot = try #require(try snapshots(1).last)
        #expect(names(snapshot) == (hidden ? ["._b.txt"] : []) + ["a.txt", "b.txt", "c.txt"])
        let excluded = snapshot.order.filter { snapshot.facts[$0]?.exclusion == .every }
        #expect(excluded.map { String(decoding: snapshot.entries.name(Int($0)), as: UTF8.self) } == ["b.txt"])
    }

    @Test("an order by size or time comes with the sizes and times of all entries", arguments: [SortKey.size, .time])
    func metadata(key: SortKey) throws {
        for (name, size, time) in [("a.txt", 10, 300), ("b.txt", 30, 200), ("c.txt", 20, 100)] {
            let file = fixture.directory("App/Documents/\(name)")
            #expect(try runCommand(["truncate", "-s", "\(size)", file]).status == 0)
            #expect(try runCommand(["touch", "-d", "@\(time)", file]).status == 0)
        }
        read(1, fixture.item("Documents"), order: EntryOrder(key: key))
        let snapshot = try #require(try snapshots(1).last)
        #expect(names(snapshot) == (key == .size ? ["b.txt", "c.txt", "a.txt"] : ["a.txt", "b.txt", "c.txt"]))
        #expect(snapshot.metadata?.totalSize == 60)
        #expect(
            snapshot.order.map { snapshot.metadata?.times[Int($0)] }
                == (key == .size ? [200, 100, 300] : [300, 200, 100]))
    }

    @Test("facts are looked up around the entry that the cursor goes to")
    func wanted() throws {
        for number in 1...60 { fixture.directory.write("App/tmp/\(number)", "") }
        read(1, fixture.item("tmp"), rows: 5, wanted: "30")
        let snapshot = try #require(try snapshots(1).last)
        #expect(names(snapshot) == (1...60).map(String.init))
        #expect(Set(snapshot.facts.keys) == Set(snapshot.order[24..<34]))
    }

    @Test("a large directory shows its first rows before all of it is sorted")
    func large() throws {
        let script = "import sys\nfor n in range(6000): open('%s/%d' % (sys.argv[1], n), 'w').close()"
        try Python.run(script, [fixture.directory("App/tmp")])
        workers.quicklySorted = 5_000
        read(1, fixture.item("tmp"))
        let snapshots = try snapshots(1)
        let (sorting, complete) = (try #require(snapshots.dropLast().last), try #require(snapshots.last))
        #expect(sorting.stage == .sorting && sorting.order.count >= 10 && sorting.order.count < 6_000)
        #expect(names(complete) == (0..<6_000).map(String.init))
        #expect(complete.order.starts(with: sorting.order))
        #expect(Set(sorting.facts.keys).isSuperset(of: complete.order[..<10]))
    }

    @Test("a directory that cannot be read is reported with the reason")
    func failure() throws {
        read(1, fixture.item("Documents/missing"))
        let failed = try inbox.first("the failure") { message -> (Ticket, ContainerPath, FileTreeError)? in
            if case .event(.directory(.failed(let ticket, let path, let error)), _) = message {
                (ticket, path, error)
            } else {
                nil
            }
        }
        #expect(failed.0 == Ticket(1) && failed.1 == "Documents/missing" && failed.2.code == .notFound)
    }

    /// Drops the privileges of all threads of a pool.
    private func dropPrivileges(ofThreads count: Int, in pool: WorkerPool) {
        let gates = (0..<count).map { _ in
            let gate = Gate()
            // A blocked thread takes no other job, so each thread has one.
            pool.submit {
                dropPrivilegesOfThread()
                gate.pass()
            }
            gate.waitUntilReached()
            return gate
        }
        for gate in gates { gate.open() }
    }

    @Test("a view of everything below a directory says that directories in it could not be read")
    func unreadableBelow() throws {
        try fixture.directory.write("1", to: "App/Documents/closed/file")
        try fixture.directory.giveToNobody()
        #expect(try runCommand(["chmod", "000", fixture.directory("App/Documents/closed")]).status == 0)
        dropPrivileges(ofThreads: 1, in: pool)
        dropPrivileges(ofThreads: WorkerPool.cores, in: workers.long)
        workers.read(
            DirectoryRequest(
                ticket: Ticket(1), directory: fixture.item("Documents"), reach: .descendants(closed: []),
                order: EntryOrder(), filter: ListingFilter(), rows: 10, wanted: nil))
        #expect(names(try snapshots(1).last).contains("closed"))
        let reason = try inbox.first("the failure") { message -> String? in
            guard case .event(.task(let task), _) = message, case .failed(let reason) = task.stage else { return nil }
            return reason
        }
        #expect(reason == "1 directory could not be read")
    }

    @Test("of several requests, only the last one of each side is read")
    func last() throws {
        let computer = try #require(ContainerPath(bytes: Array(fixture.directory.path.utf8.dropFirst())))
        let gate = pool.hold()
        read(1, fixture.item("Documents"))
        read(2, ItemAddress(.computer, computer))
        read(3, fixture.item("Library"))
        gate.open()
        #expect(try snapshots(3).count == 1)
        #expect(try snapshots(2).map(\.path) == [computer])
        #expect(inbox.messages.compactMap(Self.snapshot).allSatisfy { $0.ticket != Ticket(1) })
    }

    @Test("opening another container cancels earlier reads, and answers state their container by epoch")
    func epoch() throws {
        let before = workers.epoch
        let gate = pool.hold()
        read(1, fixture.item("Documents"))
        workers.container = fixture.container
        read(2, fixture.item("Documents"))
        gate.open()
        #expect(try snapshots(2).count == 1 && workers.epoch == before + 1)
        let epochs = inbox.messages.map { message in
            if case .event(_, let epoch) = message { epoch } else { -1 }
        }
        #expect(epochs == [workers.epoch], "one answer, and about the container that is open")
    }

    @Test("directories of this computer are read even when no container is open")
    func withoutContainer() throws {
        workers.container = nil
        let path = try #require(ContainerPath(bytes: Array(fixture.directory("App").utf8.dropFirst())))
        read(1, fixture.item("Documents"))
        read(2, ItemAddress(.computer, path))
        #expect(try names(snapshots(2).last) == ["Documents", "Library", "tmp"])
        #expect(inbox.messages.count == 1)
    }
}
