import TestSupport
import Testing

/// Containers in which a standard directory is a link or a file.
@Suite("Containers with a fault", .onManyThreads)
struct ContainerFaultTests {
    /// A place, and Python that puts something else there; `elsewhere` is another container, with a secret in it.
    static let faults: [(place: String, kind: String, script: String)] = [
        ("Documents", "symbolic link", "os.symlink(os.path.abspath('elsewhere'), 'App/Documents')"),
        ("Documents", "file", "write('App/Documents', b'')"),
        ("Library", "symbolic link", "os.symlink('nowhere', 'App/Library')"),
        ("tmp", "symbolic link", "os.symlink('../elsewhere/tmp', 'App/tmp')"),
        ("Library/Caches", "symbolic link", "os.symlink('../../elsewhere', 'App/Library/Caches')"),
        ("Documents/Inbox", "pipe (FIFO)", "os.mkfifo('App/Documents/Inbox')"),
    ]

    private func sandbox(_ place: String, _ script: String) throws -> SharingSandbox {
        try SharingSandbox(
            """
            import shutil
            os.makedirs('App/Library/SplashBoard/Snapshots/g')
            write('elsewhere/.com.apple.mobile_container_manager.metadata.plist', plistlib.dumps(
                {'MCMMetadataIdentifier': 'org.example.victim', 'MCMMetadataContentClass': 2}))
            for name in ['Documents', 'Library', 'tmp', 'Snapshots']: write('elsewhere/' + name + '/secret', b'secret')
            write('elsewhere/secret', b'secret')
            shutil.rmtree('App/\(place)')
            \(script)
            """)
    }

    /// Commands on the whole container or on an item apart from the fault: `@` is a file, `#` a directory.
    static let usable = [
        "ls App", "ls -Ra App", "info App", "explain @", "verdict read @", "advise @", "backup-set App",
        "exclude --list App", "purge --event low-storage --dry-run App", "snapshots App", "purge --event restore App",
        "export App --to host/all", "export @ --to host/out", "import host/file.txt --to # --on-conflict replace",
        "cp @ #/copy", "mv #/copy #/moved", "exclude #/moved", "include #/moved", "mkdir #/made", "rm #/made",
        "edit #/moved", "undo --container App", "redo --container App",
    ]

    @Test("a container is usable except behind the fault, which is reported", arguments: faults.map(\.script))
    func usable(script: String) throws {
        let index = try #require(Self.faults.firstIndex { $0.script == script })
        let (place, kind, _) = Self.faults[index]
        let message = "\(place) is a \(kind) where iOS has a directory"
        let json = index % 2 == 0 ? [] : ["--json"]
        let sandbox = try sandbox(place, script)
        let elsewhere = try sandbox.tree("elsewhere")
        // A directory that is not part of the fault, and a file in it.
        let directory = place.hasPrefix("Library") ? "App/Documents" : "App/Library/Preferences"
        let file = directory == "App/Documents" ? "App/Documents/a.txt" : "App/Library/Preferences/p.plist"
        for words in Self.usable {
            let arguments = words.split(separator: " ").map {
                String($0).replacing("@", with: file).replacing("#", with: directory)
            }
            let result = try sandbox.run(arguments + json, environment: ["EDITOR=true"])
            // A FIFO is not exported, which is said.
            let isLeftOut = script.contains("mkfifo") && words.hasPrefix("export App")
            #expect(result.status == (isLeftOut ? 74 : 0), "\(words): \(result.errors)")
            guard !words.contains("do --container") else { continue }
            #expect(result.errors.contains("warning: \(message)"), "\(words): \(result.errors)")
            // A listing shows the fault with its entry, and an editor that saves nothing has nothing to report.
            guard !json.isEmpty, !words.hasPrefix("edit"), words != "ls App" else { continue }
            #expect(result.text.contains(message), "\(words): \(result.text)")
        }
        #expect(try sandbox.tree("elsewhere") == elsewhere)
        let found = try runCommand(["grep", "-rl", "secret", sandbox("host"), sandbox("data"), sandbox("App")])
        #expect(found.stdout.isEmpty, "\(found.text)")
    }

    /// Commands on items behind the fault: `@` is the faulty place.
    static let behind = [
        "ls @/secret", "ls @/tmp", "explain @/secret", "verdict read @/secret", "verdict delete @/none",
        "advise @/secret",
        "export @/secret --to host/out", "import host/file.txt --to @/", "import host/file.txt --to @",
        "import host/file.txt --to @ --on-conflict replace", "import host/file.txt --to @/new",
        "import host/file.txt --to @/tmp", "cp App/iTunesMetadata.plist @/", "cp @/secret App/SystemData/",
        "rm @/secret",
        "rm @/tmp/secret", "mkdir @/new", "edit @/secret", "exclude @/secret", "exclude --list @/tmp", "info @/tmp",
        "browse @/tmp", "backup-set @/tmp", "deliver host/file.txt --from mail --to @/tmp", "snapshots @/tmp",
    ]

    @Test("items behind the fault are refused with exit status 65", arguments: faults.prefix(4).map(\.script))
    func behind(script: String) throws {
        let (place, _, _) = try #require(Self.faults.first { $0.script == script })
        let sandbox = try sandbox(place, script)
        try python("open(__import__('sys').argv[1] + '/App/iTunesMetadata.plist', 'w').close()", sandbox("."))
        let before = try sandbox.tree("elsewhere") + sandbox.tree("App") + sandbox.tree("host")
        for words in Self.behind {
            let arguments = words.split(separator: " ").map { String($0).replacing("@", with: "App/\(place)") }
            let result = try sandbox.run(arguments, environment: ["EDITOR=true"])
            // The browser does not distinguish between a link's missing target and a missing item.
            let isMissing = words.hasPrefix("browse") && result.errors.contains("no such file or directory")
            #expect(result.status == (isMissing ? 66 : 65), "\(words): \(result.errors)")
            #expect(result.stdout.isEmpty && !result.errors.isEmpty, "\(words)")
        }
        #expect(try sandbox.tree("elsewhere") + sandbox.tree("App") + sandbox.tree("host") == before)
    }

    /// Other faults in the place of Documents; the links in `faults` lead to a container.
    static let strays: [(kind: String, script: String)] = [
        (
            "symbolic link",
            "os.makedirs('plain'); write('plain/secret'); os.symlink(os.path.abspath('plain'), 'App/Documents')"
        ),
        ("symbolic link", "os.symlink('Documents', 'App/Documents')"),
        ("symbolic link", "os.symlink(os.path.abspath('elsewhere/secret'), 'App/Documents')"),
        ("symbolic link", "os.symlink('Library', 'App/Documents')"),
        ("pipe (FIFO)", "os.mkfifo('App/Documents')"),
    ]

    @Test(
        "every command accepts the faulty item itself, and names the fault for items behind it",
        arguments: faults.filter { $0.place == "Documents" }.map { ($0.kind, $0.script) }
            + strays.map { ($0.kind, $0.script) })
    func alike(kind: String, script: String) throws {
        let sandbox = try sandbox("Documents", script)
        let message = "Documents is a \(kind) where iOS has a directory"
        for words in [
            "explain @", "ls @", "verdict read @", "info @", "backup-set @", "rm -n --as owner @", "snapshots @",
        ] {
            let result = try sandbox.run(
                words.replacing("@", with: "App/Documents").split(separator: " ").map(String.init))
            #expect(result.status == 0 && result.errors.contains("warning: \(message)"), "\(words): \(result.errors)")
            #expect(kind == "symbolic link" || !result.errors.contains("followed"))
        }
        let exported = try sandbox.run("export", "-n", "App/Documents", "--to", "host/out")
        #expect(exported.errors.contains("warning: \(message)") && exported.status == (kind == "pipe (FIFO)" ? 65 : 0))
        for words in [
            "explain @", "ls @", "verdict read @", "export @ --to host/out", "rm @", "edit @", "exclude @", "advise @",
            "exclude --list @", "snapshots @", "backup-set @",
        ] {
            let arguments = words.replacing("@", with: "App/Documents/secret").split(separator: " ").map(String.init)
            let result = try sandbox.run(arguments, environment: ["EDITOR=true"])
            #expect(result.status == 65 && result.errors.contains(message), "\(words): \(result.errors)")
        }
        // Explained, listed and measured as the item that it is: something at the container's root.
        let explained = try sandbox.run("explain", "App/Documents").lines
        #expect(
            explained.contains(
                "  It is a \(message.dropFirst("Documents is a ".count))"
                    + (kind == "symbolic link" ? "; not followed." : ".")))
        let listed = try sandbox.run("ls", "App").lines.first { $0.contains(" Documents") }
        let measured = try sandbox.run("info", "App").lines.first { $0.hasSuffix("  Documents  ") }
        for line in [explained.first, listed, measured] { #expect(line?.contains("R···") == true, "\(line ?? "none")") }
        let lines = try sandbox.run("backup-set", "App").lines
        let line = try #require(lines.first { $0.contains("Documents") })
        #expect(line.contains("[a \(kind) where iOS has a directory"), "\(line)")
    }

    @Test(
        "nothing is delivered through a link in place of a directory",
        arguments: [("mail", "Documents"), ("mail", "Documents/Inbox"), ("files", "tmp")])
    func delivery(sender: String, place: String) throws {
        let sandbox = try sandbox(place, "os.symlink(os.path.abspath('elsewhere'), 'App/\(place)')")
        let before = try sandbox.tree("elsewhere") + sandbox.tree("App")
        let result = try sandbox.run(
            "deliver", "host/file.txt", "--to", "App", "--from", sender, "--app-info", "Info.plist")
        #expect(result.status == 65 && result.errors.contains("where iOS has a directory"), "\(result.errors)")
        #expect(try sandbox.tree("elsewhere") + sandbox.tree("App") == before)
    }

    @Test("the link itself is exported, and removed by the owner, without its target")
    func itself() throws {
        let sandbox = try sandbox(Self.faults[0].place, Self.faults[0].script)
        let elsewhere = try sandbox.tree("elsewhere")
        #expect(try sandbox.run("export", "App/Documents", "--to", "host/out").status == 0)
        #expect(try runCommand(["readlink", sandbox("host/out/Documents")]).text == sandbox("elsewhere") + "\n")
        let removed = try sandbox.run("rm", "--as", "owner", "App/Documents")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try !sandbox.has("App/Documents") && sandbox.tree("elsewhere") == elsewhere)
    }
}
