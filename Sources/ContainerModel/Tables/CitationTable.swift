/// The table of citations: the statements in the documents behind rules that have no column for them: exceptions,
/// purges, advice, delivery, the edge of the sandbox, data protection and the acting parties.
extension Citation {
    /// All rows, by the identifier of the rule that cites them; those of Apple's documents first.
    package static let ofRules: [RuleIdentifier: [Citation]] = rows.mapValues { $0.applesFirst(by: \.source) }

    private static let rows: [RuleIdentifier: [Citation]] = [
        bundle, documents, library, purges, advice, placement, delivery, actors, protection,
    ].reduce(into: [:]) { $0.merge($1) { first, second in first + second } }

    fileprivate static let ruleSources: [RuleIdentifier: [Source]] = rows.mapValues(\.sources)

    private static let seal: [Citation] = [
        .translated(.s0, "Bundle", "Read only. To change something, copy it to the data container and work there."),
        .translated(
            .s2, "1. <app>.app",
            "The bundle directory is signed when it is installed. Writing to this directory changes the signature, and "
                + "the app does not run."),
        .tableOne(
            "AppName.app", "Writing to this directory changes the signature and prevents your app from launching."),
    ]

    private static let bundle: [RuleIdentifier: [Citation]] = [.bundleSealed: seal, .bundleSealBreaks: seal]

    private static let documents: [RuleIdentifier: [Citation]] = [
        .documentsDeleteEmpties: [
            .translated(
                .s0, "Documents",
                "The Documents directory itself cannot be deleted; trying to delete it deletes only the directories and "
                    + "files in it, all at once.")
        ],
        .documentsSharedDatabase: [
            .summary(.s0, "Authnr.sqlite??", "the store of an app's keys where its user sees Documents: remove it")
        ],
        .inboxDeleteEmpties: [
            .translated(
                .s0, "Documents/Inbox",
                "Since iOS 9.0, once the directory has been made it cannot be deleted; only files can. As with Documents, "
                    + "trying to delete the directory deletes only the files in Inbox.")
        ],
        .inboxEditMovesOut: [
            .tableOne(
                "Documents/Inbox",
                "If the user tries to edit a file in this directory, your app must silently move it out of the directory "
                    + "before making any changes.",
                remark: "the notes in Korean (S2) translate it, with a question mark, as if the app had to leave the "
                    + "directory: the file is meant")
        ],
        .inboxMadeBySystem: [.translated(.s0, "Documents/Inbox", "The user cannot make it.")],
        .homeNothingAdded: [
            .translated(
                .s0, "Data Container",
                "The user cannot add directories or files directly; they are managed through subdirectories such as "
                    + "Documents.")
        ],
        .appGroupStays: [
            .translated(
                .s2, "iOS standard directories",
                "When a new app is installed, the installer makes several container directories for the app in the "
                    + "sandbox directory.")
        ],
        .iCloudNoStore: [
            .verbatim(
                .s0, "A User's iCloud Storage Is Limited",
                "a SQLite database's store file must never be stored in iCloud")
        ],
    ]

    static let defaults: [Citation] = [
        .translated(
            .s0, "Library/Preferences",
            "Separate files can be stored, but handling them directly is not recommended. Use User Defaults, "
                + "Settings.bundle, the CFPreferences API and so on instead."),
        .translated(
            .s2, "Library, Preferences",
            "Files must not be created directly in this directory. Use the NSUserDefaults class / CFPreferences API "
                + "instead."),
    ]

    private static let library: [RuleIdentifier: [Citation]] = [
        .libraryStays: [.summary(.s0, "Library, [Directory]", "Read, Write, Backup; not Delete")],
        .preferencesStays: [.summary(.s0, "Library/Preferences, [Directory]", "Read, Write, Backup; not Delete")],
        .preferencesUseDefaults: defaults,
        .frameworksNotInstalled: [
            .translated(.s2, "Library, Frameworks", "iOS apps cannot install custom frameworks.")
        ],
        .cachesDeleteEmpties: [
            .summary(.sandboxProfile, "rules of the container", "unlinking Caches itself is denied")
        ],
        .applicationSupportSubdirectory: [
            .translated(
                .s0, "Library/Application Support",
                "Managed by making subdirectories named after the bundle ID, the company and so on."),
            .translated(
                .s2, "Library, Application Support",
                "All contents of this directory must be in a custom subdirectory whose name is the app's bundle "
                    + "identifier or the company."),
        ],
    ]

    /// What decides comes first: three documents say that the system will, and Apple's table that it may.
    private static let whileNotRunning: [Citation] = [
        .verbatim(
            .s3, "Where You Should Put Your App's Files",
            "The system will periodically purge these files when your app is not running; therefore, you cannot rely on "
                + "these files persisting after your app terminates."),
        .translated(
            .s2, "Where to store the app's files, tmp",
            "The system will keep deleting these files while the app is not running, so the app must not depend on them "
                + "after it has been terminated."),
        .translated(
            .s0, "tmp",
            "Even if the system deletes files periodically, deleting files that are no longer needed is recommended."),
    ]

    private static let whileNotRunningMay: [Citation] = [
        .tableOne("tmp/", "the system may purge this directory when your app is not running."),
        .translated(.s2, "5. tmp", "The system can purge this directory when the app is not running."),
    ]

    static let cachesReasons: Citation = .translated(
        .s0, "Library/Caches",
        "The system can delete files automatically when disk space is short, when the system is restored, when the app "
            + "is updated and so on.")

    /// The guidelines decide, so their sentence comes first.
    private static let excluded: [Citation] = [
        .verbatim(
            .s1, "point 4",
            "These files will not be purged and will not be included in the user's iCloud or iTunes backup."),
        .translated(
            .s0, "Do not backup attribute",
            "Excluded from backups, and not deleted when space is short either. Can be applied in any directory."),
    ]

    private static let purges: [RuleIdentifier: [Citation]] = [
        .tmpWhileRunning: [.translated(.s0, "tmp", "Not deleted while the app is running.")],
        .tmpWhileIdle: whileNotRunning + whileNotRunningMay,
        .tmpOnLowStorage: whileNotRunningMay,
        .tmpOnUpdate: whileNotRunning,
        .cachesWhileRunning: [
            .translated(.s0, "Library/Caches", "It is guaranteed not to be deleted while the app is running."),
            .translated(.s2, "Library, Caches", "This does not happen while the app is running."),
        ],
        .cachesWhileIdle: [cachesReasons],
        .cachesOnLowStorage: [
            cachesReasons,
            .translated(
                .s2, "Library, Caches",
                "Since iOS 5.0 the system can delete the Caches directory when disk space is short."),
            .verbatim(
                .s3, "Where You Should Put Your App's Files",
                "Note that the system may delete the Caches/ directory to free up disk space"),
        ],
        .cachesOnUpdate: [cachesReasons],
        .excludedIsKept: excluded,
        .excludedIsNotRestored: excluded,
        .restored: [.summary(.backupManifest, "AppDomain", "rows of the contents of the backup")],
        .kindIsNotRestored: [.summary(.backupManifest, "all domains", "rows of directories, files and links only")],
        .lostInRestore: [
            cachesReasons, .summary(.backupManifest, "AppDomain", "rows of the contents of the backup"),
        ],
    ]
}

extension RuleIdentifier {
    /// The documents that state the rule, each once; none for a rule about a place, which its own citations state.
    package var sources: [Source] { Citation.ruleSources[self] ?? [] }
}
