import ContainerModel
import Testing

@Suite("Locations")
struct LocationTests {
    private let book = RuleBook.standard

    @Test(
        "a path has its place",
        arguments: [
            ("", .home, .directory), ("Documents", .documents, .directory),
            ("documents", .systemDirectories, .directory),
            ("Documents/Inbox", .inbox, .directory), ("Documents/Inbox/a/b", .inbox, .contents),
            ("Documents/inbox", .documents, .contents), ("Documents/a/Inbox", .documents, .contents),
            ("Library/Application Support/com.a/x", .applicationSupport, .contents),
            ("Library/Caches/Snapshots/com.a/1@2x.ktx", .snapshots, .contents),
            ("Library/Caches/com.a", .caches, .contents), ("Library/WebKit", .libraryOther, .directory),
            ("Library/WebKit/Caches", .libraryOther, .contents), ("Library/Frameworks", .frameworks, .directory),
            ("Library/SplashBoard/Snapshots", .splashBoard, .contents), ("StoreKit", .systemDirectories, .directory),
            ("CloudKit/x/y", .systemDirectories, .contents), ("tmp/x", .tmp, .contents),
        ] as [(String, Place, Level)])
    func placeOfPath(path: String, place: Place, level: Level) throws {
        let path = try #require(ContainerPath(bytes: path.utf8))
        #expect(book.location(of: path, in: .data) == Location(place, level))
    }

    @Test(
        "an item that is not a directory belongs to the place of its parent",
        arguments: [
            ("Documents", .home), ("iTunesMetadata.plist", .home),
            ("Library/Caches", .library), ("Library/notes.txt", .library), ("Documents/Inbox", .documents),
            ("tmp/com.a-Inbox", .tmp),
        ] as [(ContainerPath, Place)])
    func filesAndLinks(path: ContainerPath, place: Place) {
        for type in [ItemType.file, .symbolicLink, .other] {
            #expect(book.location(of: path, in: .data, type: type) == Location(place, .contents))
        }
    }

    @Test("the temporary inbox is the app's own if the app is known, and any otherwise")
    func temporaryInbox() {
        func place(_ path: ContainerPath, _ identifier: String?) -> Place {
            book.location(of: path, in: .data, bundleIdentifier: identifier).place
        }
        #expect(place("tmp/com.a-Inbox", "com.a") == .temporaryInbox)
        #expect(place("tmp/com.b-Inbox", "com.a") == .tmp)
        #expect(place("tmp/com.ab-Inbox", "com.a") == .tmp)
        #expect(place("tmp/com.b-Inbox", nil) == .temporaryInbox)
        #expect(place("tmp/-Inbox", nil) == .tmp)
        #expect(place("tmp/a/com.a-Inbox", nil) == .tmp)
    }

    @Test("containers of other kinds have their own rules")
    func otherKinds() {
        #expect(book.location(of: "Documents", in: .appGroup) == Location(.appGroup, .contents))
        #expect(book.location(of: "File Provider Storage/x", in: .appGroup) == Location(.appGroup, .contents))
        #expect(book.location(of: "Library/Caches/x", in: .appGroup) == Location(.caches, .contents))
        #expect(book.location(of: "Library", in: .appGroup) == Location(.appGroup, .contents))
        #expect(book.location(of: "tmp", in: .appGroup) == Location(.tmp, .directory))
        #expect(book.location(of: "Documents", in: .iCloud) == Location(.iCloud, .contents))
        #expect(book.location(of: "App.app/Info.plist", in: .bundle) == Location(.bundle, .contents))
        #expect(book.location(of: "Library/Caches", in: .system) == Location(.systemDirectories, .contents))
    }

    @Test("a data container has the standard directories, and other kinds have none")
    func standardDirectories() {
        #expect(
            book.standardDirectories(in: .data) == [
                "Documents", "Documents/Inbox", "Library", "Library/Application Support", "Library/Caches",
                "Library/Preferences", "SystemData", "tmp",
            ])
        for kind in ContainerKind.allCases where kind != .data {
            #expect(book.standardDirectories(in: kind).isEmpty)
        }
    }

    @Test("the rules of a directory give the same answers for its entries as the book", arguments: ActingParty.allCases)
    func directoryRules(actor: ActingParty) {
        for app in [AppInfo(), Check.app(.yes, .no), Check.app(.yes, .yes)] {
            for sample in Sample.all where !sample.path.isEmpty {
                let item = sample.item
                guard let parent = item.path.parent, let name = item.path.lastComponent else { continue }
                let directory = book.directory(parent, in: item.container, as: actor, app: app)
                #expect(
                    directory.location
                        == book.location(of: parent, in: item.container, bundleIdentifier: app.identifier))
                let expected = book.badges(of: item, as: actor, app: app)
                let badges = directory.badges(ofEntry: name.span, type: item.type, protection: item.protection)
                #expect(badges == expected)
            }
        }
    }

    @Test("content classes map to kinds of containers")
    func contentClasses() {
        let kinds = (0...14).map(ContainerKind.init(contentClass:))
        #expect(
            kinds == [
                nil, .bundle, .data, nil, nil, nil, nil, .appGroup, nil, nil, nil, nil, .system, .system, nil,
            ])
    }
}
