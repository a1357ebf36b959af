import System
import TestSupport
import Testing

/// The demonstration container, examined with tools that share no code with the program.
@Suite("The demo command", .onManyThreads)
struct DemoTests {
    @Test("the printed path leads to the data container, in a simulator's layout")
    func layout() throws {
        let demo = try Demonstration()
        let data = "\(demo.directory)/Containers/Data/Application/6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30"
        #expect(demo.result.status == 0)
        #expect(demo.result.stdout == Array((data + "\n").utf8))
        #expect(demo.result.stderr == [])
        for path in [
            "Documents/Inbox/invoice-1.pdf", "Documents/Cafe\u{301} du port.txt", "Library/Preferences", "tmp",
            "SystemData",
            "../../../Shared/AppGroup", "../../../Bundle/Application",
        ] {
            #expect(access("\(data)/\(path)", F_OK) == 0, "\(path)")
        }
    }

    /// The program's title for a file of each kind whose contents it shows.
    private static let kinds = [
        ("Library/Preferences/dev.sandglass.harbornotes.plist", "boatName"),
        ("Library/Preferences/dev.sandglass.harbor.plist", "migratedTo"),
        ("../../../Bundle/Application/*/*.app/en.lproj/Tides.strings", "Next high tide"),
        ("Library/Saved Application State/*/data.data", "selectedNote"),
        ("Library/Application Support/*/HarborNotes.sqlite", "Note         31  entity"),
        ("Library/Application Support/*/HarborNotes.sqlite:Note/7", "data, 963 bytes: JPEG image"),
        ("Library/Application Support/*/SearchIndex.db", "term"),
        ("Library/Caches/dev.sandglass.harbornotes/Cache.db", "https://weather.example/v1/busan"),
        ("Library/Cookies/Cookies.binarycookies", ".charts.example"),
        ("Library/Caches/Weather/forecast.json", "Busan"),
        ("Library/Application Support/*/Weather log.jsonl", "1009"),
        ("Documents/Logbook/2026/04-11 Night watch.md", "# Night watch"),
        ("Documents/Logbook/Notice to mariners.txt", "부산항"),
        ("Library/WebKit/WebsiteData/LocalStorage/*.localstorage", "lastSheet"),
        ("Library/WebKit/WebsiteData/IndexedDB/v1/*/*/IndexedDB.sqlite3:sheets", "부산항"),
        ("Library/HTTPStorages/*/httpstorages.sqlite", "charts.example"),
        ("Library/Application Support/*/Tiles.realm", "T-DB"),
        ("Library/Application Support/*/tides/000003.log", "1 record with 1 change"),
        ("Library/Application Support/*/tides/CURRENT", "MANIFEST"),
        ("Library/Application Support/*/route.pb", "Busan to Tsushima"),
        ("../../../Bundle/Application/*/*.app/embedded.mobileprovision", "Harbor Notes Development"),
        ("Library/Application Support/*/Berth 14.cer", "Berth 14 gate key"),
        ("tmp/export/Logbook.zip", "Logbook/berth-code.txt"),
        ("Documents/Sunset.png", "PNG picture"), ("Documents/Photos/IMG_0102.jpg", "GPS position: 35.1534, 129.1263"),
        ("Documents/Photos/IMG_0101.webp", "WebP picture, 48 × 32"),
        ("Library/Caches/Weather/radar.gif", "GIF picture, 48 × 32"),
        ("Library/Caches/Snapshots/*/*.ktx", "Snapshot, 94 × 204 pixels"),
        ("Library/SplashBoard/Snapshots/scene*/downscaled/2B64*.ktx", "Snapshot, 194 × 420 pixels"),
        ("Documents/Recordings/Bell buoy.wav", "RIFF"),
    ]

    @Test("the container has a file of each kind whose contents are shown")
    func kinds() throws {
        let demo = try Demonstration()
        // The shell finds the files behind the patterns.
        let script = """
            cd "$1"/Containers/Data/Application/* && shift && for file; do case $file in
            *:*) rest=":${file##*:}" file=${file%:*} ;; *) rest= ;; esac
            IFS=; set -- $file; [ -f "$1" ] && NO_COLOR=1 "$0" show "$1$rest" 2>&1; printf '\\037'; done
            """
        let result = try runCommand(["sh", "-c", script, sandglass, demo.directory] + Self.kinds.map(\.0))
        let shown = result.text.split(separator: "\u{1f}", omittingEmptySubsequences: false)
        #expect(shown.count == Self.kinds.count + 1)
        for ((path, says), text) in zip(Self.kinds, shown) {
            #expect(text.contains(says), "\(path): \(text.prefix(300))")
        }
    }

    /// The rules that items of the demonstration violate: each rule about the place of an item in a data container.
    private static let mistakes = [
        ("Documents/Logbook/sync.log", "placement.internals"),
        ("Documents/Recordings/Index.sqlite", "documents.shared-database"),
        ("Documents/Recordings/Mooring lesson.mp4", "placement.large-media"),
        ("Library/Drafts/To the harbour master.md", "placement.user-data"),
        ("Library/Caches/Notes/Anchorages.md", "placement.purgeable-user-data"),
        ("tmp/export/Crew list.rtf", "placement.purgeable-user-data"),
        ("Library/Caches/Outbox.db", "placement.purgeable-database"),
        ("tmp/export/Index.sqlite", "placement.purgeable-database"),
        ("tmp/upload-0412.json", "placement.stale-temporary"),
        ("Library/Application Support/dev.sandglass.harbornotes/sheet-5.png.part", "placement.temporary"),
        ("Library/Application Support/dev.sandglass.harbornotes/thumbnails", "placement.recreatable"),
        ("Library/Application Support/dev.sandglass.harbornotes/Harbours.json", "placement.bundle-copy"),
        ("Library/Application Support/migration.json", "application-support.subdirectory"),
        ("Library/Preferences/window.ini", "preferences.use-defaults"),
        ("Library/Frameworks/Waves.framework", "frameworks.not-installed"),
    ]

    @Test("the container has a mistake of each kind that advise finds, and nothing else is in the wrong place")
    func misplaced() throws {
        let demo = try Demonstration()
        try expectAdvice(Self.mistakes, in: String(demo.result.text.dropLast()))
    }

    /// The rules that items of the demonstration's iCloud container violate: each rule about such a container.
    private static let mistakesInICloud = [
        ("Documents/thumbnails", "placement.icloud-cache"),
        ("Documents/Winter plan.md.tmp", "placement.icloud-temporary"),
        ("Documents/Harbour entrance.mp4", "placement.icloud-download"),
        ("Documents/Index.sqlite", "icloud.no-store"),
    ]

    @Test("the iCloud container is the app's, and has a mistake of each kind that advise finds there")
    func misplacedInICloud() throws {
        let demo = try Demonstration()
        let path = "\(demo.directory)/Library/Mobile Documents/iCloud~dev~sandglass~harbornotes"
        try expectAdvice(Self.mistakesInICloud, in: path)
        let apps = try runCommand([sandglass, "apps", demo.directory])
        #expect(apps.text.contains("4 containers") && apps.text.contains("  iCloud      iCloud.dev"), "\(apps.text)")
    }

    /// Compares the findings of `advise` in a container with paths and rules.
    private func expectAdvice(_ mistakes: [(String, String)], in container: String) throws {
        let advice = try runCommand([sandglass, "advise", "--json", container])
        #expect(advice.status == 0, "\(advice.errors)")
        let found = try runCommand(
            [
                "python3", "-c",
                """
                import json, sys
                for line in sys.stdin:
                    row = json.loads(line)
                    for finding in row.get("findings", []): print(row["path"], finding["rule"]["identifier"], sep="\\t")
                """,
            ], input: advice.stdout)
        let rows = Set(found.text.split(separator: "\n").map(String.init))
        #expect(rows == Set(mistakes.map { "\($0)\t\($1)" }), "\(rows.sorted())")
    }

    @Test("a directory that is not empty is refused and left unchanged")
    func notEmpty() throws {
        let demo = try Demonstration()
        let again = try Demonstration.make(at: demo.directory, state: demo.directory + ".state")
        #expect(again.status == 73)
        #expect(again.stdout == [])
        #expect(String(decoding: again.stderr, as: UTF8.self).contains("not empty"))
        #expect(access("\(demo.directory)/Containers/Data", F_OK) == 0)
    }

    @Test("a path where no directory can be created is refused", arguments: ["/proc/demo", "absent/demo", "/dev/null"])
    func impossible(path: String) throws {
        let folder = TemporaryDirectory()
        let place = path.hasPrefix("/") ? path : folder(path)
        #expect(try Demonstration.make(at: place, state: folder("state")).status == 73)
        #expect(folder.count == 0)
    }

    @Test("the demonstration can be created in a temporary directory whose name is not UTF-8")
    func temporaryDirectory() throws {
        let folder = TemporaryDirectory()
        let script = "TMPDIR=$1/$(printf 'caf\\351'); export TMPDIR; mkdir \"$TMPDIR\" && \"$0\" demo --no-browse"
        let result = try runCommand(
            ["env", "XDG_STATE_HOME=" + folder("state"), "sh", "-c", script, sandglass, folder.path])
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.errors)")
        let start = Array(folder("caf").utf8) + [0xe9] + Array("/sandglass-demo-".utf8)
        #expect(result.stdout.starts(with: start), "\(result.text)")
        // The printed path is the container's, byte for byte.
        let listing = try runCommand(["sh", "-c", "read -r data; ls \"$data/Documents\""], input: result.stdout)
        #expect(listing.text.contains("Welcome aboard.md"), "\(listing.errors)")
    }

    @Test("nothing is created without a terminal")
    func withoutTerminal() throws {
        let folder = TemporaryDirectory()
        let result = try runCommand([Products.executable("sandglass"), "demo", "--at", folder.path + "/new"])
        #expect(result.status == 64)
        #expect(String(decoding: result.stderr, as: UTF8.self).contains("no terminal"))
        #expect(access(folder.path + "/new", F_OK) != 0)
    }

    @Test("the browser shows the demonstration, which is deleted afterwards", arguments: [0, SIGTERM, SIGHUP])
    func browsed(signal: Int32) throws {
        let (folder, state) = (TemporaryDirectory(), TemporaryDirectory())
        let terminal = try PseudoTerminal(
            Products.executable("sandglass"),
            ["demo"],
            environment: ["TERM": "xterm-256color", "TMPDIR": folder.path, "XDG_STATE_HOME": state.path]
        )
        try terminal.waitFor("Harbor Notes")
        #expect(folder.count == 1)
        if signal == 0 { try terminal.send("q") } else { terminal.signal(signal) }
        #expect(try terminal.waitForExit() == .exited(signal == 0 ? 0 : 128 + signal))
        #expect(folder.count == 0)
    }
}

@Suite("The demonstration's Info.plist", .onManyThreads)
struct DemoDeclarationTests {
    @Test("the Info.plist declares the requested keys and the fixed ones")
    func declared() throws {
        let folder = TemporaryDirectory()
        let keys = ["UIApplicationExitsOnSuspend", "UIFileSharingEnabled"]
        let made = try runCommand(
            ["env", "XDG_STATE_HOME=" + folder("state"), Products.executable("sandglass")]
                + ["demo", "--at", folder("demo"), "--no-browse"]
                + keys.flatMap { ["--declare", $0] })
        #expect(made.status == 0)
        let script = """
            import glob, plistlib, sys
            value = plistlib.load(open(glob.glob(sys.argv[1] + '/Containers/Bundle/*/*/*.app/Info.plist')[0], 'rb'))
            print([value[key] for key in sys.argv[2:]], value['CFBundleIdentifier'])
            """
        let said = try Python.result(of: script, [folder("demo")] + keys)
        #expect(String(decoding: said.stdout, as: UTF8.self) == "[True, True] dev.sandglass.harbornotes\n")
    }
}
