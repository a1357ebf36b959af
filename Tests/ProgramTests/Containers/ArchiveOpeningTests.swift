import Screen
import TestSupport
import Testing
import VirtualTerminal

@Suite("Opening an archive in the browser", .onManyThreads)
struct ArchiveOpeningTests {
    /// A container in a tar with many entries between which much is skipped, so that many calls read it.
    private func sandbox() throws -> SharingSandbox {
        try SharingSandbox(
            """
            import io, tarfile
            with tarfile.open('slow.tar', 'w') as archive:
                for n in range(100):
                    info = tarfile.TarInfo('Documents/file-%d' % n)
                    info.size = 300_000
                    archive.addfile(info, io.BytesIO(bytes(300_000)))
                archive.addfile(tarfile.TarInfo('Library/x'))
            """)
    }

    /// Starts the browser where each call that reads the archive takes a while. The tracer's own messages are not
    /// shown.
    private func slow(_ arguments: [String], in sandbox: SharingSandbox) throws -> PseudoTerminal {
        let script = """
            exec 3>&2 2> /dev/null
            exec strace -f -qq -o /dev/null -P "$PWD/slow.tar" -e trace=pread64 \\
                -e inject=pread64:delay_enter=300000 -- sh -c 'exec "$0" "$@" 2>&3 3>&-' "$0" "$@"
            """
        return try PseudoTerminal(
            "/bin/sh", ["-c", script, sandglass] + arguments, environment: sandbox.variables,
            size: Size(columns: 100, rows: 24), directory: sandbox(""))
    }

    @Test("the first frame names the archive being read, and ^C ends the program", arguments: [[], ["browse"]])
    func cancelled(command: [String]) throws {
        let sandbox = try sandbox()
        let terminal = try slow(command + ["slow.tar"], in: sandbox)
        try terminal.waitFor("Opening")
        try terminal.waitFor("slow.tar")
        try terminal.waitFor("items so far")
        try terminal.send("\u{3}")
        #expect(try terminal.waitForExit() == .exited(130))
        #expect(terminal.text.contains("slow.tar: cancelled before it was opened"), "\(terminal.text)")
    }

    @Test("the error for an archive that cannot be opened is the same as in other commands")
    func failing() throws {
        let sandbox = try SharingSandbox("write('bad.zip', b'PK\\3\\4' + bytes(100))")
        let terminal = try sandbox.terminal(["bad.zip"])
        let status = try terminal.waitForExit()
        let expected = try sandbox.run("ls", "bad.zip")
        #expect(status == .exited(expected.status) && expected.status != 0)
        #expect(terminal.text.contains(expected.errors.prefix(60)), "\(terminal.text) \(expected.errors)")
    }
}
