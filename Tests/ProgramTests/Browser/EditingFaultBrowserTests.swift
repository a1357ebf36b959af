import Screen
import System
import TestSupport
import Testing

@Suite("Failures while a file is edited in the browser", .onManyThreads)
struct EditingFaultBrowserTests {
    private let browser: SharingBrowser

    init() throws { browser = try SharingBrowser() }

    @Test("an outside change during an edit is kept, and the edited version is put beside it")
    func conflict() throws {
        let file = browser.container.path + "/Documents/note 1.txt"
        let terminal = try browser.start(editor: "printf outside > '\(file)'; printf mine > \"$1\"")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("changed by another process in the meantime")
        #expect(
            try browser.text("Documents/note 1.txt") == "outside" && browser.text("Documents/note 1 2.txt") == "mine")
        try browser.closeReport(on: terminal, saying: "another process")
        try terminal.waitFor("note 1 2.txt")
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(
            try browser.text("Documents/note 1.txt") == "outside"
                && !browser.exists(browser.container.path + "/Documents/note 1 2.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file removed during an edit is created again as edited, with a report")
    func gone() throws {
        let terminal = try browser.start(
            editor: "rm '\(browser.container.path)/Documents/note 1.txt'; printf mine > \"$1\"")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("removed by another process in the meantime")
        #expect(try browser.text("Documents/note 1.txt") == "mine")
        try browser.closeReport(on: terminal, saying: "another process")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file that another process has locked is not edited, with a report")
    func locked() throws {
        let file = browser.container.path + "/Documents/note 1.txt"
        let holder = try PseudoTerminal("/usr/bin/flock", [file, "/bin/sh", "-c", "echo locked; exec sleep 1000"])
        try holder.waitFor("locked")
        let terminal = try browser.start(editor: "printf edited > \"$1\"")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("another process has locked it")
        #expect(try browser.text("Documents/note 1.txt") == "x")
        try terminal.waitUntil("the copies to go") { _ in try browser.leftovers() == [] }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test(
        "a failing editor changes nothing, and the files that it saved or left are kept",
        arguments: [("exit 3", 0), ("printf edited > \"$1\"; exit 3", 1), ("touch \"$1.swp\"; kill -HUP $$", 2)])
    func failed(editor: String, kept: Int) throws {
        let terminal = try browser.start(editor: editor)
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("its output is discarded")
        #expect(try browser.text("Documents/note 1.txt") == "x")
        if kept == 0 {
            try terminal.waitUntil("the copies to go") { _ in try browser.leftovers() == [] }
        } else {
            try terminal.waitFor("your text is kept in")
            #expect(try browser.leftovers().count == 1 + kept)
            try browser.closeReport(on: terminal, saying: "is kept in")
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an editor that removes its copy has saved nothing, and no file is reported as kept")
    func removed() throws {
        let terminal = try browser.start(editor: "rm \"$1\"")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("the editor removed its copy: nothing was saved")
        #expect(!terminal.text.contains("is kept in"))
        #expect(try browser.text("Documents/note 1.txt") == "x")
        try terminal.waitUntil("the copies to go") { _ in try browser.leftovers() == [] }
        try browser.closeReport(on: terminal, saying: "removed its copy")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test(
        "a signal during an edit loses nothing: the editor gets it, and what it saves then is in place, or its path is printed",
        arguments: [0, 1])
    func ended(status: Int) throws {
        let terminal = try browser.start(
            editor: "trap 'printf edited > \"$1\"; exit \(status)' TERM; echo an editor; while :; do sleep 0.05; done")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("an editor")
        kill(terminal.foregroundGroup, SIGTERM)
        #expect(try terminal.waitForExit() == .exited(128 + SIGTERM))
        if try browser.text("Documents/note 1.txt") != "edited" {
            #expect(terminal.outputText().contains("your text is kept in"))
            let kept = try #require(try browser.leftovers().last)
            #expect(try readFile(kept) == Array("edited".utf8))
        }
    }

    @Test("an edited version that cannot be saved is kept, and its path is reported")
    func kept() throws {
        let documents = browser.container.path + "/Documents"
        let terminal = try browser.start(editor: "printf edited > \"$1\"; mv '\(documents)' '\(documents) elsewhere'")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitUntil("the message") { $0.text.contains("your text is kept in") }
        let kept = try #require(try browser.leftovers().last)
        #expect(try readFile(kept) == Array("edited".utf8))
        try browser.closeReport(on: terminal, saying: "is kept in")
        #expect(try terminal.quit() == .exited(0))
        #expect(browser.exists(kept))
    }
}
