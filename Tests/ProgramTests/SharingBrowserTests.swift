import Glibc
import Screen
import TestSupport
import Testing

@Suite("Files in and out, in the browser")
struct SharingBrowserTests {
    private let folder = TemporaryDirectory()
    private let container: SampleContainer

    init() throws {
        container = try SampleContainer()
        _ = try runCommand(["mkdir", "-p", folder.path + "/here", folder.path + "/state", folder.path + "/data"])
        try writeText("a letter\n", to: "here/zz letter.txt")
    }

    private func writeText(_ text: String, to name: String) throws {
        _ = try runCommand(["/bin/sh", "-c", "printf %s \"$1\" > \"$2\"", "sh", text, folder.path + "/" + name])
    }

    /// The browser on the sample's Documents, started in a directory of its own, in sharing mode if that is wanted.
    private func start(sharing: Bool = false) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            sandglass,
            [container.path],
            environment: [
                "TERM": "xterm-256color", "XDG_STATE_HOME": folder.path + "/state",
                "XDG_DATA_HOME": folder.path + "/data", "XDG_CONFIG_HOME": folder.path + "/config",
            ],
            size: Size(columns: 140, rows: 50),
            directory: folder.path + "/here"
        )
        try terminal.waitFor("Documents/")
        try terminal.go(to: "Documents/note 1.txt")
        if sharing {
            try terminal.send("S")
            try terminal.waitFor("zz letter.txt")
        }
        return terminal
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test("a file is imported, and undo takes it back")
    func importAndUndo() throws {
        let terminal = try start(sharing: true)
        let target = container.path + "/Documents/zz letter.txt"
        try terminal.send("\t")
        try terminal.waitUntil("the other pane") { $0.lines.last?.contains("zz letter.txt") == true }
        try terminal.send("i")
        try terminal.waitFor("u undoes it")
        #expect(try readFile(target) == Array("a letter\n".utf8))
        try terminal.send("u")
        try terminal.waitFor("^r does it again")
        #expect(!exists(target))
        #expect(exists(folder.path + "/here/zz letter.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file is exported as it is")
    func export() throws {
        let terminal = try start(sharing: true)
        try terminal.send("e")
        try terminal.waitFor("u undoes it")
        let result = try runCommand(["cmp", container.path + "/Documents/note 1.txt", folder.path + "/here/note 1.txt"])
        #expect(result.status == 0)
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("deleting asks first, and No leaves everything; Yes moves to the trash, and undo brings it back")
    func deletion() throws {
        let path = container.path + "/Documents/note 1.txt"
        let terminal = try start()
        try terminal.send("d")
        try terminal.waitFor("Yes, move to the trash")
        try terminal.send("\r")
        try terminal.waitFor("nothing was done")
        #expect(exists(path))
        try terminal.send("d")
        try terminal.waitFor("Yes, move to the trash")
        try terminal.send("\t\r")
        try terminal.waitFor("u undoes it")
        #expect(!exists(path) && exists(folder.path + "/data/Trash/files/note 1.txt"))
        try terminal.send("u")
        try terminal.waitFor("^r does it again")
        #expect(exists(path))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("what is taken and put where it is becomes a copy with a number, each time another")
    func copyBesideItself() throws {
        let documents = container.path + "/Documents"
        let terminal = try start()
        try terminal.send("yp")
        try terminal.waitFor("u undoes it")
        #expect(try readFile(documents + "/note 1 2.txt") == Array("x".utf8))
        #expect(try readFile(documents + "/note 1.txt") == Array("x".utf8))
        try terminal.send("p")
        try terminal.waitFor("note 1 3.txt")
        try terminal.waitFor("u undoes it")
        try terminal.send("u")
        try terminal.waitFor("^r does it again")
        #expect(exists(documents + "/note 1 2.txt") && !exists(documents + "/note 1 3.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a database's log that stands wrong goes where it is advised to, and undo brings it back")
    func advice() throws {
        let source = container.path + "/Library/Application Support/store.sqlite"
        let own = container.path + "/Library/Application Support/org.example.app"
        _ = try runCommand(["touch", source, source + "-wal"])
        let terminal = try start()
        try terminal.go(to: "Library/Application Support/store.sqlite")
        try terminal.send("v")
        try terminal.waitFor("m moves it")
        try terminal.send("m")
        try terminal.waitFor("u undoes it")
        #expect(exists(own + "/store.sqlite") && exists(own + "/store.sqlite-wal"))
        #expect(!exists(source) && !exists(source + "-wal"))
        try terminal.send("u")
        try terminal.waitFor("^r does it again")
        #expect(exists(source) && exists(source + "-wal") && !exists(own))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("what another program makes or removes appears by itself")
    func outside() throws {
        let terminal = try start()
        _ = try runCommand(["touch", container.path + "/Documents/aa from outside"])
        try terminal.waitFor("aa from outside")
        #expect(terminal.lines.last?.contains("note 1.txt") == true)
        _ = try runCommand(["rm", container.path + "/Documents/aa from outside"])
        try terminal.waitUntil("it to go") { !$0.text.contains("aa from outside") }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("quitting while something is at work asks, and ^c cancels what is at work")
    func quitting() throws {
        // Another process has the container's lock: the import waits, and is at work as long as this test wants.
        let holder = try PseudoTerminal(
            "/usr/bin/flock", [container.path, "/bin/sh", "-c", "echo locked; exec sleep 1000"])
        try holder.waitFor("locked")
        let terminal = try start(sharing: true)
        try terminal.send("\ti")
        try terminal.waitFor("import")
        try terminal.send("w")
        try terminal.waitFor("Tasks")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the list to go") { !$0.text.contains("Tasks") }
        try terminal.send("q")
        try terminal.waitFor("Quit?")
        try terminal.send("\r")
        try terminal.waitUntil("the question to go") { !$0.text.contains("Quit?") }
        try terminal.send("\u{3}")
        try terminal.waitFor("cancelled")
        #expect(!exists(container.path + "/Documents/zz letter.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("several items are renamed in the editor")
    func bulkRename() throws {
        try writeText("#!/bin/sh\nsed -i 's/note/page/' \"$1\"\n", to: "editor")
        _ = try runCommand(["chmod", "+x", folder.path + "/editor"])
        let terminal = try PseudoTerminal(
            sandglass,
            [container.path],
            environment: [
                "TERM": "xterm-256color", "XDG_STATE_HOME": folder.path + "/state",
                "XDG_DATA_HOME": folder.path + "/data", "EDITOR": folder.path + "/editor",
            ],
            size: Size(columns: 140, rows: 50)
        )
        try terminal.waitFor("Documents/")
        try terminal.go(to: "Documents/note 1.txt")
        try terminal.send("  r")
        try terminal.waitFor("u undoes it")
        #expect(exists(container.path + "/Documents/page 1.txt") && exists(container.path + "/Documents/page 2.txt"))
        #expect(try terminal.quit() == .exited(0))
    }
}
