/// The statements behind delivery, the acting parties, and data protection.
extension Citation {
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

    static let delivery: [RuleIdentifier: [Citation]] = [
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

    private static let snapshotIsTaken = Citation.translated(
        .s0, "Library/Caches/Snapshots",
        "After applicationDidEnterBackground(_:) has been called, a snapshot of the current view is made.")

    private static let system: [Citation] = [cachesReasons, snapshotIsTaken] + inboxReceives.prefix(1)

    /// Returns the statements that the system performs an operation.
    static func ofSystem(_ operation: Operation) -> [Citation] {
        switch operation {
        case .deliver: Array(inboxReceives.prefix(1))
        case .purge: [cachesReasons]
        case .snapshot: [snapshotIsTaken]
        default: system
        }
    }

    private static let fileSharing: [Citation] = [
        .translated(
            .s0, "Documents", "Depending on the settings, the user can add and delete files directly.")
    ]

    static let actors: [RuleIdentifier: [Citation]] = [
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
                    + "read from or modify the appropriate data stores.",
                remark: "the Chinese translation beside it has \"help documents for developers\": programs are meant"),
        ],
    ]

    static let protection: [RuleIdentifier: [Citation]] = [
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
