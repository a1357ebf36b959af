import System
import TestSupport
import Testing

@Suite("Restoring and resetting containers", .onManyThreads)
struct RestoreTests {
    private let sandbox: SharingSandbox

    init() throws { sandbox = try TimePointScene.sandbox() }

    @Test("restore brings everything back that hash lists, and undo what was there")
    func everything() throws {
        #expect(try sandbox.run("hash", "App", "--output", "before.json").status == 0)
        try sandbox.keep("before")
        let old = try sandbox.wholeTree("App")
        try sandbox.script(TimePointScene.change)
        let changed = try sandbox.wholeTree("App")
        let dry = try sandbox.run("restore", "before", "--to", "App", "--dry-run")
        #expect(dry.status == 0 && dry.text.contains("b.txt"), "\(dry.errors)")
        #expect(try sandbox.wholeTree("App") == changed)
        let restored = try sandbox.run("restore", "before", "--to", "App")
        #expect(restored.status == 0, "\(restored.errors)")
        let check = try sandbox.run("hash", "App", "--check", "before.json", "--ignore", "born")
        #expect(check.status == 0, "\(check.text)")
        let undone = try sandbox.run("undo", "1")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try sandbox.wholeTree("App") == changed)
        #expect(try sandbox.run("redo", "1").status == 0)
        #expect(try sandbox.wholeTree("App") == old)
    }

    @Test("what does not differ is not touched")
    func unchanged() throws {
        try sandbox.keep("before")
        let nothing = try sandbox.run("restore", "before", "--to", "App")
        #expect(nothing.status == 0 && nothing.errors.contains("nothing differs"), "\(nothing.errors)")
        let inodes = try runCommand(["stat", "-c", "%i %Z", sandbox("App/Documents/a.txt")]).text
        try sandbox.write("App/Documents/b.txt", "changed")
        #expect(try sandbox.run("restore", "before", "--to", "App").status == 0)
        #expect(try runCommand(["stat", "-c", "%i %Z", sandbox("App/Documents/a.txt")]).text == inodes)
        #expect(try sandbox.text("App/Documents/b.txt") == "beta")
    }

    @Test("an archive that has times in whole seconds does not differ in them")
    func wholeSeconds() throws {
        let sandbox = try SharingSandbox()
        _ = try runCommand(["tar", "--format=ustar", "-C", sandbox(""), "-cf", sandbox("a.tar"), "App"])
        let nothing = try sandbox.run("restore", "a.tar/App", "--to", "App", "--dry-run")
        #expect(nothing.errors.contains("nothing differs"), "\(nothing.text)\(nothing.errors)")
    }

    @Test("paths restore a part, with the directories around it")
    func parts() throws {
        try sandbox.keep("before")
        try sandbox.script(TimePointScene.change)
        try sandbox.script("import shutil, sys; shutil.rmtree(sys.argv[1] + 'App/Documents/Notes')")
        let rest = try sandbox.tree("App/Library")
        let restored = try sandbox.run(
            "restore", "before", "Documents/Notes/03.txt", "Documents/b.txt", "Documents/Added", "--to", "App")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try sandbox.text("App/Documents/b.txt") == "beta")
        #expect(try runCommand(["ls", sandbox("App/Documents/Notes")]).text == "03.txt\n")
        #expect(try !sandbox.has("App/Documents/Added"))
        #expect(try sandbox.tree("App/Library") == rest)
        #expect(try sandbox.run("restore", "before", "Documents/none", "--to", "App").status == 66)
        #expect(try sandbox.run("restore", "before", "../x", "--to", "App").status == 64)
    }

    /// The numbers of the files that names belong to.
    private func inodes(_ names: String...) throws -> [String] {
        try runCommand(["stat", "-c", "%i"] + names.map { sandbox("App/\($0)") }).lines.map(String.init)
    }

    @Test(
        "names of one file are one file again, whatever became of them",
        arguments: [
            "ln -f Library/alone Library/c; ln -f Library/alone Documents/n1", "cp -p Library/c x; mv x Library/c",
            "echo changed > Library/c", "rm -r Documents/New", "rm Library/c Documents/n1; rm -r Documents/New",
            "ln -f Library/c Library/alone", "rm Documents/n1; mkdir Documents/n1",
        ])
    func hardLinks(change: String) throws {
        let names = ["Documents/n1", "Documents/New/deep/n2", "Library/c", "Library/alone"]
        _ = try runCommand([
            "sh", "-c",
            "cd \"$1\"; mkdir -p Documents/New/deep; echo one > Documents/n1; cp -p Documents/n1 Library/alone;"
                + "ln Documents/n1 Documents/New/deep/n2; ln Documents/n1 Library/c", "sh", sandbox("App"),
        ])
        try sandbox.keep("before")
        let new = try sandbox.wholeTree("App")
        _ = try runCommand(["sh", "-c", "cd \"$1\"; \(change)", "sh", sandbox("App")])
        let old = try sandbox.wholeTree("App")
        #expect(old != new)
        let restored = try sandbox.run("restore", "before", "--to", "App")
        #expect(restored.status == 0, "\(restored.errors)")
        let found = try inodes(names[0], names[1], names[2], names[3])
        #expect(Set(found[..<3]).count == 1 && found[3] != found[0], "\(found)")
        #expect(try sandbox.wholeTree("App") == new)
        #expect(try sandbox.run("restore", "before", "--to", "App").errors.contains("nothing differs"))
        #expect(try sandbox.run("undo", "1").status == 0)
        #expect(try sandbox.wholeTree("App") == old)
    }

    @Test("a part is restored without the other names of its file, and several names together")
    func partOfLinks() throws {
        try sandbox.keep("before")
        let names = ["Documents/a.txt", "Documents/hard"]
        let other = try inodes(names[1])
        try sandbox.script("import os, sys; os.chdir(sys.argv[1]); os.unlink('App/Documents/a.txt')")
        #expect(try sandbox.run("restore", "before", names[0], "--to", "App").status == 0)
        #expect(try inodes(names[1]) == other && inodes(names[0]) != other)
        #expect(try sandbox.run(["restore", "before"] + names + ["--to", "App"]).status == 0)
        #expect(try inodes(names[0]) == inodes(names[1]))
    }

    @Test("what restore removes goes to the trash")
    func trash() throws {
        try sandbox.keep("before")
        try sandbox.script(TimePointScene.change)
        #expect(try sandbox.run("restore", "before", "--to", "App").status == 0)
        #expect(try sandbox.has("data/Trash/files/Added/deep/file"))
    }

    @Test("another app's container is refused unless forced, and another kind always")
    func otherApp() throws {
        try sandbox.script(Script.text("restore_other_app"))
        let before = try sandbox.tree("App")
        let refused = try sandbox.run("restore", "Other.xcappdata", "--to", "App")
        #expect(refused.status == 77 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(try sandbox.run("restore", "Group", "--to", "App", "--force").status == 77)
        #expect(try sandbox.tree("App") == before)
        let forced = try sandbox.run("restore", "Other.xcappdata", "--to", "App", "--force")
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try sandbox.text("App/Documents/seed.txt") == "seed")
        // The container remains that of its app.
        #expect(try sandbox.has("App/.com.apple.mobile_container_manager.metadata.plist"))
        #expect(try !sandbox.has("App/Documents/a.txt"))
        // The package lacks a directory that every installation makes.
        #expect(try runCommand(["ls", "-A", sandbox("App/tmp")]).text == "")
        #expect(try sandbox.has("App/tmp"))
    }

    @Test(
        "contents whose app is unknown, or for a container whose app is, are refused like another app's",
        arguments: [(true, false), (false, true), (true, true)])
    func unknownApp(lacksOrigin: Bool, lacksTarget: Bool) throws {
        for name in ["Documents", "Library"] { try sandbox.write("Other/\(name)/seed.txt", "seed") }
        let metadata = "/.com.apple.mobile_container_manager.metadata.plist"
        let identity = try readFile(sandbox("App" + metadata))
        if !lacksOrigin { try sandbox.write("Other" + metadata, bytes: identity) }
        if lacksTarget { try #require(unlink(sandbox("App" + metadata)) == 0) }
        let kind = ["--kind", "data"]
        let before = try sandbox.tree("App")
        let refused = try sandbox.run(["restore", "Other", "--to", "App"] + kind)
        #expect(refused.status == 77 && refused.errors.contains("may belong to another app"), "\(refused.errors)")
        #expect(refused.errors.contains("--force") && refused.errors.contains("identifier"), "\(refused.errors)")
        #expect(try sandbox.tree("App") == before)
        // A time point of the container itself is its own, whoever its app is.
        #expect(try sandbox.run(["keep", "App", "--name", "own"] + kind).status == 0)
        try sandbox.write("App/Documents/a.txt", "changed")
        let own = try sandbox.run(["restore", "own", "--to", "App"] + kind)
        #expect(own.status == 0, "\(own.errors)")
        #expect(try sandbox.tree("App") == before)
        let forced = try sandbox.run(["restore", "Other", "--to", "App", "--force"] + kind)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try sandbox.text("App/Documents/seed.txt") == "seed")
    }

    @Test(
        "the groups of the app that both sides have are restored with it, in one operation", arguments: [false, true])
    func groups(onlyPart: Bool) throws {
        try sandbox.script(Script.text("restore_groups"))
        let app = "Containers/Data/Application/1B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
        let (common, other) = (
            "two/Containers/Shared/AppGroup/2B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30",
            "two/Containers/Shared/AppGroup/3B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
        )
        let before = try [sandbox.tree("two/\(app)"), sandbox.tree(common), sandbox.tree(other)]
        let restored = try sandbox.run(
            ["restore", "one/\(app)"] + (onlyPart ? ["Library/note.txt"] : []) + ["--to", "two/\(app)"])
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try sandbox.text("two/\(app)/Library/note.txt") == "one")
        #expect(try sandbox.text("\(common)/Library/note.txt") == (onlyPart ? "twot" : "oneo"))
        #expect(try sandbox.tree(other) == before[2], "a group of another identifier stays")
        let undone = try sandbox.run("undo", "1")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try [sandbox.tree("two/\(app)"), sandbox.tree(common), sandbox.tree(other)] == before)
    }

    @Test("a domain of a backup seeds a container")
    func backup() throws {
        let backup = try SampleBackup(
            """
            for place in ['', 'Documents', 'Library']: add(APP, place)
            add(APP, 'Documents/from-backup.txt', b'tides', mode=0o640)
            """)
        let result = try sandbox.run("restore", "\(backup.path)/AppDomain-org.example.app", "--to", "App")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.text("App/Documents/from-backup.txt") == "tides")
        let again = try sandbox.run("restore", "\(backup.path)/AppDomain-org.example.app", "--to", "App")
        #expect(again.errors.contains("nothing differs"), "\(again.errors)")
    }

    @Test("reset leaves what an installation makes, and undo brings the rest back", arguments: [false, true])
    func reset(keepsPreferences: Bool) throws {
        let before = try sandbox.tree("App")
        let result = try sandbox.run(["reset", "App"] + (keepsPreferences ? ["--keep", "preferences"] : []))
        #expect(result.status == 0, "\(result.errors)")
        let left = try runCommand(["sh", "-c", "cd \"$1\" && find . | sort", "sh", sandbox("App")]).lines
        let made = [
            ".", "./.com.apple.mobile_container_manager.metadata.plist", "./Documents", "./Library", "./Library/Caches",
            "./Library/Preferences", "./SystemData", "./tmp",
        ]
        #expect(left.map(String.init) == (made + (keepsPreferences ? ["./Library/Preferences/p.plist"] : [])).sorted())
        #expect(try sandbox.run("undo", "1").status == 0)
        #expect(try sandbox.tree("App") == before)
    }

    @Test("reset makes the directories that are missing")
    func missing() throws {
        try sandbox.script(
            "import shutil, sys; shutil.rmtree(sys.argv[1] + 'App/Library'); open(sys.argv[1] + 'App/Library', 'w')")
        #expect(try sandbox.run("reset", "App").status == 0)
        #expect(try sandbox.has("App/Library/Preferences"))
    }

    /// The changing calls of a restoration from the first one on the state directory, each with its number among the
    /// calls of its name.
    private func calls(_ trace: String) -> [(name: String, number: Int)] {
        var calls: [(name: String, number: Int)] = []
        var counts: [String: Int] = [:]
        var hasBegun = false
        for line in trace.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let end = words[1].firstIndex(of: "(") else { continue }
            let name = String(words[1][..<end].drop { $0 == " " })
            counts[name, default: 0] += 1
            if line.contains("/state/sandglass/journal") || line.contains("/locks/") { hasBegun = true }
            if hasBegun { calls.append((name, counts[name] ?? 0)) }
        }
        return calls
    }

    @Test("a restoration killed before any changing call is wholly old or wholly new after the next start")
    func killed() throws {
        try sandbox.keep("before")
        let new = try sandbox.wholeTree("App")
        try sandbox.script(TimePointScene.change)
        let template = try SharingSandbox(copyOf: sandbox)
        let old = try template.wholeTree("App")
        // The names that `strace` prints for calls that it does not know are none that it takes.
        let kinds =
            "renameat2,renameat,fsync,fdatasync,syncfs,unlinkat,mkdirat,symlinkat,linkat,mknodat,fchmod,fchmodat,chmod,"
            + "fchown,fchownat,utimensat,write,pwrite64,copy_file_range,ftruncate,fallocate,ioctl,fsetxattr,lsetxattr,"
            + "setxattr,fremovexattr,lremovexattr,removexattr"
        let traced = try sandbox.run(
            ["restore", "before", "--to", "App"], tracing: ["-o", sandbox("trace"), "-e", "trace=\(kinds),openat"])
        #expect(traced.status == 0, "\(traced.errors)")
        #expect(try sandbox.wholeTree("App") == new)
        let names = Set(kinds.split(separator: ",").map(String.init))
        var chosen = calls(try sandbox.text("trace")).filter { names.contains($0.name) }
        #expect(chosen.count > 20)
        if !runsLongTests, getenv("SANDGLASS_ALL_CUTS") == nil {
            // Rare calls are the decisive ones.
            let groups = Dictionary(grouping: chosen, by: \.name).values.sorted { $0.count < $1.count }
            chosen = groups.compactMap { $0.randomElement() }
        }
        for (name, number) in chosen {
            let sandbox = try SharingSandbox(copyOf: template)
            let killed = try sandbox.run(
                ["restore", "before", "--to", "App"],
                tracing: [
                    "-o", "/dev/null", "-e", "trace=\(name)", "-e", "inject=\(name):signal=SIGKILL:when=\(number)",
                ])
            #expect(killed.status != 0, "not killed before \(name) \(number)")
            #expect(try sandbox.run("journal").status == 0)
            let found = try sandbox.wholeTree("App")
            #expect(found == old || found == new, "killed before \(name) \(number)")
        }
    }

    @Test("a restoration that fails, or is cancelled, changes nothing", arguments: ["EIO", "signal=SIGINT"])
    func failing(fault: String) throws {
        try sandbox.keep("before")
        try sandbox.script(TimePointScene.change)
        let old = try sandbox.wholeTree("App")
        let inject = fault.hasPrefix("signal") ? fault : "error=\(fault)"
        let result = try sandbox.run(
            ["restore", "before", "--to", "App"],
            tracing: ["-o", "/dev/null", "-e", "trace=symlinkat", "-e", "inject=symlinkat:\(inject):when=1"])
        // A signal may come too late.
        let isLate = fault.hasPrefix("signal") && result.status == 0
        #expect(isLate || result.status != 0, "\(result.errors)")
        #expect(try isLate || sandbox.wholeTree("App") == old, "\(result.errors)")
    }

    @Test("a file of equal size and times gets its contents back", arguments: ["/dev/shm", TestFiles.diskDirectory])
    func equalTimes(parent: String) throws {
        let sandbox = try TimePointScene.sandbox(on: parent)
        // What changed within two and a half seconds before a time point is read again.
        try waitUntilSettled(for: 2.6, below: sandbox("App"))
        try sandbox.keep("one")
        try sandbox.script(
            """
            import os, sys
            path = sys.argv[1] + 'App/Documents/b.txt'
            times = os.stat(path)
            open(path, 'r+b').write(b'BETA')
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            """)
        let result = try sandbox.run("restore", "one", "--to", "App")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.text("App/Documents/b.txt") == "beta")
    }

    @Test(
        "what could not be examined is neither removed nor changed by a restoration, which ends with 74",
        .enabled(if: isRoot, "only root can become another user"))
    func unexamined() throws {
        let sandbox = try TimePointScene.sandbox(on: "/dev/shm")
        #expect(try runCommand(["chown", "-R", "nobody", sandbox("")]).status == 0)
        func run(_ words: String...) throws -> CommandResult {
            let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
            return try runCommand(
                ["setpriv", "--reuid=nobody", "--clear-groups", "env"] + variables + [sandglass] + words)
        }
        chmod(sandbox("App/Documents/Notes"), 0)
        chmod(sandbox("App/Documents/b.txt"), 0)
        let kept = try run("keep", sandbox("App"), "--name", "part")
        #expect(kept.status == 74, "\(kept.errors)")
        #expect(try run("keeps").text.contains("partial"))
        chmod(sandbox("App/Documents/Notes"), 0o755)
        chmod(sandbox("App/Documents/b.txt"), 0o644)
        let notes = try sandbox.tree("App/Documents/Notes")
        let restored = try run("restore", "part", "--to", sandbox("App"))
        #expect(restored.status == 74 && restored.errors.contains("Notes"), "\(restored.text) \(restored.errors)")
        #expect(try sandbox.tree("App/Documents/Notes").dropFirst() == notes.dropFirst())
        #expect(try sandbox.text("App/Documents/b.txt") == "beta")
    }

    @Test("times in second 0 and metadata of directories on the way come back, and what cannot is named")
    func metadata() throws {
        let sandbox = try TimePointScene.sandbox(on: "/dev/shm")
        try sandbox.script(Script.text("restore_metadata"))
        try sandbox.keep("one")
        try sandbox.script(
            """
            import os, shutil, sys
            os.chdir(sys.argv[1])
            shutil.rmtree('App/Documents/way'); os.utime('App/Documents/Notes', (9, 9))
            """)
        let part = try sandbox.run("restore", "one", "Documents/way/deep/file", "--to", "App")
        #expect(part.status == 0, "\(part.errors)")
        let way = try runCommand(["stat", "-c", "%a %Y", sandbox("App/Documents/way")]).text
        #expect(way == "710 5\n")
        #expect(
            try python("import os, sys; print(os.getxattr(sys.argv[1], 'user.note'))", sandbox("App/Documents/way"))
                == "b'kept'\n")
        #expect(try sandbox.run("restore", "one", "--to", "App").status == 0)
        #expect(try runCommand(["stat", "-c", "%Y", sandbox("App/Documents/Notes")]).text == "0\n")
    }

    @Test("directories get their owners back, and undo takes that back", .enabled(if: isRoot, "only root gives owners"))
    func owners() throws {
        let paths = ["App/Documents", "App/Documents/Notes", "App/Documents/way"]
        func owners() throws -> [String] {
            try runCommand(["stat", "-c", "%u:%g %a"] + paths.map { sandbox($0) }).lines.map(String.init)
        }
        try sandbox.write("App/Documents/way/deep/file", "x")
        #expect(try runCommand(["chown", "501:20"] + paths.map { sandbox($0) }).status == 0)
        #expect(chmod(sandbox("App/Documents/Notes"), 0o2750) == 0)
        let before = try owners()
        try sandbox.keep("one")
        try sandbox.script(
            """
            import os, shutil, sys
            os.chdir(sys.argv[1] + 'App/Documents')
            os.chown('.', 7, 7); os.chown('Notes', 0, 9); os.chmod('Notes', 0o700); shutil.rmtree('way')
            """)
        let changed = try runCommand(["stat", "-c", "%u:%g %a", sandbox(paths[0]), sandbox(paths[1])]).lines
        let restored = try sandbox.run("restore", "one", "--to", "App")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try owners() == before)
        #expect(try sandbox.run("undo", "1").status == 0)
        #expect(try runCommand(["stat", "-c", "%u:%g %a", sandbox(paths[0]), sandbox(paths[1])]).lines == changed)
        #expect(try sandbox.run("redo", "1").status == 0)
        #expect(try owners() == before)
    }
}
