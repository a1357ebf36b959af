/// What the documents say about the rights at each place, in a few words.
extension Quotation {
    /// All rows.
    package static let all = containers + documents + library + others

    private static let tableOne = "Table 1-1"
    private static let allOfIt: Rights = "RWDB"

    private static let containers: [Quotation] = [
        Quotation(.bundle, allOfIt, .s0, "Read; no Write, Delete, Backup", in: "Bundle"),
        Quotation(
            .bundle, "RWB", .s2, "it cannot be written to, its resources can be read, it is not backed up",
            in: "1. <app>.app"),
        Quotation(
            .bundle, "RWB", .s3, "You cannot write to this directory … not backed up by iTunes or iCloud",
            in: "\(tableOne), AppName.app"),
        Quotation(
            .bundle, "RWB", .fileSystemProgrammingGuide,
            "You cannot write to this directory … not backed up by iTunes or iCloud", in: "AppName.app"),
        Quotation(
            .iCloud, "RW", .s2, "further containers, such as iCloud's, can be used at run time",
            in: "iOS standard directories"),
        Quotation(.iCloud, "B", .backupManifest, "no row of an iCloud container", in: "all domains"),
        Quotation(
            .home, "W", .s0, "neither directories nor files can be added directly; its subdirectories are used",
            in: "Data Container"),
        Quotation(.home, .directory, "B", .backupManifest, "a row for the container's root itself", in: "AppDomain"),
        Quotation(
            .home, .contents, "B", .backupManifest, "rows below Documents and Library only", in: "AppDomain"),
        Quotation(.containerMetadata, "B", .backupManifest, "no row of a metadata file", in: "AppDomain"),
    ]

    private static let documents: [Quotation] = [
        Quotation(
            .documents, .directory, allOfIt, .s0, "Read, Write, Backup; no Delete", in: "Documents, [Directory]"),
        Quotation(.documents, .contents, allOfIt, .s0, "Read, Write, Delete, Backup", in: "Documents, [Files]"),
        Quotation(.documents, "B", .s1, "will be automatically backed up by iCloud", in: "point 1"),
        Quotation(.documents, "B", .s3, "backed up by iTunes and iCloud", in: "\(tableOne), Documents/"),
        Quotation(
            .documents, "B", .fileSystemProgrammingGuide, "backed up by iTunes and iCloud", in: "Documents/"),
        Quotation(
            .inbox, .directory, allOfIt, .s0, "Read, Backup; no Write, Delete", in: "Documents/Inbox, [Directory]"),
        Quotation(
            .inbox, .contents, allOfIt, .s0, "Read, Delete, Backup; no Write", in: "Documents/Inbox, [Files]"),
        Quotation(
            .inbox, "RWD", .s2, "files here can be read and deleted, not created or written to",
            in: "3. Documents/Inbox"),
        Quotation(
            .inbox, "RWD", .s3,
            "can read and delete files in this directory but cannot create new files or write to existing files",
            in: "\(tableOne), Documents/Inbox"),
        Quotation(.inbox, "B", .s3, "backed up by iTunes and iCloud", in: "\(tableOne), Documents/Inbox"),
        Quotation(
            .inbox, allOfIt, .fileSystemProgrammingGuide,
            "can read and delete files but cannot create new files or write to existing files … backed up",
            in: "Documents/Inbox"),
    ]

    private static let libraryBackup = "the contents, except Caches, are backed up by iTunes and iCloud"

    private static let library: [Quotation] = [
        Quotation(.library, .directory, allOfIt, .s0, "Read, Write, Backup; no Delete", in: "Library, [Directory]"),
        Quotation(.library, .contents, allOfIt, .s0, "Read, Write, Delete, Backup", in: "Library, [Files]"),
        Quotation(.library, "B", .s3, libraryBackup, in: "\(tableOne), Library/"),
        Quotation(.library, "B", .fileSystemProgrammingGuide, libraryBackup, in: "Library/"),
        Quotation(
            .applicationSupport, allOfIt, .s0, "Read, Write, Delete, Backup", in: "Library/Application Support"),
        Quotation(.applicationSupport, "B", .s2, "backed up by iTunes and iCloud", in: "Application Support"),
        Quotation(.applicationSupport, "B", .fileSystemProgrammingGuide, libraryBackup, in: "Library/"),
        Quotation(.caches, allOfIt, .s0, "Read, Write, Delete; no Backup", in: "Library/Caches"),
        Quotation(
            .snapshots, allOfIt, .s0, "a directory in Caches: Read, Write, Delete; no Backup",
            in: "Library/Caches/Snapshots"),
        Quotation(.splashBoard, "RWD", .sandboxProfile, "an app may use its own Library", in: "rules of the container"),
        Quotation(.splashBoard, "B", .backupManifest, "no row in SplashBoard", in: "AppDomain"),
        Quotation(
            .preferences, .directory, allOfIt, .s0, "Read, Write, Backup; no Delete",
            in: "Library/Preferences, [Directory]"),
        Quotation(
            .preferences, .contents, allOfIt, .s0, "Read, Write, Delete, Backup", in: "Library/Preferences, [Files]"),
        Quotation(.preferences, "B", .s2, "backed up by iTunes and iCloud", in: "Preferences"),
        Quotation(
            .savedApplicationState, "B", .backupManifest, "no row in Saved Application State", in: "AppDomain"),
        Quotation(
            .httpStorages, "RWD", .sandboxProfile, "an app may use its own Library", in: "rules of the container"),
        Quotation(.httpStorages, "B", .backupManifest, "no row in HTTPStorages", in: "AppDomain"),
        Quotation(.syncedPreferences, "RWD", .sandboxProfile, "read only", in: "rules of the container"),
        Quotation(.syncedPreferences, "B", .backupManifest, "no row in SyncedPreferences", in: "AppDomain"),
        Quotation(
            .frameworks, allOfIt, .s0, "Library's files: Read, Write, Delete, Backup", in: "Library, [Files]"),
        Quotation(.frameworks, "B", .s2, libraryBackup, in: "4. Library"),
        Quotation(.frameworks, "B", .s3, libraryBackup, in: "\(tableOne), Library/"),
        Quotation(
            .libraryOther, allOfIt, .s0, "Library's files: Read, Write, Delete, Backup; custom directories can be used",
            in: "Library, [Files]"),
        Quotation(.libraryOther, "WB", .s2, "custom subdirectories can be created; \(libraryBackup)", in: "4. Library"),
        Quotation(
            .libraryOther, "WB", .s3, "you can create custom subdirectories; \(libraryBackup)",
            in: "\(tableOne), Library/"),
    ]

    private static let others: [Quotation] = [
        Quotation(.tmp, allOfIt, .s0, "Read, Write, Delete; no Backup", in: "tmp"),
        Quotation(.tmp, "B", .s1, "these files are not backed up to iCloud", in: "point 3"),
        Quotation(.tmp, "B", .s3, "not backed up by iTunes or iCloud", in: "\(tableOne), tmp/"),
        Quotation(.tmp, "B", .fileSystemProgrammingGuide, "not backed up by iTunes or iCloud", in: "tmp/"),
        Quotation(.temporaryInbox, allOfIt, .s0, "Read, Write, Delete; no Backup", in: "tmp/[BundleID]-Inbox"),
        Quotation(
            .systemData, "RWD", .s0, "since iOS 11, no permission to read, write or delete", in: "Data Container"),
        Quotation(.systemData, "B", .backupManifest, "no row in SystemData", in: "AppDomain"),
        Quotation(.systemDirectories, "RWD", .sandboxProfile, "read only", in: "rules of the container"),
        Quotation(
            .systemDirectories, "B", .backupManifest, "rows below Documents and Library only", in: "AppDomain"),
    ]
}
