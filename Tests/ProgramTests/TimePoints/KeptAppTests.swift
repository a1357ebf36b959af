import Foundation
import TestSupport
import Testing

@Suite("Time points of apps with their groups", .onManyThreads)
struct KeptAppTests {
    private let sandbox: SharingSandbox
    private static let app = "one/Containers/Data/Application/1B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
    private static let group = "one/Containers/Shared/AppGroup/2B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
    private static let otherGroup = "one/Containers/Shared/AppGroup/3B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
    private static let parts = ["before+group.org.example.app", "before+group.org.example.app.shared"]

    init() throws {
        sandbox = try TimePointScene.sandbox()
        // Both groups are the app's: their names begin with its identifier.
        try sandbox.script(Script.text("kept_app"))
    }

    private func trees() throws -> [[String]] {
        try [Self.app, Self.group, Self.otherGroup].map { try sandbox.tree($0) }
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sandbox("state/sandglass/keeps/points")).sorted()
    }

    private func keep(_ words: String...) throws {
        let kept = try sandbox.run(["keep", Self.app] + words)
        try #require(kept.status == 0, "\(kept.errors)")
    }

    @Test("an app is kept with its groups, and restored with them in one operation")
    func whole() throws {
        try keep("--name", "before")
        let before = try trees()
        #expect(try names() == ["before"] + Self.parts)
        #expect(try sandbox.run("show", "@\(Self.parts[0])/Library/note.txt").lines == ["oneo"])
        for place in [Self.app, Self.group, Self.otherGroup] {
            try sandbox.write("\(place)/Library/note.txt", "changed")
            try sandbox.write("\(place)/Library/Preferences/new.plist", "x")
        }
        let changed = try trees()
        let restored = try sandbox.run("restore", "before", "--to", Self.app)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try trees() == before)
        #expect(try sandbox.run("undo", "1").status == 0)
        #expect(try trees() == changed)
    }

    @Test("paths restore the data alone, and --without-groups keeps it alone")
    func alone() throws {
        try keep("--name", "before")
        try sandbox.write("\(Self.app)/Library/note.txt", "changed")
        try sandbox.write("\(Self.group)/Library/note.txt", "changed")
        #expect(try sandbox.run("restore", "before", "Library/note.txt", "--to", Self.app).status == 0)
        #expect(try sandbox.text("\(Self.app)/Library/note.txt") == "oneo")
        #expect(try sandbox.text("\(Self.group)/Library/note.txt") == "changed")
        try keep("--name", "data", "--without-groups")
        #expect(try names() == ["before"] + Self.parts + ["data"])
        try keep("--name", "before", "--replace", "--without-groups")
        #expect(try names() == ["before", "data"])
    }

    @Test("the groups are replaced and removed with the time point that they were kept with")
    func together() throws {
        try keep("--name", "before")
        try sandbox.write("\(Self.group)/Library/note.txt", "second")
        try keep("--name", "before", "--replace")
        let found = try names()
        #expect(found.count == 3 && found.filter { $0.hasPrefix("before+group") }.count == 2, "\(found)")
        let part = try #require(found.first { $0.contains("group") && !$0.contains("shared") })
        #expect(try sandbox.run("show", "@\(part)/Library/note.txt").lines == ["second"])
        #expect(try sandbox.run("keeps", "--remove", "before").status == 0)
        #expect(try names().isEmpty)
        let objects = try FileManager.default.subpathsOfDirectory(
            atPath: sandbox("state/sandglass/keeps/objects"))
        #expect(objects.allSatisfy { $0.count == 2 }, "\(objects)")
    }

    @Test("a group that is gone from the store is named, and the rest is restored")
    func gone() throws {
        try keep("--name", "before")
        #expect(try sandbox.run("keeps", "--remove", Self.parts[1]).status == 0)
        // Another time point with its name is not the one that was kept with the app.
        #expect(try sandbox.run("keep", "App", "--name", Self.parts[1]).status == 0)
        try sandbox.write("\(Self.group)/Library/note.txt", "changed")
        let other = try sandbox.tree(Self.otherGroup)
        let restored = try sandbox.run("restore", "before", "--to", Self.app)
        #expect(restored.status == 65, "\(restored.errors)")
        #expect(restored.errors.contains("group.org.example.app.shared was kept with it"), "\(restored.errors)")
        #expect(try sandbox.text("\(Self.group)/Library/note.txt") == "oneo")
        #expect(try sandbox.tree(Self.otherGroup) == other)
    }

    @Test(
        "a keep that is killed leaves the app's old time point or the new one, and the next keep removes the rest",
        arguments: ["renameat2", "renameat"])
    func killed(call: String) throws {
        try keep("--name", "before")
        let before = try trees()
        // Those of contents and of the three time points.
        for number in 1..<30 {
            try sandbox.write("\(Self.group)/Library/note.txt", "text \(number)")
            let killed = try sandbox.run(
                ["keep", Self.app, "--name", "before", "--replace"],
                tracing: [
                    "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):signal=SIGKILL:when=\(number)",
                ])
            let restored = try sandbox.run("restore", "before", "--to", Self.app)
            #expect(restored.status == 0 && !restored.errors.contains("there no more"), "\(restored.errors)")
            let note = try sandbox.text("\(Self.group)/Library/note.txt")
            #expect(note == "oneo" || note == "text \(number)", "\(call) \(number): \(note)")
            // The next round is about the first state again.
            try sandbox.write("\(Self.group)/Library/note.txt", "oneo")
            try keep("--name", "before", "--replace")
            if killed.status == 0 { break }
        }
        let kept = try names()
        #expect(kept.count == 3, "\(kept)")
        #expect(try trees().first == before.first)
    }

    @Test("keeps lists the groups below their app, with what is in the store only for it")
    func listed() throws {
        try sandbox.write("\(Self.app)/Documents/large", String(repeating: "x", count: 5_000))
        try sandbox.write("\(Self.group)/Documents/large", String(repeating: "x", count: 5_000))
        try keep("--name", "before")
        try sandbox.write("\(Self.group)/Documents/other", String(repeating: "y", count: 3_000))
        try keep("--name", "later")
        let lines = try sandbox.run("keeps").lines
        #expect(lines.count == 6 && lines.map { $0.hasPrefix("  ") } == [false, true, true, false, true, true])
        let reports = try sandbox.run("keeps", "--json").lines.map {
            try JSONDecoder().decode(Report.self, from: Data($0.utf8))
        }
        #expect(reports.map(\.isPart) == [false, true, true, false, true, true])
        #expect(reports.first?.parts == Self.parts)
        #expect(reports.map(\.ownBytes) == [0, nil, nil, 3_000, nil, nil])
        #expect(lines[3].contains("2.9 KB only here"))
        let freed = try sandbox.run("keeps", "--remove", "before", "--json").text
        #expect(freed.contains("\"freedBytes\":0"), "\(freed)")
    }

    private struct Report: Decodable {
        let isPart: Bool
        let parts: [String]?
        let ownBytes: UInt64?
    }

    @Test(
        "every command that takes @NAME takes --store",
        arguments: [
            "ls @one", "find a @one", "grep alpha @one", "usage @one", "info @one", "explain @one/Documents",
            "verdict read @one/Documents", "snapshots @one", "audit @one", "hash @one", "diff @one App",
            "advise @one", "backup-set @one", "timeline @one", "pack @one P.xcappdata", "apps @one",
            "show @one/Documents/a.txt", "export @one/Documents/a.txt --to host -n",
            "cp @one/Documents/a.txt App/tmp/ -n", "app-info @one", "exclude --list @one",
            "restore @one --to App -n", "browse --linear @one", "keeps --check one",
        ])
    func otherStore(line: String) throws {
        let sandbox = try SharingSandbox()
        #expect(try sandbox.run("keep", "App", "--name", "one", "--store", "elsewhere").status == 0)
        let words = line.split(separator: " ").map(String.init)
        let found = try sandbox.run(words + ["--store", "elsewhere"], input: Array("q\n".utf8))
        #expect([0, 1].contains(found.status), "\(found.errors)")
        let missing = try sandbox.run(words, input: Array("q\n".utf8))
        #expect(missing.status == 66, "\(missing.errors)")
    }
}
