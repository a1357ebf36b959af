/// The table of citations about places. Of a place that the guide's Table 1-1 describes, the words are
/// cited from S3, which quotes the table in full.
extension PlaceCitation {
    /// All rows.
    package static let all: [PlaceCitation] = [containers, documents, library, others, deliveries, snapshots].flatMap(
        \.self)

    private static let allOfIt: Rights = "RWDB"

    private static let containers: [PlaceCitation] = [
        PlaceCitation(.bundle, allOfIt, .summary(.s0, "Bundle", "Read; not Write, Delete, Backup")),
        PlaceCitation(.bundle, "W", .translated(.s2, "1. <app>.app", "This directory cannot be written to.")),
        PlaceCitation(
            .bundle, "R",
            .translated(.s2, "1. <app>.app", "Read-only access to all resources stored in the bundle can be gained.")),
        PlaceCitation(
            .bundle, "B",
            .translated(.s2, "1. <app>.app", "The contents of this directory are not backed up by iTunes / iCloud.")),
        PlaceCitation(.bundle, "W", .tableOne("AppName.app", "You cannot write to this directory.")),
        PlaceCitation(
            .bundle, "R",
            .tableOne(
                "AppName.app",
                "You can, however, gain read-only access to any resources stored in the apps bundle.")),
        PlaceCitation(
            .bundle, "B",
            .tableOne("AppName.app", "The contents of this directory are not backed up by iTunes or iCloud.")),
        PlaceCitation(
            .iCloud, "RW",
            .translated(.s2, "iOS standard directories", "(Further) containers: e.g. iCloud's can be used at run time.")
        ),
        PlaceCitation(.iCloud, "B", .summary(.backupManifest, "all domains", "no row of an iCloud container")),
        PlaceCitation(
            .systemDomain, "B", .summary(.backupManifest, "all domains", "rows of the contents of the backup")),
        PlaceCitation(
            .home, "W",
            .translated(
                .s0, "Data Container",
                "The user cannot add directories or files directly; they are managed through subdirectories such as "
                    + "Documents.")),
        PlaceCitation(
            .home, .directory, "B", .summary(.backupManifest, "AppDomain", "a row for the container's root itself")),
        PlaceCitation(.home, .contents, "B", .onlyDocumentsAndLibrary),
        PlaceCitation(.containerMetadata, "B", .summary(.backupManifest, "AppDomain", "no row of a metadata file")),
    ]

    private static let documents: [PlaceCitation] = [
        PlaceCitation(
            .documents, .directory, allOfIt, .summary(.s0, "Documents, [Directory]", "Read, Write, Backup; not Delete")),
        PlaceCitation(
            .documents, .contents, allOfIt, .summary(.s0, "Documents, [Files]", "Read, Write, Delete, Backup")),
        PlaceCitation(
            .documents, "B",
            .verbatim(
                .s1, "point 1",
                "should be stored in the <Application_Home>/Documents directory and will be automatically backed up by "
                    + "iCloud.")),
        PlaceCitation(
            .documents, "B",
            .tableOne("Documents/", "The contents of this directory are backed up by iTunes and iCloud.")),
        PlaceCitation(
            .inbox, .directory, allOfIt,
            .summary(.s0, "Documents/Inbox, [Directory]", "Read, Backup; not Write, Delete")),
        PlaceCitation(
            .inbox, .contents, allOfIt, .summary(.s0, "Documents/Inbox, [Files]", "Read, Delete, Backup; not Write")),
        PlaceCitation(
            .inbox, "RWD",
            .translated(
                .s2, "3. Documents/Inbox",
                "The app can read / delete the files in this directory, but cannot create new files or write to files "
                    + "that exist already.")),
        PlaceCitation(
            .inbox, "RWD",
            .tableOne(
                "Documents/Inbox",
                "Your app can read and delete files in this directory but cannot create new files or write to existing "
                    + "files.")),
        PlaceCitation(
            .inbox, "B",
            .tableOne("Documents/Inbox", "The contents of this directory are backed up by iTunes and iCloud.")),
    ]

    private static let library: [PlaceCitation] = [
        PlaceCitation(
            .library, .directory, allOfIt, .summary(.s0, "Library, [Directory]", "Read, Write, Backup; not Delete")),
        PlaceCitation(.library, .contents, allOfIt, .filesOfLibrary),
        PlaceCitation(.library, "B", .libraryIsBackedUp),
        PlaceCitation(
            .applicationSupport, allOfIt,
            .summary(.s0, "Library/Application Support", "Read, Write, Delete, Backup")),
        PlaceCitation(
            .applicationSupport, "B",
            .translated(.s2, "Library, Application Support", "Backed up by iTunes, iCloud.")),
        PlaceCitation(.applicationSupport, "B", .guide("Library/", Citation.libraryIsBackedUp.says)),
        PlaceCitation(.caches, allOfIt, .summary(.s0, "Library/Caches", "Read, Write, Delete; not Backup")),
        PlaceCitation(
            .caches, .contents, "W",
            .verbatim(
                .s1, "point 2",
                "Data that can be downloaded again or regenerated should be stored in the "
                    + "<Application_Home>/Library/Caches directory.")),
        PlaceCitation(.caches, "RW", .ownLibrary),
        PlaceCitation(
            .snapshots, allOfIt,
            .summary(
                .s0, "Library/Caches/Snapshots",
                "a directory in Caches, of which it says: Read, Write, Delete; not Backup"
            )),
        PlaceCitation(.splashBoard, "RWD", .ownLibrary),
        PlaceCitation(.splashBoard, "B", .summary(.backupManifest, "AppDomain", "no row in SplashBoard")),
        PlaceCitation(
            .preferences, .directory, allOfIt,
            .summary(.s0, "Library/Preferences, [Directory]", "Read, Write, Backup; not Delete")),
        PlaceCitation(
            .preferences, .contents, allOfIt,
            .summary(.s0, "Library/Preferences, [Files]", "Read, Write, Delete, Backup")),
        PlaceCitation(.preferences, "B", .translated(.s2, "Library, Preferences", "Backed up by iTunes, iCloud.")),
        PlaceCitation(
            .savedApplicationState, "B",
            .summary(.backupManifest, "AppDomain", "no row in Saved Application State")),
        PlaceCitation(.httpStorages, "RWD", .ownLibrary),
        PlaceCitation(.httpStorages, "B", .summary(.backupManifest, "AppDomain", "no row in HTTPStorages")),
        PlaceCitation(.syncedPreferences, "RWD", .readOnly),
        PlaceCitation(.syncedPreferences, "B", .summary(.backupManifest, "AppDomain", "no row in SyncedPreferences")),
        PlaceCitation(.frameworks, allOfIt, .filesOfLibrary),
        PlaceCitation(.frameworks, "B", .libraryIsBackedUpInNotes),
        PlaceCitation(.frameworks, "B", .libraryIsBackedUp),
        PlaceCitation(.libraryOther, allOfIt, .filesOfLibrary),
        PlaceCitation(
            .libraryOther, "W",
            .translated(
                .s0, "Library",
                "Application Support and Caches, its subdirectories, are "
                    + "used most, but custom directories can be used.")),
        PlaceCitation(
            .libraryOther, "W",
            .translated(.s2, "4. Library", "It is also possible to create custom subdirectories oneself.")),
        PlaceCitation(.libraryOther, "B", .libraryIsBackedUpInNotes),
        PlaceCitation(.libraryOther, "W", .tableOne("Library/", "however, you can create custom subdirectories.")),
        PlaceCitation(.libraryOther, "B", .libraryIsBackedUp),
    ]

    private static let others: [PlaceCitation] = [
        PlaceCitation(.tmp, allOfIt, .summary(.s0, "tmp", "Read, Write, Delete; not Backup")),
        PlaceCitation(.tmp, "B", .verbatim(.s1, "point 3", "these files are not backed up to iCloud")),
        PlaceCitation(
            .tmp, "B", .tableOne("tmp/", "The contents of this directory are not backed up by iTunes or iCloud.")),
        PlaceCitation(
            .temporaryInbox, allOfIt, .summary(.s0, "tmp/[BundleID]-Inbox", "Read, Write, Delete; not Backup")),
        PlaceCitation(
            .systemData, "RWD",
            .translated(
                .s0, "Data Container",
                "Since iOS 11 there is a SystemData directory (no permission to read, write or delete).")),
        PlaceCitation(.systemData, "B", .summary(.backupManifest, "AppDomain", "no row in SystemData")),
        PlaceCitation(
            .systemDirectories, .directory, "R",
            .translated(
                .s0, "Data Container",
                "The system adds directories such as StoreKit, according to the data that the app uses.")),
        PlaceCitation(.systemDirectories, "RWD", .readOnly),
        PlaceCitation(.systemDirectories, "B", .onlyDocumentsAndLibrary),
    ]

    private static let deliveries: [PlaceCitation] = [
        Citation.inboxReceives.map { PlaceCitation(.inbox, .deliver, $0) },
        Citation.temporaryInboxReceives.map { PlaceCitation(.temporaryInbox, .deliver, $0) },
    ].flatMap(\.self)

    private static let snapshots: [PlaceCitation] = [
        PlaceCitation(
            .snapshots, .snapshot,
            .translated(
                .s0, "Library/Caches/Snapshots",
                "After applicationDidEnterBackground(_:) has been called, a snapshot of the current view is made.")),
        PlaceCitation(
            .splashBoard, .snapshot,
            .summary(.realContainers, "iOS 13 and later", "snapshots are in Library/SplashBoard/Snapshots")),
    ]
}

extension Citation {
    /// Quotes a row of Table 1-1 of Apple's guide as S3 has it.
    static func tableOne(_ row: String, _ says: String, remark: String? = nil) -> Citation {
        .verbatim(.s3, "Apple's Table 1-1, \(row)", says, remark: remark)
    }

    /// Quotes a row of the guide's Table 1-1, where S3 is not a source of the rule.
    static func guide(_ row: String, _ says: String) -> Citation {
        .verbatim(.fileSystemProgrammingGuide, row, says)
    }

    static let libraryIsBackedUp: Citation = .tableOne(
        "Library/",
        "The contents of the Library directory (with the exception of the Caches subdirectory) are backed up by iTunes "
            + "and iCloud.")

    fileprivate static let libraryIsBackedUpInNotes: Citation = .translated(
        .s2, "4. Library", "Backed up by iTunes, iCloud. (The Caches subdirectory is an exception.)")

    fileprivate static let filesOfLibrary: Citation = .summary(
        .s0, "Library, [Files]", "Read, Write, Delete, Backup")

    fileprivate static let ownLibrary: Citation = .summary(
        .sandboxProfile, "rules of the container", "an app may use its own Library")

    fileprivate static let readOnly: Citation = .summary(.sandboxProfile, "rules of the container", "read only")

    fileprivate static let onlyDocumentsAndLibrary: Citation = .summary(
        .backupManifest, "AppDomain", "rows below Documents and Library only")
}
