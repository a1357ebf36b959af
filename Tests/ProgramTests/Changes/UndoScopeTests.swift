import System
import TestSupport
import Testing

@Suite("The operation that undo reverts", .onManyThreads)
struct UndoScopeTests {
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox(
            """
            import shutil
            shutil.copytree('App', 'Second', symlinks=True)
            write('Second/.com.apple.mobile_container_manager.metadata.plist', plistlib.dumps(
                {'MCMMetadataIdentifier': 'org.example.second', 'MCMMetadataContentClass': 2}))
            """)
    }

    /// Runs the program without a terminal, with a directory of the sandbox as its working directory.
    private func run(in directory: String, _ arguments: String...) throws -> CommandResult {
        try sandbox.run(arguments, in: directory)
    }

    private func importInto(_ container: String) throws {
        let result = try sandbox.run("import", "host/file.txt", "--to", container)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("without a terminal, undo without a number reverts only operations in the working directory's container")
    func withoutTerminal() throws {
        try importInto("App")
        for directory in [".", "host", "Second/Documents"] {
            let refused = try run(in: directory, "undo")
            #expect(refused.status == 77, "\(refused.errors)")
            // The operation, app, path, age and number.
            for part in ["import of ", "App/Documents/file.txt", "into org.example.app", " ago", "number 1"] {
                #expect(refused.errors.contains(part) || part == " ago" && refused.errors.contains("just now"))
            }
            #expect(refused.errors.contains("`sandglass undo 1`"), "\(refused.errors)")
            #expect(try sandbox.has("App/Documents/file.txt"))
        }
        let undone = try run(in: "App/Library/Caches", "undo")
        #expect(undone.status == 0 && undone.errors.contains("undo: number 1, import of "), "\(undone.errors)")
        #expect(try !sandbox.has("App/Documents/file.txt"))
        #expect(try run(in: "host", "redo").status == 77)
        #expect(try !sandbox.has("App/Documents/file.txt"))
        #expect(try run(in: "App", "redo").status == 0)
        #expect(try sandbox.has("App/Documents/file.txt"))
        #expect(try run(in: "host", "undo", "1").status == 0)
        #expect(try !sandbox.has("App/Documents/file.txt"))
    }

    @Test("the journal names the subject of an operation, not the items that it replaced")
    func journal() throws {
        try importInto("App")
        let result = try sandbox.run("import", "host/file.txt", "--to", "App", "--on-conflict", "replace")
        #expect(result.status == 0, "\(result.errors)")
        let edited = try sandbox.run(["edit", "App/Documents/a.txt"], environment: ["EDITOR=printf edited >"])
        #expect(edited.status == 0, "\(edited.errors)")
        let lines = try sandbox.run("journal").lines
        let ends = ["App/Documents/a.txt", "App/Documents/file.txt", "App/Documents/file.txt"]
        #expect(lines.count == 3 && zip(lines, ends).allSatisfy { $0.hasSuffix("  \($1)") }, "\(lines)")
    }

    @Test("--container reverts the last operation there, whatever was done elsewhere since")
    func inContainer() throws {
        try importInto("App")
        try importInto("Second")
        let undone = try sandbox.run("undo", "App/Documents")
        #expect(undone.status == 0 && undone.errors.contains("number 1, import of App/Documents/file.txt into"))
        #expect(try !sandbox.has("App/Documents/file.txt") && sandbox.has("Second/Documents/file.txt"))
        let nothing = try sandbox.run("undo", "--container", "App")
        #expect(nothing.status == 66 && nothing.errors.contains("nothing to undo in this container"))
        #expect(try sandbox.run("redo", "Second").status == 66, "a path means the same")
        #expect(try sandbox.run("redo", "--container", "App").status == 0)
        let unknown = try sandbox.run("undo", "none")
        #expect(unknown.status == 64 && unknown.errors.contains("`sandglass journal`"), "\(unknown.errors)")
        #expect(try sandbox.run("undo", "--container", "host").status == 65)
        #expect(try sandbox.run("undo", "--container", "none").status == 66)
        #expect(try sandbox.run("undo", "2", "--container", "App").status == 64)
        #expect(try sandbox.has("App/Documents/file.txt") && sandbox.has("Second/Documents/file.txt"))
    }

    @Test(
        "on a terminal undo names the operation and asks, and reverts it only after y",
        arguments: ["\r", "n\r", "y\r", "\u{3}"])
    func onTerminal(answer: String) throws {
        try importInto("App")
        let terminal = try sandbox.terminal(["undo"], in: "host")
        try terminal.waitFor("Undo it? [y/N]")
        #expect(terminal.text.contains("undo: number 1, import of"))
        try terminal.send(answer)
        #expect(try terminal.waitForExit() == .exited(answer == "y\r" ? 0 : 128 + SIGINT))
        #expect(try sandbox.has("App/Documents/file.txt") == (answer != "y\r"))
    }

    @Test("the browser reverts operations of its own container only, and names them")
    func browser() throws {
        let result = try sandbox.run("rename", "App/Documents/a.txt", "--to", "c.txt")
        #expect(result.status == 0, "\(result.errors)")
        let terminal = try sandbox.terminal(["App/Documents"], columns: 100)
        try terminal.waitFor("c.txt")
        // In another shell, while the browser shows the first container.
        try importInto("Second")
        try terminal.send("u")
        try terminal.waitFor("This was done before this session, or by another process.")
        try terminal.waitFor("Undo would take back: rename of c.txt (")
        try terminal.send("y\r")
        try terminal.waitFor("undo: rename of c.txt (")
        #expect(terminal.lines.last?.contains("^r redoes it") == true)
        #expect(try sandbox.has("App/Documents/a.txt") && sandbox.has("Second/Documents/file.txt"))
        try terminal.send("u")
        try terminal.waitFor("nothing to undo in this container")
        #expect(try sandbox.has("Second/Documents/file.txt"))
        // Operations elsewhere in the meantime do not prevent a redo.
        try terminal.send("\u{12}")
        try terminal.waitFor("redo: rename of c.txt (")
        #expect(try sandbox.has("App/Documents/c.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("u after a refusal names the older operation, and reverts it only after a yes")
    func afterRefusal() throws {
        try importInto("App")
        let terminal = try sandbox.terminal(["App/Documents/Inbox/mail.txt"], columns: 100)
        try terminal.waitUntil("the file") { $0.lines.last?.contains("mail.txt") == true }
        // Items in Inbox cannot be renamed.
        try terminal.send("rx\r")
        try terminal.waitFor("Refused")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the panel to go") { !$0.text.contains("Refused") }
        try terminal.send("u")
        try terminal.waitFor("The last operation, rename, was refused")
        try terminal.waitFor("Undo would take back: import of file.txt (")
        try terminal.send("\r")
        try terminal.waitFor("nothing was changed")
        #expect(try sandbox.has("App/Documents/file.txt"))
        try terminal.send("u")
        try terminal.waitFor("The last operation, rename, was refused")
        try terminal.send("\t\r")
        try terminal.waitFor("undo: import of file.txt (")
        #expect(try !sandbox.has("App/Documents/file.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("the browser undoes or redoes a changed item only after a yes")
    func changedSince() throws {
        try importInto("App")
        try sandbox.write("App/Documents/file.txt", "changed")
        let terminal = try sandbox.terminal(["App/Documents"], columns: 100)
        try terminal.waitFor("file.txt")
        try terminal.send("u")
        try terminal.waitFor("This was done before this session, or by another process.")
        try terminal.send("y\r")
        try terminal.waitFor("Undo it anyway? Items changed since then go to the trash")
        #expect(terminal.text.contains(#/file\.txt has been(\s|│)+changed/#), "\(terminal.text)")
        // The answer that has the focus.
        try terminal.send("\r")
        try terminal.waitFor("undo: nothing was changed")
        #expect(try sandbox.text("App/Documents/file.txt") == "changed")
        try terminal.send("u")
        try terminal.waitFor("Yes, undo it: items changed since then go to the trash")
        try terminal.send("\t\r")
        try terminal.waitFor("undo: import of file.txt (")
        #expect(try !sandbox.has("App/Documents/file.txt"))
        #expect(try sandbox.text("data/Trash/files/file.txt") == "changed")

        // Deleted, restored and then changed: redoing the deletion would remove the change.
        let result = try sandbox.run("rm", "App/Documents/a.txt")
        #expect(result.status == 0, "\(result.errors)")
        try terminal.send("u")
        // It was done after the operations that the user has agreed to undo.
        try terminal.waitFor("This was done before this session, or by another process.")
        try terminal.send("y\r")
        try terminal.waitFor("undo: delete of a.txt (")
        try sandbox.write("App/Documents/a.txt", "changed, too")
        try terminal.send("\u{12}")
        try terminal.waitFor("Redo it anyway? Items changed since then go to the")
        try terminal.send("\r")
        try terminal.waitFor("redo: nothing was changed")
        #expect(try sandbox.text("App/Documents/a.txt") == "changed, too")
        try terminal.send("\u{12}")
        try terminal.waitFor("Yes, redo it:")
        try terminal.send("\t\r")
        try terminal.waitFor("redo: delete of a.txt (")
        #expect(try !sandbox.has("App/Documents/a.txt"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("refusing to undo a changed item names the option --trash-changed")
    func insisting() throws {
        try importInto("App")
        try sandbox.write("App/Documents/file.txt", "changed")
        let refused = try sandbox.run("undo", "1")
        #expect(refused.status == 77)
        #expect(refused.errors.contains("App/Documents/file.txt has been changed since, so nothing was changed;"))
        #expect(refused.errors.contains("--trash-changed: items changed since then go to the trash"))
        #expect(try sandbox.text("App/Documents/file.txt") == "changed")
        #expect(try sandbox.run("undo", "1", "--trash-changed").status == 0)
        #expect(try sandbox.text("data/Trash/files/file.txt") == "changed")
    }
}
