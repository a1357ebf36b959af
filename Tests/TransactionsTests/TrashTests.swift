import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("The trash", .onManyThreads)
struct TrashTests {

    private static let names = ["plain", "with space", "ümläut 100%", "new\nline", "a.tar.gz", "-dash", "#hash?"]

    @Test(
        "trash-list lists the items, and trash-restore restores them", arguments: [nil, "/dev/shm"])
    func tools(parent: String?) throws {
        let scene = try Scene(hostOn: parent)
        let names = Self.names.filter { !$0.contains("\n") }
        for name in names { try scene.write("host/\(name)", name) }
        let before = try scene.state()
        #expect(try scene.execute(scene.plan(names.map { .trash(try scene.onHost($0)) })).state == .done)
        let list = try runCommand(["env", "XDG_DATA_HOME=\(scene.home("data"))", "trash-list"])
        let text = String(decoding: list.stdout, as: UTF8.self)
        for name in names { #expect(text.contains("\(scene.host)/\(name)\n"), "\(name)") }
        for name in names {
            let result = try runCommand(
                [
                    "env", "XDG_DATA_HOME=\(scene.home("data"))", "trash-restore", "\(scene.host)/\(name)",
                ], input: Array("0\n".utf8))
            #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
        }
        #expect(try scene.state() == before)
    }

    @Test(
        "items with the same name, special characters or long names are restored to their places",
        arguments: [nil, "/dev/shm"])
    func back(parent: String?) throws {
        let scene = try Scene(hostOn: parent)
        for name in Self.names { try scene.write("host/\(name)", name) }
        try scene.write("host/sub/plain", "another")
        try scene.write("host/" + String(repeating: "n", count: 255), "long")
        let before = try scene.state()
        let long = String(repeating: "n", count: 255)
        try scene.execute(
            scene.plan((Self.names + ["sub/plain", long]).map { .trash(try scene.onHost($0)) }))
        #expect(try runCommand(["ls", "-A", scene.host]).stdout == Array("sub\n".utf8))
        let infos = try runCommand(["find", scene.home("data/Trash/info"), "-type", "f", "-printf", "."])
        #expect(infos.stdout.count == Self.names.count + 2)
        try scene.undo()
        #expect(try scene.state() == before)
        #expect(try runCommand(["find", scene.home("data/Trash"), "-type", "f"]).stdout.isEmpty)
    }

    @Test("the path in a trash note is quoted as by urllib")
    func quoting() throws {
        let bytes = (1...255).map { UInt8($0) }
        let script = "import sys, urllib.parse; print(urllib.parse.quote(bytes(range(1, 256)), '/'))"
        #expect(try Python.lines(script, []) == [TrashInfo.encoded(bytes)])
    }

    @Test(
        "the path in a trash note is read as by urllib",
        arguments: ["/a%20b", "/a%2fb%2F", "/100%", "/100%4", "/%%41", "/%+f", "/% 1", "/%zz", "/%C3%A9\u{e9}"])
    func unquoting(_ path: String) throws {
        let script = "import sys, urllib.parse; print(list(urllib.parse.unquote_to_bytes(sys.argv[1])))"
        let note = Array("[Trash Info]\nPath=\(path)\nX-Sandglass=1\n".utf8)
        let found = try #require(TrashInfo.parts(of: note)?.path)
        #expect(try Python.lines(script, [path]) == ["\(found)"])
    }

    @Test("the trash is private, and its note records the path and the date of deletion")
    func note() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a b", "a")
        try scene.execute(.trash(scene.inContainer("Documents/a b")))
        let modes = try runCommand(["stat", "-c", "%a", scene.home("data/Trash"), scene.home("data/Trash/info")])
        #expect(String(decoding: modes.stdout, as: UTF8.self) == "700\n700\n")
        let lines = String(decoding: try readFile(scene.home("data/Trash/info/a b.trashinfo")), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines[0] == "[Trash Info]")
        #expect(lines[1] == "Path=\(scene.container)/Documents/a%20b")
        let date = try runCommand(["date", "-d", String(lines[2].dropFirst("DeletionDate=".count)), "+%s"])
        let seconds = Int(String(decoding: date.stdout, as: UTF8.self).dropLast()) ?? 0
        #expect(abs(seconds - time(nil)) < 600)
    }

    @Test("items have their own names in the trash if one before them fails")
    func ownNames() throws {
        let scene = try Scene()
        for name in ["1", "2", "3", "4"] {
            try scene.write("host/\(name)", "new \(name)")
            try scene.write("container/Documents/\(name)", "old \(name)")
        }
        let changes = try ["1", "2", "3", "4"].map { name in
            Change.copy(try scene.onHost(name), to: try scene.inContainer("Documents/\(name)"))
        }
        let plan = try scene.plan(changes, .replace)
        // Another item has its name by now.
        try scene.write("container/other", "another 2")
        #expect(rename(scene.container + "/other", scene.container + "/Documents/2") == 0)
        let outcome = try scene.execute(plan)
        #expect(outcome.doneCount == 3 && outcome.failures.count == 1)
        for name in ["1", "3", "4"] {
            let old = try readFile(scene.home("data/Trash/files/\(name)"))
            #expect(String(decoding: old, as: UTF8.self) == "old \(name)")
        }
    }
}
