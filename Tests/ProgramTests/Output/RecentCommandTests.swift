import Screen
import System
import TestSupport
import Testing
import VirtualTerminal

/// The program's memory of containers, from outside.
@Suite("Recent containers", .onManyThreads)
struct RecentCommandTests {
    let home = TemporaryDirectory()
    private var environment: [String: String] { ["XDG_STATE_HOME": home("state"), "XDG_CONFIG_HOME": home("config")] }

    private func run(_ arguments: String...) throws -> CommandResult {
        let settings = environment.map { "\($0.key)=\($0.value)" }
        return try runCommand(["/usr/bin/env"] + settings + [sandglass] + arguments)
    }

    @Test("the browser returns to where it was, lists the container as recent, and forgets it")
    func tour() throws {
        let container = try SampleContainer()
        let first = try browse(container.path, shows: "Documents/", environment: environment)
        try first.go(to: "Documents/note 25.txt")
        #expect(try first.quit() == .exited(0))
        let second = try browse(container.path, shows: "note 24.txt", environment: environment)
        try second.waitUntil("the cursor") { $0.lines.last?.contains("Documents/note 25.txt") == true }
        #expect(try second.quit() == .exited(0))
        let listed = try run("recent", "--json")
        #expect(listed.text.contains(#""place":"Documents""#) && listed.text.contains(#""exists":true"#))
        // Paths that are named are gone to.
        let third = try browse(container.path + "/Library", shows: "Caches/", environment: environment)
        #expect(try third.quit() == .exited(0))
        let forgotten = try run("recent", "--forget", container.path)
        #expect(forgotten.text.hasPrefix("forgotten: ") && forgotten.status == 0)
        #expect(try run("recent").text.isEmpty)
        #expect(try run("recent", "--forget", container.path).status == 66)
        #expect(try runCommand(["find", home("state/sandglass/containers"), "-type", "f"]).text.isEmpty)
    }

    @Test("without a path, the recent containers are offered, and missing ones are reported")
    func offered() throws {
        let container = try SampleContainer()
        let first = try browse(container.path, shows: "Documents/", environment: environment)
        #expect(try first.quit() == .exited(0))
        let program = "cd '\(home.path)' && exec '\(sandglass)'"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", program], environment: ["TERM": "xterm-256color"].merging(environment) { $1 },
            size: .init(columns: 100, rows: 30))
        try terminal.waitFor("Recent containers")
        try terminal.send("\r")
        try terminal.waitFor("Documents/")
        #expect(try terminal.quit() == .exited(0))
        // Without a terminal, as before.
        let status = try runCommand([
            "/bin/sh", "-c", "cd '\(home.path)' && XDG_STATE_HOME='\(home("state"))' exec '\(sandglass)'",
        ])
        #expect(status.status == 65)
    }

    @Test("a container in an archive exists as long as the archive does", arguments: ["zip", "tar.gz"])
    func archive(suffix: String) throws {
        let container = try SampleContainer()
        let archive = home("sample." + suffix)
        #expect(try runCommand(["bsdtar", "-a", "-cf", archive, "-C", container.path, "."]).status == 0)
        let terminal = try browse(archive, shows: "Documents/", environment: environment)
        #expect(try terminal.quit() == .exited(0))
        #expect(try run("recent", "--json").text.contains(#""exists":true"#))
        let text = try run("recent").text
        #expect(text.contains(archive) && !text.contains("(gone)"))
        // The browser offers it, and opens it again.
        let again = try PseudoTerminal(
            "/bin/sh", ["-c", "cd '\(home.path)' && exec '\(sandglass)'"],
            environment: ["TERM": "xterm-256color"].merging(environment) { $1 }, size: .init(columns: 100, rows: 30))
        try again.waitFor("Recent containers")
        try again.send("\r")
        try again.waitFor("Documents/")
        #expect(try again.quit() == .exited(0))
        #expect(try runCommand(["rm", archive]).status == 0)
        #expect(try run("recent").text.contains("(gone)"))
    }

    @Test("a setting turns the memory off")
    func off() throws {
        home.write("config/sandglass/config.toml", "remember = false\n")
        let container = try SampleContainer()
        let terminal = try browse(container.path, shows: "Documents/", environment: environment)
        try terminal.go(to: "Documents")
        #expect(try terminal.quit() == .exited(0))
        #expect(try runCommand(["ls", home("state/sandglass/containers")]).status != 0)
    }

    @Test("a tag goes to the trash with its item, not to another one of its name, and comes back with undo")
    func trashedTag() throws {
        let container = try SampleContainer()
        let environment = environment.merging(["XDG_DATA_HOME": home("data")]) { $1 }
        let settings = environment.map { "\($0.key)=\($0.value)" }
        func perform(_ arguments: String...) throws {
            let result = try runCommand(["/usr/bin/env"] + settings + [sandglass] + arguments)
            #expect(result.status == 0, "\(result.errors)")
        }
        let path = container.path + "/Documents/note 2.txt"
        let terminal = try browse(container.path, shows: "Documents/", environment: environment)
        try terminal.go(to: "Documents/note 2.txt")
        try terminal.send("tg")
        try terminal.waitFor("note 2.txt ●g")
        try terminal.send("d")
        try terminal.waitFor("Yes, move to the trash")
        try terminal.send("\t\r")
        try terminal.waitFor("u undoes it")
        try terminal.send("u")
        try terminal.waitFor("note 2.txt ●g")
        try terminal.waitFor("redoes it")
        #expect(try terminal.quit() == .exited(0))
        try perform("rm", path)
        _ = try runCommand(["touch", path])
        let again = try browse(container.path, shows: "note 2.txt", environment: environment)
        #expect(!again.text.contains("●g"))
        #expect(try again.quit() == .exited(0))
        _ = try runCommand(["rm", path])
        try perform("undo", "--container", container.path)
        let last = try browse(container.path, shows: "note 2.txt ●g", environment: environment)
        #expect(try last.quit() == .exited(0))
    }

    @Test("an item that is edited keeps its tag, also when that is undone")
    func editedTag() throws {
        let container = try SampleContainer()
        let environment = environment.merging(["XDG_DATA_HOME": home("data"), "EDITOR": "sh -c 'echo x >> \"$1\"' -"]) {
            $1
        }
        let settings = environment.map { "\($0.key)=\($0.value)" }
        let terminal = try browse(container.path, shows: "Documents/", environment: environment)
        try terminal.go(to: "Documents/note 2.txt")
        try terminal.send("tg")
        try terminal.waitFor("note 2.txt ●g")
        #expect(try terminal.quit() == .exited(0))
        for arguments in [
            ["edit", container.path + "/Documents/note 2.txt"], ["undo", "--container", container.path],
        ] {
            let result = try runCommand(["/usr/bin/env"] + settings + [sandglass] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            let again = try browse(container.path, shows: "note 2.txt ●g", environment: environment)
            #expect(try again.quit() == .exited(0))
        }
    }

    @Test("a tag follows its item when it is renamed by a command, and when that is undone")
    func tags() throws {
        let container = try SampleContainer()
        let environment = environment.merging(["XDG_DATA_HOME": home("data")]) { $1 }
        let terminal = try browse(container.path, shows: "Documents/", environment: environment)
        try terminal.go(to: "Documents/note 2.txt")
        try terminal.send("tg")
        try terminal.waitFor("note 2.txt ●g")
        try terminal.send("r")
        try terminal.waitFor("rename to:")
        try terminal.send("other\r")
        try terminal.waitFor("other.txt ●g")
        try terminal.send("u")
        try terminal.waitFor("^r redoes it")
        try terminal.send("gg")
        try terminal.waitFor("note 2.txt ●g")
        #expect(try terminal.quit() == .exited(0))
        let settings = environment.map { "\($0.key)=\($0.value)" }
        let renamed = try runCommand(
            ["/usr/bin/env"] + settings + [
                sandglass, "rename", container.path + "/Documents/note 2.txt", "--to", "moved.txt",
            ])
        #expect(renamed.status == 0, "\(renamed.errors)")
        let again = try browse(container.path, shows: "moved.txt ●g", environment: environment)
        #expect(try again.quit() == .exited(0))
    }
}
