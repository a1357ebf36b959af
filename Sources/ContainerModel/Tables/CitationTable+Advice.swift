/// The statements behind advice about where to put a file, and behind what it says of items in the wrong place.
extension Citation {
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

    /// The guideline under which apps were rejected for what they back up.
    package static let reviewGuideline: Citation = .verbatim(
        .s0, "App Store Review Guidelines",
        "2.23: Apps must follow the iOS Data Storage Guidelines or They Will be rejected",
        remark: "later editions of these guidelines have no 2.23; the iOS Data Storage Guidelines still hold")

    static let exclusionAvoidsRejection: Citation = .translated(
        .s0, "Do not backup attribute",
        "Keeps an app from being rejected that put files which are not permitted there into directories that are backed "
            + "up (Documents, Library).")

    private static let temporary: [Citation] = [
        .translated(
            .s0, "tmp",
            "Stores temporary files that are used while the app runs now and need not be kept until its next launch. "
                + "Deleting files that are no longer needed is recommended."),
        .verbatim(
            .s1, "point 3",
            "Data that is used only temporarily should be stored in the <Application_Home>/tmp directory."),
    ]

    static let advice: [RuleIdentifier: [Citation]] = [
        .adviceSetting: defaults,
        .adviceKnownAtBuild: [
            .summary(.s0, "What to use", "the first question: is the file made when the app is compiled?")
        ],
        .adviceUserSeesRecreatable: [
            .verbatim(
                .s1, "point 4",
                "This attribute works on marked files regardless of what directory they are in, including the Documents "
                    + "directory."),
            excludeWhatCanBeMadeAgain, reviewGuideline, exclusionAvoidsRejection,
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
            excludeWhatCanBeMadeAgain, reviewGuideline, exclusionAvoidsRejection,
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
            reviewGuideline, exclusionAvoidsRejection,
        ],
        .adviceRecreatable: [
            .translated(
                .s0, "Library/Caches",
                "Must be files that can easily be made or downloaded again when they are needed."),
            recreatable,
            .verbatim(
                .s3, "Where You Should Put Your App's Files",
                "Put data cache files in the Library/Caches/ directory."),
            reviewGuideline,
        ],
    ]

    static let placement: [RuleIdentifier: [Citation]] = [
        .placementTemporary: temporary + [reviewGuideline],
        .placementRecreatable: [
            .verbatim(
                .s0, "A User's iCloud Storage Is Limited", "App support files that your app creates and can recreate"),
            recreatable, excludeWhatCanBeMadeAgain, reviewGuideline, exclusionAvoidsRejection,
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
            reviewGuideline, exclusionAvoidsRejection,
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
            excludeWhatCanBeMadeAgain, reviewGuideline, exclusionAvoidsRejection,
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
}
