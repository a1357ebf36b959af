import TestSupport
import Testing

@Suite("Importing directories with the names of places", .onManyThreads)
struct MergingImportTests {
    /// A user's directories for a container, some of whose files already exist in it.
    private static let template = SharingSandbox.template(
        """
        write('host/Documents/new.txt', b'new'); write('host/Documents/sub/deep.txt', b'deep')
        write('host/Documents/a.txt', b'other')
        write('host/Library/Preferences/new.plist', b'np'); write('host/Library/Own/x', b'own')
        write('host/Library/Caches/old/y', b'y')
        write('host/tmp/t2', b't2'); os.symlink('t2', 'host/tmp/link')
        """)

    private static let words = ["import", "host/Documents", "host/Library", "host/tmp", "--to", "App"]
    private static let merged = [
        "Documents/new.txt", "Documents/sub/deep.txt", "Library/Preferences/new.plist", "Library/Own/x",
        "Library/Caches/old/y", "Library/Caches/old/x", "tmp/t2", "tmp/link", "tmp/t",
    ]

    @Test("without a terminal, it is refused; the message names the probable intention", arguments: ["app", "owner"])
    func refused(actor: String) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let before = try sandbox.tree("App")
        let result = try sandbox.run(Self.words + ["--as", actor])
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains("Documents, Library and tmp"), "\(result.errors)")
        #expect(result.errors.contains("--merge"), "\(result.errors)")
        #expect(result.errors.contains("--to App/Documents") == (actor == "app"), "\(result.errors)")
        #expect(try sandbox.tree("App") == before)
        let one = try sandbox.run("import", "host/tmp", "--to", "App")
        #expect(one.status == 64 && one.errors.contains("tmp is in the container already"), "\(one.errors)")
    }

    @Test(
        "--merge puts the contents of directories in their places, and undo removes them", arguments: ["app", "owner"])
    func merge(actor: String) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let before = try sandbox.tree("App")
        let asked = try sandbox.run(Self.words + ["--as", actor, "--merge"])
        #expect(asked.status == 73 && asked.errors.contains("App/Documents/a.txt"), "\(asked.errors)")
        #expect(try sandbox.tree("App") == before)
        let result = try sandbox.run(Self.words + ["--as", actor, "--merge", "--on-conflict", "skip"])
        #expect(result.status == 0, "\(result.errors)")
        for path in Self.merged { #expect(try sandbox.has("App/" + path), "\(path)") }
        #expect(try sandbox.text("App/Documents/a.txt") == "alpha")
        #expect(try !sandbox.has("App/Documents/Documents"))
        #expect(try sandbox.run("undo", "1").status == 0)
        #expect(try sandbox.tree("App") == before)
    }

    @Test("other items of the same import go to Documents, and a file of such a name is not a place")
    func others() throws {
        let sandbox = try SharingSandbox("write('host/tmp/t2'); write('host/Library', b'a file')")
        let result = try sandbox.run("import", "host/tmp", "host/file.txt", "host/Library", "--to", "App", "--merge")
        #expect(result.status == 0, "\(result.errors)")
        for path in ["tmp/t2", "Documents/file.txt", "Documents/Library"] {
            #expect(try sandbox.has("App/" + path), "\(path)")
        }
        let place = try sandbox.run("import", "host/tmp", "--to", "App/Documents", "--merge")
        #expect(place.status == 64 && place.errors.contains("--merge"), "\(place.errors)")
        #expect(try sandbox.run("import", "host/tmp", "--to", "App/Documents").status == 0)
        #expect(try sandbox.has("App/Documents/tmp/t2"))
    }

    @Test(
        "on a terminal, it asks",
        arguments: [
            ("m", 0, "App/Library/Own/x", "App/Documents/Library"),
            ("p", 0, "App/Documents/Library/Own/x", "App/Library/Own"), ("c", 130, "App", "App/Library/Own"),
        ])
    func asks(answer: String, status: Int32, there: String, absent: String) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let terminal = try sandbox.terminal(["import", "host/Library", "--to", "App"])
        try terminal.waitFor("[c]ancel?")
        #expect(terminal.text.contains("Did you mean to merge"), "\(terminal.text)")
        try terminal.send(answer + "\r")
        #expect(try terminal.waitForExit() == .exited(status), "\(terminal.text)")
        #expect(try sandbox.has(there) && !sandbox.has(absent))
    }

    @Test("the browser asks, too")
    func browser() throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let terminal = try sandbox.terminal(["browse", "App"])
        try terminal.waitFor("Documents")
        try terminal.send("i")
        try terminal.waitFor("path on this computer")
        try terminal.send(sandbox("host/Library") + "\r")
        try terminal.waitFor("Where to?")
        try terminal.send("j\r")
        try terminal.waitFor("u undoes it")
        #expect(try sandbox.has("App/Library/Own/x"))
        #expect(try terminal.quit() == .exited(0))
    }
}
