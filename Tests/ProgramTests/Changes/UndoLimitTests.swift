import FoundationEssentials
import Screen
import System
import TestSupport
import Testing

@Suite("Limits of undo, reported in advance", .onManyThreads)
struct UndoLimitTests {
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox("os.setxattr('App/Library/Caches/thumb', 'user.note', b'kept')")
    }

    /// A trash below a file cannot be created.
    private var noTrash: String { "XDG_DATA_HOME=\(sandbox("Info.plist"))" }

    private struct Report: Decodable {
        struct Limit: Decodable {
            let limit: String
            let text: String
        }
        struct Plan: Decodable { let undoLimits: [Limit] }
        let plan: Plan
    }

    private static let said = "undo cannot revert this, since the trash"

    @Test(
        "without a trash, a created item cannot be undone, and a move can",
        arguments: [
            (["import", "host/file.txt", "--to", "App"], true),
            (["export", "App/Documents", "--to", "host/out"], true),
            (["cp", "App/Documents/a.txt", "App/tmp/"], true), (["mkdir", "App/Documents/new"], true),
            (["mkdir", "--file", "App/Documents/new.txt"], true), (["mv", "App/Documents/a.txt", "App/tmp/"], false),
            (["rename", "App/Documents/a.txt", "--to", "c.txt"], false), (["exclude", "App/Documents/a.txt"], false),
        ] as [([String], Bool)])
    func withoutTrash(command: [String], isLimited: Bool) throws {
        for isUsable in [true, false] {
            let environment = isUsable ? [] : [noTrash]
            let isSaid = isLimited && !isUsable
            let dry = try sandbox.run(command + ["--dry-run"], environment: environment)
            #expect(dry.status == 0 && dry.errors.contains(Self.said) == isSaid, "\(dry.errors)")
            let told = try sandbox.run(command + ["--dry-run", "--json"], environment: environment)
            let limits = try JSONDecoder().decode(Report.self, from: Data(told.stdout)).plan.undoLimits
            #expect(limits.map(\.limit) == (isSaid ? ["no trash"] : []))
            #expect(limits.allSatisfy { $0.text.hasPrefix(Self.said) })
        }
        // Without a terminal to ask on, the command reports the limit and continues.
        let done = try sandbox.run(command, environment: [noTrash])
        #expect(done.status == 0 && done.errors.contains(Self.said) == isLimited, "\(done.errors)")
        let undone = try sandbox.run(["undo", "1"], environment: [noTrash])
        #expect((undone.status == 0) == !isLimited, "\(undone.errors)")
    }

    @Test("without a trash nothing is deleted or purged, and a dry run says so")
    func noDeletion() throws {
        let before = try sandbox.tree("App")
        for option in [["--dry-run"], []] {
            let deleted = try sandbox.run(["rm", "App/Documents/a.txt"] + option, environment: [noTrash])
            #expect(deleted.status == 73 && deleted.errors.contains("the trash is not writable"), "\(deleted.errors)")
            // The trash is one, however many items cannot go there.
            for command in [["purge", "App", "--event", "low-storage"], ["rm", "App/Documents/a.txt", "App/tmp/t"]] {
                let purged = try sandbox.run(command + option, environment: [noTrash])
                let said = purged.errors.split(separator: "\n").filter { $0.contains("not writable") }
                #expect(purged.status == 73 && said.count == 1, "\(purged.errors)")
                #expect(said.allSatisfy { $0.contains(" items cannot go to the trash: the trash is not writable") })
            }
        }
        let json = try sandbox.run(
            ["purge", "App", "--event", "low-storage", "--dry-run", "--json"], environment: [noTrash])
        #expect(json.status == 73)
        #expect(try sandbox.tree("App") == before)
    }

    @Test(
        "an edit that separates a hard link for good says so, on a terminal before it saves", arguments: [false, true])
    func edit(isOnTerminal: Bool) throws {
        let sandbox = try SharingSandbox("", on: TestFiles.diskDirectory)
        let shared = try sandbox.copyInMemory()
        let (path, other) = (shared("App/Documents/a.txt"), shared("App/Documents/other.txt"))
        _ = try runCommand(["ln", path, other])
        let said = "a.txt as a copy that is no longer a hard link to its other names"
        let environment = ["EDITOR": "sed -i s/alpha/omega/"]
        if isOnTerminal {
            let terminal = try sandbox.terminal(["edit", path], environment: environment)
            try terminal.waitFor("Go on? [y/N]")
            #expect(terminal.text.contains(said), "\(terminal.text)")
            try terminal.send("y\r")
            #expect(try terminal.waitForExit() == .exited(0))
        } else {
            let result = try sandbox.run(["edit", path], environment: environment.map { "\($0.key)=\($0.value)" })
            #expect(result.status == 0 && result.errors.contains(said), "\(result.errors)")
        }
        #expect(try String(decoding: readFile(path), as: UTF8.self) == "omega")
        #expect(try String(decoding: readFile(other), as: UTF8.self) == "alpha")
    }

    @Test("on a terminal the command asks, and continues only after y", arguments: ["\r", "y\r"])
    func onTerminal(answer: String) throws {
        let terminal = try PseudoTerminal(
            sandglass, ["import", "host/file.txt", "--to", "App"],
            environment: [
                "TERM": "xterm-256color", "XDG_STATE_HOME": sandbox("state"), "XDG_DATA_HOME": sandbox("Info.plist"),
            ], size: Size(columns: 200, rows: 24), directory: sandbox("."))
        try terminal.waitFor("Go on? [y/N]")
        #expect(terminal.text.contains(Self.said))
        try terminal.send(answer)
        #expect(try terminal.waitForExit() == .exited(answer == "y\r" ? 0 : 128 + SIGINT))
        #expect(try sandbox.has("App/Documents/file.txt") == (answer == "y\r"))
    }

    @Test("the browser asks, with No as the default")
    func browser() throws {
        let terminal = try PseudoTerminal(
            sandglass, [sandbox("App/Documents/a.txt")],
            environment: [
                "TERM": "xterm-256color", "XDG_STATE_HOME": sandbox("state"), "XDG_DATA_HOME": sandbox("Info.plist"),
                "XDG_CONFIG_HOME": sandbox("config"),
            ], size: Size(columns: 100, rows: 30))
        try terminal.waitUntil("the file") { $0.lines.last?.contains("a.txt") == true }
        for answer in ["\r", "\t\r"] {
            try terminal.send("yp")
            try terminal.waitFor("undo cannot revert this, since the trash,")
            try terminal.send(answer)
            try terminal.waitFor(answer == "\r" ? "copy: nothing was changed" : "u undoes it")
            #expect(try sandbox.has("App/Documents/a 2.txt") == (answer != "\r"))
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test(
        "a purge into a trash without attributes reports that loss before and during the purge",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func purge() throws {
        try withTemporaryDirectory { place in
            try PrivateMounts.with("ramfs", "mode=755", on: place) { _ in
                let environment = ["XDG_DATA_HOME=\(place.path)"]
                let command = ["purge", "App", "--event", "low-storage"]
                let dry = try sandbox.run(command + ["--dry-run", "--json"], environment: environment)
                let said = "thumb without extended attributes"
                #expect(dry.status == 0 && dry.errors.contains(said), "\(dry.errors)")
                let rows = String(decoding: dry.stdout, as: UTF8.self).split(separator: "\n")
                #expect(rows.last?.contains(#""row":"undo limit""#) == true, "\(rows.last ?? "")")
                #expect(try sandbox.has("App/Library/Caches/thumb"))
                let done = try sandbox.run(command, environment: environment)
                #expect(done.status == 0 && done.errors.contains(said), "\(done.errors)")
                #expect(try !sandbox.has("App/Library/Caches/thumb"))
                #expect(try sandbox.run(["undo", "1"], environment: environment).status == 0)
                #expect(try sandbox.text("App/Library/Caches/thumb").count == 100)
            }
        }
    }
}
