import Formats

extension HarborNotes {
    private static let support = "Library/Application Support/\(bundleIdentifier)"

    /// Files that the app needs and its user should not see: the store, and charts that can be downloaded again.
    static let store: [ContainerEntry] =
        [
            ContainerEntry("\(support)/HarborNotes.sqlite", .on(5, 3, 21, 10), .database(notes)),
            ContainerEntry(
                "\(support)/.HarborNotes_SUPPORT/_EXTERNAL_DATA/\(photo)", .on(4, 30, 19, 58),
                .file("position.jpg")),
            ContainerEntry("\(support)/Weather log.jsonl", .on(5, 3, 18, 0), .text(weather)),
            ContainerEntry(
                "\(support)/route.pb", .on(4, 28, 18, 0),
                .bytes { SampleStores.message(["Busan to Tsushima", "Gannet"]) }),
            ContainerEntry("\(support)/Berth 14.cer", .on(2, 20, 10, 0), .file("berth.cer")),
            ContainerEntry("\(support)/Tiles.realm", .on(4, 10, 20, 5), .bytes { SampleStores.realm }),
            ContainerEntry("\(support)/tides/CURRENT", .on(4, 10, 20, 5), .text("MANIFEST-000002\n")),
            ContainerEntry(
                "\(support)/tides/000003.log", .on(5, 3, 21, 6), .bytes { SampleStores.levelDBLog(key: "busan/05-04") }),
            ContainerEntry("\(support)/Downloads", .on(4, 10, 20, 0), .directory, exclusion: .attribute),
            ContainerEntry("\(support)/Downloads/catalog.json", .on(4, 10, 20, 0), .text(catalog)),
            ContainerEntry("\(support)/SearchIndex.db", .on(5, 3, 21, 6), .database(index), exclusion: .attribute),
            ContainerEntry(
                "\(support)/Weather model.bin",
                .on(4, 27, 4, 0),
                .bytes { SampleBytes.noise(41_216, seed: 12) },
                exclusion: .appleDouble
            ),
            ContainerEntry(
                "\(support)/Old store",
                installed,
                .link("/private/var/mobile/Containers/Data/Application/6B1F0C52-93D4-4E0B-8C57-2A4D9E7F1B30/Documents")
            ),
        ]
        + (1...4).map { number in
            ContainerEntry(
                "\(support)/Downloads/sheet-\(number).png", .on(4, 10, 20, number), .file("sheet-\(number).png"))
        }

    private static let catalog = """
        {
          "source": "https://charts.example/v2/korea-strait",
          "sheets": [1, 2, 3, 4],
          "edition": "2026-04"
        }

        """

    private static let weather = """
        {"time": "2026-05-03T12:00:00Z", "knots": 9, "hPa": 1012}
        {"time": "2026-05-03T15:00:00Z", "knots": 11, "hPa": 1011}
        {"time": "2026-05-03T18:00:00Z", "knots": 12, "hPa": 1009}

        """

    /// The name of the photo of note 7, which Core Data keeps in a file.
    private static let photo = "4E6C1B80-7D25-49A3-B0F8-13D7C9E2A654"

    /// Tables as Core Data creates them. The last notes are only in the write-ahead log.
    private static let notes = SampleDatabase(
        [
            "CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
            "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFOLDER INTEGER, "
                + "ZCREATED TIMESTAMP, ZTITLE VARCHAR, ZBODY VARCHAR, ZPHOTO BLOB)",
            "CREATE INDEX ZNOTE_ZFOLDER_INDEX ON ZNOTE (ZFOLDER)",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Folder', 0, 3), (2, 'Note', 0, 24)",
            "INSERT INTO Z_METADATA VALUES (1, '7C2D9B40-E158-4F36-A0B7-64D1F8C35E92', "
                + SampleDatabase.quoted(PropertyListWriter.binary(storeMetadata)) + ")",
            "INSERT INTO ZFOLDER VALUES (1, 1, 1, 'Logbook'), (2, 1, 1, 'Harbours'), (3, 1, 1, '여행')",
        ] + (1...24).map(note),
        uncheckpointed: (25...31).map(note) + [
            "UPDATE ZFOLDER SET ZNAME = 'Harbours and bays', Z_OPT = 2 WHERE Z_PK = 2",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 31 WHERE Z_ENT = 2",
        ]
    )

    private static let storeMetadata: PropertyListValue = [
        "NSPersistenceFrameworkVersion": 1_418,
        "NSStoreModelVersionIdentifiers": ["HarborNotes 3"],
        "NSStoreType": "SQLite",
        "NSStoreUUID": "7C2D9B40-E158-4F36-A0B7-64D1F8C35E92",
        "_NSAutoVacuumLevel": "2",
    ]

    private static func note(_ number: Int) -> String {
        let created = FixedTime.on(2 + number / 10, 1 + number % 27, 7 + number % 14, number * 7 % 60)
        let title = SampleDatabase.quoted("Note \(number)")
        let body = SampleDatabase.quoted(LogbookText.paragraph(sentences: 6 + number % 9, seed: number))
        // 2, the name of a file and a zero: the data are in that file.
        let picture = number == 7 ? SampleDatabase.quoted([2] + Array(photo.utf8) + [0]) : "NULL"
        return "INSERT INTO ZNOTE VALUES (\(number), 2, 1, \(1 + number % 3), \(Int(created.secondsSince2001)), "
            + "\(title), \(body), \(picture))"
    }

    private static let index = SampleDatabase(
        ["CREATE TABLE term (word TEXT PRIMARY KEY, notes TEXT) WITHOUT ROWID"]
            + ["anchor", "barometer", "buoy", "harbour", "lighthouse", "tide", "wind"].enumerated().map { place, word in
                "INSERT INTO term VALUES ('\(word)', '\(place + 1),\(place + 9),\(place + 17)')"
            }
    )
}
