import ContainerModel

extension AuditRule {
    static let temporaryElsewhere = AuditRule(
        "storage.temporary-elsewhere", .warning, "Temporary file outside of tmp",
        bases: Basis.of(.placementTemporary),
        requirement: .sensitiveDataInBackup, remedy: "Write it to tmp, and delete it when it is no longer needed.")
    static let recreatableInBackup = AuditRule(
        "storage.recreatable-in-backup", .warning, "Data that can be recreated is backed up",
        bases: Basis.of(.placementRecreatable),
        remedy: "Keep it in Library/Caches, or exclude it from backups.")
    static let largeInBackup = AuditRule(
        "storage.large-in-backup", .warning, "Large file in the backup",
        bases: Basis.of(.placementLargeMedia),
        remedy: "Exclude it from backups if it can be downloaded again.")
    static let staleTemporary = AuditRule(
        "storage.stale-tmp", .note, "Stale file in tmp",
        bases: Basis.of(.placementStaleTemporary),
        remedy: "Delete temporary files when they are no longer needed.")
    static let internalsInDocuments = AuditRule(
        "storage.internals-in-documents", .warning, "Internal file of the app in Documents",
        bases: Basis.of(.placementInternals),
        requirement: .sensitiveDataInSharedStorage, remedy: "Keep internals in Library/Application Support.")
    static let userDataInLibrary = AuditRule(
        "storage.user-data-in-library", .note, "User's file in Library",
        bases: Basis.of(.placementUserData),
        remedy: "Keep what the user makes in Documents.")
    static let userDataPurgeable = AuditRule(
        "storage.user-data-purgeable", .error, "User's file where the system may delete it",
        bases: Basis.of(.placementPurgeableUserData),
        remedy: "Keep what only the user can create in Documents.")
    static let databasePurgeable = AuditRule(
        "storage.database-purgeable", .warning, "Database where the system may delete it",
        bases: Basis.of(.placementPurgeableDatabase),
        remedy: "Keep a database that cannot be recreated in Library/Application Support.")
    static let resourceCopy = AuditRule(
        "storage.resource-copy", .note, "Unchanged copy of a bundle's resource is backed up",
        bases: Basis.of(.placementBundleCopy),
        remedy: "Read it from the bundle, or exclude the copy from backups.")
    static let iCloudUnsuitable = AuditRule(
        "storage.icloud-unsuitable", .warning, "Cache, temporary file or download in iCloud",
        bases: Basis.of(.placementICloudCache) + Basis.of(.placementICloudTemporary)
            + Basis.of(.placementICloudDownload),
        remedy: "Keep it in Caches or tmp of the data container.")
    static let sharedDatabase = AuditRule(
        "storage.shared-database", .error, "Database in a shared Documents directory",
        bases: Basis.of(.placementInternals),
        requirement: .sensitiveDataInSharedStorage,
        remedy: "Move the database to Library/Application Support, or turn file sharing off.")
    static let supportDirectory = AuditRule(
        "storage.support-directory", .note, "File beside the app's directory in Application Support",
        bases: Basis.of(.applicationSupportSubdirectory),
        remedy: "Use a subdirectory with the bundle identifier as its name.")
    static let foreignPreference = AuditRule(
        "storage.foreign-preference", .warning, "File in Preferences that does not hold preferences",
        bases: Basis.of(.preferencesUseDefaults),
        remedy: "Use UserDefaults, or Library/Application Support.")
    static let codeInData = AuditRule(
        "storage.code-in-data", .warning, "Code in the data container",
        bases: Basis.of(.frameworksNotInstalled) + [
            Basis(
                "App Store Review Guidelines", "2.5.2",
                "Apps may not download, install or execute code that changes what they do.")
        ],
        remedy: "Deliver code in the bundle only.")
    static let iCloudDatabase = AuditRule(
        "storage.icloud-database", .error, "SQLite database in iCloud",
        bases: Basis.of(.iCloudNoStore),
        remedy: "Synchronize with CloudKit, and keep the database in the data container.")
    static let exclusionLost = AuditRule(
        "storage.exclusion-lost", .warning, "File lost its exclusion from backups",
        bases: [
            .verbatim(
                "Apple, Technical Q&A QA1719", "Important",
                "Some operations commonly made to user documents will cause the value of this property to be reset to "
                    + "false.")
        ],
        requirement: .sensitiveDataInBackup, remedy: "Set the attribute again each time the file is written.")
    static let userDataExclusion = AuditRule(
        "storage.exclusion-of-user-data", .warning, "User's file is excluded from backups",
        bases: Basis.of(.adviceUserSees),
        remedy: "Remove the attribute from what only the user can make.")
    static let leftInInbox = AuditRule(
        "storage.left-in-inbox", .note, "File left in Inbox",
        bases: Basis.of(.inboxEditMovesOut),
        remedy: "Move the file out of Inbox when the app has taken it over, or delete it.")
    static let largeBackup = AuditRule(
        "storage.large-backup", .note, "Large amount of data in the backup",
        bases: [
            .verbatim(
                "iOS Data Storage Guidelines", "Overview",
                "Because backups are done wirelessly and stored in iCloud for each user, it's best to minimize the amount "
                    + "of data that's stored for your app.")
        ],
        remedy: "Keep what can be recreated or downloaded again in Library/Caches, or exclude it from backups.",
        command: "See `sandglass usage` and `sandglass backup-set`.")

    /// The rules of this subject.
    static let storage: [AuditRule] = [
        temporaryElsewhere, recreatableInBackup, largeInBackup, staleTemporary, internalsInDocuments, userDataInLibrary,
        userDataPurgeable, databasePurgeable, resourceCopy, iCloudUnsuitable, sharedDatabase, supportDirectory,
        foreignPreference, codeInData, iCloudDatabase, exclusionLost, userDataExclusion, leftInInbox, largeBackup,
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
        .frameworksNotInstalled: codeInData,
        .iCloudNoStore: iCloudDatabase,
    ]
}
