import Screen
import System
import TestSupport
import Testing

@Suite("Read-only mode", .onManyThreads)
struct ReadOnlyModeTests {
    /// The operands of commands that change a container; one without a row is called without operands.
    private static let operands: [String: [[String]]] = [
        "import": [["host/file.txt", "--to", "App"]], "cp": [["App/Documents/a.txt", "App/tmp"]],
        "mv": [["App/Documents/a.txt", "App/tmp"]],
        "rm": [["App/Documents/a.txt"], ["--contents", "App/Documents"]],
        "mkdir": [["App/Documents/new"], ["--file", "App/tmp/new"]],
        "rename": [["App/Documents/a.txt", "--to", "c.txt"]], "edit": [["App/Documents/a.txt"]],
        "exclude": [["App/Documents/a.txt"]], "include": [["App/Documents/a.txt"]],
        "deliver": [["host/file.txt", "--to", "App", "--from", "mail"]],
        "purge": [["--event", "low-storage", "App"]], "restore": [["App", "--to", "App"]], "reset": [["App"]],
        "set": [["App/Documents/value.json:a", "2"]],
    ]
    /// The commands that take the option, too, but write only to this computer, or open the browser.
    private static let others = [
        "backup", "browse", "demo", "export", "journal", "new", "pack", "run", "snapshots", "unpack",
    ]
    private static let commands = ParsedCommand.all.filter { $0.has("--read-only") }

    /// Calls of all commands that can change a container.
    private static let calls = commands.filter { !others.contains($0.description) }
        .flatMap { command in (operands[command.description] ?? [[]]).map { command.words + $0 } }

    @Test("the commands that take --read-only are known")
    func known() {
        let names = Set(Self.commands.map(\.description))
        #expect(names.isSuperset(of: Self.others) && names.isSuperset(of: Self.operands.keys))
    }

    private static let sentence = "read-only mode: nothing is changed"

    @Test("every command that changes something takes --read-only, and refuses", arguments: calls)
    func refused(call: [String]) throws {
        let sandbox = try SharingSandbox()
        if call[0] == "set" { try sandbox.write("App/Documents/value.json", "{\"a\":1}") }
        if call[0] == "redo" || call[0] == "undo" {
            #expect(try sandbox.run("mkdir", "App/Documents/made").status == 0)
            if call[0] == "redo" { #expect(try sandbox.run("undo", "1").status == 0) }
        }
        let before = try sandbox.tree("App")
        let result = try sandbox.run(call + ["--read-only"])
        #expect(result.status == 77, "\(result.errors)")
        #expect(result.errors.contains(Self.sentence), "\(result.errors)")
        #expect(try sandbox.tree("App") == before)
    }

    @Test("the environment and the settings turn it on for all commands")
    func everywhere() throws {
        let sandbox = try SharingSandbox()
        let delete = ["rm", "App/Documents/a.txt"]
        #expect(try sandbox.run(delete, environment: ["SANDGLASS_READ_ONLY=1"]).status == 77)
        try sandbox.write("config/sandglass/config.toml", "read-only = true\n")
        let refused = try sandbox.run(delete)
        #expect(refused.status == 77 && refused.errors.contains(Self.sentence))
        try sandbox.write("config/sandglass/config.toml", "read-only = true\n[[\n")
        let mistaken = try sandbox.run(delete)
        #expect(mistaken.status == 78 && mistaken.errors.contains("config.toml"), "\(mistaken.errors)")
        try sandbox.write("config/sandglass/config.toml", "read-only = false\n")
        #expect(try sandbox.run(delete, environment: ["SANDGLASS_READ_ONLY=0"]).status == 0)
    }

    @Test(
        "settings that leave it open end every changing command with 78, and reading ones go on with a warning",
        arguments: ["[settings]\nread-only = true\n", "read_only = true\n", "mouse = \u{fffd}\n", "[[\n"])
    func doubt(toml: String) throws {
        let sandbox = try SharingSandbox()
        #expect(try sandbox.run("mkdir", "App/Documents/made").status == 0)
        try sandbox.write("App/Documents/value.json", "{\"a\":1}")
        let before = try sandbox.tree("App")
        try sandbox.write("config/sandglass/config.toml", toml)
        for call in Self.calls where call[0] != "undo" && call[0] != "redo" {
            let result = try sandbox.run(call)
            #expect(result.status == 78 && result.errors.contains("config.toml"), "\(call): \(result.errors)")
        }
        #expect(try sandbox.tree("App") == before)
        let listed = try sandbox.run("ls", "App/Documents")
        #expect(listed.status == 0 && listed.text.contains("a.txt") && listed.errors.contains("config.toml"))
        // What was done before can be taken back unless that may be forbidden.
        let mayBeForbidden = toml.contains("read")
        let undone = try sandbox.run("undo", "1")
        #expect(undone.status == (mayBeForbidden ? 78 : 0), "\(undone.errors)")
        #expect(try sandbox.has("App/Documents/made") == mayBeForbidden)
    }

    @Test("items are copied out, and a purge is planned")
    func allowed() throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        let export = try sandbox.run("export", "--read-only", "App/Documents/a.txt", "--to", "host/out")
        #expect(export.status == 0, "\(export.errors)")
        #expect(try sandbox.text("host/out/a.txt") == "alpha")
        let plan = try sandbox.run("purge", "--read-only", "--dry-run", "--event", "low-storage", "App")
        #expect(plan.status == 0 && plan.text.contains("tmp"), "\(plan.errors)")
        #expect(try sandbox.tree("App") == before)
    }

    @Test("the browser says so, and refuses to delete")
    func browser() throws {
        let sandbox = try SharingSandbox()
        let terminal = try sandbox.terminal(["browse", "--read-only", "App/Documents"])
        try terminal.waitFor("a.txt")
        #expect(terminal.lines.first?.contains("read-only") == true)
        try terminal.send("d")
        try terminal.waitFor(Self.sentence)
        #expect(try terminal.quit() == .exited(0))
    }
}
