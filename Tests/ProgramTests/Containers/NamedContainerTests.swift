import TestSupport
import Testing

/// Containers by the identifiers of their apps, on simulators that Python's plistlib describes.
@Suite("Names of containers", .onManyThreads)
struct NamedContainerTests {
    private let sandbox: SharingSandbox

    /// Two simulators of the same name and one of another, with the same app on two of them, and a home directory in which
    /// the first is in the usual place.
    init() throws {
        sandbox = try SharingSandbox(Script.text("named_containers"))
    }

    private var home: [String] { ["HOME=\(sandbox("home"))", "SANDGLASS_SIMULATORS="] }

    private func run(_ arguments: [String], _ variables: [String] = []) throws -> CommandResult {
        try sandbox.run(arguments, environment: home + variables)
    }

    @Test(
        "a name leads to the container wherever it is found, with what is in it",
        arguments: [
            (["show", "app:com.example.notes/Documents/a.txt"], "on the phone"),
            (["show", "app:COM.example.Notes/Documents/a.txt"], "on the phone"),
            (["show", "sim:iPhone 15/com.example.notes/Documents/a.txt"], "on the phone"),
            (["show", "sim:AAAA/com.example.notes/Documents/./b/../a.txt"], "on the phone"),
            (["show", "--in", "pads", "app:com.example.alone/Documents/a.txt"], "on the second pad"),
            (["show", "--in", "packages", "app:com.example.notes/Documents/a.txt"], "in the package"),
            (["show", "app:com.example.notes/Library/Preferences/p.plist:key/0"], "a value"),
            (["show", "app:group.com.example.notes/shared.txt"], "in the group"),
            (["ls", "app:com.example.notes/Documents"], "a.txt"),
            (["find", "a.txt", "app:com.example.notes"], "app:com.example.notes/Documents/a.txt"),
            (["grep", "phone", "app:com.example.notes"], "app:com.example.notes/Documents/a.txt"),
            (["hash", "app:com.example.notes/Documents"], "a.txt"),
            (["info", "app:com.example.notes"], "com.example.notes"),
            (["explain", "app:com.example.notes/Documents/a.txt"], "Documents"),
        ] as [([String], String)])
    func leads(arguments: [String], text: String) throws {
        let result = try run(arguments)
        #expect(result.status == 0 && result.text.contains(text), "\(result.text)\(result.errors)")
    }

    @Test("changes by a name are made in the container, and undone")
    func changes() throws {
        let before = try sandbox.tree("home/Library")
        #expect(try run(["import", "host/file.txt", "--to", "app:com.example.notes/Documents"]).status == 0)
        #expect(try run(["show", "app:com.example.notes/Documents/file.txt"]).text.contains("from here"))
        #expect(try run(["mv", "app:com.example.notes/Documents/file.txt", "app:com.example.notes/tmp"]).status == 0)
        #expect(try run(["rm", "app:com.example.notes/tmp/file.txt"]).status == 0)
        for _ in 0..<3 { #expect(try run(["undo", "--container", "app:com.example.notes"]).status == 0) }
        #expect(try sandbox.tree("home/Library").map(Self.withoutTimes) == before.map(Self.withoutTimes))
    }

    private static func withoutTimes(_ line: String) -> Substring { line.prefix { $0 != " " } }

    @Test(
        "names that lead to nothing, to several, or are none have their own statuses",
        arguments: [
            (["ls", "app:com.example.none"], 66, "there is no container of com.example.none in "),
            (["ls", "sim:iPhone 16/com.example.notes"], 66, "there is no such simulator"),
            (["ls", "app:com.example.none"], 66, ", nor among recent containers or on their devices"),
            (["ls", "sim:iPhone 15/com.example.none"], 66, "no container of com.example.none in the simulator"),
            (["ls", "--in", "none", "app:com.example.notes"], 66, "no such file or directory"),
            (["ls", "app:com.example.notes/Documents/none"], 66, "no such file or directory"),
            (["rm", "--in", "pads", "app:com.example.pad"], 64, "BBBB/com.example.pad (iPad, iOS 16.4); sim:CCCC/"),
            (["ls", "--in", "pads", "sim:iPad/com.example.alone/Documents"], 0, ""),
            (["info", "--in", "pads", "sim:iPad/com.example.pad"], 64, "is ambiguous; name one of these instead"),
            (["ls", "app:a b"], 64, "does not name an app"), (["ls", "app:../x"], 64, "does not name an app"),
            (["ls", "app:com.example.notes/../.."], 64, "leads out of the container"),
            (["ls", "sim:../x"], 64, "does not name a simulator"),
            (["ls", "./app:com.example.notes"], 66, "no such file or directory"),
            (["ls", "--in", "app:com.example.notes", "app:x"], 64, "--in takes a directory"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, message: String) throws {
        let result = try run(arguments)
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    }

    @Test("apps lists what a name may mean, by names that lead there")
    func listed() throws {
        let several = try run(["apps", "--in", "pads", "--json", "app:com.example.pad"]).lines
        #expect(several.count == 2 && several.allSatisfy { $0.contains(#""address":"sim:"#) }, "\(several)")
        #expect(try run(["apps", "--in", "pads"] + ["sim:iPad"]).text.contains("app:com.example.alone"))
        let all = try run(["apps", "--json", "sim:"])
        let isNamed = all.lines.contains { $0.contains(#""address":"app:com.example.notes""#) }
        #expect(all.status == 0 && isNamed, "\(all.text)")
        // Each name leads to the container of the path beside it.
        try python(Script.text("named_containers_addresses"), sandbox(""), sandglass, input: all.stdout)
        // The bundle of an app whose data have the name is listed by its path.
        #expect(try run(["apps", "sim:"]).text.contains("/Notes.app"))
    }

    @Test("the variable and the option name other places than the usual one")
    func places() throws {
        let pads = ["SANDGLASS_SIMULATORS=\(sandbox("pads"))"]
        #expect(try run(["ls", "app:com.example.notes"], pads).status == 66)
        #expect(try run(["ls", "app:com.example.alone"], pads).status == 0)
        let around = ["--in", "home/Library/Developer/CoreSimulator"]
        #expect(try run(["ls", "app:com.example.notes"] + around, pads).status == 0)
        #expect(try run(["ls", "app:com.example.notes"], ["HOME=\(sandbox("none"))"]).status == 66)
    }

    @Test("a file whose name begins as a name does is named after ./, in what commands print, too")
    func files() throws {
        try sandbox.write("App/Documents/app:x", "text")
        let found = try sandbox.run(["find", "app"], environment: home, in: "App/Documents")
        #expect(found.lines == ["./app:x"], "\(found.text)\(found.errors)")
    }

    @Test("the browser opens a name, and offers a choice where it is ambiguous")
    func browser() throws {
        let variables = ["HOME": sandbox("home"), "SANDGLASS_SIMULATORS": ""]
        let one = try sandbox.terminal(["app:com.example.notes/Documents"], environment: variables)
        try one.waitFor("a.txt")
        try one.send("q")
        let several = try sandbox.terminal(["browse", "--in", "pads", "app:com.example.pad"], environment: variables)
        try several.waitFor("iOS 16.4")
        try several.waitFor("iOS 17.2")
        try several.send("q")
    }
}
