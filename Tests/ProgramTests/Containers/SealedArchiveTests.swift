import Screen
import System
import TestSupport
import Testing
import VirtualTerminal

@Suite("Archives in the sealed decoder process", .onManyThreads)
struct SealedArchiveTests {
    private func sandbox() throws -> SharingSandbox {
        try SharingSandbox(
            """
            import zipfile
            with zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
                for name in ('Documents/a.txt', 'Documents/b.txt', 'Library/x', 'tmp/x'):
                    archive.writestr(zipfile.ZipInfo(name, (2020, 2, 2, 2, 2, 2)), name)
            """)
    }

    /// Runs a command whose decoder processes crash before they answer the request with the given number: they look at
    /// their CPU time then, which nothing else does by a system call.
    private func crashing(at request: Int, _ arguments: [String], in sandbox: SharingSandbox) throws -> CommandResult {
        try runCommand(
            ["env", "-C", sandbox("")] + sandbox.variables.map { "\($0.key)=\($0.value)" }
                + [
                    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=clock_gettime", "-e",
                    "inject=clock_gettime:signal=SIGSEGV:when=\(request)", sandglass,
                ] + arguments)
    }

    @Test("a decoder that crashes while it lists an archive costs the archive")
    func listing() throws {
        let sandbox = try sandbox()
        let result = try crashing(at: 1, ["ls", "a.zip"], in: sandbox)
        #expect(result.status == 65 && result.stdout.isEmpty)
        #expect(
            result.errors == "sandglass: a.zip: could not read the archive: the decoder crashed (signal 11)\n")
    }

    @Test("a decoder that crashes while it reads a file costs that file")
    func contents() throws {
        let sandbox = try sandbox()
        // The first request is for the list, and the second for a file. The process that comes after has one request.
        let result = try crashing(at: 2, ["grep", "Documents", "a.zip/Documents"], in: sandbox)
        #expect(result.status != 0 && result.errors.contains("the decoder crashed (signal 11)"), "\(result.errors)")
        #expect(result.lines.count == 1, "\(result.text)")
    }

    @Test("times in a zip are local ones", arguments: ["Asia/Tokyo", "America/New_York", "UTC", ""])
    func localTimes(zone: String) throws {
        let sandbox = try sandbox()
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" } + (zone.isEmpty ? [] : ["TZ=\(zone)"])
        let listed = try runCommand(
            ["env", "-u", "TZ", "-C", sandbox("")] + variables + [sandglass, "ls", "--json", "a.zip/Documents"])
        let expected = try Python.lines(
            """
            import datetime, os, sys, time
            if sys.argv[1]: os.environ['TZ'] = sys.argv[1]
            else: os.environ.pop('TZ', None)
            time.tzset()
            seconds = time.mktime((2020, 2, 2, 2, 2, 2, 0, 0, -1))
            print(datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ'))
            """, [zone])
        #expect(listed.lines.count == 2)
        #expect(listed.text.contains("\"modified\":\"\(try #require(expected.first))\""), "\(listed.text)")
    }

    @Test("the browser takes the decoder of an archive along when it is killed")
    func killed() throws {
        let sandbox = try sandbox()
        let terminal = try sandbox.terminal(["a.zip"])
        try terminal.waitFor("Documents/")
        let path = sandbox("")
        let decoder = try waitFor("the decoder") {
            RunningProcess.all.compactMap { RunningProcess($0) }.first { process in
                guard let command = try? readFile("/proc/\(process.number)/cmdline"),
                    String(decoding: command, as: UTF8.self).contains("--decode"),
                    let environment = try? readFile("/proc/\(process.parent)/environ")
                else { return false }
                return String(decoding: environment, as: UTF8.self).contains(path)
            }
        }
        #expect(getsid(decoder.number) == decoder.number)
        kill(decoder.parent, SIGKILL)
        try waitUntil("the decoder ends") { RunningProcess(decoder.number)?.hasExited != false }
    }
}
