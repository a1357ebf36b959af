import System
import TestSupport
import Testing

@Suite("The snapshots command", .onManyThreads)
struct SnapshotsCommandTests {
    /// Reads the sizes as the specifications of the formats define them, independently of the program.
    private static let oracle = Script.text("snapshots_command_oracle")

    /// Prints the command's report in the format of the oracle.
    private static let reading = """
        import json, sys
        for row in json.load(sys.stdin)['snapshots']:
            print(row['path'], row['width'], row['height'], row['bytes'], row['modified'])
        """

    private func agree(_ container: String, _ named: String) throws -> [Substring] {
        let expected = try python(Self.oracle, container).split(separator: "\n").sorted()
        let said = try run("snapshots", "--json", named)
        #expect(said.status == 0 && said.errors == "")
        #expect(try python(Self.reading, input: said.stdout).split(separator: "\n").sorted() == expected)
        return expected
    }

    @Test(
        "the two pictures of a downloaded container are listed with their sizes, and nothing is changed",
        arguments: DownloadedContainer.origins)
    func downloaded(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        let folder = TemporaryDirectory()
        _ = try runCommand(["cp", "-a", package.path, folder("copy.xcappdata")])
        let before = try shell(
            "cd \"$1\" && find . | sort | xargs -d '\\n' stat -c '%n %s %Y %a' && find . -type f | sort | xargs -d '\\n' sha256sum",
            folder.path)
        #expect(try agree(folder("copy.xcappdata/AppData"), folder("copy.xcappdata")).count == 2)
        let said = try run("snapshots", folder("copy.xcappdata"))
        #expect(said.text.contains("2 of them show the phone's screen as the app left it."))
        #expect(
            said.lines.filter { $0.contains(".ktx") && $0.contains("scene") && $0.contains("KTX, LZFSE") }.count == 2)
        let after = try shell(
            "cd \"$1\" && find . | sort | xargs -d '\\n' stat -c '%n %s %Y %a' && find . -type f | sort | xargs -d '\\n' sha256sum",
            folder.path)
        #expect(before.stdout == after.stdout)
    }

    /// The number of pictures in the demonstration.
    private static let pictures = 6

    @Test("the pictures of the demonstration are listed in every place and format")
    func demonstration() throws {
        let demo = try Demonstration()
        try withExtendedLifetime(demo) {
            let container = try #require(demo.result.lines.first.map(String.init))
            #expect(try agree(container, container).count == Self.pictures)
            let said = try run("snapshots", "--json", container)
            let subjects = try python(
                """
                import json, sys
                rows = json.load(sys.stdin)['snapshots']
                for row in sorted(rows, key=lambda row: row['path']):
                    print(row['subject'], row.get('scene'), row['downscaled'], row['format'], row['scale'])
                """, input: said.stdout)
            #expect(
                subjects == """
                    scene None False ktx 2
                    launch None False jpeg 2
                    launch None False png 2
                    scene dev.sandglass.harbornotes-default False ktx 2
                    scene dev.sandglass.harbornotes-default True appleTexture 2
                    scene dev.sandglass.harbornotes-default True ktx 2

                    """)
        }
    }

    @Test(
        "the ways of hiding that the app declares are named, and a snapshot of an app that exits on suspend is a finding",
        arguments: [("yes", true), ("no", false), ("unknown", false)])
    func concealment(answer: String, isFinding: Bool) throws {
        let folder = TemporaryDirectory()
        for directory in ["Documents", "Library", "tmp"] { try folder.makeDirectory("App/\(directory)") }
        folder.write("App/Library/SplashBoard/Snapshots/sceneID_com.example-1/a.ktx", "AAPL")
        let words = ["snapshots", "--exits-on-suspend", answer, folder("App")]
        let said = try runCommand([sandglass] + words)
        #expect(said.status == 0, "\(said.errors)")
        #expect(said.text.contains("exit on suspend: UIApplicationExitsOnSuspend, \(answer);"), "\(said.text)")
        #expect(said.text.contains("cover screen: in the app's code alone"))
        #expect(said.text.contains("finding: UIApplicationExitsOnSuspend is YES") == isFinding, "\(said.text)")
        let json = try runCommand([sandglass] + words + ["--json"])
        let report = try python(
            """
            import json, sys
            report = json.load(sys.stdin)["concealment"]
            print([way["declared"] for way in report["ways"]], len(report["findings"]))
            """, input: json.stdout)
        #expect(report == "['unknown', '\(answer)', 'unknown'] \(isFinding ? 1 : 0)\n")
    }

    @Test("damaged pictures are listed by their names, and other files are left out")
    func damaged() throws {
        let folder = TemporaryDirectory()
        for directory in ["Documents", "Library", "tmp"] { try folder.makeDirectory("App/\(directory)") }
        let place = "App/Library/SplashBoard/Snapshots/sceneID_com.example-1"
        folder.write("\(place)/a.ktx", "AAPL")
        folder.write("\(place)/b\u{1b}[2J.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        folder.write("\(place)/notes.txt", "not a picture")
        try folder.link("\(place)/c.ktx", to: "a.ktx")
        _ = try runCommand(["mkfifo", folder("\(place)/d.png")])
        let said = try run("snapshots", folder("App"))
        #expect(said.status == 0)
        #expect(said.lines.filter { $0.contains("scene") && $0.contains("?") }.count == 2)
        #expect(!said.text.contains("\u{1b}") && said.text.contains("␛[2J"))
        #expect(!said.text.contains("notes.txt") && !said.text.contains("c.ktx") && !said.text.contains("d.png"))
    }

    @Test("a container without pictures is reported as such")
    func none() throws {
        let folder = TemporaryDirectory()
        for directory in ["Documents", "Library", "tmp"] { try folder.makeDirectory("App/\(directory)") }
        #expect(try run("snapshots", folder("App")).text == "The container has no snapshots.\n")
        let empty = try run("snapshots", "--json", folder("App"))
        #expect(
            try python("import json, sys; print(json.load(sys.stdin))", input: empty.stdout) == "{'snapshots': []}\n")
        #expect(try run("snapshots", folder("nothing")).status == 66)
    }

    @Test("--remove moves the pictures to the trash and keeps all other files")
    func removal() throws {
        let demo = try Demonstration()
        let home = TemporaryDirectory()
        try withExtendedLifetime(demo) {
            let container = try #require(demo.result.lines.first.map(String.init))
            let before = try runCommand(["find", container, "-type", "f"]).lines.count
            let script = """
                export XDG_STATE_HOME="$2/state" XDG_DATA_HOME="$2/data"
                "$0" snapshots --remove "$1"
                """
            let removed = try shell(script, container, home.path)
            #expect(removed.status == 0)
            #expect(
                removed.errors.hasPrefix("sandglass: remove snapshots: \(Self.pictures) files")
                    && removed.errors.hasSuffix("`sandglass undo 1` reverts it\n"))
            #expect(try runCommand(["find", container, "-type", "f"]).lines.count == before - Self.pictures)
            #expect(try runCommand(["find", home("data/Trash/files"), "-type", "f"]).lines.count == Self.pictures)
            #expect(
                try runCommand(["find", home("data/Trash/info"), "-name", "*.trashinfo"]).lines.count == Self.pictures)
            #expect(try run("snapshots", container).text == "The container has no snapshots.\n")
        }
    }

    @Test("a dry run of --remove changes nothing, and JSON has the plan and the outcome of other changes")
    func removalIsAChange() throws {
        let demo = try Demonstration()
        let home = TemporaryDirectory()
        try withExtendedLifetime(demo) {
            let container = try #require(demo.result.lines.first.map(String.init))
            func snapshots(_ options: String) throws -> CommandResult {
                let script = """
                    export XDG_STATE_HOME="$2/state" XDG_DATA_HOME="$2/data"
                    "$0" snapshots --remove \(options) "$1"
                    """
                return try shell(script, container, home.path)
            }
            let reading = """
                import json, sys
                report = json.load(sys.stdin)
                print(len(report['snapshots']), len(report['decisions']), 'plan' in report,
                      report['outcome']['id'] if 'outcome' in report else None)
                """
            #expect(try snapshots("--dry-run").status == 0)
            #expect(
                try python(reading, input: try snapshots("--dry-run --json").stdout)
                    == "\(Self.pictures) \(Self.pictures) True None\n")
            #expect(try agree(container, container).count == Self.pictures)
            #expect(
                try python(reading, input: try snapshots("--json").stdout)
                    == "\(Self.pictures) \(Self.pictures) False 1\n")
            let undone = try shell(
                "XDG_STATE_HOME=\"$2/state\" XDG_DATA_HOME=\"$2/data\" \"$0\" undo 1", container, home.path)
            #expect(undone.status == 0)
            #expect(try agree(container, container).count == Self.pictures)
            let paths = try snapshots("--print0").text.split(separator: "\0")
            #expect(paths.count == Self.pictures && paths.allSatisfy { $0.hasPrefix(container) })
        }
    }

    @Test(
        "--remove by an actor who may not delete pictures is refused and removes nothing",
        arguments: ["user", "system"])
    func refusal(actor: String) throws {
        let demo = try Demonstration()
        let home = TemporaryDirectory()
        try withExtendedLifetime(demo) {
            let container = try #require(demo.result.lines.first.map(String.init))
            let script = """
                export XDG_STATE_HOME="$2/state" XDG_DATA_HOME="$2/data"
                "$0" snapshots --remove --as \(actor) "$1"
                """
            let refused = try shell(script, container, home.path)
            #expect(refused.status == 77)
            #expect(refused.errors.split(separator: "\n").count { $0.contains(": refused: ") } == Self.pictures)
            #expect(try agree(container, container).count == Self.pictures)
        }
    }
}
