/// The rows of the table of places inside `Library` (container-rules.md, "Places").
extension PlaceRule {
    static let library: [PlaceRule] = [
        PlaceRule(
            place: .library,
            title: "Library",
            paths: [.standard("Library")],
            access: Access(directory: "RW·B", contents: "RWDB"),
            sources: [.s0, .s3, .fileSystemProgrammingGuide],
            purpose: "Everything that is neither the user's documents nor temporary, and that the user should not see."
        ),
        PlaceRule(
            place: .applicationSupport,
            title: "Application Support",
            paths: [.standard("Library/Application Support")],
            access: Access(directory: "RWDB", contents: "RWDB"),
            sources: [.s0, .s2, .fileSystemProgrammingGuide],
            purpose: "Files the app needs and its user should not see. Core Data's default place."
        ),
        PlaceRule(
            place: .caches,
            title: "Caches",
            paths: [.standard("Library/Caches"), .appGroup("Library/Caches")],
            access: Access(directory: "RWD·", contents: "RWD·"),
            purge: .likeCaches,
            sources: [.s0, .s1, .sandboxProfile],
            purpose: "What can be downloaded or made again. The app runs without it, only slower.",
            directoryNotes: [
                "Current iOS refuses to delete the directory itself and empties it instead, as `sandglass rm --caches-stay` does."
            ]
        ),
        PlaceRule(
            place: .snapshots,
            title: "Snapshots",
            paths: [.data("Library/Caches/Snapshots")],
            access: Access(directory: "RWD·", contents: "RWD·"),
            purge: .likeCaches,
            systemOperations: [.snapshot],
            sources: [.s0],
            purpose: "Pictures of the suspended app, up to iOS 12. Inherits the rules of Caches."
        ),
        PlaceRule(
            place: .splashBoard,
            title: "SplashBoard",
            paths: [.data("Library/SplashBoard")],
            access: Access(directory: "RWD·", contents: "RWD·"),
            systemOperations: [.snapshot],
            sources: [.sandboxProfile, .backupManifest],
            purpose: "Pictures of the suspended app, since iOS 13. Never in a backup."
        ),
        PlaceRule(
            place: .preferences,
            title: "Preferences",
            paths: [.standard("Library/Preferences")],
            access: Access(directory: "RW·B", contents: "RWDB"),
            sources: [.s0, .s2],
            purpose: "The app's settings, as UserDefaults writes them."
        ),
        PlaceRule(
            place: .savedApplicationState,
            title: "Saved Application State",
            paths: [.data("Library/Saved Application State")],
            access: Access(directory: "RWD·", contents: "RWD·"),
            sources: [.backupManifest],
            purpose: "What state restoration needs to bring the app back as it was. Never in a backup."
        ),
        PlaceRule(
            place: .httpStorages,
            title: "HTTPStorages",
            paths: [.data("Library/HTTPStorages")],
            access: Access(directory: "RWD·", contents: "RWD·"),
            sources: [.sandboxProfile, .backupManifest],
            purpose: "What the URL loading system stores for the app. Not found in any backup examined."
        ),
        PlaceRule(
            place: .syncedPreferences,
            title: "SyncedPreferences",
            paths: [.data("Library/SyncedPreferences")],
            access: Access(directory: "R···", contents: "R···"),
            alternatives: [.place(.preferences)],
            sources: [.sandboxProfile, .backupManifest],
            purpose: "Settings that iCloud keeps alike on the user's devices. Not found in any backup examined."
        ),
        PlaceRule(
            place: .frameworks,
            title: "Frameworks",
            paths: [.data("Library/Frameworks")],
            access: Access(directory: "RWDB", contents: "RWDB"),
            sources: [.s0, .s2, .s3],
            purpose: "A directory like any other in Library. On iOS it has no use: apps cannot install frameworks."
        ),
        PlaceRule(
            place: .libraryOther,
            title: "Other directory in Library",
            phrase: "an ordinary directory in Library",
            paths: [.data("Library/*"), .data("Library/Cookies"), .data("Library/WebKit")],
            access: Access(directory: "RWDB", contents: "RWDB"),
            sources: [.s0, .s2, .s3],
            purpose: "Cookies, WebKit, and the app's own directories. They are backed up."
        ),
    ]
}
