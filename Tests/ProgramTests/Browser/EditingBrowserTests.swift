import Screen
import System
import TestSupport
import Testing

@Suite("Editing in the browser", .onManyThreads)
struct EditingBrowserTests {
    private let browser: SharingBrowser

    init() throws { browser = try SharingBrowser() }

    @Test("the saved version replaces the file, and undo restores the old bytes")
    func andUndo() throws {
        let terminal = try browser.start(editor: "printf edited > \"$1\"; touch \"$1~\"")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("u undoes it")
        #expect(try browser.text("Documents/note 1.txt") == "edited")
        try terminal.waitUntil("the copies to go") { _ in try browser.leftovers() == [] }
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(try browser.text("Documents/note 1.txt") == "x")
        try terminal.send("\u{12}")
        try terminal.waitFor("u undoes it")
        #expect(try browser.text("Documents/note 1.txt") == "edited")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an edit that changes nothing leaves nothing to undo")
    func nothing() throws {
        let terminal = try browser.start(editor: "true")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("nothing was changed")
        try terminal.waitUntil("the copies to go") { _ in try browser.leftovers() == [] }
        try terminal.send("u")
        try terminal.waitFor("nothing to undo")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an editor that saves the same bytes moves nothing out of Inbox")
    func sameBytes() throws {
        try browser.makeInbox()
        let terminal = try browser.start(editor: "cp \"$1\" \"$1.new\" && mv \"$1.new\" \"$1\"")
        try terminal.go(to: "Documents/Inbox/mail.txt")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("nothing was changed")
        #expect(
            try browser.text("Documents/Inbox/mail.txt") == "mail"
                && !browser.exists(browser.container.path + "/Documents/mail.txt"))
        try terminal.waitUntil("the copies to go") { _ in try browser.leftovers() == [] }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file in Inbox is moved out with the first save, and one undo restores it")
    func inbox() throws {
        try browser.makeInbox()
        let terminal = try browser.start(editor: "printf edited > \"$1\"")
        try terminal.go(to: "Documents/Inbox/mail.txt")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("mail.txt moved out of Inbox, and saved as Documents/mail.txt; u undoes it")
        #expect(try browser.text("Documents/mail.txt") == "edited")
        #expect(!browser.exists(browser.container.path + "/Documents/Inbox/mail.txt"))
        try terminal.send("u")
        try terminal.waitFor("undo: edit of mail.txt (")
        #expect(try browser.text("Documents/Inbox/mail.txt") == "mail")
        #expect(!browser.exists(browser.container.path + "/Documents/mail.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file in Inbox stays there if nothing is saved")
    func inboxUnsaved() throws {
        try browser.makeInbox()
        let terminal = try browser.start(editor: "true")
        try terminal.go(to: "Documents/Inbox/mail.txt")
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("edit: nothing was changed")
        #expect(
            try browser.text("Documents/Inbox/mail.txt") == "mail"
                && !browser.exists(browser.container.path + "/Documents/mail.txt"))
        try terminal.send("u")
        try terminal.waitFor("nothing to undo")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file on this computer is edited in place after a warning")
    func onComputer() throws {
        let terminal = try browser.start(sharing: true, editor: "printf edited > \"$1\"")
        try terminal.send("\t")
        try terminal.waitUntil("the other pane") { $0.lines.last?.contains("zz letter.txt") == true }
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("The editor changes the file on this computer in place;")
        try terminal.send("\r")
        try terminal.waitFor("edit: nothing was changed")
        #expect(try readFile(browser.folder.path + "/here/zz letter.txt") == Array("a letter\n".utf8))
        try terminal.send(SharingBrowser.edit)
        try terminal.waitFor("The editor changes the file on this computer in place;")
        try terminal.send("\t\r")
        try terminal.waitFor("edited in place: zz letter.txt")
        #expect(try readFile(browser.folder.path + "/here/zz letter.txt") == Array("edited".utf8))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("^C goes to the editor while it has the terminal")
    func interrupted() throws {
        let terminal = try browser.start(
            editor: "trap 'printf interrupted > \"$1\"; exit 0' INT; echo an editor; while read answer; do :; done")
        for round in ["once", "and again"] {
            try terminal.send(SharingBrowser.edit)
            // The editor's first output is erased by then.
            try terminal.waitUntil("the editor, \(round)") { screen in
                !screen.isAlternateScreen && screen.text.contains("an editor")
            }
            try terminal.send("\u{3}")
            try terminal.waitUntil("the browser, \(round)") { $0.isAlternateScreen && $0.text.contains("u undoes it") }
            #expect(try browser.text("Documents/note 1.txt") == "interrupted")
            try terminal.send("u")
            try terminal.waitFor("^r redoes it")
            #expect(try browser.text("Documents/note 1.txt") == "x")
        }
        #expect(try terminal.quit() == .exited(0))
    }
}
