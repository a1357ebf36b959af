import ContainerModel
import ContainerStore
import FileSharing
import TestSupport
import Testing

/// The operations of each actor in each place: container-rules.md, "Places", "Who acts" and "What an operation needs",
/// written out by hand. A letter for each operation: `a` allowed, `b` becomes something else, `-` refused.
@Suite("Policy decisions by place", .onManyThreads)
struct PolicyDecisionTableTests {
    /// Operations on an item in a place: export, delete, import, rename, make a directory, exclude, edit.
    static let contents: [(place: String, app: String)] = [
        ("Documents", "aaaaaaa"), ("Documents/Inbox", "aa----b"), ("Library", "aaaaaaa"),
        ("Library/Application Support", "aaaaaaa"), ("Library/Caches", "aaaaaaa"),
        ("Library/Caches/Snapshots", "aaaaaaa"), ("Library/SplashBoard", "aaaaaaa"), ("Library/Preferences", "aaaaaaa"),
        ("Library/Saved Application State", "aaaaaaa"), ("Library/HTTPStorages", "aaaaaaa"),
        ("Library/SyncedPreferences", "a------"), ("Library/Cookies", "aaaaaaa"), ("Library/Frameworks", "aaaaaaa"),
        ("tmp", "aaaaaaa"), ("tmp/org.example.app-Inbox", "aaaaaaa"), ("SystemData", "-------"),
        ("StoreKit", "a------"),
    ]

    /// Operations on the directory of a place: export, delete, exclude, rename.
    static let directories: [(place: String, app: String)] = [
        ("Documents", "aba-"), ("Documents/Inbox", "ab--"), ("Library", "a-a-"),
        ("Library/Application Support", "aaaa"),
        ("Library/Caches", "aaaa"), ("Library/Caches/Snapshots", "aaaa"), ("Library/SplashBoard", "aaaa"),
        ("Library/Preferences", "a-a-"), ("Library/Saved Application State", "aaaa"), ("Library/HTTPStorages", "aaaa"),
        ("Library/SyncedPreferences", "a---"), ("Library/Cookies", "aaaa"), ("tmp", "aaa-"),
        ("tmp/org.example.app-Inbox", "aaaa"), ("SystemData", "----"), ("StoreKit", "a---"),
    ]

    /// How the app shares with the device's user, and what that allows on items in Documents, on items in Inbox, which
    /// come there only by delivery, and on both directories.
    static let users: [(fileSharing: Answer, inPlace: Answer, contents: String, inbox: String, directory: String)] = [
        (.yes, .yes, "aaaaa-a", "aa-----", "ab--"), (.yes, .no, "aaa----", "aa-----", "ab--"),
        (.no, .yes, "-------", "-------", "----"), (.no, .no, "-------", "-------", "----"),
        (.unknown, .unknown, "aaaaa-a", "aa-----", "ab--"),
    ]

    @Test("the app has the rights on items from the table of places", arguments: contents.indices)
    func app(index: Int) throws {
        let row = Self.contents[index]
        #expect(try told(contentsOf: row.place, Fixture(), .app) == row.app, "\(row.place)")
    }

    @Test("the app has the rights on directories from the table of places", arguments: directories.indices)
    func appDirectories(index: Int) throws {
        let row = Self.directories[index]
        #expect(try told(directory: row.place, Fixture(), .app) == row.app, "\(row.place)")
    }

    @Test("the user reaches only Documents, as far as the app shares it", arguments: users.indices)
    func user(index: Int) throws {
        let row = Self.users[index]
        for place in Self.contents.map(\.place) {
            let fixture = try Fixture([.fileSharing: row.fileSharing, .openingInPlace: row.inPlace])
            let isShared = place.hasPrefix("Documents")
            let contents = place == "Documents/Inbox" ? row.inbox : row.contents
            #expect(try told(contentsOf: place, fixture, .user) == (isShared ? contents : "-------"), "\(place)")
            guard Self.directories.contains(where: { $0.place == place }) else { continue }
            #expect(try told(directory: place, fixture, .user) == (isShared ? row.directory : "----"), "\(place)")
        }
    }

    @Test("the owner may do anything, and the system neither imports nor deletes", arguments: contents.indices)
    func ownerAndSystem(index: Int) throws {
        let place = Self.contents[index].place
        #expect(try told(contentsOf: place, Fixture(), .owner) == "aaaaaaa", "\(place)")
        #expect(try told(directory: place, Fixture(), .owner) == "aaaa", "\(place)")
        #expect(try told(contentsOf: place, Fixture(), .system) == "-------", "\(place)")
    }

    @Test("every refusal has a rule and alternatives", arguments: [ActingParty.app, .user])
    func refusals(actor: ActingParty) throws {
        let fixture = try Fixture([.fileSharing: .no, .openingInPlace: .no])
        for (place, _) in Self.contents {
            for operation in try Self.operations(inside: place, fixture) {
                for refusal in try operation(fixture.rules(as: actor)).refusals {
                    #expect(refusal.rule?.sentence.isEmpty == false, "\(place)")
                    #expect(!refusal.alternatives.isEmpty, "\(place): \(refusal.rule?.name ?? "")")
                }
            }
        }
    }

    private static func operations(inside place: String, _ fixture: Fixture) throws -> [(SharingRules) throws ->
        PolicyDecision]
    {
        let item = fixture.item(place + "/x")
        let renamed = try #require(item.sibling("renamed".utf8.map { $0 }))
        return [
            { $0.copy([Transfer(item, to: fixture.hostItem("out"))]) },
            { $0.delete([item]) },
            { $0.copy([Transfer(fixture.hostItem("file.txt"), to: fixture.item(place + "/file.txt"))]) },
            { $0.rename([Transfer(item, to: renamed)]) },
            { $0.makeDirectory(fixture.item(place + "/new")) },
            { $0.setExclusion(of: [item], excludes: true) },
            { $0.edit(item) },
        ]
    }

    private func told(contentsOf place: String, _ fixture: Fixture, _ actor: ActingParty) throws -> String {
        try Self.operations(inside: place, fixture).map { letter(of: try $0(fixture.rules(as: actor))) }.joined()
    }

    private func told(directory place: String, _ fixture: Fixture, _ actor: ActingParty) throws -> String {
        let item = fixture.item(place)
        let operations: [(SharingRules) throws -> PolicyDecision] = [
            { $0.copy([Transfer(item, to: fixture.hostItem("out"))]) }, { $0.delete([item]) },
            { $0.setExclusion(of: [item], excludes: true) },
            { $0.rename([Transfer(item, to: try #require(item.sibling("renamed".utf8.map { $0 })))]) },
        ]
        return try operations.map { letter(of: try $0(fixture.rules(as: actor))) }.joined()
    }

    /// Returns the letter of the first item's outcome. A refusal must have no change, and a permitted operation at
    /// least one.
    private func letter(of decision: PolicyDecision) -> String {
        switch decision.items.first?.outcome {
        case .allowed: "a"
        case .becomes: decision.changes.isEmpty ? "?" : "b"
        case .refused: decision.changes.isEmpty ? "-" : "?"
        case .leftOut, .alreadySo, .unavailable, nil: "?"
        }
    }
}
