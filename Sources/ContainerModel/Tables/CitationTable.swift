/// The table of citations: the statements in the documents behind rules that have no column for them: exceptions,
/// purges, advice, delivery, the edge of the sandbox, data protection and the acting parties.
extension Citation {
    /// All rows, by the identifier of the rule that cites them.
    package static let ofRules: [RuleIdentifier: [Citation]] = [
        bundle, documents, library, purges, advice, placement, delivery, actors, protection,
    ].reduce(into: [:]) { $0.merge($1) { first, second in first + second } }

    fileprivate static let sourcesOfRules: [RuleIdentifier: [Source]] = ofRules.mapValues(\.sources)

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
                    + "before making any changes.")
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

    private static let defaults: [Citation] = [
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

    private static let excludeWhatCanBeMadeAgain: Citation = .verbatim(
        .s3, "Where You Should Put Your App's Files",
        "Any file that can be re-created or downloaded must be excluded from the backup.")

    private static let recreatable: Citation = .verbatim(
        .s1, "point 2",
        "Data that can be downloaded again or regenerated should be stored in the <Application_Home>/Library/Caches "
            + "directory.")

    private static let onlyUserGenerated: Citation = .verbatim(
        .s1, "point 1",
        "Only documents and other data that is user-generated, or that cannot otherwise be recreated by your "
            + "application, should be stored in the <Application_Home>/Documents directory")

    private static let temporary: [Citation] = [
        .translated(
            .s0, "tmp",
            "Stores temporary files that are used while the app runs now and need not be kept until its next launch. "
                + "Deleting files that are no longer needed is recommended."),
        .verbatim(
            .s1, "point 3",
            "Data that is used only temporarily should be stored in the <Application_Home>/tmp directory."),
    ]

    private static let advice: [RuleIdentifier: [Citation]] = [
        .adviceSetting: defaults,
        .adviceKnownAtBuild: [
            .summary(.s0, "What to use", "the first question: is the file made when the app is compiled?")
        ],
        .adviceUserSeesRecreatable: [
            .verbatim(
                .s1, "point 4",
                "This attribute works on marked files regardless of what directory they are in, including the Documents "
                    + "directory."),
            excludeWhatCanBeMadeAgain,
        ],
        .adviceUserSees: [
            .translated(
                .s0, "Documents",
                "Stores documents and data that the user makes with the app, and contents such as music and PDF files "
                    + "that come from other apps."),
            onlyUserGenerated,
        ],
        .adviceUntilExit: temporary,
        .advicePersists: [
            .translated(
                .s0, "Library/Application Support",
                "Stores files that have to be kept for the app's functions or administration. Much like Documents; "
                    + "whether the user sees them decides."),
            .verbatim(
                .s3, "Where You Should Put Your App's Files",
                "Put app-created support files in the Library/Application support/ directory."),
        ],
        .adviceSupport: [
            .verbatim(
                .s3, "Where You Should Put Your App's Files",
                "This directory can also include data files, configuration files, templates and modified versions of "
                    + "resources loaded from the app bundle."),
            .translated(
                .s2, "Library, Application Support",
                "A game can store new levels here that the user paid for and downloaded from a server."),
            excludeWhatCanBeMadeAgain,
        ],
        .adviceRecreatableOffline: [
            .translated(
                .s0, "Do not backup attribute",
                "Excluded from backups, and not deleted when space is short either. Has to be watched regularly; files "
                    + "that are not needed have to be removed by hand."),
            .verbatim(
                .s1, "point 4",
                "Use this attribute with data that can be recreated but needs to persist even in low storage situations "
                    + "for proper functioning of your app or because customers expect it to be available during offline "
                    + "use."),
        ],
        .adviceRecreatable: [
            .translated(
                .s0, "Library/Caches",
                "Must be files that can easily be made or downloaded again when they are needed."),
            recreatable,
            .verbatim(
                .s3, "Where You Should Put Your App's Files",
                "Put data cache files in the Library/Caches/ directory."),
        ],
    ]

    private static let placement: [RuleIdentifier: [Citation]] = [
        .placementTemporary: temporary,
        .placementRecreatable: [
            .verbatim(
                .s0, "A User's iCloud Storage Is Limited", "App support files that your app creates and can recreate"),
            recreatable, excludeWhatCanBeMadeAgain,
        ],
        .placementLargeMedia: [
            .verbatim(
                .s1, "point 4",
                "This attribute works on marked files regardless of what directory they are in, including the Documents "
                    + "directory."),
            .verbatim(
                .s3, "Where You Should Put Your App's Files",
                "Any file that can be re-created or downloaded must be excluded from the backup. This is particularly "
                    + "important for large media files."),
        ],
        .placementStaleTemporary: [
            .translated(.s0, "tmp", "Deleting files that are no longer needed is recommended."),
            .verbatim(.s1, "point 3", "remember to delete those files when you are done with them"),
        ],
        .placementInternals: [
            .translated(
                .s0, "Documents",
                "Only files may be stored that can be deleted or changed by the user without harm, and that are related "
                    + "to contents that the user handles."),
            .tableOne(
                "Documents/", "this directory should only contain files that you may wish to expose to the user."),
        ],
        .placementUserData: [
            .tableOne("Library/", "Your app should not use these directories for user data files."),
            .translated(.s2, "4. Library", "Apps do not use these directories for user data files."),
        ],
        .placementPurgeableUserData: [
            onlyUserGenerated,
            .translated(
                .s0, "Library/Caches",
                "Only files may be stored whose deletion at any moment does not affect how the app works."),
        ],
        .placementPurgeableDatabase: [
            .translated(
                .s0, "Library/Caches",
                "Only files may be stored whose deletion at any moment does not affect how the app works."),
            .verbatim(
                .s3, "Where You Should Put Your App's Files",
                "you cannot rely on these files persisting after your app terminates."),
        ],
        .placementBundleCopy: [
            .translated(.s0, "Bundle", "Read only. To change something, copy it to the data container and work there."),
            .translated(
                .s2, "Library, Application Support",
                "E.g. copies of changeable resources that are in the app's bundle at first can be stored."),
            excludeWhatCanBeMadeAgain,
        ],
        .placementICloudCache: [
            .verbatim(.s0, "A User's iCloud Storage Is Limited, DO NOT store", "Cache files"),
            .verbatim(
                .s0, "A User's iCloud Storage Is Limited, DO NOT store",
                "App support files that your app creates and can recreate"),
        ],
        .placementICloudTemporary: [
            .verbatim(.s0, "A User's iCloud Storage Is Limited, DO NOT store", "Temporary files")
        ],
        .placementICloudDownload: [
            .verbatim(.s0, "A User's iCloud Storage Is Limited, DO NOT store", "Large downloaded data files")
        ],
    ]

    static let inboxReceives: [Citation] = [
        .translated(
            .s0, "Documents/Inbox",
            "The directory in which files sent by other apps are stored, e.g. shared attachments of the Mail app."),
        .translated(
            .s2, "3. Documents/Inbox",
            "E.g. the Mail program stores email attachments associated with the app in this directory."),
        .tableOne(
            "Documents/Inbox",
            "Specifically, the Mail program places email attachments associated with your app in this directory."),
    ]

    static let temporaryInboxReceives: [Citation] = [
        .translated(
            .s0, "tmp/[BundleID]-Inbox",
            "The directory in which files shared by iCloud Drive / the Files app / document pickers and so on are stored "
                + "when the value of the key is NO.")
    ]

    private static let declaredTypes: [Citation] = [
        .summary(
            .s0, "CFBundleDocumentTypes",
            "an app declares its document types; one with public.item declares all of them")
    ]

    private static let delivery: [RuleIdentifier: [Citation]] = [
        .deliveryInPlace: [
            .translated(
                .s0, "LSSupportsOpeningDocumentsInPlace",
                "YES: the original file's URL is used as it is; File Coordinator, File Presenter and so on have to be "
                    + "used.")
        ],
        .deliveryIsCoordinated: [
            .translated(
                .s0, "LSSupportsOpeningDocumentsInPlace",
                "YES: the original file's URL is used as it is; File Coordinator, File Presenter and so on have to be "
                    + "used.")
        ],
        .deliveryToTemporaryInbox: temporaryInboxReceives,
        .deliveryToInbox: inboxReceives,
        .deliveryToData: [
            .summary(.s0, "application(_:open:options:)", "the URL that the app gets is in its home directory")
        ],
        .deliveryNeedsIdentifier: [
            .summary(
                .s0, "tmp/[BundleID]-Inbox", "the path has the bundle identifier in it, followed by -Inbox")
        ],
        .deliveryTypeNotDeclared: declaredTypes,
        .deliveryTypeDeclared: declaredTypes,
    ]

    private static let system: [Citation] =
        [
            cachesReasons,
            .translated(
                .s0, "Library/Caches/Snapshots",
                "After applicationDidEnterBackground(_:) has been called, a snapshot of the current view is made."),
        ] + inboxReceives.prefix(1)

    private static let fileSharing: [Citation] = [
        .translated(
            .s0, "Documents", "Depending on the settings, the user can add and delete files directly.")
    ]

    private static let actors: [RuleIdentifier: [Citation]] = [
        .systemOnly: system,
        .nothingElseOfSystem: system,
        .userSeesDocuments: fileSharing,
        .userFileSharing: fileSharing,
        .userSharedDocuments: fileSharing + [
            .summary(
                .s0, "Files App", "UIFileSharingEnabled = YES and LSSupportsOpeningDocumentsInPlace = YES")
        ],
        .permissions: [
            .translated(
                .s2, "Security, ACLs, permissions",
                "Access to files and directories is controlled by a combination of ACLs (Access Control Lists) and BSD "
                    + "permissions.")
        ],
        .ownContainers: [
            .translated(
                .s2, "iOS standard directories",
                "An app is prohibited from accessing, or creating files, outside its own container directories."),
            .verbatim(
                .s3, "An iOS app operating within its own sandbox directory",
                "An app is generally prohibited from accessing or creating files outside its container directories."),
            .verbatim(
                .s3, "An iOS app operating within its own sandbox directory",
                "One exception to this rule is when an app uses public system interfaces to access things such as the "
                    + "user’s contacts or music."),
            .verbatim(
                .s3, "An iOS app operating within its own sandbox directory",
                "In those cases, the system frameworks use helper apps to handle any file-related operations needed to "
                    + "read from or modify the appropriate data stores."),
        ],
    ]

    private static let protection: [RuleIdentifier: [Citation]] = [
        .protectionComplete: [
            .summary(
                .platformSecurity, "Complete Protection",
                "the class key is discarded soon after the device is locked"),
            .summary(
                .fileProtectionType, "complete", "cannot be read or written while the device is locked or booting"),
            .translated(
                .s2, "Security, encryption", "Encrypted files cannot be accessed while the device is locked."),
        ],
        .protectionUnlessOpen: [
            .summary(
                .platformSecurity, "Protected Unless Open",
                "a file can be written while the device is locked; its key is wiped from memory when it is closed"),
            .summary(
                .fileProtectionType, "completeUnlessOpen",
                "can be created while the device is locked; once closed, cannot be opened again until it is unlocked"),
        ],
        .protectionUntilFirstUnlock: [
            .summary(
                .platformSecurity, "Protected Until First User Authentication",
                "as class 1, but the class key stays in memory when the device is locked after it was unlocked once"),
            .summary(
                .fileProtectionType, "completeUntilFirstUserAuthentication",
                "cannot be accessed until the device has been unlocked for the first time after starting"),
        ],
    ]
}

extension RuleIdentifier {
    /// The documents that state the rule, each once; none for a rule about a place, which its own citations state.
    package var sources: [Source] { Citation.sourcesOfRules[self] ?? [] }
}
