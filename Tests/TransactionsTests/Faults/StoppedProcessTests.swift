import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Transactions of a stopped process", .serialized, .onManyThreads)
struct StoppedProcessTests {

    /// Returns a scene with a second container, and with files to copy into both.
    private func scene() throws -> Scene {
        let scene = try Scene(on: "/dev/shm")
        try scene.home.makeDirectory("other/Documents")
        for name in ["a", "b", "c"] { try scene.write("host/\(name)", name) }
        return scene
    }

    private func words(_ scene: Scene, into container: String, _ name: String) -> [String] {
        ["copy", "host:\(scene.host)", "container:\(scene.home(container))", name, "Documents/\(name)"]
    }

    /// Returns the calls that a change makes on its state directory, each with its number among the calls of its name.
    private func calls() throws -> [(name: String, number: Int)] {
        let scene = try scene()
        // The scene removes its directories when it is released.
        defer { extendLifetime(scene) }
        let log = scene.home("trace")
        let kinds = "openat,flock,write,fsync,ftruncate,unlink,lseek,mkdir"
        let result = try runCommand(
            ["strace", "-f", "-qq", "-y", "-o", log, "-e", "trace=\(kinds)"]
                + scene.probe(words(scene, into: "container", "a")))
        #expect(result.status == 0)
        var calls: [(String, Int)] = []
        var counts: [String: Int] = [:]
        for line in String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let end = words[1].firstIndex(of: "(") else { continue }
            // strace pads short process IDs with spaces.
            let name = String(words[1][..<end].drop { $0 == " " })
            counts[name, default: 0] += 1
            if line.contains("/state/sandglass/") { calls.append((name, counts[name]!)) }
        }
        return calls
    }

    @Test(
        "a process stopped at any call blocks only its own container, and others learn that it is stopped")
    func anywhere() throws {
        let calls = try self.calls()
        #expect(calls.contains { $0.name == "flock" } && calls.contains { $0.name == "fsync" } && calls.count > 10)
        var refusals = 0
        for (name, number) in calls {
            let scene = try scene()
            defer { extendLifetime(scene) }
            let comment: Comment = "stopped after \(name) \(number)"
            let told = try scene.probe(words(scene, into: "container", "a"), stoppedAfter: name, number: number) {
                // None of these reaches its timeout.
                func others(_ words: [String]) throws -> CommandResult {
                    try runCommand(["timeout", "-s", "KILL", "20"] + scene.probe(words))
                }
                #expect(try others(["entries"]).status == 0, comment)
                #expect(try others(["recover"]).status == 0, comment)
                let other = try others(words(scene, into: "other", "b") + ["--no-wait"])
                #expect(other.status == 0, "\(comment): \(String(decoding: other.stderr, as: UTF8.self))")
                let same = try others(words(scene, into: "container", "c") + ["--no-wait"])
                if same.status != 0 {
                    refusals += 1
                    let message = String(decoding: same.stderr, as: UTF8.self)
                    #expect(same.status == 2 && message.contains("which is stopped"), "\(comment): \(message)")
                    #expect(message.contains("kill -CONT"), "\(comment): \(message)")
                }
            }
            #expect(told.state == "done", comment)
            #expect(try scene.journal.entries().allSatisfy { $0.state == .done }, comment)
            #expect(Set(try scene.journal.entries().map(\.id.number)).count == (try scene.journal.entries().count))
            try scene.expectNoRests(comment)
        }
        #expect(refusals > 0, "it was never stopped while it had the container")
    }

    @Test("a process that waits for one of two containers does not lock the other", arguments: [false, true])
    func two(isReversed: Bool) throws {
        let scene = try scene()
        defer { extendLifetime(scene) }
        let all = ["container", "other"].map {
            Root(.container, at: Array(scene.home($0).utf8))
        }
        let (busy, free) = isReversed ? (all[0], all[1]) : (all[1], all[0])
        func acquire(_ roots: [Root], _ timeout: Double) throws -> ContainerLock {
            try ContainerLock.acquire(
                roots, RootTable(), title: "two", in: scene.environment, timeout: timeout, cancellation: Cancellation())
        }
        var held: ContainerLock? = try acquire([busy], 0)
        try scene.write("container/Documents/a", "a")
        let waiting = try start(
            scene.probe([
                "copy", "container:\(scene.container)", "container:\(scene.home("other"))", "Documents/a",
                "Documents/a",
            ]))
        let isWaiting = "ls -l /proc/\(waiting)/fd | grep -q /locks/"
        while try runCommand(["sh", "-c", isWaiting]).status != 0 { usleep(1_000) }
        // The free container can be locked repeatedly while the process waits.
        for _ in 0..<5 { extendLifetime(try acquire([free], 5)) }
        #expect(held != nil)
        held = nil
        #expect(!wait(for: waiting))
        #expect(DiskState.names(in: scene.home("other/Documents")) == ["a"])
    }

    @Test("waiting for a container can be cancelled")
    func cancelled() throws {
        let scene = try scene()
        let root = try scene.inContainer("").root
        let lock = try ContainerLock.acquire(
            [root], RootTable(), title: "first", in: scene.environment, timeout: 0, cancellation: Cancellation())
        defer { extendLifetime(lock) }
        let cancellation = Cancellation()
        cancellation.cancel()
        let plan = try scene.plan([.copy(scene.onHost("a"), to: scene.inContainer("Documents/a"))])
        let error = #expect(throws: TransactionError.self) { try scene.execute(plan, cancellation: cancellation) }
        #expect(error?.code == .cancelled)
    }
}
