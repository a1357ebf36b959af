import ContainerModel

/// An item at a known location, about which the rules are asked.
struct Sample: Sendable {
    var place: Place
    var level: Level
    var container: ContainerKind
    var path: String
    var type: ItemType
    /// The place and level of the item's directory.
    var parent: Location
    var exclusion: Exclusion = []
    var protection = ProtectionClass.none

    var item: Item {
        Item(
            ContainerPath(bytes: path.utf8)!, in: container, type: type, exclusion: exclusion, protection: protection)
    }

    static let identifier = "com.example.weight"

    /// The directories of all places, with the locations of their parents.
    private static let directories: [(Place, ContainerKind, String, parent: Location)] = [
        (.bundle, .bundle, "", Location(.bundle, .directory)),
        (.home, .data, "", Location(.home, .directory)),
        (.documents, .data, "Documents", Location(.home, .directory)),
        (.inbox, .data, "Documents/Inbox", Location(.documents, .directory)),
        (.library, .data, "Library", Location(.home, .directory)),
        (.applicationSupport, .data, "Library/Application Support", Location(.library, .directory)),
        (.caches, .data, "Library/Caches", Location(.library, .directory)),
        (.caches, .appGroup, "Library/Caches", Location(.appGroup, .contents)),
        (.snapshots, .data, "Library/Caches/Snapshots", Location(.caches, .directory)),
        (.splashBoard, .data, "Library/SplashBoard", Location(.library, .directory)),
        (.preferences, .data, "Library/Preferences", Location(.library, .directory)),
        (.savedApplicationState, .data, "Library/Saved Application State", Location(.library, .directory)),
        (.httpStorages, .data, "Library/HTTPStorages", Location(.library, .directory)),
        (.syncedPreferences, .data, "Library/SyncedPreferences", Location(.library, .directory)),
        (.frameworks, .data, "Library/Frameworks", Location(.library, .directory)),
        (.libraryOther, .data, "Library/Cookies", Location(.library, .directory)),
        (.libraryOther, .data, "Library/My own", Location(.library, .directory)),
        (.tmp, .data, "tmp", Location(.home, .directory)),
        (.tmp, .appGroup, "tmp", Location(.appGroup, .directory)),
        (.temporaryInbox, .data, "tmp/\(identifier)-Inbox", Location(.tmp, .directory)),
        (.systemData, .data, "SystemData", Location(.home, .directory)),
        (.systemDirectories, .data, "StoreKit", Location(.home, .directory)),
        (.systemDirectories, .system, "", Location(.systemDirectories, .directory)),
        (.iCloud, .iCloud, "", Location(.iCloud, .directory)),
        (.appGroup, .appGroup, "", Location(.appGroup, .directory)),
        (.systemDomain, .systemDomain, "", Location(.systemDomain, .directory)),
    ]

    /// Every place: its directory, a file in it, a directory in it, and a file deeper inside.
    static let all: [Sample] = places + metadata

    /// The system's metadata files at the root of containers.
    private static let metadata: [Sample] = [
        (ContainerKind.data, Place.home), (.appGroup, .appGroup),
    ].flatMap { container, home in
        [".com.apple.mobile_container_manager.metadata.plist", ".com.apple.containermanagerd.metadata.plist"].map {
            Sample(
                place: .containerMetadata, level: .contents, container: container, path: $0, type: .file,
                parent: Location(home, .directory))
        }
    }

    private static let places: [Sample] = directories.flatMap { place, container, path, parent in
        let own = Sample(
            place: place, level: .directory, container: container, path: path, type: .directory, parent: parent)
        var inside = [("note.txt", ItemType.file, Level.directory)]
        // A directory in these places is a separate place.
        if place != .home, place != .library {
            inside += [("sub", .directory, .directory), ("sub/deep", .file, .contents)]
        }
        if place == .documents || place == .iCloud { inside.append(("store.sqlite", .file, .directory)) }
        return [own]
            + inside.map { name, type, level in
                Sample(
                    place: place, level: .contents, container: container, path: "\(path)/\(name)", type: type,
                    parent: Location(place, level))
            }
    }
}
