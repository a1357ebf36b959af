import ContainerModel
import Testing

/// The calls that lead to places, as Apple's documentation of Foundation has them.
@Suite("Calls that lead to places")
struct PlaceAPITests {
    private let rules = RuleBook.standard

    private func code(_ path: ContainerPath, in kind: ContainerKind = .data, type: ItemType = .file) -> [String] {
        let item = Item(path, in: kind, type: type)
        let location = rules.location(of: item, app: AppInfo())
        return rules.code(for: item, at: location, identifier: "group.example")
    }

    @Test(
        "an item of a data container is found below the directory of its place",
        arguments: [
            ("Documents/a/b.txt", "urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: \"a/b.txt\")"),
            ("Documents/Inbox/x", "urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: \"Inbox/x\")"),
            ("Library/Own/x", "urls(for: .libraryDirectory, in: .userDomainMask)[0].appending(path: \"Own/x\")"),
            ("Library/Caches/x", "urls(for: .cachesDirectory, in: .userDomainMask)[0].appending(path: \"x\")"),
            (
                "Library/Application Support/x",
                "urls(for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: \"x\")"
            ),
            ("tmp/x", "temporaryDirectory.appending(path: \"x\")"),
            ("Documents/a\"\\\u{202e}", "[0].appending(path: \"a\\\"\\\\\\u{202e}\")"),
        ] as [(ContainerPath, String)])
    func data(path: ContainerPath, ending: String) {
        let code = code(path)
        #expect(code.first?.hasSuffix(ending) == true, "\(code)")
        #expect(code.first?.hasPrefix("FileManager.default.") == true)
        let older = code.dropFirst().first
        let hasOlder = older?.hasPrefix(path.bytes.starts(with: "tmp".utf8) ? "NSTemp" : "NSSearchPath") == true
        // Documents and Library are also found from the home directory (S0).
        let text = String(decoding: path.bytes, as: UTF8.self)
        let isNamed = ["Documents/", "Library/Own"].contains { text.hasPrefix($0) }
        #expect(code.count == (isNamed ? 3 : 2) && hasOlder, "\(code)")
        #expect(!isNamed || code.last?.hasPrefix("NSHomeDirectory() + \"/") == true, "\(code)")
    }

    @Test("a container that is a place is found by its own call, with its identifier")
    func containers() {
        #expect(code("Info.plist", in: .bundle).first == "Bundle.main.bundleURL.appending(path: \"Info.plist\")")
        #expect(
            code("Library/Caches", in: .appGroup, type: .directory) == [
                "FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: \"group.example\")!"
                    + ".appending(path: \"Library/Caches\")"
            ])
        let inICloud = code("Documents", in: .iCloud).first
        #expect(inICloud?.contains("forUbiquityContainerIdentifier: \"group.example\"") == true)
    }

    @Test("a directory is found by each of its calls, and an item below it by each with its name")
    func everyCall() {
        #expect(
            code("Documents", type: .directory) == [
                "FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]",
                "NSSearchPathForDirectoriesInDomains(.documentDirectory, .userDomainMask, true)[0]",
                "NSHomeDirectory() + \"/Documents\"",
            ])
        #expect(code("Library/Own/a b").last == "NSHomeDirectory() + \"/Library/Own/a b\"")
        #expect(code("Documents/Inbox/x").last == "NSHomeDirectory() + \"/Documents/Inbox/x\"")
    }

    @Test("an identifier cannot end the string literal that it is in")
    func hostileIdentifier() throws {
        let item = Item("x", in: .appGroup, type: .file)
        let location = RuleBook.standard.location(of: item, app: AppInfo())
        let code = RuleBook.standard.code(for: item, at: location, identifier: "g\")!; evil(\"\n")
        #expect(code.first?.contains("forSecurityApplicationGroupIdentifier: \"g\\\")!; evil(\\\"\\u{a}\")") == true)
    }

    @Test(
        "the system's items for the app in Library are found by name, with a remark on who writes them",
        arguments: [
            ("Library/HTTPStorages", Place.httpStorages, ".libraryDirectory", "HTTPStorages", "URLSession"),
            (
                "Library/Saved Application State", .savedApplicationState, ".libraryDirectory",
                "Saved Application State", "State restoration"
            ),
            ("Library/SplashBoard", .splashBoard, ".libraryDirectory", "SplashBoard", "The system"),
            ("Library/Caches/Snapshots", .snapshots, ".cachesDirectory", "Snapshots", "The system"),
        ] as [(ContainerPath, Place, String, String, String)])
    func keptForTheApp(path: ContainerPath, place: Place, base: String, name: String, writer: String) {
        let call = "FileManager.default.urls(for: \(base), in: .userDomainMask)[0].appending(path: \"\(name)\")"
        #expect(code(path, type: .directory).first == call)
        #expect(rules.codeRemark(for: place)?.hasPrefix("\(writer) writes it.") == true)
    }

    @Test("settings are found by their keys, and no call leads to the system's items")
    func others() {
        #expect(code("Library/Preferences/org.example.plist") == ["UserDefaults.standard"])
        for path: ContainerPath in ["SystemData/x", "StoreKit/x", "Library/SyncedPreferences/x"] {
            #expect(code(path).isEmpty, "\(path)")
        }
        // A string literal of Swift cannot hold a name that is not UTF-8.
        let name = ContainerPath(bytes: Array("Documents/".utf8) + [0xff])
        #expect(name.map { code($0) } == [])
    }
}
