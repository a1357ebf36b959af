import ContainerModel

extension AuditRule {
    private static let guidelines = "iOS Data Storage Guidelines"
    private static let guide = "File System Programming Guide"

    static let temporaryElsewhere = AuditRule(
        "storage.temporary-elsewhere", .warning, "Temporary file outside of tmp",
        bases: [
            Basis(
                guidelines, "point 3",
                "Data that is used only temporarily should be stored in the <Application_Home>/tmp directory.")
        ],
        requirement: .sensitiveDataInBackup, remedy: "Write it to tmp, and delete it when it is no longer needed.")
    static let recreatableInBackup = AuditRule(
        "storage.recreatable-in-backup", .warning, "Data that can be made again is backed up",
        bases: [
            Basis(
                guidelines, "point 2",
                "Data that can be downloaded again or regenerated should be stored in the <Application_Home>/Library/Caches "
                    + "directory.")
        ],
        remedy: "Keep it in Library/Caches, or exclude it from backups.")
    static let largeInBackup = AuditRule(
        "storage.large-in-backup", .warning, "Large file in the backup",
        bases: [
            Basis(
                guidelines, "point 4",
                "Use the \"do not back up\" attribute for specifying files that should remain on device, even in low "
                    + "storage situations.")
        ],
        remedy: "Exclude it from backups if it can be downloaded again.")
    static let staleTemporary = AuditRule(
        "storage.stale-tmp", .note, "Stale file in tmp",
        bases: [
            Basis(
                guidelines, "point 3",
                "Remember to delete those files when you are done with them so that they do not continue to consume "
                    + "space on the user's device.")
        ],
        remedy: "Delete temporary files when they are no longer needed.")
    static let internalsInDocuments = AuditRule(
        "storage.internals-in-documents", .warning, "Internal file of the app in Documents",
        bases: [
            Basis(
                guidelines, "point 1",
                "Only documents and other data that is user-generated […] should be stored in the "
                    + "<Application_Home>/Documents directory.")
        ],
        requirement: .sensitiveDataInSharedStorage, remedy: "Keep internals in Library/Application Support.")
    static let userDataInLibrary = AuditRule(
        "storage.user-data-in-library", .note, "User's file in Library",
        bases: [
            Basis(
                guide, "Table 1-1, Library",
                "This is the top-level directory for any files that are not user data files.")
        ],
        remedy: "Keep what the user makes in Documents.")
    static let userDataPurgeable = AuditRule(
        "storage.user-data-purgeable", .error, "User's file where the system may delete it",
        bases: [
            Basis(
                guide, "Table 1-1, Library/Caches",
                "Cached files […] may be deleted by the system to free up disk space.")
        ],
        remedy: "Keep what only the user can make in Documents.")
    static let databasePurgeable = AuditRule(
        "storage.database-purgeable", .warning, "Database where the system may delete it",
        bases: [
            Basis(guide, "Table 1-1, Library/Caches", "Your app should be able to re-create these files as needed.")
        ],
        remedy: "Keep a database that cannot be made again in Library/Application Support.")
    static let resourceCopy = AuditRule(
        "storage.resource-copy", .note, "Unchanged copy of a bundle's resource is backed up",
        bases: [
            Basis(
                guidelines, "point 2",
                "Data that can be downloaded again or regenerated should be stored in […] Caches.")
        ],
        remedy: "Read it from the bundle, or exclude the copy from backups.")
    static let iCloudUnsuitable = AuditRule(
        "storage.icloud-unsuitable", .warning, "Cache, temporary file or download in iCloud",
        bases: [
            Basis(
                guide, "Technology, iCloud File Storage", "Do not store caches or temporary files in iCloud.")
        ],
        remedy: "Keep it in Caches or tmp of the data container.")
    static let sharedDatabase = AuditRule(
        "storage.shared-database", .error, "Database in a shared Documents directory",
        bases: [
            Basis(
                guide, "Table 1-1, Documents",
                "The contents of this directory can be made available to the user through file sharing; therefore, this "
                    + "directory should only contain files that you may wish to expose to the user.")
        ],
        requirement: .sensitiveDataInSharedStorage,
        remedy: "Move the database to Library/Application Support, or turn file sharing off.")
    static let supportDirectory = AuditRule(
        "storage.support-directory", .note, "File beside the app's directory in Application Support",
        bases: [
            Basis(
                guide, "Table 1-1, Library/Application Support",
                "All content in this directory should be placed in a custom subdirectory whose name is that of your app's "
                    + "bundle identifier or your company.")
        ],
        remedy: "Use a subdirectory with the bundle identifier as its name.")
    static let foreignPreference = AuditRule(
        "storage.foreign-preference", .warning, "File in Preferences that is no preferences",
        bases: [
            Basis(
                guide, "Table 1-1, Library/Preferences",
                "You should not create preference files explicitly but should instead use the NSUserDefaults class.")
        ],
        remedy: "Use UserDefaults, or Library/Application Support.")
    static let dataFrameworks = AuditRule(
        "storage.code-in-data", .warning, "Code in the data container",
        bases: [
            Basis("App Store Review Guidelines", "2.5.2", "Apps […] may not […] download, install, or execute code.")
        ],
        remedy: "Deliver code in the bundle only.")
    static let iCloudDatabase = AuditRule(
        "storage.icloud-database", .error, "SQLite database in iCloud",
        bases: [
            Basis(
                "iCloud Design Guide", "Designing for Core Data in iCloud",
                "You never store the SQLite file of a Core Data store in iCloud Documents.")
        ],
        remedy: "Synchronize with CloudKit, and keep the database in the data container.")
    static let exclusionLost = AuditRule(
        "storage.exclusion-lost", .warning, "File lost its exclusion from backups",
        bases: [
            Basis(
                "QA1719", "Important",
                "Some operations commonly made to user documents will cause the value of this property to be reset to "
                    + "false.")
        ],
        requirement: .sensitiveDataInBackup, remedy: "Set the attribute again each time the file is written.")
    static let exclusionOfUserData = AuditRule(
        "storage.exclusion-of-user-data", .warning, "User's file is excluded from backups",
        bases: [
            Basis(
                guidelines, "point 1",
                "Documents and other data that is user-generated, or that cannot otherwise be recreated by your "
                    + "application, […] will be automatically backed up by iCloud.")
        ],
        remedy: "Remove the attribute from what only the user can make.")
    static let leftInInbox = AuditRule(
        "storage.left-in-inbox", .note, "File left in Inbox",
        bases: [
            Basis(
                guide, "Table 1-1, Documents/Inbox",
                "Your app can read and delete files in this directory but cannot create new files or write to existing "
                    + "files.")
        ],
        remedy: "Move the file out of Inbox when the app has taken it over, or delete it.")
    static let largeBackup = AuditRule(
        "storage.large-backup", .note, "Large amount of data in the backup",
        bases: [
            Basis(
                guidelines, "introduction",
                "iCloud backup is performed daily; […] files should be stored so that the backup is as small and as fast "
                    + "as possible.")
        ],
        remedy: "See `sandglass usage` and `sandglass backup-set`.")

    /// The rules of this subject.
    static let storage: [AuditRule] = [
        temporaryElsewhere, recreatableInBackup, largeInBackup, staleTemporary, internalsInDocuments, userDataInLibrary,
        userDataPurgeable, databasePurgeable, resourceCopy, iCloudUnsuitable, sharedDatabase, supportDirectory,
        foreignPreference, dataFrameworks, iCloudDatabase, exclusionLost, exclusionOfUserData, leftInInbox, largeBackup,
    ]

    /// The rule of the audit for each finding of `sandglass advise`.
    static let placements: [RuleIdentifier: AuditRule] = [
        .placementTemporary: temporaryElsewhere,
        .placementRecreatable: recreatableInBackup,
        .placementLargeMedia: largeInBackup,
        .placementStaleTemporary: staleTemporary,
        .placementInternals: internalsInDocuments,
        .placementUserData: userDataInLibrary,
        .placementPurgeableUserData: userDataPurgeable,
        .placementPurgeableDatabase: databasePurgeable,
        .placementBundleCopy: resourceCopy,
        .placementICloudCache: iCloudUnsuitable,
        .placementICloudTemporary: iCloudUnsuitable,
        .placementICloudDownload: iCloudUnsuitable,
        .documentsSharedDatabase: sharedDatabase,
        .applicationSupportSubdirectory: supportDirectory,
        .preferencesUseDefaults: foreignPreference,
        .frameworksNotInstalled: dataFrameworks,
        .iCloudNoStore: iCloudDatabase,
    ]
}
