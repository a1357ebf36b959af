import Formats

extension HarborNotes {
    private static let support = "Library/Application Support/\(bundleIdentifier)"

    /// Files in the wrong place, one of each kind that `advise` finds in a data container.
    static let misplaced: [ContainerEntry] = [
        // The user sees Documents, and can delete what is there.
        ContainerEntry("Documents/Logbook/sync.log", .on(4, 9, 7, 15), .text(log)),
        ContainerEntry("Documents/Recordings/Index.sqlite", .on(4, 10, 6, 0), .database(recordings)),
        // The user's own files, where the user does not find them and the system purges them.
        ContainerEntry("Library/Drafts/To the harbour master.md", .on(4, 20, 9, 30), .text(letter)),
        ContainerEntry("Library/Caches/Notes/Anchorages.md", .on(4, 22, 18, 5), .text("# Anchorages\n\n- Sand, 6 m\n")),
        ContainerEntry("tmp/export/Crew list.rtf", .on(5, 3, 20, 58), .text("{\\rtf1 Mina, Jun, Sora, Haru}\n")),
        ContainerEntry("Library/Caches/Outbox.db", .on(5, 3, 20, 50), .database(outbox)),
        ContainerEntry("tmp/export/Index.sqlite", .on(5, 3, 20, 58), .database(recordings)),
        // Left behind, or backed up in vain.
        ContainerEntry(
            "tmp/upload-0412.json", .on(4, 12, 6, 40), .text("{\"notes\": [11, 12], \"state\": \"sent\"}\n")),
        ContainerEntry("\(support)/sheet-5.png.part", .on(4, 10, 20, 5), .bytes { SampleBytes.noise(2_048, seed: 31) }),
        ContainerEntry(
            "\(support)/thumbnails/sheet-1.png", .on(4, 10, 20, 6), .file("thumbnail-1.png")),
        ContainerEntry("\(support)/Harbours.json", .on(2, 14, 8, 31), .text(harbours)),
        ContainerEntry("Documents/Recordings/Mooring lesson.mp4", .on(4, 11, 5, 10), film(megabytes: 10)),
        // Beside the directory of the app's own, beside UserDefaults, and a framework that iOS does not load.
        ContainerEntry(
            "Library/Application Support/migration.json", .on(2, 14, 8, 31),
            .text("{\"from\": \"2.9\", \"done\": true}\n")),
        ContainerEntry("Library/Preferences/window.ini", .on(4, 1, 7, 0), .text("split = 0.4\n")),
        ContainerEntry(
            "Library/Frameworks/Waves.framework/Info.plist", .on(2, 14, 8, 31),
            .binaryList(["CFBundleIdentifier": "dev.sandglass.waves"])),
    ]

    /// Returns a film whose pictures are zeros: the boxes `ftyp` and `mdat`, which lasts to the end of the file
    /// (ISO/IEC 14496-12, sections 4.3 and 8.1.1).
    static func film(megabytes: Int) -> ContainerEntry.Content {
        let type =
            SampleBytes.bigEndian(20, 4) + Array("ftypmp42".utf8) + SampleBytes.bigEndian(0, 4) + Array("mp42".utf8)
        return .sparse(type + SampleBytes.bigEndian(0, 4) + Array("mdat".utf8), size: megabytes << 20)
    }

    private static let log = """
        2026-04-09T07:14:58Z sync started, 3 notes changed
        2026-04-09T07:15:02Z sync ended, 3 notes sent

        """

    private static let letter = """
        # To the harbour master

        We leave berth 14 on the third of May and are back on the sixth.

        """

    static let recordings = SampleDatabase([
        "CREATE TABLE recording (id INTEGER PRIMARY KEY, name TEXT, seconds REAL)",
        "INSERT INTO recording VALUES (1, 'Fog horn.wav', 14), (2, 'Bell buoy.wav', 6)",
    ])

    private static let outbox = SampleDatabase([
        "CREATE TABLE message (id INTEGER PRIMARY KEY, recipient TEXT, body TEXT)",
        "INSERT INTO message VALUES (1, 'Suyeong Marina', 'We need the berth until Sunday.')",
    ])
}
