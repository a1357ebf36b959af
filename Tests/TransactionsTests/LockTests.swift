import Glibc
import Jobs
import TestSupport
import Testing

@testable import Transactions

@Suite("Two at once", .serialized)
struct LockTests {
    @Test("a second process waits, or says who has the container")
    func holder() throws {
        let scene = try Scene()
        try scene.write("host/a", "a")
        let site = try scene.inContainer("").site
        var lock: ContainerLock? = try ContainerLock.acquire(
            [site], title: "first", in: scene.environment, timeout: 0, cancellation: Cancellation())
        let words = ["copy", "host:\(scene.host)", "container:\(scene.container)", "a", "Documents/a"]
        let refused = try runCommand(scene.probe(words + ["--no-wait"]))
        #expect(refused.status == 2)
        let message = String(decoding: refused.stderr, as: UTF8.self)
        #expect(message.contains("is being changed by process \(getpid())"), "\(message)")
        #expect(message.contains("first"))
        let waiting = try start(scene.probe(words))
        #expect(access(scene.container + "/Documents/a", F_OK) != 0)
        #expect(lock != nil)
        // Given back when nobody holds it any more.
        lock = nil
        #expect(!wait(for: waiting))
    }

    @Test("processes that change one container at once lose nothing")
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

    @Test("what a living process does is left alone by recovery")
    func living() throws {
        let scene = try Scene()
        try scene.carryOut(.makeDirectory(scene.inContainer("Documents/1")))
        var beginning = try #require(try scene.store.read(1)?.transaction?.beginning)
        beginning.id = TransactionID(number: 2, token: 7)
        var log: TransactionLog? = try scene.store.claim()
        #expect(log?.number == 2)
        try log?.append([.begin(beginning)])
        #expect(try scene.journal.recover().isEmpty)
        #expect(try scene.journal.entries().map(\.state) == [.done, .interrupted])
        log = nil
        #expect(try scene.journal.recover().items.map(\.result) == [.rolledBack])
        #expect(try scene.journal.entries().map(\.state) == [.done, .failed])
    }
}
