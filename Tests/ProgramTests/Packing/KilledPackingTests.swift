import System
import TestSupport
import Testing

/// Commands that make something new, killed while they do.
@Suite("Killed while something new is made", .onManyThreads)
struct KilledPackingTests {
    private static let contents = """
        for index in range(300):
            with open('App/Documents/f%03d' % index, 'wb') as f: f.write(b'secret %d ' % index * 900)
        """
    private static let template = SharingSandbox.template(contents)

    /// Starts a command, kills it some time after the temporary has appeared beside `name`, and returns whether it was
    /// killed before its end.
    private static let kill = Script.text("killed_packing_kill")

    private static let commands = [
        ["pack", "App", "out/P.xcappdata"], ["pack", "App", "out/P.zip"],
        ["pack", "--without-secrets", "App", "out/P.xcappdata"], ["pack", "--without-secrets", "App", "out/P.zip"],
        ["pack", "--backup", "--bundle-id", "org.example.app", "App", "out/B"],
        ["unpack", "--passphrase-file", "passphrase", "Backup", "org.example.app", "out/U"],
        ["hash", "App", "--output", "out/m.json"],
    ]

    private func sandbox() throws -> SharingSandbox {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        try Python.run("import os, sys; os.mkdir(sys.argv[1])", [sandbox("out")])
        return sandbox
    }

    @Test("the next start of any command removes the remains, and says so", arguments: commands)
    func killed(_ words: [String]) throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        let sandbox = try sandbox()
        if words[0] == "unpack" {
            try Python.run("import sys; open(sys.argv[1], 'w').write('pass\\n')", [sandbox("passphrase")])
            let made = try sandbox.run(
                "pack", "--backup", "--encrypt", "--iterations", "10", "--new-passphrase-file", "passphrase",
                "--bundle-id",
                "org.example.app", "App", "Backup")
            #expect(made.status == 0, "\(made.errors)")
        }
        var removals = 0
        for round in 0..<4 {
            let environment = [
                "env", "-C", sandbox(""), "XDG_STATE_HOME=\(sandbox("state"))", "XDG_DATA_HOME=\(sandbox("data"))",
            ]
            let command =
                environment + Python.command + ["-c", Self.kill, "\(seed + UInt64(round))", sandbox("out"), sandglass]
            let killed = try runCommand(command + words)
            #expect(killed.status == 0, "\(killed.errors)")
            let before = try runCommand(["ls", "-A", sandbox("out")]).text
            let next = try sandbox.run("ls", "App")
            #expect(next.status == 0, "\(next.errors)")
            let after = try runCommand(["ls", "-A", sandbox("out")]).text
            #expect(!after.contains(".sandglass"), "seed \(seed), round \(round): \(after)")
            #expect(
                next.errors.contains("an interrupted run left") == before.contains(".sandglass"),
                "seed \(seed), round \(round): \(before)\(next.errors)")
            if before.contains(".sandglass") { removals += 1 }
            // An item with its final name is whole: nothing of it is removed.
            let complete = before.split(separator: "\n").filter { !$0.hasPrefix(".sandglass") }
            #expect(complete == after.split(separator: "\n"), "seed \(seed), round \(round)")
            #expect(try !sandbox.has("state/sandglass/unfinished"), "seed \(seed), round \(round)")
            _ = try runCommand(["rm", "-rf"] + after.split(separator: "\n").map { sandbox("out/\($0)") })
        }
        #expect(removals > 0, "seed \(seed)")
    }

    @Test("an item on an unmounted file system is named, kept in mind, and removed once it is mounted again")
    func unmounted() throws {
        let sandbox = try sandbox()
        var leftover = ""
        for seed in 0..<50 where leftover.isEmpty {
            let environment = [
                "env", "-C", sandbox(""), "XDG_STATE_HOME=\(sandbox("state"))", "XDG_DATA_HOME=\(sandbox("data"))",
            ]
            _ = try runCommand(
                environment + Python.command + ["-c", Self.kill, "\(seed)", sandbox("out"), sandglass]
                    + Self.commands[0])
            leftover =
                try runCommand(["ls", "-A", sandbox("out")]).lines.first { $0.hasPrefix(".sandglass") }.map { "\($0)" }
                ?? ""
            if leftover.isEmpty { _ = try runCommand(["rm", "-rf", sandbox("out/P.xcappdata")]) }
        }
        try #require(!leftover.isEmpty)
        // As a mount point without its file system: a directory that has another identity.
        try Python.run(
            "import os, sys; os.rename(sys.argv[1], sys.argv[2]); os.mkdir(sys.argv[1])",
            [sandbox("out"), sandbox("away")])
        for _ in 0..<2 {
            let next = try sandbox.run("ls", "App")
            #expect(next.status == 0)
            #expect(next.errors.contains(leftover) && next.errors.contains("not mounted?"), "\(next.errors)")
        }
        // Other runs are not held up, and clean up after themselves.
        #expect(try sandbox.run("pack", "App", "Q.xcappdata").status == 0)
        try Python.run(
            "import os, sys; os.rmdir(sys.argv[1]); os.rename(sys.argv[2], sys.argv[1])",
            [sandbox("out"), sandbox("away")])
        let readOnly = try sandbox.run("rm", "--read-only", "App/Documents/f000")
        #expect(readOnly.status == 77 && readOnly.errors.contains("nothing is removed in read-only mode"))
        let next = try sandbox.run("ls", "App")
        #expect(next.errors.contains("\(leftover), the beginning of P.xcappdata; it was removed"), "\(next.errors)")
        #expect(try runCommand(["ls", "-A", sandbox("out")]).text == "")
        #expect(try sandbox.run("ls", "App").errors == "")
    }

    @Test("every command reports the copy of an editor that was killed with the program")
    func editor() throws {
        let sandbox = try sandbox()
        try Python.run("import os, sys; os.mkdir(sys.argv[1])", [sandbox("tmp")])
        try Python.run(Script.text("killed_packing_editor"), [sandbox(""), sandglass])
        let copies = try runCommand(["find", sandbox("tmp"), "-name", "f001"]).lines
        #expect(copies.count == 1)
        for command in [["ls", "App"], ["usage", "App"], ["journal"]] {
            let next = try runCommand(
                [
                    "env", "-C", sandbox(""), "XDG_STATE_HOME=\(sandbox("state"))", "XDG_DATA_HOME=\(sandbox("data"))",
                    sandglass,
                ]
                    + command)
            #expect(next.errors.contains("its copy of"), "\(command): \(next.errors)")
            #expect(next.errors.contains("App/Documents/f001 is in \(sandbox("tmp"))"), "\(command): \(next.errors)")
        }
        // Items that are gone need no reminder.
        _ = try runCommand(["rm", "-rf", sandbox("tmp")])
        #expect(try sandbox.run("ls", "App").errors == "")
        #expect(try !sandbox.has("state/sandglass/unfinished"))
    }
}
