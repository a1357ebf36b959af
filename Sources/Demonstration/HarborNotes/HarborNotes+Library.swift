import Formats

extension HarborNotes {
    private static let state = "Library/Saved Application State/\(bundleIdentifier).savedState"
    private static let scene = "Library/SplashBoard/Snapshots/sceneID:\(bundleIdentifier)-default"
    private static let launch = "Library/SplashBoard/Snapshots/\(bundleIdentifier) - {DEFAULT GROUP}"

    /// The rest of Library except Caches, and the system's directories next to it.
    static let library: [ContainerEntry] = [
        ContainerEntry("Library/Preferences/\(bundleIdentifier).plist", .on(5, 3, 21, 9), .binaryList(preferences)),
        ContainerEntry("Library/Preferences/dev.sandglass.harbor.plist", installed, .xmlList(oldPreferences)),
        ContainerEntry(
            "Library/SyncedPreferences/\(bundleIdentifier).plist", .on(4, 30, 20, 0),
            .binaryList(["sortOrder": "modified"])),
        ContainerEntry(
            "Library/Cookies/Cookies.binarycookies", .on(5, 1, 8, 0), .bytes { BinaryCookies.file(cookies) }),
        ContainerEntry(
            "Library/WebKit/WebsiteData/Default/salt", .on(2, 14, 8, 40), .bytes { SampleBytes.noise(8, seed: 3) }),
        ContainerEntry(
            "Library/WebKit/WebsiteData/LocalStorage/https_charts.example_0.localstorage", .on(5, 1, 8, 1),
            .database(WebFiles.localStorage([("lastSheet", "3")]))),
        ContainerEntry(
            "Library/WebKit/WebsiteData/IndexedDB/v1/https_charts.example_0/6F1D/IndexedDB.sqlite3", .on(5, 1, 8, 1),
            .database(WebFiles.indexedDatabase(store: "sheets", ["Korea Strait", "부산항"]))),
        ContainerEntry("Library/WebKit/WebsiteData/MediaKeys", .on(2, 14, 8, 40), .directory),
        ContainerEntry(
            "Library/HTTPStorages/\(bundleIdentifier)/httpstorages.sqlite", .on(5, 1, 8, 1),
            .database(WebFiles.services(["charts.example"]))),
        ContainerEntry(
            "\(state)/restorationInfo.plist", .on(5, 3, 21, 11), .binaryList(["NSBundleVersion": "311", "version": 12])),
        ContainerEntry("\(state)/data.data", .on(5, 3, 21, 11), .binaryList(restorationArchive)),
        ContainerEntry(
            "\(scene)/C81F6E24-0B3D-4A97-95E8-D2470A6B1C53@2x.ktx", .on(5, 3, 21, 12),
            .file("scene.ktx")),
        ContainerEntry(
            "\(scene)/downscaled/9E02D5B7-6C48-4F1A-B830-7A1C3E95F0D6@2x.ktx", .on(5, 3, 21, 12),
            .file("scene-downscaled.ktx")),
        // As newer versions of iOS write it.
        ContainerEntry(
            "\(scene)/downscaled/2B64F0E7-51A9-4C3D-8E72-90D5B7F1A6C8@2x.ktx", .on(5, 3, 21, 12),
            .file("scene-apple.ktx")),
        ContainerEntry(
            "\(launch)/4B7A90C1-D3E5-4826-8F0B-16C5E9D2A374@2x.jpeg", .on(2, 14, 8, 31),
            .file("launch.jpeg")),
        ContainerEntry(
            "\(launch)/F1609D3E-8A2B-4C57-A4D0-5E83B7C1926F@2x.png", .on(2, 14, 8, 31),
            .file("launch.png")),
        ContainerEntry("SystemData", installed, .directory),
        ContainerEntry("StoreKit/receipt", installed, .bytes { SampleBytes.receipt(3_412) }),
    ]

    private static let preferences: PropertyListValue = [
        "AppleLanguages": ["en-GB", "ko-KR"],
        "boatName": "Gannet",
        "lastOpenedNote": 31,
        "lastSync": FixedTime.on(5, 3, 21, 6).listValue,
        "notesPerPage": 20,
        "depthUnit": "metres",
        "showsTides": true,
        "chartOpacity": 0.85,
        "recentHarbours": ["Busan", "Tsushima", "Jeju"],
        "WebKitLocalStorageDatabasePathPreferenceKey": "Library/WebKit/WebsiteData/LocalStorage",
    ]

    private static let oldPreferences: PropertyListValue = [
        "migratedTo": .string(bundleIdentifier),
        "boat": "Gannet",
        "units": 1,
        "lastBackup": FixedTime.on(1, 30, 18, 0).listValue,
    ]

    /// A keyed archive with the state of the screen for state restoration.
    private static let restorationArchive: PropertyListValue = [
        "$version": 100_000,
        "$archiver": "NSKeyedArchiver",
        "$top": ["root": .uid(1)],
        "$objects": [
            "$null",
            ["$class": .uid(4), "NS.keys": [.uid(2)], "NS.objects": [.uid(3)]],
            "selectedNote",
            31,
            ["$classname": "NSDictionary", "$classes": ["NSDictionary", "NSObject"]],
        ],
    ]

    private static let cookies = [
        BinaryCookies.Cookie(
            domain: ".charts.example", name: "session", value: "b7c1e04d92", created: .on(5, 1, 8, 0),
            expires: .on(6, 1, 8, 0)),
        BinaryCookies.Cookie(
            domain: "charts.example", name: "units", value: "metric", created: .on(2, 14, 8, 40), expires: .on(12, 31)),
    ]
}
