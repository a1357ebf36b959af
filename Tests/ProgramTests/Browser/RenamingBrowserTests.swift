import Screen
import System
import TestSupport
import Testing

@Suite("Renaming several items in the browser", .onManyThreads)
struct RenamingBrowserTests {
    private let browser: SharingBrowser

    init() throws { browser = try SharingBrowser() }

    @Test("several items are renamed in the editor")
    func bulkRename() throws {
        let terminal = try browser.start(editor: "sed -i 's/note/page/' \"$1\"")
        try terminal.send("  r")
        try terminal.waitFor("u undoes it")
        #expect(
            browser.exists(browser.container.path + "/Documents/page 1.txt")
                && browser.exists(browser.container.path + "/Documents/page 2.txt"))
        #expect(try terminal.quit() == .exited(0))
        #expect(try browser.leftovers() == [])
    }

    @Test("a rejected list of names is edited again as it was left, or kept")
    func badList() throws {
        let seen = browser.folder.path + "/seen"
        let terminal = try browser.start(
            editor: """
                if grep -q '^# nothing was renamed' "$1"; then cp "$1" '\(seen)'; sed -i 's:a/b:ab:' "$1"
                else sed -i '2s/.*/a\\/b/' "$1"; fi
                """)
        try terminal.send("  r")
        try terminal.waitFor("line 2: a name cannot contain a slash")
        try terminal.send("\t\r")
        try terminal.waitFor("u undoes it")
        #expect(
            String(decoding: try readFile(seen), as: UTF8.self).hasPrefix(
                "# nothing was renamed: line 4: a name cannot contain a slash; `mv` and F6 move items\n"))
        #expect(String(decoding: try readFile(seen), as: UTF8.self).hasSuffix("\nnote 1.txt\na/b\n"))
        #expect(
            browser.exists(browser.container.path + "/Documents/note 1.txt")
                && browser.exists(browser.container.path + "/Documents/ab"))
        try terminal.waitUntil("the list to go") { _ in try browser.leftovers() == [] }
        try terminal.send("u")
        try terminal.waitFor("undo: rename of ab (")
        // The item that kept its name is still selected.
        try terminal.send("\\  r")
        try terminal.waitFor("line 2: a name cannot contain a slash")
        try terminal.send("\r")
        try terminal.waitFor("the names as you edited them are kept in")
        let kept = try #require(try browser.leftovers().last)
        #expect(String(decoding: try readFile(kept), as: UTF8.self).hasSuffix("\na/b\n"))
        try browser.closeReport(on: terminal, saying: "are kept in")
        #expect(try terminal.quit() == .exited(0))
        #expect(browser.exists(kept))
    }

    @Test("a list of names still undecided at the end is kept, and its path is reported")
    func listAtEnd() throws {
        let terminal = try browser.start(editor: "sed -i '2s/.*/a\\/b/' \"$1\"")
        try terminal.send("  r")
        try terminal.waitFor("line 2: a name cannot contain a slash")
        kill(terminal.foregroundGroup, SIGTERM)
        #expect(try terminal.waitForExit() == .exited(128 + SIGTERM))
        let kept = try #require(try browser.leftovers().last)
        #expect(terminal.outputText().contains("are kept in \(kept)"))
        #expect(String(decoding: try readFile(kept), as: UTF8.self).hasSuffix("\na/b\n"))
    }
}
