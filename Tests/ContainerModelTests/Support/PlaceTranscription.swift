import ContainerModel

/// The table of places in container-rules.md, "Places", copied by hand with its composite rows taken apart. The code's
/// table is checked against it.
struct PlaceTranscription: Sendable {
    var place: Place
    var paths: String
    var directory: String
    var contents: String
    /// "tmp" and "Caches" are the columns of the document's table of purges.
    var purged: String?
    var sources: String
    /// Whether it is shown even where it is absent.
    var isStandard = false

    static let all: [PlaceTranscription] = [
        .init(place: .bundle, paths: "bundle:/", directory: "R···", contents: "R···", sources: "S0 S2 S3 FSPG"),
        // The document gives the contents no separate rights, and says that items iOS puts here are read-only.
        .init(place: .home, paths: "data:/", directory: "R··B", contents: "R···", sources: "S0 MB"),
        .init(
            place: .documents, paths: "data:Documents", directory: "RW·B", contents: "RWDB",
            sources: "S0 S1 S3 FSPG", isStandard: true),
        .init(
            place: .inbox, paths: "data:Documents/Inbox", directory: "R··B", contents: "R·DB",
            sources: "S0 S2 S3 FSPG", isStandard: true),
        .init(
            place: .library, paths: "data:Library", directory: "RW·B", contents: "RWDB",
            sources: "S0 S3 FSPG", isStandard: true),
        .init(
            place: .applicationSupport, paths: "data:Library/Application Support", directory: "RWDB",
            contents: "RWDB", sources: "S0 S2 FSPG", isStandard: true),
        .init(
            place: .caches, paths: "data:Library/Caches appGroup:Library/Caches", directory: "RWD·",
            contents: "RWD·", purged: "Caches", sources: "S0 S1 SB", isStandard: true),
        .init(
            place: .snapshots, paths: "data:Library/Caches/Snapshots", directory: "RWD·", contents: "RWD·",
            purged: "Caches", sources: "S0"),
        .init(
            place: .splashBoard, paths: "data:Library/SplashBoard", directory: "RWD·", contents: "RWD·",
            sources: "SB MB"),
        .init(
            place: .preferences, paths: "data:Library/Preferences", directory: "RW·B", contents: "RWDB",
            sources: "S0 S2", isStandard: true),
        .init(
            place: .savedApplicationState, paths: "data:Library/Saved Application State", directory: "RWD·",
            contents: "RWD·", sources: "MB"),
        .init(
            place: .httpStorages, paths: "data:Library/HTTPStorages", directory: "RWD·", contents: "RWD·",
            sources: "SB MB"),
        .init(
            place: .syncedPreferences, paths: "data:Library/SyncedPreferences", directory: "R···",
            contents: "R···", sources: "SB MB"),
        .init(
            place: .frameworks, paths: "data:Library/Frameworks", directory: "RWDB", contents: "RWDB",
            sources: "S0 S2 S3"),
        .init(
            place: .libraryOther, paths: "data:Library/* data:Library/Cookies data:Library/WebKit", directory: "RWDB",
            contents: "RWDB", sources: "S0 S2 S3"),
        .init(
            place: .tmp, paths: "data:tmp appGroup:tmp", directory: "RWD·", contents: "RWD·", purged: "tmp",
            sources: "S0 S1 S3 FSPG", isStandard: true),
        .init(
            place: .temporaryInbox, paths: "data:tmp/<bundle id>-Inbox", directory: "RWD·", contents: "RWD·",
            purged: "tmp", sources: "S0"),
        .init(
            place: .systemData, paths: "data:SystemData", directory: "····", contents: "····", sources: "S0 MB",
            isStandard: true),
        .init(
            place: .systemDirectories, paths: "data:* system:/ data:StoreKit", directory: "R···", contents: "R···",
            sources: "S0 SB MB"),
        // Notes on the home: the metadata plist is read-only. formats.md: it is never part of a backup.
        .init(
            place: .containerMetadata,
            paths: "data:.com.apple.mobile_container_manager.metadata.plist "
                + "data:.com.apple.containermanagerd.metadata.plist "
                + "appGroup:.com.apple.mobile_container_manager.metadata.plist "
                + "appGroup:.com.apple.containermanagerd.metadata.plist",
            directory: "R···", contents: "R···", sources: "MB"),
        .init(place: .iCloud, paths: "iCloud:/", directory: "RWD—", contents: "RWD—", sources: "S2 MB"),
        .init(place: .appGroup, paths: "appGroup:/", directory: "RWDB", contents: "RWDB", sources: ""),
        // Not in the document, which is about apps: a backup's manifest lists the items in these domains.
        .init(place: .systemDomain, paths: "systemDomain:/", directory: "R··B", contents: "R··B", sources: "MB"),
    ]

    static func row(_ place: Place) -> PlaceTranscription { all.first { $0.place == place }! }

    /// Whether the document grants a right, `R`, `W`, `D` or `B`.
    func grants(_ letter: Character, _ level: Level) -> Bool {
        (level == .directory ? directory : contents).contains(letter)
    }
}
