/// What the documents say about the rights at each place. Of a place that the guide's Table 1-1 describes, the words are
/// cited from S3, which quotes the table in full.
extension Quotation {
    /// All rows.
    package static let all = containers + documents + library + others

    private static let allOfIt: Rights = "RWDB"

    private static let containers: [Quotation] = [
        Quotation(.bundle, allOfIt, .summary(.s0, "Bundle", "Read; not Write, Delete, Backup")),
        Quotation(.bundle, "W", .translated(.s2, "1. <app>.app", "This directory cannot be written to.")),
        Quotation(
            .bundle, "R",
            .translated(.s2, "1. <app>.app", "Read-only access to all resources stored in the bundle can be gained.")),
        Quotation(
            .bundle, "B",
            .translated(.s2, "1. <app>.app", "The contents of this directory are not backed up by iTunes / iCloud.")),
        Quotation(.bundle, "W", .tableOne("AppName.app", "You cannot write to this directory.")),
        Quotation(
            .bundle, "R",
            .tableOne(
                "AppName.app",
                "You can, however, gain read-only access to any resources stored in the apps bundle.")),
        Quotation(
            .bundle, "B",
            .tableOne("AppName.app", "The contents of this directory are not backed up by iTunes or iCloud.")),
        Quotation(
            .iCloud, "RW",
            .translated(.s2, "iOS standard directories", "(Further) containers: e.g. iCloud's can be used at run time.")
        ),
        Quotation(.iCloud, "B", .summary(.backupManifest, "all domains", "no row of an iCloud container")),
        Quotation(.systemDomain, "B", .summary(.backupManifest, "all domains", "rows of the contents of the backup")),
        Quotation(
            .home, "W",
            .translated(
                .s0, "Data Container",
                "The user cannot add directories or files directly; they are managed through subdirectories such as "
                    + "Documents.")),
        Quotation(
            .home, .directory, "B", .summary(.backupManifest, "AppDomain", "a row for the container's root itself")),
        Quotation(.home, .contents, "B", .onlyDocumentsAndLibrary),
        Quotation(.containerMetadata, "B", .summary(.backupManifest, "AppDomain", "no row of a metadata file")),
    ]

    private static let documents: [Quotation] = [
        Quotation(
            .documents, .directory, allOfIt, .summary(.s0, "Documents, [Directory]", "Read, Write, Backup; not Delete")),
        Quotation(
            .documents, .contents, allOfIt, .summary(.s0, "Documents, [Files]", "Read, Write, Delete, Backup")),
        Quotation(
            .documents, "B",
            .verbatim(
                .s1, "point 1",
                "should be stored in the <Application_Home>/Documents directory and will be automatically backed up by "
                    + "iCloud.")),
        Quotation(
            .documents, "B",
            .tableOne("Documents/", "The contents of this directory are backed up by iTunes and iCloud.")),
        Quotation(
            .inbox, .directory, allOfIt,
            .summary(.s0, "Documents/Inbox, [Directory]", "Read, Backup; not Write, Delete")),
        Quotation(
            .inbox, .contents, allOfIt, .summary(.s0, "Documents/Inbox, [Files]", "Read, Delete, Backup; not Write")),
        Quotation(
            .inbox, "RWD",
            .translated(
                .s2, "3. Documents/Inbox",
                "The app can read / delete the files in this directory, but cannot create new files or write to files "
                    + "that exist already.")),
        Quotation(
            .inbox, "RWD",
            .tableOne(
                "Documents/Inbox",
                "Your app can read and delete files in this directory but cannot create new files or write to existing "
                    + "files.")),
        Quotation(
            .inbox, "B",
            .tableOne("Documents/Inbox", "The contents of this directory are backed up by iTunes and iCloud.")),
    ]

    private static let library: [Quotation] = [
        Quotation(
            .library, .directory, allOfIt, .summary(.s0, "Library, [Directory]", "Read, Write, Backup; not Delete")),
        Quotation(.library, .contents, allOfIt, .filesOfLibrary),
        Quotation(.library, "B", .libraryIsBackedUp),
        Quotation(
            .applicationSupport, allOfIt,
            .summary(.s0, "Library/Application Support", "Read, Write, Delete, Backup")),
        Quotation(
            .applicationSupport, "B",
            .translated(.s2, "Library, Application Support", "Backed up by iTunes, iCloud.")),
        Quotation(.applicationSupport, "B", .guide("Library/", Passage.libraryIsBackedUp.says)),
        Quotation(.caches, allOfIt, .summary(.s0, "Library/Caches", "Read, Write, Delete; not Backup")),
        Quotation(
            .snapshots, allOfIt,
            .summary(
                .s0, "Library/Caches/Snapshots",
                "a directory in Caches, of which it says: Read, Write, Delete; not Backup"
            )),
        Quotation(.splashBoard, "RWD", .ownLibrary),
        Quotation(.splashBoard, "B", .summary(.backupManifest, "AppDomain", "no row in SplashBoard")),
        Quotation(
            .preferences, .directory, allOfIt,
            .summary(.s0, "Library/Preferences, [Directory]", "Read, Write, Backup; not Delete")),
        Quotation(
            .preferences, .contents, allOfIt,
            .summary(.s0, "Library/Preferences, [Files]", "Read, Write, Delete, Backup")),
        Quotation(.preferences, "B", .translated(.s2, "Library, Preferences", "Backed up by iTunes, iCloud.")),
        Quotation(
            .savedApplicationState, "B",
            .summary(.backupManifest, "AppDomain", "no row in Saved Application State")),
        Quotation(.httpStorages, "RWD", .ownLibrary),
        Quotation(.httpStorages, "B", .summary(.backupManifest, "AppDomain", "no row in HTTPStorages")),
        Quotation(.syncedPreferences, "RWD", .readOnly),
        Quotation(.syncedPreferences, "B", .summary(.backupManifest, "AppDomain", "no row in SyncedPreferences")),
        Quotation(.frameworks, allOfIt, .filesOfLibrary),
        Quotation(.frameworks, "B", .libraryIsBackedUpInNotes),
        Quotation(.frameworks, "B", .libraryIsBackedUp),
        Quotation(.libraryOther, allOfIt, .filesOfLibrary),
        Quotation(
            .libraryOther, "W",
            .translated(
                .s0, "Library",
                "Application Support and Caches, its subdirectories, are "
                    + "used most, but custom directories can be used.")),
        Quotation(
            .libraryOther, "W",
            .translated(.s2, "4. Library", "It is also possible to create custom subdirectories oneself.")),
        Quotation(.libraryOther, "B", .libraryIsBackedUpInNotes),
        Quotation(.libraryOther, "W", .tableOne("Library/", "however, you can create custom subdirectories.")),
        Quotation(.libraryOther, "B", .libraryIsBackedUp),
    ]

    private static let others: [Quotation] = [
        Quotation(.tmp, allOfIt, .summary(.s0, "tmp", "Read, Write, Delete; not Backup")),
        Quotation(.tmp, "B", .verbatim(.s1, "point 3", "these files are not backed up to iCloud")),
        Quotation(
            .tmp, "B", .tableOne("tmp/", "The contents of this directory are not backed up by iTunes or iCloud.")),
        Quotation(
            .temporaryInbox, allOfIt, .summary(.s0, "tmp/[BundleID]-Inbox", "Read, Write, Delete; not Backup")),
        Quotation(
            .systemData, "RWD",
            .translated(
                .s0, "Data Container",
                "Since iOS 11 there is a SystemData directory (no permission to read, write or delete).")),
        Quotation(.systemData, "B", .summary(.backupManifest, "AppDomain", "no row in SystemData")),
        Quotation(.systemDirectories, "RWD", .readOnly),
        Quotation(.systemDirectories, "B", .onlyDocumentsAndLibrary),
    ]
}

extension Passage {
    /// Quotes a row of Table 1-1 of Apple's guide as S3 has it.
    static func tableOne(_ row: String, _ says: String) -> Passage {
        .verbatim(.s3, "Apple's Table 1-1, \(row)", says)
    }

    /// Quotes a row of the guide's Table 1-1, where S3 is not a source of the rule.
    static func guide(_ row: String, _ says: String) -> Passage {
        .verbatim(.fileSystemProgrammingGuide, row, says)
    }

    static let libraryIsBackedUp: Passage = .tableOne(
        "Library/",
        "The contents of the Library directory (with the exception of the Caches subdirectory) are backed up by iTunes "
            + "and iCloud.")

    fileprivate static let libraryIsBackedUpInNotes: Passage = .translated(
        .s2, "4. Library", "Backed up by iTunes, iCloud. (The Caches subdirectory is an exception.)")

    fileprivate static let filesOfLibrary: Passage = .summary(
        .s0, "Library, [Files]", "Read, Write, Delete, Backup")

    fileprivate static let ownLibrary: Passage = .summary(
        .sandboxProfile, "rules of the container", "an app may use its own Library")

    fileprivate static let readOnly: Passage = .summary(.sandboxProfile, "rules of the container", "read only")

    fileprivate static let onlyDocumentsAndLibrary: Passage = .summary(
        .backupManifest, "AppDomain", "rows below Documents and Library only")
}
