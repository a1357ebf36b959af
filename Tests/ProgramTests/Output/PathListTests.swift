import FoundationEssentials
import TestSupport
import Testing

@Suite("Lists of paths on standard input", .onManyThreads)
struct PathListTests {
    /// The result and cost of a run of the program.
    struct Cost: Decodable {
        let status: Int32
        let errors: String
        /// The peak memory in KB (wait4(2)).
        let peak: Int
    }

    /// The directory of the many files.
    private static let many = "App/Documents/many"

    /// Creates a sandbox with many files in one directory, some with names that are not text, and a list of their paths
    /// as printed by find(1).
    private static func sandbox(_ count: Int) throws -> SharingSandbox {
        let sandbox = try SharingSandbox(
            """
            os.makedirs('\(many)'); os.mkdir('App/Library/Caches/copies')
            for number in range(\(count)):
                name = b'\\xff no text\\n%d' if number % 50 == 0 else b'photo %d.jpg'
                with open(b'\(many)/' + name % number, 'wb') as f: f.write(b'%d' % number)
            """)
        let found = try runCommand(
            ["env", "-C", sandbox(""), "find", many, "-type", "f", "-fprint0", sandbox("list")])
        #expect(found.status == 0)
        return sandbox
    }

    /// Runs the program with a file of the sandbox as its standard input.
    private func run(_ words: [String], list: String, in sandbox: SharingSandbox) throws -> Cost {
        let script = Script.text("path_list_run")
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        let result = try runCommand(Python.command + ["-c", script, sandbox(""), list, variables, sandglass] + words)
        return try JSONDecoder().decode(Cost.self, from: Data(result.stdout))
    }

    /// Returns the size of the journal in bytes.
    private func journalSize(_ sandbox: SharingSandbox) throws -> Int {
        let script = "import os, sys; print(sum(e.stat().st_size for e in os.scandir(sys.argv[1])))"
        return try #require(Int(python(script, sandbox("state/sandglass/journal")).dropLast()))
    }

    /// Commands, the directory of their results, and the number of files.
    static let commands: [(words: String, made: String, count: Int)] = [
        ("rm -0", "data/Trash/files", runsLongTests ? 200_000 : 2_000),
        ("cp -0 App/Library/Caches/copies", "App/Library/Caches/copies", runsLongTests ? 100_000 : 1_500),
        ("export -0 --to host/out", "host/out", runsLongTests ? 100_000 : 1_500),
    ]

    @Test("many paths need little memory and a small journal, and undo reverts all of them", arguments: commands)
    func many(words: String, made: String, count: Int) throws {
        let sandbox = try Self.sandbox(count)
        let before = try sandbox.tree("App")
        let original = try sandbox.tree(Self.many).dropFirst()
        let words = words.split(separator: " ").map(String.init)
        let dry = try run(words + ["--dry-run"], list: "Info.plist", in: sandbox)
        let cost = try run(words, list: "list", in: sandbox)
        #expect(cost.status == 0, "\(cost.errors)")
        #expect(try sandbox.tree(made).dropFirst() == original)
        #expect(try sandbox.tree(Self.many).count == (words[0] == "rm" ? 1 : count + 1))
        // The memory that the program uses in any case does not count.
        #expect(cost.peak - dry.peak < (runsLongTests ? 128 : 16) * 1_024, "\(cost.peak) KB, \(dry.peak) KB alone")
        #expect(try journalSize(sandbox) <= 100 * count)
        let undone = try run(["undo", "--container", "App"], list: "/dev/null", in: sandbox)
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try sandbox.tree("App") == before)
        #expect(try sandbox.tree("host/out").count == 1)
    }

    @Test("the journal stays small when all names are taken in the trash")
    func namesTaken() throws {
        let count = 1_500
        let sandbox = try Self.sandbox(count)
        _ = try python(
            """
            import os, shutil, sys
            os.chdir(sys.argv[1]); os.makedirs('data/Trash/info')
            shutil.copytree('\(Self.many)', 'data/Trash/files')
            """, sandbox(""))
        #expect(try run(["rm", "-0"], list: "list", in: sandbox).status == 0)
        #expect(try sandbox.tree("data/Trash/files").count == 2 * count + 1)
        #expect(try journalSize(sandbox) <= 100 * count)
    }

    // MARK: - Unusual lists

    /// A list, with `*` for the paths of all the many files and `|` for NUL; the exit status; the message; and the
    /// files that are gone afterwards: the number of the many files, and others.
    static let lists: [(list: String, status: Int32, says: String, many: Int, others: [String])] = [
        ("", 0, "", 0, []),
        ("|||", 0, "", 0, []),
        ("||App/Documents/a.txt||App/Documents/b.txt", 0, "2 files", 0, ["Documents/a.txt", "Documents/b.txt"]),
        ("App/Documents/a.txt|App/Documents/a.txt|", 0, "1 file;", 0, ["Documents/a.txt"]),
        ("App/Documents/a.txt|App//Documents/./a.txt", 0, "1 file;", 0, ["Documents/a.txt"]),
        ("*", 0, "1,100 files", 1_100, []),
        ("**", 0, "1,100 files", 1_100, []),
        ("*App/Documents/a.txt|*", 0, "1,101 files", 1_100, ["Documents/a.txt"]),
        ("*App/Documents/a.txt|App/Documents/many/photo 7.jpg|", 0, "1,101 files", 1_100, ["Documents/a.txt"]),
        (
            "App/Documents/none|*", 66, "App/Documents/none: no such file or directory",
            1_100, []
        ),
        ("*App/Documents/many/none|", 66, "App/Documents/many/none: no such file or directory", 1_100, []),
        ("App/Documents/many/photo 7.jpg|App/Documents/many|", 0, "2 items", 1_100, ["Documents/many"]),
        ("App/Documents/many|*", 64, "an earlier part of the operation removes it", 1_100, ["Documents/many"]),
        ("*App/SystemData|App/Library/Preferences|", 77, "Preferences", 1_100, []),
        ("*plain|", 65, "is not an app's container", 0, []),
    ]

    private static let template = Result {
        let sandbox = try Self.sandbox(1_100)
        sandbox.removeAtExit()
        return sandbox
    }

    @Test("each path of an unusual list is processed once, and failures are reported", arguments: lists)
    func odd(list: String, status: Int32, says: String, many: Int, others: [String]) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let paths = try readFile(sandbox("list"))
        try sandbox.write("plain/file", bytes: [])
        try sandbox.write(
            "list", bytes: list.utf8.flatMap { $0 == UInt8(ascii: "*") ? paths : $0 == UInt8(ascii: "|") ? [0] : [$0] })
        let before = try sandbox.tree("App")
        let result = try run(["rm", "-0"], list: "list", in: sandbox)
        #expect(result.status == status && result.errors.contains(says), "\(result.errors)")
        // Not every one of many similar failures is reported.
        #expect(result.errors.utf8.count { $0 == 0x0a } <= 6, "\(result.errors)")
        let gone = Set(before).subtracting(try sandbox.tree("App")).filter { !$0.contains(" 0o4") }
        #expect(gone.count { $0.hasPrefix("b'Documents/many/") } == many)
        for path in others { #expect(try !sandbox.has("App/\(path)")) }
        #expect(gone.count == many + others.count { $0.hasSuffix(".txt") })
        guard !gone.isEmpty else { return }
        #expect(try run(["undo", "--container", "App"], list: "/dev/null", in: sandbox).status == 0)
        #expect(try sandbox.tree("App") == before)
    }
}
