import Synchronization
import System
import TestSupport
import Testing

@Suite("Running other programs")
struct ExternalProgramTests {
    private func shell(
        _ script: String, seconds: UInt64 = 60, limit: Int = 1 << 20, isCancelled: () -> Bool = { false }
    ) throws -> ExternalProgram.Outcome {
        try ExternalProgram.runProgram(["sh", "-c", script], seconds: seconds, limit: limit, isCancelled: isCancelled)
    }

    @Test("outputs and status are those of the program")
    func outcome() throws {
        let outcome = try shell("echo out; echo problem >&2; exit 3")
        #expect(outcome.ending == .exited(3) && !outcome.succeeded)
        #expect(outcome.output == Array("out\n".utf8) && outcome.errors == Array("problem\n".utf8))
        #expect(try shell("kill -TERM $$").ending == .exited(128 + SIGTERM))
    }

    @Test("its standard input is empty, and it has no terminal")
    func input() throws {
        #expect(try shell("cat; (: < /dev/tty) 2> /dev/null && echo tty").output.isEmpty)
    }

    @Test("output beyond the limit is dropped")
    func limited() throws {
        let outcome = try shell("head -c 300000 /dev/zero; echo end >&2", limit: 1_000)
        #expect(outcome.output == [UInt8](repeating: 0, count: 1_000))
        #expect(outcome.errors == Array("end\n".utf8) && outcome.succeeded)
    }

    @Test("a program that takes too long is killed, with those that it has started")
    func late() throws {
        let outcome = try shell("echo $$; sleep 600 & wait", seconds: 1)
        #expect(outcome.ending == .timedOut)
        let group = try #require(
            pid_t(String(decoding: outcome.output, as: UTF8.self).trimmingSuffix { $0.isWhitespace }))
        // A process that was killed ends when it runs next, and is kept until its new parent has collected it.
        try waitUntil("the end of the processes") {
            RunningProcess.all.allSatisfy { getpgid($0) != group || RunningProcess($0)?.hasExited != false }
        }
    }

    @Test("a program that has closed its outputs is waited for")
    func silent() throws {
        #expect(try shell("exec >&- 2>&-; sleep 0.2; exit 7").ending == .exited(7))
    }

    @Test("a program that leaves processes, which keep its outputs, is not waited for longer than it runs")
    func leaving() throws {
        let directory = TemporaryDirectory()
        #expect(mkfifo(directory("fifo"), 0o600) == 0)
        let outcome = try ExternalProgram.runProgram(
            ["sh", "-c", "cat \"$0\" & echo out; echo problem >&2; exit 3", directory("fifo")], seconds: 60,
            leavesProcesses: true)
        #expect(outcome.ending == .exited(3))
        #expect(outcome.output == Array("out\n".utf8) && outcome.errors == Array("problem\n".utf8))
        #expect(try runCommand(["sh", "-c", "echo > \"$0\"", directory("fifo")]).status == 0)
    }

    @Test("a cancelled program is killed")
    func cancelled() throws {
        #expect(try shell("sleep 600", isCancelled: { true }).ending == .cancelled)
    }

    @Test("a missing program is reported as such")
    func missing() {
        #expect(throws: Errno.noSuchFileOrDirectory) {
            try ExternalProgram.runProgram(["no-such-program-anywhere"], seconds: 1)
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ isDropped: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}
