/// The table of exceptions (container-rules.md, "Turned into something else", and the notes of "Places"). The first
/// matching row that is not a warning decides.
extension ExceptionRule {
    /// All rows.
    package static let all = substitutions + refusals + warnings

    static let substitutions: [ExceptionRule] = [
        ExceptionRule(
            identifier: .documentsDeleteEmpties,
            place: .documents, level: .directory, subject: .item,
            operations: [.delete], actors: [.app, .user],
            outcome: .becomes(.emptyDirectory),
            sentence: "Deleting Documents empties it; the directory stays."
        ),
        ExceptionRule(
            identifier: .inboxDeleteEmpties,
            place: .inbox, level: .directory, subject: .item,
            operations: [.delete], actors: [.app, .user],
            outcome: .becomes(.emptyDirectory),
            sentence: "Deleting Inbox only empties it (iOS 9 and later)."
        ),
        ExceptionRule(
            identifier: .inboxEditMovesOut,
            place: .inbox, level: .contents, subject: .item,
            operations: [.modify], actors: [.app],
            outcome: .becomes(.moveOut(to: .documents)),
            sentence: "A file in Inbox is moved out to Documents before it is changed."
        ),
        ExceptionRule(
            identifier: .cachesDeleteEmpties,
            place: .caches, level: .directory, subject: .item,
            operations: [.delete], actors: [.app],
            condition: .optionalRule(.cachesDirectoryStays),
            outcome: .becomes(.emptyDirectory),
            sentence: "Current iOS refuses to unlink Caches itself; deleting it empties it."
        ),
    ]

    static let refusals: [ExceptionRule] = [
        ExceptionRule(
            identifier: .libraryStays,
            place: .library, level: .directory, subject: .item,
            operations: [.delete], actors: [.app],
            outcome: .refused, alternatives: [.emptyDirectory],
            sentence: "Library itself cannot be deleted; its contents can."
        ),
        ExceptionRule(
            identifier: .preferencesStays,
            place: .preferences, level: .directory, subject: .item,
            operations: [.delete], actors: [.app],
            outcome: .refused, alternatives: [.emptyDirectory],
            sentence: "Preferences itself cannot be deleted; its contents can."
        ),
        ExceptionRule(
            identifier: .appGroupStays,
            place: .appGroup, level: .directory, subject: .item,
            operations: [.delete], actors: [.app],
            outcome: .refused, alternatives: [.emptyDirectory],
            sentence:
                "Apps may not delete an app group's container itself: the system makes containers when it installs "
                + "an app. Its contents can be deleted."
        ),
        ExceptionRule(
            identifier: .inboxMadeBySystem,
            place: .inbox, level: .directory, subject: .result,
            operations: [.createDirectory, .rename, .move, .copy], actors: [.app, .user],
            outcome: .refused, alternatives: [.operation(.deliver, as: .system)],
            sentence: "Inbox cannot be made by hand: the system makes it when it delivers the first document."
        ),
        ExceptionRule(
            identifier: .homeNothingAdded,
            place: .home, level: .directory, subject: .receiver,
            operations: [.createFile, .createDirectory, .move, .copy], actors: [.app],
            outcome: .refused,
            sentence: "Neither the user nor the app may add anything at the container's root."
        ),
        ExceptionRule(
            identifier: .bundleSealed,
            place: .bundle, level: nil, subject: .item,
            operations: [.modify, .setAttributes, .setExclusion, .delete, .rename, .move], actors: [.app],
            outcome: .refused,
            sentence: sealSentence
        ),
        ExceptionRule(
            identifier: .bundleSealed,
            place: .bundle, level: nil, subject: .receiver,
            operations: [.createFile, .createDirectory, .move, .copy], actors: [.app],
            outcome: .refused,
            sentence: sealSentence
        ),
    ]

    static let warnings: [ExceptionRule] = [
        ExceptionRule(
            identifier: .bundleSealBreaks,
            place: .bundle, level: nil, subject: .item,
            operations: [.modify, .setAttributes, .setExclusion, .delete, .rename, .move], actors: [.owner],
            outcome: .warned,
            sentence: sealSentence
        ),
        ExceptionRule(
            identifier: .bundleSealBreaks,
            place: .bundle, level: nil, subject: .receiver,
            operations: [.createFile, .createDirectory, .move, .copy], actors: [.owner],
            outcome: .warned,
            sentence: sealSentence
        ),
        ExceptionRule(
            identifier: .preferencesUseDefaults,
            place: .preferences, level: .contents, subject: .item,
            operations: [.modify, .setAttributes, .setExclusion, .delete, .rename, .move], actors: [.app],
            outcome: .warned,
            isGivenOnce: true,
            sentence: defaultsSentence
        ),
        ExceptionRule(
            identifier: .preferencesUseDefaults,
            place: .preferences, level: .contents, subject: .result,
            operations: [.createFile, .createDirectory, .move, .copy], actors: [.app],
            outcome: .warned,
            isGivenOnce: true,
            sentence: defaultsSentence
        ),
        ExceptionRule(
            identifier: .frameworksNotInstalled,
            place: .frameworks, level: nil, subject: .result,
            operations: [.createFile, .createDirectory, .move, .copy], actors: [.app],
            outcome: .warned,
            sentence: "Apps cannot install frameworks, so a framework in Library/Frameworks is of no use to them."
        ),
        ExceptionRule(
            identifier: .documentsSharedDatabase,
            place: .documents, level: .contents, subject: .result,
            operations: [.createFile, .move, .copy], actors: [.app],
            condition: .isDatabaseSharedWithUser,
            outcome: .warned,
            sentence: "A database that only the app understands does not belong where the user sees it."
        ),
        ExceptionRule(
            identifier: .iCloudNoStore,
            place: .iCloud, level: .contents, subject: .result,
            operations: [.createFile, .move, .copy], actors: [.app],
            condition: .isDatabase,
            outcome: .warned,
            sentence: "An SQLite store does not belong in an iCloud container; only its change logs do."
        ),
        ExceptionRule(
            identifier: .applicationSupportSubdirectory,
            place: .applicationSupport, level: .directory, subject: .receiver,
            operations: [.createFile, .move, .copy], actors: [.app],
            condition: .isNoDirectory,
            outcome: .warned,
            sentence: "Keep files under a subdirectory that is named after the bundle identifier or company."
        ),
    ]

    private static let sealSentence =
        "The bundle is signed when it is installed: a change breaks its seal, and the app does not launch."
    private static let defaultsSentence =
        "Preferences are not to be handled directly: use UserDefaults or CFPreferences."
}
