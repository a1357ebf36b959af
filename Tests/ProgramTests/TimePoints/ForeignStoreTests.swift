import TestSupport
import Testing

/// Directories that `--store` names, and that other programs have made.
@Suite("Stores of time points, and other directories", .onManyThreads)
struct ForeignStoreTests {
    private let sandbox: SharingSandbox

    init() throws { sandbox = try SharingSandbox() }

    /// Other programs' directories, with names that a store has.
    static let directories = [
        "write('D/incoming-photos/1.jpg', b'1'); write('D/incoming-1-a/2', b'2')",
        "write('D/HEAD', b'ref: refs/heads/main'); write('D/objects/ab/' + 'c' * 38, b'an object of git')",
        "write('D/objects/ab/' + 'c' * 62, b'x'); write('D/points/one', b'no time point')",
        "write('D/objects/README', b'x')", "write('D/points/sub/file', b'x')", "write('D/sandglass-store', b'mine')",
        "os.makedirs('D'); os.makedirs('other/points'); write('other/points/p', b'x'); os.symlink('../other/points', 'D/points')",
    ]

    @Test("a directory that is no store is refused, and stays as it is", arguments: directories)
    func foreign(script: String) throws {
        try sandbox.script("import os, sys; os.chdir(sys.argv[1])\n\(Self.writing)\n\(script)")
        let before = try sandbox.tree("D")
        for words in [
            ["keep", "App", "--name", "one", "--store", "D"], ["keeps", "--remove", "one", "--store", "D"],
            ["keep", "App", "--store", "D"],
        ] {
            let result = try sandbox.run(words)
            // There may be no such time point, or none that can be looked up.
            let expected: Set<Int32> = words[0] == "keeps" ? [65, 66, 74] : [65]
            #expect(expected.contains(result.status), "\(words) \(result.errors)")
            #expect(try sandbox.tree("D") == before)
        }
        #expect(try sandbox.run("keep", "App", "--store", "D").errors.contains("is not a time point store"))
    }

    @Test("an empty and an absent directory become stores, and nothing that has lost its mark")
    func own() throws {
        try sandbox.script("import os, sys; os.chdir(sys.argv[1]); os.mkdir('empty')")
        for store in ["empty", "absent/deep"] {
            #expect(try sandbox.run("keep", "App", "--name", "one", "--store", store).status == 0)
            #expect(try sandbox.text("\(store)/sandglass-store") == "sandglass time points 1\n")
            #expect(try runCommand(["ls", sandbox(store)]).lines == ["objects", "points", "sandglass-store"])
            try sandbox.script("import os, sys; os.unlink(sys.argv[1] + sys.argv[2] + '/sandglass-store')", store)
            #expect(try sandbox.run("keep", "App", "--name", "two", "--store", store).status == 65)
            #expect(try runCommand(["ls", sandbox(store)]).lines == ["objects", "points"])
        }
    }

    @Test("only what has the form of the store's own files is ever removed from it")
    func strangers() throws {
        try sandbox.keep("one")
        let store = "state/sandglass/keeps/"
        let strangers = [
            "objects/README", "objects/ab/short", "objects/ab/\(String(repeating: "A", count: 62))",
            "objects/ab/deep/\(String(repeating: "c", count: 62))", "incoming-photos/1", "incoming-1-a/kept.txt",
            "other/x",
        ]
        for name in strangers { try sandbox.write(store + name, "not ours") }
        try sandbox.write(store + "incoming-1-a/7", "ours")
        try sandbox.keep("two")
        #expect(try sandbox.run("keeps", "--remove", "one", "--remove", "two").status == 0)
        for name in strangers { #expect(try sandbox.text(store + name) == "not ours", "\(name)") }
        let left = try runCommand(["find", sandbox(store), "-type", "f"]).lines
        #expect(left.count == strangers.count + 1, "\(left)")
    }

    @Test("a store of another version is refused")
    func version() throws {
        try sandbox.keep("one")
        try sandbox.write("state/sandglass/keeps/sandglass-store", "sandglass time points 2\n")
        let kept = try sandbox.run("keep", "App", "--name", "two")
        #expect(kept.status == 65 && kept.errors.contains("another version of sandglass"), "\(kept.errors)")
        #expect(try sandbox.run("keeps", "--remove", "one").status == 65)
        #expect(try sandbox.run("show", "@one/Documents/a.txt").status == 0)
    }

    @Test(
        "a time point's name is checked, and one @ is taken off",
        arguments: [
            ("@x", "x"), ("x", "x"), ("@@x", nil), ("q\\377", nil), ("", nil), ("@", nil), ("-x", nil), ("a/b", nil),
        ])
    func names(written: String, name: String?) throws {
        for form in ["--name ", "--name="] {
            let kept = try runCommand(
                ["env", "-C", sandbox("")] + sandbox.variables.map { "\($0.key)=\($0.value)" }
                    + ["sh", "-c", "\"$0\" keep App \(form)\"$(printf -- '\(written)')\"", sandglass])
            #expect((kept.status == 0) == (name != nil), "\(form) \(kept.errors)")
            let listed = try sandbox.run("keeps")
            #expect(name.map { listed.text.contains("@\($0)  ") } ?? listed.lines.isEmpty, "\(listed.text)")
            if let name { #expect(try sandbox.run("keeps", "--remove", name).status == 0) }
        }
    }

    private static let writing = """
        def write(path, contents):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            open(path, 'wb').write(contents)
        """
}
