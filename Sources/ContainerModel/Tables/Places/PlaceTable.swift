/// The table of places (container-rules.md, "Places"), except the rows inside `Library`.
extension PlaceRule {
    /// All rows.
    package static let all = containers + home + library

    /// Places that are containers themselves.
    static let containers: [PlaceRule] = [
        PlaceRule(
            place: .bundle,
            title: "Bundle container",
            phrase: "the bundle",
            paths: [.container(.bundle)],
            access: Access(directory: "R···", contents: "R···"),
            alternatives: [.copy(to: .applicationSupport)],
            sources: [.s0, .s2, .s3, .fileSystemProgrammingGuide],
            purpose: "The app and its resources, signed when it is installed."
        ),
        PlaceRule(
            place: .appGroup,
            title: "App group container",
            phrase: "an app group's container",
            paths: [.container(.appGroup)],
            access: Access(directory: "RWDB", contents: "RWDB"),
            // The document names no source for this row.
            sources: [],
            purpose: "Files that the apps of one group share.",
            directoryNotes: ["Its Library/Caches and tmp follow the rules of the data container's."]
        ),
        PlaceRule(
            place: .iCloud,
            title: "iCloud container",
            phrase: "an iCloud container",
            paths: [.container(.iCloud)],
            access: Access(directory: "RWD·", contents: "RWD·"),
            livesInICloud: true,
            sources: [.s2, .backupManifest],
            purpose: "The app's part of iCloud Drive. It lives in iCloud, not in the backup."
        ),
        PlaceRule(
            place: .systemDomain,
            title: "System domain",
            phrase: "a system domain",
            paths: [.container(.systemDomain)],
            // The backup is read; no app is asked.
            access: Access(directory: "R··B", contents: "R··B"),
            isOfNoApp: true,
            sources: [.backupManifest],
            purpose: "Files of the system. They belong to no app, so no rule of an app's container applies."
        ),
    ]

    /// The data container, except its `Library`.
    static let home: [PlaceRule] = [
        PlaceRule(
            place: .home,
            title: "Container",
            phrase: "the container",
            paths: [.data("")],
            access: Access(directory: "R··B", contents: "R···"),
            alternatives: [.place(.documents), .place(.applicationSupport), .place(.caches), .place(.tmp)],
            sources: [.s0, .backupManifest],
            purpose: "The app's home directory. Neither user nor app adds anything here, only in its directories.",
            notes: ["The metadata property list and whatever else iOS puts here are read-only."],
            directoryNotes: ["The directory itself has a row in every backup."]
        ),
        PlaceRule(
            place: .documents,
            title: "Documents",
            paths: [.standard("Documents")],
            access: Access(directory: "RW·B", contents: "RWDB"),
            isUserVisible: true,
            sources: [.s0, .s1, .s3, .fileSystemProgrammingGuide],
            purpose: "Documents that only the user can make again.",
            directoryNotes: ["Deleting the directory empties it instead."]
        ),
        PlaceRule(
            place: .inbox,
            title: "Inbox",
            reasons: [.write: "the system delivers them"],
            paths: [.standard("Documents/Inbox")],
            access: Access(directory: "R··B", contents: "R·DB"),
            isUserVisible: true,
            systemOperations: [.deliver],
            alternatives: [.place(.documents)],
            sources: [.s0, .s2, .s3, .fileSystemProgrammingGuide],
            purpose: "Copies of documents from other apps.",
            notes: ["To edit a file here, the app first moves it out."],
            directoryNotes: [
                "Once it exists it cannot be deleted (iOS 9 and later): deleting it deletes the files in it."
            ]
        ),
        PlaceRule(
            place: .tmp,
            title: "tmp",
            paths: [.standard("tmp"), .appGroup("tmp")],
            access: Access(directory: "RWD·", contents: "RWD·"),
            purge: .likeTmp,
            sources: [.s0, .s1, .s3, .fileSystemProgrammingGuide],
            purpose: "Files that the app needs only until it exits. Delete them when they are no longer needed."
        ),
        PlaceRule(
            place: .temporaryInbox,
            title: "Temporary inbox",
            phrase: "the temporary inbox",
            paths: [.data("tmp/<bundle id>-Inbox")],
            access: Access(directory: "RWD·", contents: "RWD·"),
            purge: .likeTmp,
            systemOperations: [.deliver],
            sources: [.s0],
            purpose: "Copies from Files, iCloud Drive and pickers, for an app that does not open documents in place.",
            notes: ["No restriction beyond those of tmp."]
        ),
        PlaceRule(
            place: .systemData,
            title: "SystemData",
            reasons: [
                .read: "it is the system's own", .write: "it is the system's own", .delete: "it is the system's own",
            ],
            paths: [.standard("SystemData")],
            access: Access(directory: "····", contents: "····"),
            alternatives: [.place(.documents), .place(.applicationSupport)],
            sources: [.s0, .backupManifest],
            purpose: "The system's own, since iOS 11: no permission at all, and not in a backup."
        ),
        PlaceRule(
            place: .systemDirectories,
            title: "System directory",
            phrase: "a system directory",
            paths: [.data("*"), .container(.system), .data("StoreKit")],
            access: Access(directory: "R···", contents: "R···"),
            alternatives: [.place(.documents), .place(.applicationSupport)],
            sources: [.s0, .sandboxProfile, .backupManifest],
            purpose: "StoreKit and other directories that the system makes for the frameworks an app uses."
        ),
        PlaceRule(
            place: .containerMetadata,
            title: "Container metadata",
            phrase: "the container's metadata file",
            paths: [
                .file(.data, ".com.apple.mobile_container_manager.metadata.plist"),
                .file(.data, ".com.apple.containermanagerd.metadata.plist"),
                .file(.appGroup, ".com.apple.mobile_container_manager.metadata.plist"),
                .file(.appGroup, ".com.apple.containermanagerd.metadata.plist"),
            ],
            access: Access(directory: "R···", contents: "R···"),
            sources: [.backupManifest],
            purpose: "What the system knows of the container: whose it is, and of which kind. It is in no backup."
        ),
    ]
}
