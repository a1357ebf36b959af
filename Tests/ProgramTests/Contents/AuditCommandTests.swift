import TestSupport
import Testing

/// `audit` as a script sees it.
@Suite("An audit from the command line", .onManyThreads)
struct AuditCommandTests {
    private let folder = TemporaryDirectory()
    private static let password = "corr3ct-horse-battery"

    init() throws {
        for directory in ["Documents", "Library/Preferences", "tmp"] { try folder.makeDirectory("App/\(directory)") }
        try folder.write("password = \(Self.password)\n", to: "App/Documents/setup.ini")
        try folder.write("nothing\n", to: "Clean/Documents/a.txt")
        for directory in ["Library", "tmp"] { try folder.makeDirectory("Clean/\(directory)") }
    }

    private func audit(_ arguments: String...) throws -> CommandResult {
        try runCommand(
            ["env", "XDG_STATE_HOME=\(folder("state"))", "LC_ALL=C.UTF-8", sandglass, "audit"] + arguments)
    }

    @Test("the status is 1 at or above the severity that fails, and 0 below and for a clean container")
    func status() throws {
        let found = try audit(folder("App"))
        #expect(found.status == 1 && found.text.contains("Documents/setup.ini, line 1"), "\(found.text)")
        #expect(!found.text.contains(Self.password))
        #expect(try audit("--rules", "storage", folder("App")).status == 0)
        let clean = try audit(folder("Clean"))
        #expect(clean.status == 0 && clean.text.hasPrefix("Nothing was found."), "\(clean.text)")
    }

    @Test("a baseline leaves out what is known, a list of suppressions what is accepted")
    func selection() throws {
        let before = try audit("--json", folder("App"))
        folder.write("before.jsonl", before.text)
        #expect(try audit("--baseline", folder("before.jsonl"), folder("App")).status == 0)
        folder.write("accepted", "secret Documents/*.ini - made for a test\n")
        #expect(try audit("--suppress", folder("accepted"), folder("App")).status == 0)
    }

    @Test("mistakes in arguments and files are named, with their statuses")
    func mistakes() throws {
        #expect(try audit("--rules", "secrets.none", folder("App")).status == 64)
        #expect(try audit("--reveal", folder("App")).status == 64)
        #expect(try audit("--json", "--format", "html", folder("App")).status == 64)
        #expect(try audit(folder("none")).status == 66)
        #expect(try audit("--baseline", folder("none"), folder("App")).status == 66)
        #expect(try audit("--baseline", folder("App/Documents/setup.ini"), folder("App")).status == 65)
        folder.write("accepted", "secret *\n")
        let list = try audit("--suppress", folder("accepted"), folder("App"))
        #expect(list.status == 65 && list.errors.contains("line 1: "), "\(list.errors)")
        folder.write("key", "short")
        #expect(try audit("--key-file", folder("key"), folder("App")).status == 65)
    }

    @Test("hashes of values are the same in two runs with one key, and differ without")
    func keys() throws {
        func hash(_ options: [String]) throws -> String? {
            let result = try runCommand(
                ["env", "XDG_STATE_HOME=\(folder("state"))", sandglass, "audit", "--json"] + options + [folder("App")])
            return result.text.split(separator: "\"hash\":\"").dropFirst().first.map { String($0.prefix(16)) }
        }
        folder.write("key", "a key of more than 16 bytes")
        let (one, other) = (try hash(["--key-file", folder("key")]), try hash(["--key-file", folder("key")]))
        #expect(one != nil && one == other)
        #expect(try hash([]) != hash([]))
    }
}
