import ContainerModel
import ContainerStore
import Inspection
import Reports
import TestSupport
import Testing

/// container-rules.md, "Absent items": a place is judged by the table whether or not something stands there.
@Suite("Absent places")
struct AbsentPlaceTests {
    /// The table's paths, spelled out by hand, with the columns of the document.
    static let rows: [(kind: ContainerKind, path: ContainerPath, badges: String)] = [
        (.data, "Documents", "RW·B"), (.data, "Documents/Inbox", "R··B"), (.data, "Library", "RW·B"),
        (.data, "Library/Application Support", "RWDB"), (.data, "Library/Caches", "RWD·"),
        (.data, "Library/Caches/Snapshots", "RWD·"), (.data, "Library/SplashBoard", "RWD·"),
        (.data, "Library/Preferences", "RW·B"), (.data, "Library/Saved Application State", "RWD·"),
        (.data, "Library/HTTPStorages", "RWD·"), (.data, "Library/SyncedPreferences", "R···"),
        (.data, "Library/Cookies", "RWDB"), (.data, "Library/WebKit", "RWDB"), (.data, "Library/Frameworks", "RWDB"),
        (.data, "Library/Mine", "RWDB"), (.data, "tmp", "RWD·"), (.data, "tmp/org.example.app-Inbox", "RWD·"),
        (.data, "SystemData", "····"), (.data, "StoreKit", "R···"), (.data, "Others", "R···"),
        (.data, "Documents/any", "RWDB"), (.data, "Documents/Inbox/any", "R·DB"), (.data, "tmp/other-Inbox", "RWD·"),
        (.data, "Library/SplashBoard/Snapshots", "RWD·"), (.data, "Library/SyncedPreferences/any", "R···"),
        (.bundle, "Frameworks", "R···"), (.appGroup, "Library", "RWDB"), (.appGroup, "Library/Caches", "RWD·"),
        (.appGroup, "tmp", "RWD·"), (.appGroup, "Documents", "RWDB"), (.appGroup, "File Provider Storage", "RWDB"),
        (.iCloud, "Documents", "RWD—"), (.system, "Library", "R···"),
    ]

    @Test("every place answers the same, absent or present", arguments: rows)
    func absentAndPresent(kind: ContainerKind, path: ContainerPath, badges: String) throws {
        for actor in ActingParty.allCases {
            let directory = TemporaryDirectory()
            let root = try Self.makeContainer(kind, in: directory)
            func explain() throws -> Explanation {
                guard case .container(let container, _) = try ContainerStore.open(Array(directory(root).utf8), as: kind)
                else { throw CommandError(call: "open the container", number: 0) }
                return try Explanation(of: path, in: container, as: actor)
            }
            let absent = try explain()
            #expect(absent.subject.isAbsent && absent.itemLines.contains { $0.text.starts(with: "not there".utf8) })
            try directory.makeDirectory("\(root)/\(path)")
            let present = try explain()
            #expect(!present.subject.isAbsent)
            #expect(absent.badges.rights == present.badges.rights)
            if actor == .app { #expect(absent.badges.description == badges && present.badges.description == badges) }
        }
    }

    @Test("a change that breaks a bundle's seal is reported once for each right, and not again below")
    func sealIsSaidOnce() throws {
        let directory = TemporaryDirectory()
        let root = try Self.makeContainer(.bundle, in: directory)
        guard case .container(let container, _) = try ContainerStore.open(Array(directory(root).utf8), as: .bundle)
        else { throw CommandError(call: "open the container", number: 0) }
        for (actor, count) in [(ActingParty.app, 2), (.owner, 1)] {
            let lines = try Explanation(of: "Info.plist", in: container, as: actor).lines.map {
                String(decoding: $0.text, as: UTF8.self)
            }
            let warnings = lines.filter { $0.contains("app does not launch") && !$0.contains("Programming Guide, ") }
            #expect(warnings.count == count, "\(warnings)")
        }
    }

    @Test("the path on a device has its bytes beside it if it is not UTF-8")
    func devicePathBytes() throws {
        let directory = TemporaryDirectory()
        let root = try Self.makeContainer(.data, in: directory)
        guard case .container(let container, _) = try ContainerStore.open(Array(directory(root).utf8), as: .data)
        else { throw CommandError(call: "open the container", number: 0) }
        let name = try #require(ContainerPath(bytes: Array("Documents/x".utf8) + [0xff]))
        let report = try Explanation(of: name, in: container, as: .app).report
        #expect(report.devicePathBytes?.suffix(12).elementsEqual(name.bytes) == true)
        #expect(try Explanation(of: "Documents/x", in: container, as: .app).report.devicePathBytes == nil)
    }

    private static func makeContainer(_ kind: ContainerKind, in directory: TemporaryDirectory) throws -> String {
        let classes: [ContainerKind: Int] = [.data: 2, .appGroup: 7, .system: 12]
        switch kind {
        case .bundle:
            try directory.write(
                "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>org.example.app</string></dict></plist>"
                    .utf8, to: "App.app/Info.plist")
            return "App.app"
        case .iCloud:
            try directory.makeDirectory("Mobile Documents/iCloud~org~example~app")
            return "Mobile Documents/iCloud~org~example~app"
        case .data, .appGroup, .system, .systemDomain:
            let list = """
                <plist version="1.0"><dict><key>MCMMetadataIdentifier</key><string>org.example.app</string>
                <key>MCMMetadataContentClass</key><integer>\(classes[kind] ?? 0)</integer></dict></plist>
                """
            try directory.write(list.utf8, to: "App/.com.apple.mobile_container_manager.metadata.plist")
            return "App"
        }
    }
}
