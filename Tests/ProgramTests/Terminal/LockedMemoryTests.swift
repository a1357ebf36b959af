import Screen
import System
import TestSupport
import Testing

@Suite("Memory for passphrases and keys", .onManyThreads)
struct LockedMemoryTests {
    private static let script = """
        for place in ['', 'Documents', 'Library', 'tmp']: add(APP, place)
        for n in range(40): add(APP, 'Documents/%d.txt' % n, b'needle')
        """

    /// The words of a shell that set the limit on locked memory, in KiB, and give up the privilege to exceed it.
    private static func limited(_ limit: String) -> String {
        "ulimit -l \(limit); exec \(geteuid() == 0 ? "setpriv --bounding-set=-ipc_lock " : "")\"$0\" "
    }

    private static let warning = "the system refuses to lock memory"

    @Test("a refusal to lock memory is reported once, however much is refused")
    func refused() throws {
        let backup = try SampleBackup(encrypted: true, Self.script)
        let command = "grep -c needle \"$1/AppDomain-org.example.app\" --passphrase-file \"$2\""
        // With 8 KiB, the passphrase and a key are locked, and no more.
        for limit in ["0", "8"] {
            let result = try shell(Self.limited(limit) + command, backup.path, backup.passphraseFile)
            #expect(result.status == 0 && result.lines.count == 40, "\(result.errors)")
            #expect(result.errors.ranges(of: Self.warning).count == 1, "\(limit): \(result.errors)")
            #expect(result.errors.hasPrefix("sandglass: warning: "))
        }
        let permitted = try shell("exec \"$0\" " + command, backup.path, backup.passphraseFile)
        #expect(permitted.status == 0 && permitted.errors.isEmpty)
    }

    @Test("the terminal's question comes after the warning, and a new backup warns, too")
    func asking() throws {
        let backup = try SampleBackup(encrypted: true, Self.script)
        let terminal = try PseudoTerminal("/bin/sh", ["-c", Self.limited("0") + "apps \"$1\"", sandglass, backup.path])
        try terminal.waitFor("Passphrase of the backup")
        let text = terminal.outputText()
        let parts = text.split(separator: "Passphrase of the backup")
        #expect(parts.first?.contains(Self.warning) == true && text.ranges(of: Self.warning).count == 1)
        try terminal.send("\u{3}")
        _ = try terminal.waitForExit()
        let container = try SampleContainer()
        let packed = try shell(
            Self.limited("0")
                + "pack --backup --encrypt --iterations 10 --new-passphrase-file \"$2\" \"$1\" \"$1-packed\"",
            container.path, backup.passphraseFile)
        #expect(packed.status == 0 && packed.errors.ranges(of: Self.warning).count == 1, "\(packed.errors)")
    }

    @Test("the browser warns in the status line when it asks for the passphrase")
    func browsing() throws {
        let folder = TemporaryDirectory()
        let backups = [try SampleBackup(encrypted: true, Self.script), try SampleBackup(Self.script)]
        for (backup, name) in zip(backups, ["locked", "open"]) {
            #expect(try runCommand(["mv", backup.path, folder(name)]).status == 0)
        }
        // The browser asks about a path that leads to several containers.
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", Self.limited("0") + "\"$1\"", sandglass, folder.path],
            environment: ["TERM": "xterm-256color"], size: Size(columns: 140, rows: 30))
        try terminal.waitFor("backup  encrypted  locked")
        try terminal.send("/encrypted")
        try terminal.waitUntil("the search") { !$0.text.contains("backup   ") }
        try terminal.send("\r")
        try terminal.waitUntil("the question and the warning") {
            $0.text.contains("passphrase of ") && $0.text.contains(Self.warning)
        }
        try terminal.send("\(SampleBackup.passphrase)\r")
        try terminal.waitFor("Documents/")
        #expect(!terminal.text.contains(Self.warning))
        #expect(try terminal.quit() == .exited(0))
        // It was reported where it was seen.
        #expect(!terminal.text.contains(Self.warning))
    }

    @Test(
        "a passphrase from a descriptor is in no memory that is not locked, even while it arrives",
        .enabled(if: isRoot, "only root can do this")
    )
    func nowhereElse() throws {
        let backup = try SampleBackup(encrypted: true, Self.script)
        // The line is not complete yet when the whole memory of the process is searched for its beginning.
        try python(Script.text("locked_memory_nowhere_else"), sandglass, backup.path)
    }
}
