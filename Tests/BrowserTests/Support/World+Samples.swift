import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs
import System

extension World {
    /// A container from git, which has kept no empty directory.
    static let weightTracker: World = {
        var app = AppInfo()
        app.identifier = "io.github.paulz.WeightTracker"
        app.name = "WeightTracker"
        app.shortVersion = "1"
        var database = Entry("WeightTracker.sqlite", size: 28_672)
        database.head = Array("SQLite format 3\0".utf8)
        let snapshots: ContainerPath = "Library/Caches/Snapshots"
        return World(
            description: ContainerDescription(
                kind: .data, source: .xcappdata, hostPath: hostPath("/samples/WeightTracker.xcappdata/AppData"),
                app: app
            ),
            directories: [
                .root: [Entry("Library", .directory)],
                "Library": [Entry("Application Support", .directory), Entry("Caches", .directory)],
                "Library/Application Support": [database],
                "Library/Caches": [Entry("Snapshots", .directory)],
                snapshots: [Entry("io.github.paulz.WeightTracker", .directory)],
                snapshots.appending("io.github.paulz.WeightTracker"): [
                    Entry("6CB076CC-2C55-4DF9-AE09-0D17F3211D6B@2x.ktx", size: 1_229),
                    Entry("E4EFEB12-A998-4723-85B0-6E8FDE70C7F7@2x.ktx", size: 1_229),
                ],
            ]
        )
    }()

    /// A container of an unknown app, with every kind of name and entry.
    static let odd: World = {
        var excluded = Entry("excluded.bin", size: 5_000_000)
        excluded.exclusion = .every
        var fresh = Entry("just now.txt", size: 12)
        fresh.age = 60
        fresh.head = Array("just written".utf8)
        fresh.modified = LocalTime(year: 2019, month: 2, day: 3, hour: 13, minute: 19)
        var old = Entry("old.log", size: 999)
        old.modified = LocalTime(year: 2009, month: 1, day: 1)
        old.age = 318_000_000
        var tool = Entry("tool", size: 70_000)
        tool.permissions = 0o755
        let documents = [
            Entry("Inbox", .directory), Entry("折り紙 写真", .directory), Entry("empty", .directory), excluded, fresh, old,
            tool,
            Entry("家族の写真アルバム２０１９年.jpg", size: 123_456_789), Entry("party 🎉👩‍👩‍👧‍👦.mov", size: 3_000_000_000),
            Entry("line\nbreak\u{1b}[31m.txt", size: 1), Entry("c1\u{9b}31m.txt", size: 2),
            Entry("evil\u{202e}gpj.exe", size: 3),
            Entry([0x62, 0x61, 0x64, 0xff, 0xfe, 0x2e, 0x62, 0x69, 0x6e], size: 4),
            Entry(String(repeating: "long name ", count: 25) + "12345", size: 5), Entry(".hidden", size: 6),
            Entry(".config", .directory), Entry("a\u{301}\u{302}\u{303} marks", size: 7),
            Entry("inside", to: "../Library", .inside("Library", .directory)),
            Entry("outside", to: "../../../etc/passwd", .outside), Entry("absolute", to: "/private/var", .absolute),
            Entry("dangling", to: "nothing\u{1b}]0;x", .missing), Entry("circle", to: "circle", .loop),
            Entry("pipe", .fifo), Entry("socket", .socket), Entry("file2", size: 20), Entry("file10", size: 10),
            Entry("file1", size: 30),
        ]
        return World(
            description: ContainerDescription(
                kind: .data,
                source: .directory,
                hostPath: hostPath("/copies/odd"),
                app: AppInfo(),
                problems: ["Info.plist: not a property list"],
                related: [
                    ContainerCandidate(
                        hostPath: hostPath("/copies/other"), title: "Other\u{1b}[2J", details: ["bundle container"])
                ]
            ),
            directories: [
                .root: [
                    Entry("Documents", .directory), Entry("Library", .directory), Entry("tmp", .directory),
                    Entry("locked", .directory),
                ],
                "Documents": documents, "Documents/Inbox": [], "Documents/empty": [], "Documents/折り紙 写真": [],
                "Documents/.config": [Entry("settings", size: 1)],
                "Library": [Entry("Caches", .directory), Entry("Preferences", .directory)],
                "Library/Caches": (1...200).map { Entry("image \($0).png", size: UInt64($0) * 1_000) },
                "Library/Preferences": [Entry(".only-hidden", size: 1)],
                "tmp": [Entry("a", .directory)], "tmp/a": [Entry("b", .directory)], "tmp/a/b": [Entry("c", .directory)],
                "tmp/a/b/c": [Entry("deep.txt", size: 1)], "locked": [],
            ],
            failures: ["locked": EACCES]
        )
    }()

    /// `odd`, where Documents is a symbolic link.
    static let faulty: World = {
        var world = odd
        world.directories[.root]?[0] = Entry("Documents", to: "/elsewhere", .absolute)
        for path in world.directories.keys where path == "Documents" || path.isInside("Documents") {
            world.directories[path] = nil
        }
        world.faults["Documents"] = .fault(.link)
        world.failures["Documents"] = ELOOP
        return world
    }()

    /// The directories of this computer.
    static let home: [ContainerPath: [Entry]] = [
        .root: [Entry("home", .directory)], "home": [Entry("me", .directory)],
        "home/me": [
            Entry("projects", .directory), Entry("notes.txt", size: 1_234), Entry("写真.jpg", size: 2_345_678),
            Entry("old.log", size: 44), Entry(".profile", size: 20),
        ],
        "home/me/projects": [Entry("plan.md", size: 10_240)],
    ]

    /// Returns the progress of a ten-second copy of 8 GiB after a number of seconds.
    static func progress(_ second: UInt64) -> Progress {
        Progress(
            filesDone: second * 100, filesTotal: 1_000, bytesDone: second * (8 << 30) / 10, bytesTotal: 8 << 30,
            name: Array("家族の写真アルバム２０１９年.jpg".utf8), nanoseconds: second * 1_000_000_000)
    }

    /// Containers that were open before, in another year, so that the time zone does not matter.
    static let recent = [
        ContainerMemoryStore.Recent(
            hostPath: Array("/Users/me/Downloads/io.github.paulz.WeightTracker 2018-06-26.xcappdata/AppData".utf8),
            name: "WeightTracker", kind: .data, visited: 1_530_000_000, place: "Documents"),
        ContainerMemoryStore.Recent(
            hostPath: Array("/copies/gone".utf8), name: "Evil\u{202e}\u{1b}[2J", visited: 1_500_000_000, exists: false),
    ]

    static let candidates = [
        ContainerCandidate(
            hostPath: hostPath("/d/1"), title: "WeightTracker",
            details: ["data container", "io.github.paulz.WeightTracker"]
        ),
        ContainerCandidate(hostPath: hostPath("/d/2"), title: "折り紙", details: ["bundle container"]),
        ContainerCandidate(
            hostPath: hostPath("/d/3"), title: "Evil\u{202e}\u{1b}[2J", details: ["app group container"]),
    ]

    private static func hostPath(_ path: String) -> HostPath { HostPath(Array(path.utf8))! }
}
