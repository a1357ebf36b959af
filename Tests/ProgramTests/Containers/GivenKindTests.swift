import TestSupport
import Testing

@Suite("Containers of a kind that the user gives, and iCloud containers", .onManyThreads)
struct GivenKindTests {
    /// An iCloud container where iOS has it, `Cloud` with the same contents where nothing identifies it, and a store
    /// with its log files in both.
    private static let script = Script.text("given_kind")

    /// How the container is named: the path of an item in it, and the options that name the container.
    enum Place: CaseIterable {
        case recognized, given

        var root: String { self == .recognized ? "Library/Mobile Documents/iCloud~com~example~app" : "Cloud" }

        var options: [String] { self == .recognized ? [] : ["--kind", "iCloud", "--container", "Cloud"] }
    }

    /// A command with `@` for the container, its exit status, and a part of its output.
    static let calls: [(words: String, status: Int32, says: String)] = [
        ("ls @", 0, "RWD—             -  Documents/"), ("ls @/Documents", 0, "a.txt"),
        ("ls -R @", 0, "Notes.sqlite-wal"),
        ("info @", 0, "iCloud container"), ("explain @/Documents/a.txt", 0, "Documents/a.txt"),
        ("explain @/Documents/Notes.sqlite", 0, "store"), ("verdict delete @/Documents/a.txt", 0, "allowed"),
        ("verdict --as user list @/Documents", 77, "refused"),
        ("advise @/Documents/Notes.sqlite", 0, "icloud.no-store"),
        ("advise @", 0, "Documents/Notes.sqlite"), ("backup-set @", 0, "iCloud"), ("purge --event idle @", 0, "kept"),
        ("verdict copy @/Documents/a.txt @/Documents/b.txt", 0, "allowed"),
        ("snapshots @", 0, "The container has no snapshots."), ("exclude --list @", 0, "No attribute excludes"),
        ("app-info @", 0, "Nothing is remembered"),
        ("cp @/Documents/a.txt @/Documents/b.txt", 0, "copy: 1 file, 5 bytes"),
        ("mv @/Documents/a.txt @/Documents/b.txt", 0, "move: 1 file"),
        ("rename @/Documents/a.txt --to b.txt", 0, "rename: 1 file"), ("rm @/Documents/a.txt", 0, "delete: 1 file"),
        ("mkdir @/Documents/new", 0, "make directory: 1 directory"), ("exclude @/Documents/a.txt", 0, "exclude"),
        ("include @/Documents/a.txt", 0, "it has no exclusion attribute"),
        ("export @/Documents/a.txt --to host/out", 0, "export: 1 file, 5 bytes"),
        ("import host/file.txt --to @/Documents", 0, "import: 1 file, 9 bytes"),
        ("edit @/Documents/a.txt", 0, "edit: 1 file"),
        ("deliver host/file.txt --to @ --from mail", 77, "deliver to the app's data container"),
    ]

    @Test("every command knows an iCloud container, recognized or given", arguments: pairs(calls, Place.allCases))
    func known(command: (words: String, status: Int32, says: String), place: Place) throws {
        let sandbox = try SharingSandbox(Self.script)
        let words = command.words.split(separator: " ").map {
            $0.hasPrefix("@") ? place.root + $0.dropFirst() : String($0)
        }
        let result = try sandbox.run(words + place.options, environment: ["EDITOR=f() { printf new > \"$1\"; }; f"])
        #expect(result.status == command.status, "\(result.text)\(result.errors)")
        #expect((result.text + result.errors).contains(command.says), "\(result.text)\(result.errors)")
    }

    @Test("a store in an iCloud container is in the wrong place, its log is not", arguments: Place.allCases)
    func store(place: Place) throws {
        let sandbox = try SharingSandbox(Self.script)
        let result = try sandbox.run(["advise", "--json", place.root] + place.options)
        #expect(result.status == 0, "\(result.errors)")
        let script = """
            import json, sys
            print([row['path'] for row in map(json.loads, sys.argv[1].splitlines()) if row['row'] == 'item'])
            """
        #expect(try python(script, result.text) == "['Documents/Notes.sqlite']\n")
    }

    /// Paths that are recognized, by their evidence or as part of a container, and what as.
    private static let recognized = [
        ("X.app", "X.app/Info.plist", "bundle container"),
        ("X.app/Frameworks", "X.app/Frameworks/f", "bundle container"),
        (".", "X.app/Info.plist", "bundle container"), ("App", "App/Documents/a.txt", "data container"),
        ("App/Documents", "App/Documents/a.txt", "data container"),
        ("P.xcappdata", "P.xcappdata/AppData/Documents/p", "data container"), ("X.ipa", "X.ipa/Info.plist", "bundle"),
        ("way", "way/Info.plist", "bundle container"),
    ]

    private static let recognizable = """
        import zipfile
        write('X.app/Info.plist', plistlib.dumps({'CFBundleIdentifier': 'org.example.app'})); write('X.app/Frameworks/f')
        write('P.xcappdata/AppData/Documents/p'); os.symlink('X.app', 'way')
        with zipfile.ZipFile('X.ipa', 'w') as z: z.write('X.app/Info.plist', 'Payload/X.app/Info.plist')
        """

    @Test("a recognized directory keeps its kind: another is a mistake that names it", arguments: recognized)
    func keepsKind(directory: String, item: String, kind: String) throws {
        let sandbox = try SharingSandbox(Self.recognizable)
        let before = try sandbox.tree("App") + sandbox.tree("X.app")
        let options = ["--kind", "app-group", "--container", directory]
        for words in [["rm", item, "--as", "app"], ["explain", item], ["info", item], ["verdict", "delete", item]] {
            let result = try sandbox.run(words + options)
            #expect(result.status == 64, "\(words): \(result.text)\(result.errors)")
            #expect(result.errors.contains(kind) && result.errors.contains("recognized"), "\(result.errors)")
            // A command without actors offers none.
            #expect(result.errors.contains("--as owner") == (words[0] != "info"), "\(result.errors)")
        }
        #expect(try sandbox.tree("App") + sandbox.tree("X.app") == before)
    }

    @Test("the owner overrides the recognized kind, and is warned")
    func owner() throws {
        let sandbox = try SharingSandbox(Self.recognizable)
        let options = ["--kind", "app-group", "--container", "X.app", "--as", "owner"]
        let listed = try sandbox.run(["explain", "X.app/Info.plist"] + options)
        #expect(listed.status == 0 && listed.errors.contains("warning: "), "\(listed.errors)")
        let removed = try sandbox.run(["rm", "X.app/Frameworks/f"] + options)
        #expect(removed.status == 0 && removed.errors.contains("recognized as a bundle container"), "\(removed.errors)")
        let undone = try sandbox.run(["undo", "--kind", "app-group", "--container", "X.app"])
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try sandbox.has("X.app/Frameworks/f"))
    }

    @Test(
        "naming the kind that is recognized is fine, and so is naming one where only names speak",
        arguments: [
            ("bundle", "X.app"), ("data", "App"), ("data", "P.xcappdata"), ("bundle", "X.ipa"), ("bundle", "way"),
            ("app-group", "Bare"), ("iCloud", "Cloud"),
        ])
    func same(kind: String, path: String) throws {
        let sandbox = try SharingSandbox(
            Self.recognizable + "\nfor n in ['Documents', 'Library']: os.makedirs('Bare/' + n)\nos.makedirs('Cloud')")
        let result = try sandbox.run("info", "--kind", kind, path)
        #expect(result.status == 0 && !result.errors.contains("warning"), "\(result.errors)")
    }

    @Test("of an .ipa with two apps, both are listed, and none is taken for it")
    func twoApps() throws {
        let sandbox = try SharingSandbox(
            Self.recognizable + """

                with zipfile.ZipFile('Two.ipa', 'w') as z:
                    for name in 'XY': z.write('X.app/Info.plist', f'Payload/{name}.app/Info.plist')
                """)
        let listed = try sandbox.run("apps", "Two.ipa")
        #expect(listed.status == 0 && listed.text.contains("X.app") && listed.text.contains("Y.app"), "\(listed)")
        let found = try sandbox.run("find", "Two.ipa", "Info.plist")
        #expect(found.lines.count == 2 || found.status != 0, "\(found)")
    }

    @Test("an operation in a directory opened as a kind is undone with its container")
    func undo() throws {
        let sandbox = try SharingSandbox(Self.script)
        #expect(try sandbox.run(["rm", "Cloud/Documents/a.txt"] + Place.given.options).status == 0)
        let unknown = try sandbox.run("undo", "--container", "Cloud")
        #expect(unknown.status == 65 && unknown.errors.contains("--kind"), "\(unknown.errors)")
        let undone = try sandbox.run(["undo"] + Place.given.options)
        #expect(undone.status == 0 && undone.errors.hasSuffix("undo: 1 file\n"), "\(undone.errors)")
        #expect(try sandbox.text("Cloud/Documents/a.txt") == "alpha")
    }

    @Test(
        "each kind is accepted as it is printed, without its last word, in one word, and as earlier versions spelled it",
        arguments: [
            ("data", "data container"), ("data container", "data container"), ("bundle", "bundle container"),
            ("app-group", "app group container"), ("app group", "app group container"),
            ("app group container", "app group container"), ("appGroup", "app group container"),
            ("iCloud", "iCloud container"), ("icloud", "iCloud container"), ("system", "system container"),
        ])
    func spellings(word: String, kind: String) throws {
        let sandbox = try SharingSandbox("os.makedirs('Cloud')")
        let result = try sandbox.run("info", "--json", "--kind", word, "Cloud")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try python("import json, sys; print(json.loads(sys.argv[1])['kind'])", result.text) == kind + "\n")
    }

    @Test(
        "a path outside the container that was given, or through a link in it, is refused",
        arguments: [
            ("App/Documents/a.txt", "is not in"), ("Cloud/link/a.txt", "symbolic link"),
        ])
    func outside(path: String, says: String) throws {
        let sandbox = try SharingSandbox(Self.script + "\nos.symlink('Documents', 'Cloud/link')")
        let result = try sandbox.run(["explain", path] + Place.given.options)
        #expect(result.status == 65 && result.errors.contains(says), "\(result.errors)")
        let alone = try sandbox.run("explain", path, "--container", "Cloud")
        #expect(alone.status == 64 && alone.errors.contains("--container needs --kind"), "\(alone.errors)")
    }
}
