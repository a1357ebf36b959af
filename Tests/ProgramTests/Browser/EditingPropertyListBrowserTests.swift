import Screen
import TestSupport
import Testing

@Suite("Editing binary property lists in the browser", .onManyThreads)
struct EditingPropertyListBrowserTests {
    private let browser: SharingBrowser
    private let list: String

    init() throws {
        browser = try SharingBrowser()
        list = browser.container.path + "/Documents/note 1.txt"
        try python(
            """
            import plistlib, sys
            with open(sys.argv[1], 'wb') as file:
                plistlib.dump({'b': 'before', 'a': plistlib.UID(3)}, file, fmt=plistlib.FMT_BINARY, sort_keys=False)
            """, list)
    }

    private func value(_ path: String) throws -> String {
        try python("import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb')))", path)
    }

    @Test("a text that cannot be read is edited again, the list is replaced, and undo restores it")
    func again() throws {
        let before = try readFile(list)
        let terminal = try browser.start(
            editor: "if grep -q oops \"$1\"; then sed -i s:oops:/string: \"$1\"; "
                + "else sed -i 's:before</string:after<oops:' \"$1\"; fi")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("Nothing was saved")
        try terminal.waitFor("your text is in")
        #expect(terminal.text.contains("line 6, column "))
        #expect(try readFile(list) == before)
        try terminal.send("\t\r")
        try terminal.waitFor("u undoes it")
        #expect(try value(list) == "{'b': 'after', 'a': UID(3)}\n")
        try terminal.waitUntil("the copies to go") { _ in try browser.leftovers() == [] }
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(try readFile(list) == before)
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a list on this computer is replaced, with undo")
    func onComputer() throws {
        let here = browser.folder.path + "/here/zz letter.txt"
        let before = try readFile(list)
        _ = try runCommand(["cp", list, here])
        let terminal = try browser.start(sharing: true, editor: "sed -i s/before/after/ \"$1\"")
        try terminal.send("\t")
        try terminal.waitUntil("the other pane") { $0.lines.last?.contains("zz letter.txt") == true }
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("u undoes it")
        #expect(try value(here) == "{'b': 'after', 'a': UID(3)}\n")
        // Undo applies to the contents of the screen.
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(try readFile(here) == before)
        try terminal.send("\u{12}")
        try terminal.waitFor("u undoes it")
        #expect(try value(here) == "{'b': 'after', 'a': UID(3)}\n")
        try terminal.send("Su")
        try terminal.waitFor("there is nothing to undo in this container")
        #expect(try terminal.quit() == .exited(0))
        let undone = try runCommand([
            "env", "XDG_STATE_HOME=\(browser.folder.path)/state", "XDG_DATA_HOME=\(browser.folder.path)/data",
            sandglass,
            "undo", "1",
        ])
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try readFile(here) == before)
    }

    @Test("a text that is not edited again is kept, with a report")
    func kept() throws {
        let terminal = try browser.start(editor: "printf wrong > \"$1\"")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("Nothing was saved")
        try terminal.send("\u{1b}")
        try terminal.waitFor("your text is kept in")
        let kept = try #require(try browser.leftovers().last)
        #expect(try readFile(kept) == Array("wrong".utf8))
        try browser.closeReport(on: terminal, saying: "is kept in")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file that is not text is not opened, and a report says what to do instead")
    func database() throws {
        try browser.folder.write([0x53], to: "opened")
        _ = try runCommand(["sh", "-c", "printf 'SQLite format 3\\000' > \"$1\"", "sh", list])
        let terminal = try browser.start(editor: "rm '\(browser.folder.path)/opened'")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("a SQLite database, not text")
        try terminal.waitFor("sqlite3 on the copy")
        #expect(browser.exists(browser.folder.path + "/opened"))
        try browser.closeReport(on: terminal, saying: "not text")
        #expect(try terminal.quit() == .exited(0))
    }
}
