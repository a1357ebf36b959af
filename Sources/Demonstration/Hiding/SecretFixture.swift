import Formats

/// A file of a kind whose contents the browser shows, with secrets in the parts shown.
struct SecretFixture: Sendable {
    /// The name; its number decides the place in the listing.
    let name: String
    let content: ContainerEntry.Content
    /// A secret that is visible in the right pane.
    let shown: String
    /// A secret that is visible in the viewer.
    let viewed: String

    private init(_ name: String, _ content: ContainerEntry.Content, _ shown: String, viewed: String? = nil) {
        self.name = name
        self.content = content
        self.shown = shown
        self.viewed = viewed ?? shown
    }

    /// - Parameters:
    ///   - drawn: A character that the drawing of the picture contains, and nothing else on the screen.
    ///   - picture: The name of the picture among the embedded files.
    private init(
        _ name: String,
        drawn: String,
        _ picture: String,
        _ shown: String? = nil
    ) {
        self.init(name, .file(picture), shown ?? drawn, viewed: drawn)
    }

    /// The directory with the files, in the data container.
    static let directory = "Documents/Contents"

    /// The name of the file that is opened in an editor: a text.
    static let edited = "09 settings.json"

    /// Everything that should be visible only while the browser is.
    static let secrets = all.flatMap { [$0.shown, $0.viewed] }.reduce(into: [String]()) { secrets, secret in
        if !secrets.contains(secret) { secrets.append(secret) }
    }

    static let entries = all.map { ContainerEntry("\(directory)/\($0.name)", .on(5, 1, 9, 0), $0.content) }

    static let all = [
        SecretFixture("01 settings.plist", .binaryList(["pin": "pin 7301"]), "pin 7301"),
        SecretFixture("02 settings.plist", .xmlList(["pin": "pin 7302"]), "pin 7302"),
        SecretFixture("03 phrases.strings", .text("/* Secrets */\n\"pin\" = \"pin 7303\";\n"), "pin 7303"),
        SecretFixture("04 session.archive", .binaryList(archive("pin 7304")), "pin 7304"),
        SecretFixture(
            "05 blob.bin", .bytes { [0xff, 0xfe, 0xfd, 0, 0, 0, 0, 1] + Array("pin-7305".utf8) }, "pin-7305"),
        SecretFixture("06 store.sqlite", .database(objects(entity: "Pin7306")), "Pin7306"),
        SecretFixture(
            "07 Cache.db",
            .database(URLCacheFile.database(URLCacheFile.request(1, "https://pin7307.example/", "PATCH"))),
            "PATCH", viewed: "pin7307.example"),
        SecretFixture(
            "08 Cookies.binarycookies",
            .bytes {
                BinaryCookies.file([
                    .init(
                        domain: "pin7308.example", name: "session", value: "x", created: .on(5, 1), expires: .on(6, 1))
                ])
            }, "pin7308.example"),
        SecretFixture(edited, .text("{\"pin\": \"pin 7309\"}\n"), "pin 7309"),
        SecretFixture("10 events.jsonl", .text("{\"pin\": \"pin 7310\"}\n{\"pin\": null}\n"), "pin 7310"),
        SecretFixture(
            "11 diary.txt",
            .text("pin 7311\n" + (1...2_000).map { LogbookText.paragraph(sentences: 1, seed: $0) + "\n" }.joined()),
            "pin 7311"),
        SecretFixture("12 notice.txt", .bytes { SampleBytes.utf16("pin 7312: 항구\n") }, "pin 7312"),
        SecretFixture("13 page.localstorage", .database(WebFiles.localStorage([("pin 7313", "x")])), "pin 7313"),
        SecretFixture("14 IndexedDB.sqlite3", .database(WebFiles.indexedDatabase(store: "pin 7314", [])), "pin 7314"),
        SecretFixture("15 httpstorages.sqlite", .database(WebFiles.services(["pin7315.example"])), "pin7315.example"),
        SecretFixture("16 tiles.realm", .bytes { SampleStores.realm + Array("pin-7316".utf8) }, "pin-7316"),
        SecretFixture("17 tiles.log", .bytes { SampleStores.levelDBLog(key: "pin-7317") }, "pin-7317"),
        SecretFixture("18 route.pb", .bytes { SampleStores.message(["pin 7318", "Busan"]) }, "pin 7318"),
        SecretFixture(
            "19 embedded.mobileprovision", .file("embedded.mobileprovision"),
            "Harbor Notes Development"),
        SecretFixture("20 berth.cer", .file("berth.cer"), "Berth 14 gate key"),
        SecretFixture(
            "21 papers.zip", .file("logbook.zip"), "Logbook/berth-code.txt"),
        SecretFixture("22 chart.png", drawn: "▁", "sheet-1.png"),
        SecretFixture("23 berth.jpg", drawn: "▀", "position.jpg", "35.1534, 129.1263"),
        SecretFixture("24 harbour.webp", drawn: "▃", "harbour.webp"),
        SecretFixture("25 radar.gif", drawn: "▗", "radar.gif"),
        SecretFixture("26 scene.ktx", drawn: "▂", "scene-downscaled.ktx"),
        SecretFixture("27 scene.ktx", drawn: "▆", "scene-apple.ktx"),
        // The files beside it follow it in the listing.
        SecretFixture(
            "28 keys.sqlite",
            .database(
                SampleDatabase(["CREATE TABLE plain (a)"], uncheckpointed: ["CREATE TABLE pin7328 (a)"])), "pin7328"),
    ]

    /// A keyed archive of a dictionary.
    private static func archive(_ pin: String) -> PropertyListValue {
        [
            "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)],
            "$objects": [
                "$null", ["$class": .uid(4), "NS.keys": [.uid(2)], "NS.objects": [.uid(3)]], "pin", .string(pin),
                ["$classname": "NSDictionary", "$classes": ["NSDictionary", "NSObject"]],
            ],
        ]
    }

    /// A Core Data store with one entity.
    private static func objects(entity: String) -> SampleDatabase {
        let table = "Z" + entity.uppercased()
        return SampleDatabase([
            "CREATE TABLE \(table) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR)",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            "INSERT INTO Z_PRIMARYKEY VALUES (1, '\(entity)', 0, 1)", "INSERT INTO \(table) VALUES (1, 1, 1, 'x')",
            "INSERT INTO Z_METADATA VALUES (1, '1', NULL)",
        ])
    }
}
