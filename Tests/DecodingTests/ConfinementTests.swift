import System
import TestSupport
import Testing

@testable import Decoding

@Suite("The decoder process")
struct ConfinementTests {
    /// The status of a process that a forbidden call ended.
    private static let killed = 128 + SIGSYS

    @Test(
        "a forbidden operation ends the process at once",
        arguments: [
            "open", "create", "socket", "connect", "fork", "exec", "kill", "trace", "write", "code", "make-code",
            "map-file",
        ])
    func forbidden(attempt: String) throws {
        #expect(try runCommand([Products.executable("decoding-probe"), attempt]).status == Self.killed)
        #expect(access("/tmp/decoding-probe", F_OK) != 0)
    }

    @Test(
        "it may read its input, and use a limited amount of memory",
        arguments: ["read", "memory", "much-memory"])
    func allowed(attempt: String) throws {
        #expect(try runCommand([Products.executable("decoding-probe"), attempt]).status == 0)
    }

    @Test("the mode is of no use on a terminal or in a pipe")
    func noSocket() throws {
        let result = try runCommand([Products.executable("sandglass"), "--decode"])
        #expect(result.status == 64 && result.stdout.isEmpty)
    }

    @Test("it has its own session, and no descriptor but the socket")
    func surroundings() throws {
        let files = try PictureFiles()
        let pool = DecoderPool()
        _ = try files.decode("rgb.png", by: PictureDecoder(pool))
        let process = try #require(pool.processIdentifier)
        #expect(getsid(process) == process && getsid(process) != getsid(0))
        #expect(try runCommand(["ls", "/proc/\(process)/fd"]).lines == ["3"])
        let status = try runCommand(["cat", "/proc/\(process)/status"]).text
        #expect(status.contains("Seccomp:\t2\n") && status.contains("NoNewPrivs:\t1\n"))
        #expect(try readFile("/proc/\(process)/environ").isEmpty)
    }

    @Test("it is kept, and replaced if it was ended")
    func replacement() throws {
        let files = try PictureFiles()
        let pool = DecoderPool()
        let first = try files.decode("rgb.png", by: PictureDecoder(pool))
        let process = try #require(pool.processIdentifier)
        #expect(try files.decode("plain.gif", by: PictureDecoder(pool)).fullWidth == PictureFiles.width)
        #expect(pool.processIdentifier == process)
        kill(process, SIGKILL)
        // Not reaped yet, so that the identifier stays.
        try waitUntil("the process ends") { RunningProcess(process)?.hasExited != false }
        #expect(try files.decode("rgb.png", by: PictureDecoder(pool)) == first)
        #expect(pool.processIdentifier != process)
    }

    @Test("a result that is no longer wanted, or takes too long, ends it")
    func stopping() throws {
        let files = try PictureFiles()
        let pool = DecoderPool()
        _ = try files.decode("rgb.png", by: PictureDecoder(pool))
        let process = try #require(pool.processIdentifier)
        // A stopped process never answers.
        kill(process, SIGSTOP)
        let opened = try files.open("rgb.png")
        #expect(throws: DecodingFailure.stopped) {
            _ = try PictureDecoder(pool).decode(opened.file, size: opened.size, toFit: .whole) { true }
        }
        #expect(RunningProcess(process) == nil)
        #expect(try files.decode("rgb.png", by: PictureDecoder(pool)).fullWidth == PictureFiles.width)
    }

    @Test("a crash is reported, and the next picture is decoded by another process")
    func crash() throws {
        let files = try PictureFiles()
        let pool = DecoderPool()
        _ = try files.decode("rgb.png", by: PictureDecoder(pool))
        let process = try #require(pool.processIdentifier)
        kill(process, SIGSTOP)
        let opened = try files.open("rgb.png")
        var looks = 0
        #expect(throws: DecodingFailure.ended(status: 128 + SIGSEGV)) {
            _ = try PictureDecoder(pool).decode(opened.file, size: opened.size, toFit: .whole) {
                looks += 1
                // While the process has the file.
                if looks == 2 {
                    kill(process, SIGSEGV)
                    kill(process, SIGCONT)
                }
                return false
            }
        }
        #expect(DecodingFailure.ended(status: 128 + SIGSEGV).reason == "the decoder crashed (signal 11)")
        #expect(try files.decode("rgb.png", by: PictureDecoder(pool)).fullWidth == PictureFiles.width)
    }
}
