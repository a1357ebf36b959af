import Screen
import System
import TestSupport
import Testing

@Suite("Keeping containers as time points", .onManyThreads)
struct KeepTests {
    private let sandbox: SharingSandbox

    init() throws { sandbox = try TimePointScene.sandbox() }

    private func store(_ name: String) -> String { "state/sandglass/keeps/\(name)" }

    /// The names of the contents in the store, as `sha256sum` names them.
    private func objects() throws -> [String] {
        try runCommand(["find", sandbox(store("objects")), "-type", "f"]).lines
            .map { $0.split(separator: "/").suffix(2).joined() }.sorted()
    }

    @Test(
        "a time point that is missing names those that are like it, and the command that lists all",
        arguments: [
            ["ls", "@befor"], ["show", "@Before/Documents/a.txt"], ["keeps", "--remove", "befor"],
            ["keeps", "--check", "befor"], ["restore", "befor", "--to", "App"], ["diff", "@before2", "App"],
        ])
    func missing(call: [String]) throws {
        for name in ["before", "other"] { try sandbox.keep(name) }
        let result = try sandbox.run(call)
        #expect(result.status == 66, "\(result.errors)")
        #expect(result.errors.contains("did you mean @before? `sandglass keeps` lists"), "\(result.errors)")
        #expect(!result.errors.contains("@other"), "\(result.errors)")
    }

    @Test("a time point has everything that hash lists")
    func everything() throws {
        #expect(try sandbox.run("hash", "App", "--output", "before.json").status == 0)
        try sandbox.keep("before")
        try sandbox.script(TimePointScene.change)
        let check = try sandbox.run("hash", "@before", "--check", "before.json")
        #expect(check.status == 0, "\(check.text)\(check.errors)")
        #expect(try sandbox.run("hash", "App", "--check", "before.json", "--ignore", "born").status == 1)
    }

    @Test("contents are stored once, under their SHA-256, readable by the user alone")
    func contents() throws {
        try sandbox.keep("one")
        let sums = try runCommand(["sh", "-c", "find \"$1\" -type f -exec sha256sum {} +", "sh", sandbox("App")])
        #expect(try objects() == Set(sums.lines.map { String($0.prefix(64)) }).sorted())
        let modes = try runCommand(["stat", "-c", "%a", sandbox(store("")), sandbox(store("points/one"))])
        #expect(modes.lines == ["700", "600"])
        let before = try objects()
        let again = try sandbox.run("keep", "App", "--json")
        #expect(again.text.filter { !$0.isWhitespace }.contains("\"addedBytes\":0"), "\(again.text)")
        #expect(try objects() == before)
        try sandbox.write("App/Documents/b.txt", "another text")
        try sandbox.keep("two")
        #expect(try objects().count == before.count + 1)
    }

    @Test("that a file is written all the time is told once")
    func busy() throws {
        try sandbox.script(
            """
            import os, sys, time
            os.chdir(sys.argv[1])
            if os.fork() == 0:
                null = os.open('/dev/null', os.O_RDWR)
                for number in 0, 1, 2: os.dup2(null, number)
                file = os.open('App/Documents/busy', os.O_RDWR | os.O_CREAT)
                end, round = time.time() + 60, 0
                while not os.path.exists('stop') and time.time() < end:
                    round += 1
                    for offset in range(0, 4000000, 400000): os.pwrite(file, bytes([round % 256]) * 400000, offset)
                    os.close(os.open('ready', os.O_CREAT | os.O_WRONLY))
                os._exit(0)
            while not os.path.exists('ready'): time.sleep(0.002)
            """)
        defer { try? sandbox.write("stop", "") }
        let lines = try sandbox.run("keep", "App").errors.split(separator: "\n").filter { $0.contains("busy") }
        #expect(lines.count { $0.contains("it was being written") } <= 1 && Set(lines).count == lines.count, "\(lines)")
    }

    @Test("a file that changed is read again, although its size and time of last change are the same")
    func sameTimes() throws {
        try sandbox.keep("one")
        try sandbox.script(
            """
            import os, sys
            path = sys.argv[1] + 'App/Documents/b.txt'
            times = os.stat(path)
            open(path, 'r+b').write(b'BETA')
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            """)
        try sandbox.keep("two")
        #expect(try sandbox.run("show", "@one/Documents/b.txt").lines == ["beta"])
        #expect(try sandbox.run("show", "@two/Documents/b.txt").lines == ["BETA"])
    }

    @Test("an unchanged file is not read again where its times tell that of a mapped one, too")
    func known() throws {
        let sandbox = try TimePointScene.sandbox(on: TestFiles.diskDirectory)
        // What changed within two and a half seconds before a time point is read again for the next one.
        try waitUntilSettled(for: 2.6, below: sandbox("App"))
        try sandbox.keep("one")
        let result = try sandbox.run(
            ["keep", "App", "--name", "two"], tracing: ["-o", sandbox("trace"), "-e", "trace=openat,openat2"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try !sandbox.text("trace").contains("\"large\""))
    }

    @Test(
        "a file that is written through a mapping is kept as it is, whatever its times say",
        arguments: ["/dev/shm", TestFiles.diskDirectory], [true, false])
    func mapped(parent: String, isOpen: Bool) throws {
        let sandbox = try TimePointScene.sandbox(on: parent)
        // The app maps the file before the first time point, and writes to it between the two.
        try sandbox.write(
            "app.py",
            Script.text("keep_mapped"))
        let path = sandbox("App/Documents/mapped.bin")
        try sandbox.write("App/Documents/mapped.bin", String(repeating: "x", count: 4_096))
        let app = try PseudoTerminal(
            "/usr/bin/python3", [sandbox("app.py"), path, isOpen ? "yes" : "no"])
        try app.waitFor("mapped")
        try waitUntilSettled(for: 2.6, below: sandbox("App"))
        try sandbox.keep("one")
        try app.send("\r")
        try app.waitFor("written")
        try sandbox.keep("two")
        #expect(try sandbox.run("show", "--as", "raw", "@one/Documents/mapped.bin").text.hasPrefix("first"))
        #expect(try sandbox.run("show", "--as", "raw", "@two/Documents/mapped.bin").text.hasPrefix("later"))
    }

    @Test("more new files than descriptors are kept")
    func manyFiles() throws {
        try sandbox.script(
            "import os, sys; [open(sys.argv[1] + 'App/tmp/%d' % n, 'w').write('file %d' % n) for n in range(1100)]")
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
        let kept = try runCommand(
            ["env"] + variables + ["prlimit", "--nofile=256:256", sandglass, "keep", sandbox("App"), "--name", "many"])
        #expect(kept.status == 0, "\(kept.errors)")
        #expect(try sandbox.run("show", "@many/tmp/1099").lines == ["file 1099"])
    }

    @Test("damaged contents end every reading with 65, are named by keeps --check, and mended by another keep")
    func damaged() throws {
        try sandbox.keep("one")
        #expect(try sandbox.run("keeps", "--check").status == 0)
        let sum = try runCommand(["sha256sum", sandbox("App/Documents/b.txt")]).text.prefix(64)
        let object = store("objects/\(sum.prefix(2))/\(sum.dropFirst(2))")
        #expect(try sandbox.text(object) == "beta")
        try sandbox.write(object, "BETA")
        for call in [
            ["show", "@one/Documents/b.txt"], ["hash", "@one"], ["pack", "@one", "P.xcappdata"],
            ["pack", "@one", "P.zip"],
            ["cp", "@one/Documents/b.txt", "host/out"], ["audit", "@one"], ["grep", "e", "@one"],
            ["diff", "@one", "App"],
        ] {
            let result = try sandbox.run(call)
            #expect([65, 74].contains(result.status), "\(call): \(result.status) \(result.text) \(result.errors)")
        }
        let check = try sandbox.run("keeps", "--check", "one")
        #expect(check.status == 65 && check.text.contains("@one/Documents/b.txt: "), "\(check.text) \(check.errors)")
        // The same contents in another file.
        try sandbox.script(
            "import shutil, sys; shutil.copy(sys.argv[1] + 'App/Documents/b.txt', sys.argv[1] + 'App/tmp/new')")
        try sandbox.keep("two")
        #expect(try sandbox.run("keeps", "--check").status == 0)
        #expect(try sandbox.run("show", "@one/Documents/b.txt").lines == ["beta"])
    }

    @Test("--replace replaces the time point of a name, and needs a name")
    func replaced() throws {
        try sandbox.keep("one")
        try sandbox.write("App/Documents/b.txt", "another text")
        let refused = try sandbox.run("keep", "App", "--name", "one")
        #expect(refused.status != 0 && refused.errors.contains("--replace"), "\(refused.errors)")
        #expect(try sandbox.run("keep", "App", "--name", "one", "--replace").status == 0)
        #expect(try sandbox.run("show", "@one/Documents/b.txt").lines == ["another text"])
        #expect(try sandbox.run("keeps").lines.count == 1)
        #expect(try sandbox.run("keep", "App", "--replace").status == 64)
    }

    @Test("keeps lists time points, and --remove removes what no other needs")
    func listed() throws {
        try sandbox.keep("one", "--note", "before the login")
        try sandbox.write("App/Documents/b.txt", "another text")
        try sandbox.keep("two")
        let list = try sandbox.run("keeps")
        #expect(list.lines.count == 2 && list.text.contains("@one  ") && list.text.contains("before the login"))
        #expect(list.lines.last?.contains("@two") == true)
        let json = try sandbox.run("keeps", "--json")
        #expect(json.lines.count == 2 && json.text.contains("\"note\":\"before the login\""), "\(json.text)")
        let both = try objects()
        #expect(try sandbox.run("keeps", "--remove", "one").status == 0)
        #expect(try objects().count == both.count - 1)
        #expect(try sandbox.run("show", "@two/Documents/b.txt").lines == ["another text"])
        #expect(try sandbox.run("ls", "@one").status == 66)
        #expect(try sandbox.run("keeps", "--remove", "one").status == 66)
        #expect(try sandbox.run("keeps", "--remove", "@two").status == 0)
        #expect(try objects().isEmpty)
        #expect(try sandbox.run("keeps").stdout.isEmpty)
    }

    @Test("a name that cannot be one, or is taken, is refused", arguments: ["../x", "a/b", ".hidden", "", "a\u{1b}b"])
    func names(name: String) throws {
        #expect(try sandbox.run("keep", "App", "--name=\(name)").status == 64)
        #expect(try !sandbox.has(store("points")))
    }

    @Test("a name is used once, and a time point without one has the app's identifier and the time")
    func taken() throws {
        try sandbox.keep("one")
        #expect(try sandbox.run("keep", "App", "--name", "one").status == 73)
        let unnamed = try sandbox.run("keep", "App")
        #expect(unnamed.text.hasPrefix("@org.example.app-20"), "\(unnamed.text)")
    }

    @Test(
        "a time point is a container in every command that reads",
        arguments: [
            ["ls", "-lRa", "@one"], ["ls", "@one/Documents/Notes"], ["info", "@one"], ["find", "'kind:file'", "@one"],
            ["grep", "alpha", "@one"], ["show", "@one/Documents/a.txt"], ["usage", "@one"], ["apps", "@one"],
            ["explain", "@one/Documents/a.txt"], ["backup-set", "@one"], ["verdict", "read", "@one/Documents/a.txt"],
            ["export", "@one/Documents/a.txt", "--to", "host/out"], ["pack", "@one", "Packed.xcappdata"],
            ["cp", "@one/Documents/a.txt", "App/tmp/copy.txt"], ["hash", "@one"], ["snapshots", "@one"],
        ])
    func everywhere(words: [String]) throws {
        try sandbox.keep("one")
        let before = try sandbox.tree(store(""))
        let result = try sandbox.run(words.map { $0.replacing("'", with: "") })
        // A package has no pipe, which is left out and told.
        #expect(result.status == (words[0] == "pack" ? 74 : 0), "\(result.errors)")
        #expect(try sandbox.tree(store("")) == before)
    }

    @Test(
        "nothing in a time point can be changed",
        arguments: [
            ["rm", "@one/Documents/a.txt"], ["mkdir", "@one/Documents/new"],
            ["import", "host/file.txt", "--to", "@one"],
            ["mv", "@one/Documents/a.txt", "App/tmp"], ["restore", "App", "--to", "@one"], ["reset", "@one"],
            ["export", "App/Documents/a.txt", "--to", "@one/Documents"],
        ])
    func readOnly(words: [String]) throws {
        try sandbox.keep("one")
        let before = try sandbox.tree(store(""))
        let result = try sandbox.run(words)
        #expect(result.status == 77, "\(result.status) \(result.errors)")
        #expect(try sandbox.tree(store("")) == before)
    }

    @Test("the browser opens a time point, and changes nothing in it")
    func browsed() throws {
        try sandbox.keep("one")
        let terminal = try sandbox.terminal(["@one/Documents"])
        try terminal.waitFor("time point")
        try terminal.waitFor("a.txt")
        try terminal.send("gg")
        try terminal.send("d")
        try terminal.waitFor("cannot be changed: it is in a time point")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("paths of a time point are printed as commands take them")
    func spelling() throws {
        try sandbox.keep("one")
        #expect(try sandbox.run("grep", "-l", "alpha", "@one").lines.contains("@one/Documents/a.txt"))
        #expect(try sandbox.run("find", "a.txt", "@one/Documents").lines.contains("@one/Documents/a.txt"))
    }

    @Test("another store is used by its path, and a time point in it by @NAME with --store or by its path")
    func otherStore() throws {
        try sandbox.keep("one", "--store", "elsewhere")
        #expect(try !sandbox.has(store("points")))
        #expect(try sandbox.run("keeps", "--store", "elsewhere").text.contains("@one"))
        #expect(try sandbox.run("show", "elsewhere/points/one/Documents/a.txt").lines == ["alpha"])
        #expect(try sandbox.run("restore", "one", "--to", "App", "--store", "elsewhere").status == 0)
        #expect(try sandbox.run("keep", "App", "--store", "App/Documents/keeps").status == 77)
    }

    @Test("what cannot be read is named, and the rest is kept", .enabled(if: geteuid() != 0, "root reads everything"))
    func unreadable() throws {
        try sandbox.script("import os, sys; os.chmod(sys.argv[1] + 'App/Documents/Notes/03.txt', 0)")
        let kept = try sandbox.run("keep", "App", "--name", "one")
        #expect(kept.status == 74 && kept.errors.contains("Notes/03.txt"), "\(kept.errors)")
        #expect(try sandbox.run("show", "@one/Documents/a.txt").status == 0)
        let before = try sandbox.tree("App/Documents/Notes").count
        #expect(try sandbox.run("restore", "one", "--to", "App").status == 0)
        #expect(try sandbox.tree("App/Documents/Notes").count == before)
    }

    // MARK: Faults

    @Test(
        "a full disk leaves nothing half, and is reported",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func fullDisk() throws {
        var statuses: Set<Int32> = []
        for size in [8, 60, 400, 2_000, 3_500, 60_000] {
            let disk = TemporaryDirectory()
            try PrivateMounts.with("tmpfs", "size=\(size)k", on: disk) { _ in
                let result = try sandbox.run("keep", "App", "--name", "one", "--store", disk("keeps"))
                let points = try runCommand(["ls", disk("keeps/points")]).text
                if result.status == 0 {
                    #expect(points == "one\n")
                } else {
                    #expect(result.status == 73, "\(size): \(result.status) \(result.errors)")
                    #expect(result.errors.contains("No space left on device"), "\(size): \(result.errors)")
                    #expect(points == "", "\(size)")
                    #expect(try !runCommand(["ls", disk("keeps")]).text.contains("incoming"), "\(size)")
                }
                statuses.insert(result.status)
            }
        }
        #expect(statuses == [0, 73])
    }

    @Test("a keep killed at any call leaves no half, and the next one removes the rest")
    func killed() throws {
        let calls = [
            ("renameat2", 1), ("renameat", 1), ("syncfs", 1), ("syncfs", 2), ("pwrite64", 5), ("fsync", 1),
        ]
        for (name, number) in calls {
            _ = try sandbox.run(
                ["keep", "App", "--name", "\(name)\(number)"],
                tracing: [
                    "-o", "/dev/null", "-e", "trace=\(name)", "-e", "inject=\(name):signal=SIGKILL:when=\(number)",
                ])
            for line in try sandbox.run("keeps").lines { #expect(!line.contains("cannot be read"), "\(line)") }
            let next = try sandbox.run("keep", "App", "--name", "after-\(name)\(number)")
            #expect(next.status == 0, "\(next.errors)")
            #expect(try !runCommand(["ls", sandbox(store(""))]).text.contains("incoming"), "\(name) \(number)")
            let check = try sandbox.run("restore", "after-\(name)\(number)", "--to", "App", "--dry-run")
            #expect(check.status == 0 && check.errors.contains("nothing differs"), "\(check.errors)")
        }
    }

    @Test(
        "a damaged or newer time point is refused, and listed as such",
        arguments: [
            ("flip", "damaged"), ("cut", "damaged"), ("head", "damaged"), ("empty", "damaged"),
            ("newer", "another version"),
        ])
    func damaged(how: String, words: String) throws {
        try sandbox.keep("one")
        try sandbox.script(Script.text("keep_damaged"), how)
        for command in [
            ["ls", "@one"], ["restore", "one", "--to", "App"], ["diff", "@one", "App"], ["diff", "App", "@one"],
            ["hash", "@one"], ["grep", "alpha", "@one"], ["find", "a", "@one"], ["audit", "@one"], ["info", "@one"],
            ["usage", "@one"], ["show", "@one/Documents/a.txt"], ["export", "@one/Documents/a.txt", "--to", "host"],
            ["pack", "@one", "copy.xcappdata"], ["keep", "@one", "--name", "three"], ["browse", "@one"],
        ] {
            let result = try sandbox.run(command)
            #expect(result.status == 65 && result.errors.contains(words), "\(command): \(result.errors)")
        }
        let listed = try sandbox.run("keeps")
        #expect(listed.text.contains("cannot be read") && listed.text.contains(words), "\(listed.text)")
        // Its contents are not known, so that nothing is removed with another one.
        let before = try objects()
        try sandbox.keep("two")
        #expect(try sandbox.run("keeps", "--remove", "two").status == 0)
        #expect(try objects() == before)
    }

    @Test(
        "damaged contents are found when they are restored, and nothing is changed",
        arguments: ["flip", "cut", "remove"])
    func damagedContents(how: String) throws {
        try sandbox.keep("one")
        try sandbox.script(
            """
            import hashlib, os, sys
            name = hashlib.sha256(b'beta').hexdigest()
            path = sys.argv[1] + 'state/sandglass/keeps/objects/' + name[:2] + '/' + name[2:]
            if sys.argv[2] == 'flip': open(path, 'r+b').write(b'BETA')
            elif sys.argv[2] == 'cut': os.truncate(path, 2)
            else: os.unlink(path)
            """, how)
        try sandbox.script(TimePointScene.change)
        let before = try sandbox.tree("App")
        let result = try sandbox.run("restore", "one", "--to", "App")
        #expect(result.status == 65 && result.errors.contains("time point store"), "\(result.errors)")
        #expect(try sandbox.tree("App") == before)
    }
}
