import Screen
import TestSupport
import Testing

@Suite("Containers in archives", .onManyThreads)
struct ArchiveTests {
    /// Creates a sandbox with its container in each kind of archive: bare, and in a package inside a directory.
    private func sandbox() throws -> SharingSandbox {
        try SharingSandbox(Script.text("archive_sandbox"))
    }

    static let bare = ["bare.zip", "bare.tar"]
    static let packed = ["pack.xcappdata.zip", "pack.tar.gz", "pack.tar.xz", "pack.tar.zst"]

    @Test("ls, info, explain and backup-set report the same for an archive as for the directory")
    func reading() throws {
        let sandbox = try sandbox()
        func output(_ arguments: String...) throws -> String {
            let result = try sandbox.run(arguments)
            #expect(result.status == 0, "\(arguments): \(String(decoding: result.stderr, as: UTF8.self))")
            return String(decoding: result.stdout, as: UTF8.self)
        }
        for (archives, directory) in [(Self.bare, "App"), (Self.packed, "Pack.xcappdata")] {
            for archive in archives {
                for command in [["ls", "-R", "-a"], ["backup-set", "--held"]] {
                    let expected = try sandbox.run(command + [directory])
                    let found = try sandbox.run(command + [archive])
                    #expect(found.stdout == expected.stdout, "\(command) \(archive)")
                    #expect((found.status, found.stderr.count) == (0, 0), "\(command) \(archive)")
                }
                #expect(try output("info", archive).contains("org.example.app"), "\(archive)")
                #expect(try output("info", archive).contains(" in a "), "\(archive)")
                #expect(
                    try output("explain", "\(archive)/Documents/a.txt")
                        .hasPrefix("Documents/a.txt  RWDB"), "\(archive)")
                // A mode in an archive was true elsewhere; on this computer, it is in force.
                let data = directory == "App" ? "App" : "Pack.xcappdata/AppData"
                for (path, isNoted) in [(archive, true), (data, false)] {
                    let text = try output("explain", "--sources", "\(path)/Documents/a.txt")
                    #expect(text.contains("not in force in an archive") == isNoted, "\(path)")
                }
                // The item need not exist.
                #expect(try output("explain", "\(archive)/tmp/new").hasPrefix("tmp/new  RWD"), "\(archive)")
            }
        }
        // Paths inside the archive work as well.
        #expect(try output("ls", "pack.xcappdata.zip/Pack.xcappdata/AppData/Documents").contains("a.txt"))
        #expect(try output("ls", "pack.xcappdata.zip/Pack.xcappdata/AppDataInfo.plist").contains("AppDataInfo.plist"))
    }

    @Test("an export has the same names, contents, modes, times and links as bsdtar and unzip give")
    func export() throws {
        let sandbox = try sandbox()
        for archive in Self.bare {
            let out = "out-\(archive)"
            let tool = "tool-\(archive)"
            let made = try shell(
                "cd \(sandbox("")) && mkdir \(tool) && cd \(tool) && "
                    + (archive.hasSuffix("zip") ? "unzip -q ../\(archive)" : "bsdtar -xpf ../\(archive) --no-xattrs"))
            #expect(made.status == 0)
            let result = try sandbox.run("export", "--as", "owner", "\(archive)/Documents", "--to", out)
            #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
            let expected = try sandbox.tree("\(tool)/Documents")
            let found = try sandbox.tree("\(out)")
            #expect(expected.count > 6)
            if archive.hasSuffix("zip") {
                #expect(found == expected)
            } else {
                // bsdtar normalizes names, whereas the archive's bytes are kept; everything else is equal.
                #expect(found.filter { !$0.contains("Caf") } == expected.filter { !$0.contains("Caf") })
                #expect(found.contains { $0.contains("Cafe\\u0301") || $0.contains("Cafe\\xcc\\x81") })
            }
            // An export can be undone like any other operation.
            let undone = try sandbox.run("undo", archive.hasSuffix("zip") ? "1" : "3")
            #expect(undone.status == 0, "\(String(decoding: undone.stderr, as: UTF8.self))")
            #expect(try !sandbox.has(out))
        }
    }

    static let changes = [
        ["rm", "bare.zip/Documents/a.txt"], ["mv", "bare.zip/Documents/a.txt", "App/tmp/"],
        ["mv", "App/Documents/a.txt", "bare.zip/tmp/"], ["cp", "App/Documents/a.txt", "bare.zip/tmp/"],
        ["import", "host/file.txt", "--to", "bare.zip/Documents"],
        ["rename", "bare.zip/Documents/a.txt", "--to", "x"], ["mkdir", "bare.zip/Documents/new"],
        ["mkdir", "--file", "bare.zip/Documents/new"], ["exclude", "bare.zip/Documents/a.txt"],
        ["include", "bare.zip/Documents/a.txt"], ["edit", "bare.zip/Documents/a.txt"],
        ["deliver", "host/plan.pdf", "--to", "bare.zip", "--from", "mail"],
        ["rm", "--as", "owner", "--contents", "bare.tar/Documents"],
    ]

    @Test("a change to an archive is refused, and the error names an alternative")
    func refused() throws {
        let sandbox = try sandbox()
        let places = ["App", "host", "bare.zip", "bare.tar"]
        let before = try places.map { try sandbox.tree($0) }
        for arguments in Self.changes {
            let result = try sandbox.run(arguments, environment: ["EDITOR=false"])
            #expect(result.status == 77, "\(arguments)")
            let said = String(decoding: result.stderr, as: UTF8.self)
            #expect(said.contains("cannot be changed: it is in a "), "\(arguments): \(said)")
            #expect(said.contains("Use `export`"), "\(arguments): \(said)")
        }
        #expect(try places.map { try sandbox.tree($0) } == before)
    }

    static let destinations = [
        ["export", "App/Documents/a.txt", "--to", "bare.zip/Documents"],
        ["export", "App/Documents/a.txt", "--to", "bare.zip/Documents/new.txt"],
        ["export", "App/Documents/a.txt", "--to", "bare.zip/not/there"],
        ["export", "bare.zip/Documents/a.txt", "--to", "bare.zip"],
        ["export", "bare.zip/Documents/a.txt", "--to", "bare.zip/tmp/"],
        ["export", "App/Documents/a.txt", "--to", "pack.xcappdata.zip"],
        ["export", "App/Documents/a.txt", "--to", "pack.tar.gz/Pack.xcappdata"],
        ["export", "App/Documents/a.txt", "--to", "none.zip/"],
        ["export", "App/Documents/a.txt", "--to", "none.zip/tree"],
        ["export", "App/Documents/a.txt", "--to", "none.zip/not/there"],
        ["cp", "App/Documents/a.txt", "none.zip/tree"], ["mv", "App/Documents/a.txt", "none.zip"],
        ["cp", "App/Documents/a.txt", "bare.zip/not/there"],
        ["import", "host/file.txt", "--to", "none.zip/not/there"], ["mkdir", "none.zip/new"],
        ["deliver", "host/plan.pdf", "--to", "none.zip", "--from", "mail"],
        ["export", "App/Documents/a.txt", "--to", "App/Documents/inner.zip/tree"],
        ["cp", "App/Documents/a.txt", "App/Documents/inner.zip/tree"],
        ["mv", "App/Documents/a.txt", "App/Documents/inner.zip/not/there"],
        ["import", "host/file.txt", "--to", "App/Documents/inner.zip/tree"],
        ["mkdir", "App/Documents/inner.zip/new"],
        ["deliver", "host/plan.pdf", "--to", "App/Documents/inner.zip/tree", "--from", "mail"],
    ]

    /// The questions of app and owner, the statuses, and a part of the answers.
    @Test(
        "a verdict about an archive shows the owner that nothing can be changed there, and warns the app",
        arguments: [
            ("modify", "app", Int32(0), "unpack it first"), ("modify", "owner", 77, "unpack it first"),
            ("delete", "owner", 77, "sandglass export"), ("read", "owner", 0, "allowed"), ("read", "app", 0, "allowed"),
        ])
    func verdicts(operation: String, actor: String, status: Int32, says: String) throws {
        let sandbox = try sandbox()
        let archived = try sandbox.run(["verdict", "--as", actor, operation, "bare.tar/Documents/a.txt"])
        #expect(archived.status == status)
        let text = String(decoding: archived.stdout, as: UTF8.self)
        #expect(text.contains(says), "\(text)")
        #expect(text.contains("can be changed") == (operation != "read"), "\(text)")
        #expect(try sandbox.run(["verdict", "--as", actor, operation, "App/Documents/a.txt"]).status == 0)
    }

    @Test("a destination in an archive is refused with the reason, whatever is in the archive")
    func destinations() throws {
        let sandbox = try sandbox()
        _ = try shell("cd \(sandbox("host")) && zip -qr ../none.zip . && cp ../none.zip ../App/Documents/inner.zip")
        let places = ["App", "host", "bare.zip", "none.zip", "pack.xcappdata.zip"]
        let before = try places.map { try sandbox.tree($0) }
        for arguments in Self.destinations {
            let result = try sandbox.run(arguments)
            #expect(result.status == 77, "\(arguments): \(result.status) \(result.errors)")
            #expect(result.errors.contains("cannot be changed: it is in a "), "\(arguments): \(result.errors)")
            #expect(result.errors.contains("unpack the archive and work on the directory"), "\(result.errors)")
        }
        #expect(try places.map { try sandbox.tree($0) } == before)
    }

    @Test("an existing archive with the name of a copy is a conflict like any other file")
    func namesake() throws {
        let sandbox = try sandbox()
        _ = try shell(
            "cd \(sandbox("host")) && zip -qr none.zip tree && cp none.zip ../App/Documents/ && echo old > marker")
        let before = try sandbox.tree("host/none.zip")
        let asked = try sandbox.run("export", "App/Documents/none.zip", "--to", "host/none.zip")
        #expect(asked.status == 73 && asked.errors.contains("--on-conflict"), "\(asked.status) \(asked.errors)")
        let kept = try sandbox.run(
            "export", "App/Documents/none.zip", "--to", "host/none.zip", "--on-conflict", "keep-both")
        #expect(kept.status == 0, "\(kept.errors)")
        #expect(try sandbox.has("host/none 2.zip"))
        #expect(try sandbox.tree("host/none.zip") == before)
    }

    @Test("an archive in a container is one of its items, and a plain file is not a container")
    func items() throws {
        let sandbox = try sandbox()
        _ = try shell("cp \(sandbox("bare.zip")) \(sandbox("App/Documents/inner.zip"))")
        let listed = try sandbox.run("ls", "App/Documents/inner.zip")
        #expect(listed.status == 0)
        #expect(String(decoding: listed.stdout, as: UTF8.self).contains("inner.zip"))
        for command in [["ls"], ["explain"], ["export", "--to", "host/out"], ["rm"], ["browse"]] {
            let inside = try sandbox.run(command + ["App/Documents/inner.zip/Documents/a.txt"])
            #expect(
                inside.status == 65 && inside.errors.contains("copy the archive out, and open the copy"), "\(command)")
        }
        let none = try sandbox.run("ls", "host/file.txt")
        #expect(none.status == 65)
        _ = try shell("cd \(sandbox("host")) && zip -qr ../none.zip .")
        let empty = try sandbox.run("ls", "none.zip")
        #expect(empty.status == 65)
        #expect(String(decoding: empty.stderr, as: UTF8.self).contains("none was found in the archive"))
        // It can be opened as a container nevertheless.
        let forced = try sandbox.terminal(["browse", "--kind", "data", "none.zip"])
        try forced.waitFor("file.txt")
        _ = try forced.quit()
    }

    @Test("the browser shows an archive with its format, and refuses to delete in it")
    func browser() throws {
        let sandbox = try sandbox()
        let terminal = try sandbox.terminal(["browse", "pack.xcappdata.zip/Documents"])
        try terminal.waitFor("a.txt")
        try terminal.waitFor("xcappdata in a zip archive")
        try terminal.send("gg")
        try terminal.send("d")
        try terminal.waitFor("cannot be changed: it is in a zip archive")
    }

    @Test("pipes, devices and items of unknown types are listed as such, and an export reports each")
    func specialItems() throws {
        let sandbox = try SharingSandbox(Script.text("archive_special_items"))
        let tar = try sandbox.run("export", "a.tar/Documents", "--to", "host/tar")
        for said in ["Documents/pipe", "Documents/device", "read as a regular file: Documents/odd"] {
            #expect(tar.errors.contains(said), "\(tar.errors)")
        }
        #expect(try sandbox.has("host/tar/file") && sandbox.has("host/tar/odd") && !sandbox.has("host/tar/pipe"))
        let zip = try sandbox.run("export", "a.zip/Documents", "--to", "host/zip")
        #expect(zip.errors.contains("of an unknown file type"), "\(zip.errors)")
        #expect(try !sandbox.has("host/zip/whiteout"))
        let listed = try sandbox.run("ls", "a.tar/Documents")
        #expect(listed.text.contains("pipe") && listed.text.contains("device"), "\(listed.text)")
        let explained = try sandbox.run("explain", "a.zip/Documents/whiteout")
        // It has contents that nobody examines.
        #expect(explained.status == 65, "\(explained.errors)")
    }

    @Test("faults in an archive are reported, and the rest can be read")
    func problems() throws {
        let sandbox = try SharingSandbox(
            """
            import warnings, zipfile
            warnings.simplefilter('ignore')
            with zipfile.ZipFile('a.zip', 'w') as archive:
                for name in ['Documents/a', 'Library/b', '../out', 'Documents/a']: archive.writestr(name, 'x')
            """)
        let result = try sandbox.run("info", "a.zip")
        let said = String(decoding: result.stdout, as: UTF8.self)
        #expect(result.status == 65)
        #expect(said.contains("the archive: left out, because the name leads out of the archive: ../out"), "\(said)")
        #expect(said.contains("in the archive more than once, and the last one counts: Documents/a"), "\(said)")
        for command in [["ls", "a.zip"], ["backup-set", "a.zip"], ["export", "a.zip/Documents", "--to", "host/out"]] {
            let result = try sandbox.run(command)
            #expect(result.status == 65, "\(result.errors)")
            #expect(result.errors.contains("leads out of the archive: ../out"), "\(result.errors)")
        }
    }
}
