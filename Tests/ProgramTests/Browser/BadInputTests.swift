import Screen
import System
import TestSupport
import Testing

@Suite("Input that cannot be browsed", .onManyThreads)
struct BadInputTests {
    /// Creates a container with faults, and beside it a file, an empty directory and an inaccessible directory.
    private func faults() throws -> SampleContainer {
        try SampleContainer(
            """
            os.symlink('/etc', 'Library/away')
            os.mkdir('../empty'); open('../file', 'w').close()
            os.mkdir('../locked'); os.chmod('../locked', 0)
            """)
    }

    @Test(
        "a path that does not lead to a container is refused with the reason and its exit status",
        arguments: [
            ("/../nonesuch", 66, "no such file or directory"), ("/../empty", 65, "is not an app's container"),
            ("/../file", 65, "is a file outside any app's container, and of no kind that can be opened (zip archive, "),
            ("/Library/away", 65, "leads through a symbolic link"), ("/Library/away/passwd", 65, "symbolic link"),
            ("/Documents/note 1.txt/x", 65, "is not a directory"),
        ] as [(String, Int32, String)],
        [[], ["browse"], ["ls"]]
    )
    func refused(wrong: (path: String, status: Int32, says: String), command: [String]) throws {
        let container = try faults()
        let result = try runCommand([sandglass] + command + [container.path + wrong.path])
        #expect(result.errors.hasPrefix("sandglass: ") && result.stdout.isEmpty)
        #expect(result.errors.contains(wrong.says), "\(result.errors)")
        #expect(result.status == wrong.status)
    }

    @Test("a directory that may not be read is refused")
    func unreadable() throws {
        let container = try faults()
        let asOther = getuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""
        let script = """
            chmod 755 "$1/.."; cp "$0" "$1/../program"; chmod 755 "$1/../program"
            cd /; \(asOther) "$1/../program" ls "$1/../locked"
            """
        let result = try shell(script, container.path)
        #expect(result.status == 66 && result.errors.contains("permission denied"), "\(result.errors)")
    }

    @Test(
        "a Documents that is a link or a file is shown as a fault",
        arguments: [("os.symlink('/etc', 'Documents')", "link!"), ("open('Documents', 'w').close()", "file!")]
    )
    func faultyDocuments(script: String, word: String) throws {
        let container = try SampleContainer("import shutil; shutil.rmtree('Documents'); \(script)")
        let terminal = try browse(container.path, shows: word, columns: 160)
        try terminal.send("gd")
        // The right pane follows a moment after the listing.
        try terminal.waitUntil("the fault") {
            $0.text.contains("where iOS has a directory") && !$0.text.contains("may list its contents")
        }
        #expect(try terminal.quit() == .exited(0))
        let report = try run("info", "--json", container.path)
        #expect(report.status == 0 && report.text.contains("\"fault\""))
        let direct = try run("ls", container.path + "/Documents/passwd")
        #expect(direct.status == 65 || direct.status == 66)
        #expect(!direct.text.contains("root"))
    }

    @Test(
        "the browser does not start without a terminal or with an unusable one",
        arguments: [
            ("TERM=xterm \"$0\" \"$1\" </dev/null", 64, "Standard input"),
            ("TERM=xterm \"$0\" \"$1\" | cat; exit 64", 64, "Standard"), ("TERM= \"$0\" \"$1\"", 69, "TERM is not set"),
            ("unset TERM; \"$0\" \"$1\"", 69, "TERM is not set"),
            ("TERM=dumb \"$0\" \"$1\"", 69, "cannot move its cursor"),
            ("TERM=nonesuch \"$0\" \"$1\"", 69, "Unknown terminal type"),
        ] as [(String, Int32, String)]
    )
    func terminal(script: String, status: Int32, says: String) throws {
        let container = try SampleContainer()
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", script, sandglass, container.path], size: Size(columns: 200, rows: 24))
        #expect(try terminal.waitForExit() == .exited(status))
        #expect(terminal.text.contains("sandglass: ") && terminal.text.contains(says))
        #expect(!terminal.isAlternateScreen)
    }

    @Test(
        "an unusable metadata plist is reported, and the container can still be browsed",
        arguments: [
            ("d = f.read(); f.seek(0); f.truncate(); f.write(d[:len(d) // 2])", "plist"),
            ("f.seek(0); f.truncate(); f.write(plistlib.dumps([1, 2]))", nil),
            ("f.seek(0); f.truncate(); f.write(plistlib.dumps({'MCMMetadataIdentifier': 7}))", nil),
            ("f.seek(0); f.truncate(1 << 30)", "larger than 16 MB"),
        ] as [(String, String?)]
    )
    func metadata(script: String, says: String?) throws {
        let container = try SampleContainer(
            "f = open('.com.apple.mobile_container_manager.metadata.plist', 'r+b'); \(script); f.close()")
        let terminal = try browse(container.path, shows: "Documents/", columns: 140)
        if let says { try terminal.waitUntil("the problem") { $0.lines.last?.contains(says) == true } }
        try terminal.send("l")
        try terminal.waitFor("note 7.txt")
        #expect(try terminal.quit() == .exited(0))
    }
}
