import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Concurrent transactions", .serialized, .onManyThreads)
struct LockTests {
    @Test("a second process waits, or names the process that has the container locked")
    func holder() throws {
        let scene = try Scene()
        try scene.write("host/a", "a")
        let root = try scene.inContainer("").root
        var lock: ContainerLock? = try ContainerLock.acquire(
            [root], RootTable(), title: "first", in: scene.environment, timeout: 0, cancellation: Cancellation())
        let words = ["copy", "host:\(scene.host)", "container:\(scene.container)", "a", "Documents/a"]
        let refused = try runCommand(scene.probe(words + ["--no-wait"]))
        #expect(refused.status == 2)
        let message = String(decoding: refused.stderr, as: UTF8.self)
        #expect(message.contains("is being changed by process \(getpid())"), "\(message)")
        #expect(message.contains("first"))
        let waiting = try start(scene.probe(words))
        #expect(access(scene.container + "/Documents/a", F_OK) != 0)
        #expect(lock != nil)
        // Releases the lock.
        lock = nil
        #expect(!wait(for: waiting))
    }

    @Test("another program's lock on the container directory does not block a transaction")
    func foreign() throws {
        let scene = try Scene()
        let root = open(scene.container, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(root) }
        #expect(flock(root, LOCK_EX) == 0)
        try scene.write("host/a", "a")
        let plan = try scene.plan([.copy(scene.onHost("a"), to: scene.inContainer("Documents/a"))])
        let outcome = try Transaction.execute(
            plan, in: scene.environment, roots: RootTable(), lockTimeout: 0, progress: ProgressMeter(),
            cancellation: Cancellation())
        #expect(outcome.state == .done)
    }

    @Test("a stale note in a lock file is ignored, and the process that holds the lock is named")
    func note() throws {
        let scene = try Scene()
        let root = try scene.inContainer("").root
        func acquire() throws -> ContainerLock {
            try ContainerLock.acquire(
                [root], RootTable(), title: "mine", in: scene.environment, timeout: 0, cancellation: Cancellation())
        }
        var lock: ContainerLock? = try acquire()
        let path = scene.home(
            "state/sandglass/locks/\(try #require(DiskState.names(in: scene.home("state/sandglass/locks")).first))")
        func message() -> String {
            let error = #expect(throws: TransactionError.self) { _ = try acquire() }
            #expect(error?.code == .locked)
            return error?.message ?? ""
        }
        #expect(message().contains("process \(getpid()) ("))
        #expect(message().contains(": mine), for 0 s"))
        // A process ID that has been reused, then notes that cannot be parsed.
        for text in ["\(getpid())\n1\n0\nother\ntheirs\n", "99999999999\n", "\u{0}", ""] {
            try scene.writeBytes(Array(text.utf8), to: path)
            #expect(message().contains("process \(getpid()) ("), "\(text)")
            #expect(!message().contains("theirs"))
        }
        lock = nil
        #expect(lock == nil && DiskState.names(in: scene.home("state/sandglass/locks")) == [])
        lock = try acquire()
    }

    @Test("processes that change one container concurrently lose nothing")
    func many() throws {
        let scene = try Scene()
        for process in 0..<4 {
            for file in 0..<5 { try scene.write("host/\(process)-\(file)", "\(process) \(file)") }
        }
        let processes = try (0..<4).map { process in
            let names = (0..<5).flatMap { ["\(process)-\($0)", "Documents/\(process)-\($0)"] }
            return try start(
                scene.probe(["move", "host:\(scene.host)", "container:\(scene.container)"] + names))
        }
        for process in processes { #expect(!wait(for: process)) }
        #expect(try scene.state().filter { $0.hasPrefix("container./Documents/") }.count == 20)
        #expect(try runCommand(["ls", "-A", scene.host]).stdout.isEmpty)
        let entries = try scene.journal.entries()
        #expect(entries.map(\.state) == [.done, .done, .done, .done])
        #expect(entries.map(\.id.number) == [1, 2, 3, 4])
        for _ in 0..<4 { try scene.undo() }
        #expect(try scene.state().filter { $0.hasPrefix("host./") }.count == 20)
    }

    @Test("recovery leaves the transaction of a running process alone")
    func living() throws {
        let scene = try Scene()
        try scene.execute(.makeDirectory(scene.inContainer("Documents/1")))
        var beginRecord = try #require(try scene.store.read(1)?.transaction?.beginRecord)
        beginRecord.id = TransactionID(number: 2, token: 7)
        var log: TransactionLog? = try scene.store.claim()
        #expect(log?.number == 2)
        try log?.append([.begin(beginRecord)])
        #expect(try scene.journal.recover().isEmpty)
        #expect(try scene.journal.entries().map(\.state) == [.done, .interrupted])
        log = nil
        let report = try waitFor("the lock to be free") {
            let report = try scene.journal.recover()
            return report.isEmpty ? nil : report
        }
        #expect(report.items.map(\.result) == [.rolledBack])
        #expect(try scene.journal.entries().map(\.state) == [.done, .failed])
    }
}
