import Screen
import System
import TestSupport
import Testing

@Suite("Files in and out, in the browser")
struct SharingBrowserTests {
    private let folder = TemporaryDirectory()
    private let container: SampleContainer

    init() throws {
        container = try SampleContainer()
        _ = try runCommand([
            "mkdir", "-p", folder.path + "/here", folder.path + "/state", folder.path + "/data",
            folder.path + "/temporary",
        ])
        try writeText("a letter\n", to: "here/zz letter.txt")
    }

    private func writeText(_ text: String, to name: String) throws {
        _ = try runCommand(["/bin/sh", "-c", "printf %s \"$1\" > \"$2\"", "sh", text, folder.path + "/" + name])
    }

    /// Starts the browser on the sample's Documents, in a directory of its own.
    /// - Parameters:
    ///   - sharing: Whether to enter sharing mode.
    ///   - editor: A shell script that gets the path of a file.
    private func start(sharing: Bool = false, editor: String = "") throws -> PseudoTerminal {
        try writeText(editor, to: "editor")
        let terminal = try PseudoTerminal(
            sandglass,
            [container.path],
            environment: [
                "TERM": "xterm-256color", "XDG_STATE_HOME": folder.path + "/state",
                "XDG_DATA_HOME": folder.path + "/data", "XDG_CONFIG_HOME": folder.path + "/config",
                "TMPDIR": folder.path + "/temporary", "EDITOR": "f() { sh '\(folder.path)/editor' \"$@\"; }; f",
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
        try terminal.waitFor("^r redoes it")
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
        try terminal.waitFor("Yes, delete")
        try terminal.send("\r")
        try terminal.waitFor("nothing was changed")
        #expect(exists(path))
        try terminal.send("d")
        try terminal.waitFor("Yes, delete")
        try terminal.send("\t\r")
        try terminal.waitFor("u undoes it")
        #expect(!exists(path) && exists(folder.path + "/data/Trash/files/note 1.txt"))
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(exists(path))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("with the mouse a question is answered by a second click on its answer, never by one")
    func deletionByMouse() throws {
        let path = container.path + "/Documents/note 1.txt"
        let terminal = try start()
        try terminal.send("d")
        try terminal.waitFor("Yes, delete")
        try terminal.click(on: "Yes, delete")
        try terminal.click(on: "Esc closes")
        try terminal.waitFor("nothing was changed")
        #expect(exists(path))
        try terminal.send("d")
        try terminal.waitFor("Yes, delete")
        try terminal.click(on: "Yes, delete")
        // At another position: at the same one it might complete a double click, which answers nothing.
        try terminal.click(on: ", delete")
        try terminal.waitFor("u undoes it")
        #expect(!exists(path) && exists(folder.path + "/data/Trash/files/note 1.txt"))
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
        try terminal.waitFor("^r redoes it")
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
        try terminal.waitFor("^r redoes it")
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
        // Another process holds the container's lock, so the import waits and is at work for as long as needed.
        let locks = folder.path + "/state/sandglass/locks"
        let holder = try PseudoTerminal(
            "/bin/sh",
            [
                "-c",
                "mkdir -p \"$0\" && exec flock \"$0/$(stat -c %d-%i \"$1\")\" sh -c 'echo locked; exec sleep 1000'",
                locks, container.path,
            ])
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
        let terminal = try start(editor: "sed -i 's/note/page/' \"$1\"")
        try terminal.send("  r")
        try terminal.waitFor("u undoes it")
        #expect(exists(container.path + "/Documents/page 1.txt") && exists(container.path + "/Documents/page 2.txt"))
        #expect(try terminal.quit() == .exited(0))
        #expect(try leftovers() == [])
    }

    @Test("a list of names that cannot be used is edited again as it was left, or kept")
    func badList() throws {
        let seen = folder.path + "/seen"
        let terminal = try start(
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
        #expect(exists(container.path + "/Documents/note 1.txt") && exists(container.path + "/Documents/ab"))
        try terminal.waitUntil("the list to go") { _ in try leftovers() == [] }
        try terminal.send("u")
        try terminal.waitFor("undo: rename of ab (")
        // The item that kept its name is still selected.
        try terminal.send("U  r")
        try terminal.waitFor("line 2: a name cannot contain a slash")
        try terminal.send("\r")
        try terminal.waitFor("the names as you edited them are kept in")
        let kept = try #require(try leftovers().last)
        #expect(String(decoding: try readFile(kept), as: UTF8.self).hasSuffix("\na/b\n"))
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the report to go") { !$0.text.contains("are kept in") }
        #expect(try terminal.quit() == .exited(0))
        #expect(exists(kept))
    }

    @Test("names that nobody decided about at the end are kept, and it is said where")
    func listAtEnd() throws {
        let terminal = try start(editor: "sed -i '2s/.*/a\\/b/' \"$1\"")
        try terminal.send("  r")
        try terminal.waitFor("line 2: a name cannot contain a slash")
        kill(terminal.foregroundGroup, SIGTERM)
        #expect(try terminal.waitForExit() == .exited(128 + SIGTERM))
        let kept = try #require(try leftovers().last)
        #expect(terminal.outputText().contains("are kept in \(kept)"))
        #expect(String(decoding: try readFile(kept), as: UTF8.self).hasSuffix("\na/b\n"))
    }

    // MARK: - Editing

    /// ^e, which does the same as F4.
    private let edit = "\u{5}"

    /// Returns the remaining copies for editors.
    private func leftovers() throws -> [String] {
        try runCommand(["find", folder.path + "/temporary", "-mindepth", "1"]).lines.map(String.init)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try readFile(container.path + "/" + path), as: UTF8.self)
    }

    @Test("what the editor saved replaces the file, and undo brings the old bytes back")
    func editAndUndo() throws {
        let terminal = try start(editor: "printf edited > \"$1\"; touch \"$1~\"")
        try terminal.send(edit)
        try terminal.waitFor("u undoes it")
        #expect(try text("Documents/note 1.txt") == "edited")
        try terminal.waitUntil("the copies to go") { _ in try leftovers() == [] }
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(try text("Documents/note 1.txt") == "x")
        try terminal.send("\u{12}")
        try terminal.waitFor("u undoes it")
        #expect(try text("Documents/note 1.txt") == "edited")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a change from outside during an edit stays, what was edited is put beside it, and both are told")
    func editConflict() throws {
        let file = container.path + "/Documents/note 1.txt"
        let terminal = try start(editor: "printf outside > '\(file)'; printf mine > \"$1\"")
        try terminal.send(edit)
        try terminal.waitFor("changed by another process meanwhile")
        #expect(try text("Documents/note 1.txt") == "outside" && text("Documents/note 1 2.txt") == "mine")
        try terminal.send("\u{1b}")
        try terminal.waitFor("note 1 2.txt")
        try terminal.waitUntil("the report to go") { !$0.text.contains("another process") }
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        #expect(try text("Documents/note 1.txt") == "outside" && !exists(container.path + "/Documents/note 1 2.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an edit that changes nothing is none, and there is nothing to undo")
    func editNothing() throws {
        let terminal = try start(editor: "true")
        try terminal.send(edit)
        try terminal.waitFor("nothing was changed")
        try terminal.waitUntil("the copies to go") { _ in try leftovers() == [] }
        try terminal.send("u")
        try terminal.waitFor("nothing to undo")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file that somebody else has locked is not edited, and that is said")
    func editLocked() throws {
        let file = container.path + "/Documents/note 1.txt"
        let holder = try PseudoTerminal("/usr/bin/flock", [file, "/bin/sh", "-c", "echo locked; exec sleep 1000"])
        try holder.waitFor("locked")
        let terminal = try start(editor: "printf edited > \"$1\"")
        try terminal.send(edit)
        try terminal.waitFor("another process has locked it")
        #expect(try text("Documents/note 1.txt") == "x")
        try terminal.waitUntil("the copies to go") { _ in try leftovers() == [] }
        #expect(try terminal.quit() == .exited(0))
    }

    private func makeInbox() throws {
        _ = try runCommand([
            "/bin/sh", "-c", "mkdir \"$1\"; printf mail > \"$1/mail.txt\"", "sh", container.path + "/Documents/Inbox",
        ])
    }

    @Test("a file in Inbox is moved out with the first save, and one step back it is as it was")
    func editInbox() throws {
        try makeInbox()
        let terminal = try start(editor: "printf edited > \"$1\"")
        try terminal.go(to: "Documents/Inbox/mail.txt")
        try terminal.send(edit)
        try terminal.waitFor("mail.txt moved out of Inbox, and saved as Documents/mail.txt; u undoes it")
        #expect(try text("Documents/mail.txt") == "edited")
        #expect(!exists(container.path + "/Documents/Inbox/mail.txt"))
        try terminal.send("u")
        try terminal.waitFor("undo: edit of mail.txt (")
        #expect(try text("Documents/Inbox/mail.txt") == "mail")
        #expect(!exists(container.path + "/Documents/mail.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a file in Inbox stays where nothing is saved")
    func editInboxUnsaved() throws {
        try makeInbox()
        let terminal = try start(editor: "true")
        try terminal.go(to: "Documents/Inbox/mail.txt")
        try terminal.send(edit)
        try terminal.waitFor("nothing was changed: mail.txt")
        #expect(try text("Documents/Inbox/mail.txt") == "mail" && !exists(container.path + "/Documents/mail.txt"))
        try terminal.send("u")
        try terminal.waitFor("nothing to undo")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test(
        "an editor that fails changes nothing, and is named; what it saved or left beside is kept",
        arguments: [("exit 3", 0), ("printf edited > \"$1\"; exit 3", 1), ("touch \"$1.swp\"; kill -HUP $$", 2)])
    func editFailed(editor: String, kept: Int) throws {
        let terminal = try start(editor: editor)
        try terminal.send(edit)
        try terminal.waitFor("its output is discarded")
        #expect(try text("Documents/note 1.txt") == "x")
        if kept == 0 {
            try terminal.waitUntil("the copies to go") { _ in try leftovers() == [] }
        } else {
            try terminal.waitFor("what you wrote is kept in")
            #expect(try leftovers().count == 1 + kept)
            try terminal.send("\u{1b}")
            try terminal.waitUntil("the report to go") { !$0.text.contains("is kept in") }
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an editor that removes its copy has saved nothing, and nothing is called kept")
    func editRemoved() throws {
        let terminal = try start(editor: "rm \"$1\"")
        try terminal.send(edit)
        try terminal.waitFor("the editor removed its copy: nothing was saved")
        #expect(!terminal.text.contains("is kept in"))
        #expect(try text("Documents/note 1.txt") == "x")
        try terminal.waitUntil("the copies to go") { _ in try leftovers() == [] }
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the report to go") { !$0.text.contains("removed its copy") }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an editor that saves the bytes that were there moves nothing out of Inbox")
    func editSameBytes() throws {
        try makeInbox()
        let terminal = try start(editor: "cp \"$1\" \"$1.new\" && mv \"$1.new\" \"$1\"")
        try terminal.go(to: "Documents/Inbox/mail.txt")
        try terminal.send(edit)
        try terminal.waitFor("nothing was changed")
        #expect(try text("Documents/Inbox/mail.txt") == "mail" && !exists(container.path + "/Documents/mail.txt"))
        try terminal.waitUntil("the copies to go") { _ in try leftovers() == [] }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an end that comes while the editor is open loses nothing of what it saves then, and says where it is")
    func editEnded() throws {
        let terminal = try start(editor: "echo an editor; read answer; printf edited > \"$1\"")
        try terminal.send(edit)
        try terminal.waitFor("an editor")
        kill(terminal.foregroundGroup, SIGTERM)
        try terminal.send("\r")
        #expect(try terminal.waitForExit() == .exited(128 + SIGTERM))
        if try text("Documents/note 1.txt") != "edited" {
            #expect(terminal.outputText().contains("note 1.txt was not saved: what you wrote is kept in"))
            let kept = try #require(try leftovers().last)
            #expect(try readFile(kept) == Array("edited".utf8))
        }
    }

    @Test("a file that is taken away during an edit comes back as it was edited, and that is said")
    func editGone() throws {
        let terminal = try start(editor: "rm '\(container.path)/Documents/note 1.txt'; printf mine > \"$1\"")
        try terminal.send(edit)
        try terminal.waitFor("removed by another process meanwhile")
        #expect(try text("Documents/note 1.txt") == "mine")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the report to go") { !$0.text.contains("another process") }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("^C while an editor has the terminal is a key of the editor")
    func editInterrupted() throws {
        let terminal = try start(
            editor: "trap 'printf interrupted > \"$1\"; exit 0' INT; echo an editor; while read answer; do :; done")
        for round in ["once", "and again"] {
            try terminal.send(edit)
            try terminal.waitUntil("the editor, \(round)") { !$0.isAlternateScreen && $0.text.contains("an editor") }
            try terminal.send("\u{3}")
            try terminal.waitUntil("the browser, \(round)") { $0.isAlternateScreen && $0.text.contains("u undoes it") }
            #expect(try text("Documents/note 1.txt") == "interrupted")
            try terminal.send("u")
            try terminal.waitFor("^r redoes it")
            #expect(try text("Documents/note 1.txt") == "x")
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("what was written is kept where it cannot be brought to its place, and it is said where")
    func editKept() throws {
        let documents = container.path + "/Documents"
        let terminal = try start(editor: "printf edited > \"$1\"; mv '\(documents)' '\(documents) elsewhere'")
        try terminal.send(edit)
        try terminal.waitUntil("the message") { $0.text.contains("what you wrote is kept in") }
        let kept = try #require(try leftovers().last)
        #expect(try readFile(kept) == Array("edited".utf8))
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the report to go") { !$0.text.contains("is kept in") }
        #expect(try terminal.quit() == .exited(0))
        #expect(exists(kept))
    }

    @Test("a file of this computer is edited where it is, once it was said that undo does not take that back")
    func editOnComputer() throws {
        let terminal = try start(sharing: true, editor: "printf edited > \"$1\"")
        try terminal.send("\t")
        try terminal.waitUntil("the other pane") { $0.lines.last?.contains("zz letter.txt") == true }
        try terminal.send(edit)
        try terminal.waitFor("The editor changes the file on this computer in place;")
        try terminal.send("\r")
        try terminal.waitFor("edit: nothing was changed")
        #expect(try readFile(folder.path + "/here/zz letter.txt") == Array("a letter\n".utf8))
        try terminal.send(edit)
        try terminal.waitFor("The editor changes the file on this computer in place;")
        try terminal.send("\t\r")
        try terminal.waitFor("edited: zz letter.txt")
        #expect(try readFile(folder.path + "/here/zz letter.txt") == Array("edited".utf8))
        #expect(try terminal.quit() == .exited(0))
    }
}
