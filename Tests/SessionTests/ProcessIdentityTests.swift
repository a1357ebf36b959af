import System
import TestSupport
import Testing

@testable import Session

@Suite("Process identities", .onManyThreads)
struct ProcessIdentityTests {
    /// Returns the identity of a process according to proc(5): field 22 of its `stat`, which is counted from the end of
    /// the name because the name may contain anything.
    private func identity(of process: Int32) throws -> ProcessIdentity {
        let script = """
            stat=$(cat /proc/$0/stat); set -- ${stat##*) }; shift 19
            echo $1 $(cat /proc/sys/kernel/random/boot_id)
            """
        let words = try runCommand(["sh", "-c", script, "\(process)"]).stdout.split { $0 == 0x20 || $0 == 0x0a }
            .map { String(decoding: $0, as: UTF8.self) }
        return ProcessIdentity(
            number: Int64(process), startTime: try #require(Int64(words[0])), boot: String(words[1]))
    }

    @Test("the identity of the current process is the one in proc(5)")
    func current() throws {
        #expect(try ProcessIdentity.current() == identity(of: getpid()))
    }

    @Test(
        "a process is alive until it ends, stopped or not, and a zombie has ended", arguments: ["sleep", "a) R (b"])
    func life(name: String) throws {
        let directory = TemporaryDirectory()
        #expect(try runCommand(["cp", "/bin/sleep", directory(name)]).status == 0)
        let process = try PseudoTerminal(directory(name), ["600"])
        try process.waitUntil("the program") { _ in
            try readFile("/proc/\(process.processID)/comm") == Array("\(name)\n".utf8)
        }
        let identity = try identity(of: process.processID)
        #expect(identity.isAlive)
        process.signal(SIGSTOP)
        try process.waitUntil("the stop") { $0.isStopped }
        #expect(identity.isAlive)
        process.signal(SIGKILL)
        // It has not been waited for yet, so its number is still in use.
        try process.waitUntil("its end") { PseudoTerminal.state(of: $0.processID) == "Z" }
        #expect(!identity.isAlive)
    }

    @Test("a process with the same number but another start time or boot is a different process")
    func others() throws {
        let current = try #require(ProcessIdentity.current())
        var other = current
        other.startTime -= 1
        #expect(!other.isAlive && current.isAlive)
        other = current
        other.boot = "00000000-0000-4000-8000-000000000000"
        #expect(!other.isAlive)
        for number in [.max, -1, 0] as [Int64] {
            #expect(!ProcessIdentity(number: number, startTime: 0, boot: current.boot).isAlive)
        }
    }
}
