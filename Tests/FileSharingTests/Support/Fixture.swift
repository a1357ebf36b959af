import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import TestSupport
import Transactions

/// A container with an item in every place, and a directory of this computer beside it.
final class Fixture {
    private let directory = TemporaryDirectory()
    let container: Container

    static let files = [
        "Documents/x", "Documents/sub/y", "Documents/Inbox/x", "Library/x", "Library/Application Support/x",
        "Library/Caches/x", "Library/Caches/Snapshots/x", "Library/SplashBoard/x", "Library/Preferences/x",
        "Library/Saved Application State/x", "Library/HTTPStorages/x", "Library/SyncedPreferences/x",
        "Library/Cookies/x", "Library/Frameworks/x", "tmp/x", "tmp/org.example.app-Inbox/x", "SystemData/x",
        "StoreKit/x", "iTunesMetadata.plist",
    ]

    /// - Parameter keys: The app's declarations; a key that is left out is unknown.
    init(_ keys: [AppInfoOverrides.Key: Answer] = [:], protection: ProtectionClass = .unknown) throws {
        for file in Self.files { try directory.write("text".utf8, to: "App/" + file) }
        try directory.makeDirectory("host/empty")
        try directory.write("from here".utf8, to: "host/file.txt")
        try directory.write("a".utf8, to: "host/tree/inner/a")
        let list = """
            <plist version="1.0"><dict><key>MCMMetadataIdentifier</key><string>org.example.app</string>
            <key>MCMMetadataContentClass</key><integer>2</integer>
            <key>MCMMetadataActiveDPClass</key><integer>\(protection.rawValue)</integer></dict></plist>
            """
        try directory.write(list.utf8, to: "App/.com.apple.mobile_container_manager.metadata.plist")
        let opened = try ContainerStore.open(Array((directory.path + "/App").utf8))
        guard case .container(let found, _) = opened else { throw CommandError(call: "open the container", number: 0) }
        var given = AppInfoOverrides()
        for (key, answer) in keys { given.set(answer, for: key) }
        container = found.knowing(given)
    }

    /// The path of this computer's directory.
    var host: String { directory.path + "/host" }

    /// Returns the path of an item of the container on this computer.
    func path(_ item: String) -> String { directory.path + "/App/" + item }

    /// Returns the address of an item of the container.
    func item(_ path: String) -> ItemAddress { ItemAddress(container.root, ContainerPath(path) ?? .root) }

    /// Returns the address of an item of this computer's directory.
    func hostItem(_ path: String) -> ItemAddress {
        ItemAddress(Root(.directory, at: Array(host.utf8)), ContainerPath(path) ?? .root)
    }

    /// The open roots.
    var open: OpenRoots { OpenRoots(container) }

    /// Returns the rules for the container.
    func rules(
        as actor: ActingParty = .app,
        state: DeviceState = DeviceState(),
        conflicts: ConflictPolicy = .ask
    ) -> SharingRules {
        SharingRules(in: open, as: actor, state: state, conflicts: conflicts)
    }

    /// Returns whether an item exists in the container.
    func exists(_ path: String) -> Bool { (try? open.table.status(item(path))) != nil }

    /// Adds a file to this computer's directory.
    func writeOnHost(_ path: String) throws { try directory.write([], to: "host/" + path) }

    /// Adds an empty file to the container.
    func write(_ path: String) throws { try directory.write([], to: "App/" + path) }

    /// Removes an item of the container with all its contents.
    func remove(_ path: String) throws {
        let result = try runCommand(["rm", "-rf", self.path(path)])
        guard result.status == 0 else { throw CommandError(call: "rm", number: result.status) }
    }

    func link(_ path: String, to target: String) throws { try directory.link("App/" + path, to: target) }

    func setAttribute(_ attribute: String, _ value: [UInt8], on path: String) throws {
        try directory.setAttribute(attribute, value, on: "App/" + path)
    }
}

extension Change {
    /// Returns the change in short, with paths relative to the test's directories; `@` marks this computer's directory.
    func told(in fixture: Fixture) -> String {
        func short(_ item: ItemAddress) -> String {
            let text = String(decoding: item.hostPath, as: UTF8.self)
            for (base, mark) in [(fixture.path(""), ""), (fixture.host + "/", "@")] where text.hasPrefix(base) {
                return mark + text.dropFirst(base.count)
            }
            return text
        }
        return switch self {
        case .copy(let source, let target): "copy \(short(source)) > \(short(target))"
        case .move(let source, let target): "move \(short(source)) > \(short(target))"
        case .trash(let item): "trash \(short(item))"
        case .makeDirectory(let item): "mkdir \(short(item))"
        case .writeFile(let item, let contents): "write \(short(item)) \(contents.count)"
        case .setAttribute(let item, let name, let value):
            "set \(short(item)) \(name) \(value.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
        case .setStatus(let item, let status): "status \(short(item)) \(String(status.permissions.mode, radix: 8))"
        }
    }
}
