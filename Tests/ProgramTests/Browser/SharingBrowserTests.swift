import Screen
import System
import TestSupport
import Testing

@Suite("Importing and exporting in the browser", .onManyThreads)
struct SharingBrowserTests {
    private let browser: SharingBrowser

    init() throws { browser = try SharingBrowser() }

    @Test("a file is imported, and undo removes it")
    func importAndUndo() throws {
        let terminal = try browser.start(sharing: true)
        let target = browser.container.path + "/Documents/zz letter.txt"
        try terminal.send("\t")
        try terminal.waitUntil("the other pane") { $0.lines.last?.contains("zz letter.txt") == true }
        try terminal.send("i")
        try terminal.waitFor("u undoes it")
        #expect(try readFile(target) == Array("a letter\n".utf8))
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(!browser.exists(target))
        #expect(browser.exists(browser.folder.path + "/here/zz letter.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file is exported unchanged")
    func export() throws {
        let terminal = try browser.start(sharing: true)
        try terminal.send("e")
        try terminal.waitFor("u undoes it")
        let result = try runCommand([
            "cmp", browser.container.path + "/Documents/note 1.txt", browser.folder.path + "/here/note 1.txt",
        ])
        #expect(result.status == 0)
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("nothing is exported into another app's container, and the way there is named")
    func otherApp() throws {
        let other = browser.folder.path + "/here/Other"
        _ = try runCommand(["cp", "-a", browser.container.path, other])
        try Python.run(
            """
            import plistlib, sys
            with open(sys.argv[1] + '/.com.apple.mobile_container_manager.metadata.plist', 'wb') as file:
                plistlib.dump({'MCMMetadataIdentifier': 'org.example.other', 'MCMMetadataContentClass': 2}, file)
            """, [other])
        _ = try runCommand(["rm", other + "/Documents/note 1.txt"])
        let terminal = try browser.start(sharing: true)
        try terminal.send("\t\r")
        try terminal.waitUntil("the other container") { $0.lines.last?.contains("Other/Documents") == true }
        try terminal.send("\r")
        try terminal.waitUntil("its Documents") { $0.lines.last?.contains("Other/Documents/note") == true }
        try terminal.send("\te")
        try terminal.waitFor("these belong to different apps")
        try terminal.waitFor("through the system (D)")
        #expect(!browser.exists(other + "/Documents/note 1.txt"))
        try browser.closeReport(on: terminal, saying: "different apps")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("deleting asks; No changes nothing, Yes moves the item to the trash, and undo restores it")
    func deletion() throws {
        let path = browser.container.path + "/Documents/note 1.txt"
        let terminal = try browser.start()
        try terminal.send("d")
        try terminal.waitFor("Yes, move to the trash")
        try terminal.send("\r")
        try terminal.waitFor("nothing was changed")
        #expect(browser.exists(path))
        try terminal.send("d")
        try terminal.waitFor("Yes, move to the trash")
        try terminal.send("\t\r")
        try terminal.waitFor("u undoes it")
        #expect(!browser.exists(path) && browser.exists(browser.folder.path + "/data/Trash/files/note 1.txt"))
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(browser.exists(path))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a question is answered by a second click on its answer, and not by a single one")
    func deletionByMouse() throws {
        let path = browser.container.path + "/Documents/note 1.txt"
        let terminal = try browser.start()
        try terminal.send("d")
        try terminal.waitFor("Yes, move to the trash")
        try terminal.click(on: "Yes, move to the trash")
        try terminal.click(on: "Esc closes")
        try terminal.waitFor("nothing was changed")
        #expect(browser.exists(path))
        try terminal.send("d")
        try terminal.waitFor("Yes, move to the trash")
        try terminal.click(on: "Yes, move to the trash")
        // At another position: at the same one it might complete a double click, which answers nothing.
        try terminal.click(on: ", move to")
        try terminal.waitFor("u undoes it")
        #expect(!browser.exists(path) && browser.exists(browser.folder.path + "/data/Trash/files/note 1.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an item pasted in its own directory becomes a copy with the next number")
    func copyBesideItself() throws {
        let documents = browser.container.path + "/Documents"
        let terminal = try browser.start()
        try terminal.send("yp")
        try terminal.waitFor("u undoes it")
        #expect(try readFile(documents + "/note 1 2.txt") == Array("x".utf8))
        #expect(try readFile(documents + "/note 1.txt") == Array("x".utf8))
        try terminal.send("p")
        try terminal.waitFor("note 1 3.txt")
        try terminal.waitFor("u undoes it")
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(browser.exists(documents + "/note 1 2.txt") && !browser.exists(documents + "/note 1 3.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("m moves a misplaced file to where it belongs, and undo brings it back")
    func advice() throws {
        let source = browser.container.path + "/Library/Application Support/loose.bin"
        let own = browser.container.path + "/Library/Application Support/org.example.app"
        _ = try runCommand(["touch", source])
        let terminal = try browser.start()
        try terminal.go(to: "Library/Application Support/loose.bin")
        try terminal.send("v")
        try terminal.waitFor("m moves it")
        try terminal.send("m")
        try terminal.waitFor("u undoes it")
        #expect(browser.exists(own + "/loose.bin") && !browser.exists(source))
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(browser.exists(source) && !browser.exists(own))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("no key moves a misplaced database, which the app opens at its path")
    func storeAdvice() throws {
        let source = browser.container.path + "/Library/Preferences/store.sqlite"
        _ = try runCommand(["touch", source, source + "-wal"])
        let terminal = try browser.start()
        try terminal.go(to: "Library/Preferences/store.sqlite")
        try terminal.send("v")
        try terminal.waitFor("its code has to be changed")
        #expect(!terminal.text.contains("moves it"))
        try terminal.send("m")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the panel to close") { !$0.text.contains("its code has to be changed") }
        #expect(browser.exists(source) && browser.exists(source + "-wal"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an item that another program creates or deletes appears or disappears by itself")
    func outside() throws {
        let terminal = try browser.start()
        _ = try runCommand(["touch", browser.container.path + "/Documents/aa from outside"])
        try terminal.waitFor("aa from outside")
        #expect(terminal.lines.last?.contains("note 1.txt") == true)
        _ = try runCommand(["rm", browser.container.path + "/Documents/aa from outside"])
        try terminal.waitUntil("it to go") { !$0.text.contains("aa from outside") }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("quitting during an operation asks, and ^c cancels the operation")
    func quitting() throws {
        // Another process holds the container's lock, so the import waits and is at work for as long as needed.
        let locks = browser.folder.path + "/state/sandglass/locks"
        let holder = try PseudoTerminal(
            "/bin/sh",
            [
                "-c",
                "mkdir -p \"$0\" && exec flock \"$0/$(stat -c %d-%i \"$1\")\" sh -c 'echo locked; exec sleep 1000'",
                locks, browser.container.path,
            ])
        try holder.waitFor("locked")
        let terminal = try browser.start(sharing: true)
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
        #expect(!browser.exists(browser.container.path + "/Documents/zz letter.txt"))
        #expect(try terminal.quit() == .exited(0))
    }
}
