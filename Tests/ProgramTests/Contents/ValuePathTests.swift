import TestSupport
import Testing

/// `FILE:NAME/NAME…` leads to the same value wherever the file is, for every command that takes it.
@Suite("Paths to values", .onManyThreads)
struct ValuePathTests {
    private let folder = TemporaryDirectory()

    /// Writes a database and a property list outside of containers, in a container, in an archive and in a container in
    /// an archive; in the database are tables with each kind of key.
    private func make() throws {
        try Python.run(Script.text("value_path_make"), [folder.path])
    }

    private func run(_ arguments: String...) throws -> CommandResult { try run(arguments) }

    private func run(_ arguments: [String]) throws -> CommandResult {
        try runCommand(["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, sandglass] + arguments)
    }

    private static let places = ["", "App/Documents/", "plain.zip/d/", "App.zip/App/Documents/"]
    private static let values = [
        "plain/rowid=1", "numbered/7", "named/a~1b~0c", "pairs/x\\,y,5", "bare/b", "other/3",
    ]

    @Test(
        "show and grep lead to the same value, outside of containers, in one, in an archive and in both",
        arguments: places)
    func sameValue(_ place: String) throws {
        try make()
        for value in Self.values {
            let shown = try run("show", "\(place)a.db:\(value)/body")
            #expect(shown.text == "to the harbor\n" && shown.status == 0, "\(value): \(shown.errors)")
            let found = try run("grep", "--json", "harbor", "\(place)a.db:\(value)")
            #expect(found.text.contains("\"value\":\"\(value.replacing("\\", with: "\\\\"))/body\""), "\(found.text)")
            #expect(found.status == 0 && found.lines.count == 1, "\(found.errors)")
        }
        // All of them are found in the file, and as addresses that open.
        let all = try run("grep", "--json", "to the harbor", "\(place)a.db")
        #expect(all.lines.count == Self.values.count)
        for value in Self.values {
            #expect(all.text.contains("\"value\":\"\(value.replacing("\\", with: "\\\\"))/body\""), "\(all.text)")
        }
    }

    @Test("a row whose key is NULL is named by its row ID, and a number is the key before it is a row ID")
    func keys() throws {
        try make()
        #expect(try run("grep", "without", "a.db").text == "a.db:named/rowid=3/body: harbor without a name\n")
        #expect(try run("show", "a.db:named/rowid=3/body").text == "harbor without a name\n")
        #expect(try run("show", "a.db:named/12/body").text == "twelve\n")
        #expect(try run("show", "a.db:plain/1/body").text == "to the harbor\n")
    }

    @Test("a value inside a value inside an archive is found and opened")
    func nested() throws {
        try make()
        let found = try run("grep", "harbor", "plain.zip:d~1a.db")
        #expect(found.lines.count == Self.values.count + 1 && found.status == 0, "\(found.text)\(found.errors)")
        #expect(try run("show", "plain.zip:d~1a.db/numbered/7/body").text == "to the harbor\n")
        #expect(try run("grep", "harbor", "a.plist:list/0").text == "a.plist:list/0/text: to the harbor\n")
    }

    @Test(
        "grep searches directories, archives and files outside of containers, and prints their paths as they were given"
    )
    func outside() throws {
        try make()
        for place in ["a.plist", "./a.plist", folder("a.plist")] {
            #expect(try run("grep", "harbor", place).text == "\(place):list/0/text: to the harbor\n")
        }
        #expect(try run("grep", "-l", "harbor", "plain.zip").text == "plain.zip/d/a.db\n")
        #expect(
            try run("grep", "-l", "harbor", "plain.zip/d", "App", "a.plist").text.split(separator: "\n") == [
                "plain.zip/d/a.db", "App/Documents/a.db", "App/Documents/a.plist", "a.plist",
            ])
        try folder.makeDirectory("folder")
        folder.write("folder/note", "the harbor\n")
        #expect(try run("grep", "harbor", "folder").text == "folder/note:1: the harbor\n")
    }

    @Test("a search outside of containers opens no directory beside the one that was named")
    func besideNothing() throws {
        try folder.makeDirectory("searched")
        try folder.makeDirectory("beside")
        folder.write("searched/note", "the harbor\n")
        let trace = ["strace", "-f", "-qq", "-e", "trace=%file", "-o", folder("trace")]
        let result = try runCommand(trace + [sandglass, "grep", "harbor", folder("searched")])
        #expect(result.text == "\(folder("searched/note")):1: the harbor\n")
        let calls = String(decoding: try readFile(folder("trace")), as: UTF8.self)
        #expect(calls.contains("searched") && !calls.contains("beside"), "\(calls)")
    }

    /// Writes files with names that are empty, equal, or the same in other Unicode normalization forms.
    private func makeNames() throws {
        try Python.run(
            """
            import os, plistlib, sqlite3, sys
            os.chdir(sys.argv[1])
            open('odd.json', 'w').write('{"": {"": "empty"}, "a": "one", "a": {"b": "two"}, "a": "three", "~e": "tilde"}')
            names = {'Caf\\u00e9': 'composed', 'Cafe\\u0301': 'decomposed', 'th\\u00e9': 'unique', 'bell\\x07': '\\x01\\x02\\x03'}
            plistlib.dump(names, open('forms.plist', 'wb'), fmt=plistlib.FMT_BINARY)
            """, [folder.path])
    }

    @Test(
        "empty and equal names have addresses that open them, and grep prints these",
        arguments: [
            ("~e/~e", "empty"), ("a", "one"), ("a~#2/b", "two"), ("a~#3", "three"), ("~0e", "tilde"),
        ])
    func oddNames(address: String, value: String) throws {
        try makeNames()
        #expect(try run("show", "--as", "raw", "odd.json:\(address)").text == value)
        #expect(try run("grep", value, "odd.json").text == "odd.json:\(address): \(value)\n")
        #expect(try run("show", "odd.json:a~#4").status == 66)
    }

    @Test(
        "a name is found byte for byte, or in another Unicode normalization form if it is the only one",
        arguments: [
            ("Caf\u{e9}", "composed"), ("Cafe\u{301}", "decomposed"), ("th\u{e9}", "unique"), ("the\u{301}", "unique"),
        ])
    func normalization(name: String, value: String) throws {
        try makeNames()
        let shown = try run("show", "--as", "raw", "forms.plist:\(name)")
        #expect(shown.text == value, "\(shown.errors)")
    }

    @Test("a value of control characters is text where text is asked for")
    func controls() throws {
        try makeNames()
        let environment = ["env", "-C", folder.path, "LC_ALL=C.UTF-8", sandglass]
        let shown = try runCommand(environment + ["show", "--as", "text", "forms.plist:bell\u{7}"])
        #expect(shown.text == "␁␂␃\n", "\(shown.errors)")
        #expect(try run("show", "forms.plist:bell\u{7}").text.hasPrefix("0000"))
    }

    @Test("a value that is not there is named, with status 66", arguments: ["show", "grep"])
    func missing(command: String) throws {
        try make()
        let words = command == "grep" ? ["harbor"] : []
        for place in Self.places {
            let path = "\(place)a.db:plain/rowid=9"
            let result = try run([command] + words + [path])
            #expect(
                result.status == 66 && result.errors.contains("there is no such value in the file"), "\(result.errors)")
        }
        #expect(try run("grep", "harbor", "nothing:here").status == 66)
    }

    @Test(
        "paths that begin with a reserved word are refused, and ./ names such a file",
        arguments: [("@now", Int32(66), "./@now is a file"), ("device:one!", 64, "./device:one! is a file")])
    func reserved(name: String, status: Int32, way: String) throws {
        try make()
        folder.write(name, "the harbor\n")
        let commands = [
            ["show", name], ["grep", "harbor", name], ["ls", name], ["browse", name], ["import", name, "--to", "App"],
        ]
        for given in commands {
            let result = try run(given)
            #expect(result.status == status && result.errors.contains(way), "\(given): \(result.errors)")
        }
        #expect(try run("show", "./\(name)").text == "the harbor\n")
        #expect(try run("grep", "harbor", "./\(name)").text == "./\(name):1: the harbor\n")
    }
}
