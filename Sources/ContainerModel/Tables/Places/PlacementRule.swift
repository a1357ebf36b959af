/// The apparent traits of an item, judging by its name and contents.
package struct ItemTraits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A database, whatever its name.
    package static let database = ItemTraits(rawValue: 1)
    /// A property list.
    package static let propertyList = ItemTraits(rawValue: 2)
    /// Named like a temporary file.
    package static let temporary = ItemTraits(rawValue: 4)
    /// Named like something that can be recreated.
    package static let recreatable = ItemTraits(rawValue: 8)
    /// Named like a film, a recording or an archive.
    package static let media = ItemTraits(rawValue: 16)
    /// Named like a log or another file that only the app's developers read.
    package static let appInternal = ItemTraits(rawValue: 32)
    /// Named like a document that a user writes.
    package static let userDocument = ItemTraits(rawValue: 64)
    /// Named like the database of the URL cache, which the system itself keeps in Caches.
    package static let urlCache = ItemTraits(rawValue: 128)
    /// A file whose contents could not be read, so that nothing is known that depends on them.
    package static let unread = ItemTraits(rawValue: 256)
    /// Named like the preferences of the system, or of a group of apps.
    package static let preferencesOfOthers = ItemTraits(rawValue: 512)
}

/// A row of the table of names that suggest an item's purpose.
package struct NameHint: Hashable, Sendable {
    /// The part of the path that a text is compared with, ignoring case.
    package enum Part: Hashable, Sendable {
        /// The end of the item's name, with something before it.
        case suffix
        /// The whole name of the item.
        case name
        /// Any component of the item's path except the first.
        case anyName
        /// The end of a name that begins with a dot.
        case hiddenSuffix
        /// The beginning of the name of a property list, which may have a further ending while it is written.
        case listPrefix
    }

    /// The apparent traits of the item in that case.
    package var looks: ItemTraits
    /// The part of the path to compare.
    package var part: Part
    /// The texts, in lower case; one of them must match.
    package var texts: [String]

    /// All rows.
    package static let all: [NameHint] = [
        NameHint(
            looks: .temporary, part: .suffix,
            texts: [".tmp", ".temp", ".part", ".partial", ".download", ".crdownload", "~"]),
        NameHint(looks: .temporary, part: .name, texts: ["tmp", "temp", "temporary"]),
        NameHint(looks: .recreatable, part: .suffix, texts: [".cache"]),
        NameHint(
            looks: .recreatable, part: .anyName, texts: ["cache", "caches", "cache.db", "thumbnails", "fscacheddata"]),
        NameHint(looks: .urlCache, part: .name, texts: ["cache.db"]),
        NameHint(
            looks: .appInternal, part: .suffix, texts: [".log", ".crash", ".ips", ".dmp", ".trace", ".pid", ".lock"]),
        NameHint(looks: .appInternal, part: .name, texts: ["log", "logs", "crashes", "crash reports"]),
        NameHint(
            looks: .userDocument, part: .suffix,
            texts: [
                ".pdf", ".doc", ".docx", ".pages", ".numbers", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp",
                ".rtf", ".rtfd", ".md",
            ]),
        NameHint(
            looks: .preferencesOfOthers, part: .listPrefix, texts: ["com.apple.", ".globalpreferences", "group."]),
        // Core Data keeps large values beside the store, in `.<name>_SUPPORT`.
        NameHint(looks: .database, part: .hiddenSuffix, texts: ["_support"]),
        NameHint(
            looks: .media, part: .suffix,
            texts: [
                ".mp4", ".m4v", ".mov", ".mkv", ".avi", ".webm", ".mp3", ".m4a", ".m4b", ".aac", ".wav", ".aif",
                ".aiff", ".flac", ".ogg", ".caf", ".zip", ".epub", ".mbtiles", ".pmtiles",
            ]),
    ]
}

/// A row of the table of misplaced items: places that do not suit an item's apparent traits (container-rules.md,
/// "Backup").
package struct PlacementRule: Hashable, Sendable {
    /// The state of the item that makes its place wrong.
    package enum Condition: Hashable, Sendable {
        case isBackedUp
        /// It is neither in tmp nor in iCloud, which has a rule of its own.
        case isNotPurgedLikeTmp
        /// In one of the places.
        case isIn([Place])
        /// A file of at least so many bytes in one of the places, that is backed up or lives in iCloud.
        case isLarge(UInt64, in: [Place])
        /// A file in the place that was changed at least so many days before the container was last changed.
        case isStale(days: Int64, in: Place)
        /// A file that is backed up, and is the same byte for byte as one in the app's bundle.
        case isCopyOfResource
    }

    /// The apparent traits of the item; empty for any item.
    package var looks: ItemTraits
    /// The traits of items that the rule does not apply to.
    package var unless: ItemTraits = []
    /// The state of the item in which the rule applies.
    package var condition: Condition
    /// A further condition, which cannot be seen in the item: "if it can be made again".
    package var provided: String?
    /// Where the item belongs; nil if its place is right.
    package var target: Place?
    /// A remedy besides moving the item.
    package var remedy: PlacementRemedy?
    /// The identifier, stable across releases.
    package var identifier: RuleIdentifier
    /// The rule in one sentence.
    package var sentence: String

    /// The rule, with the documents' statements about it.
    package var rule: Rule { Rule(identifier, sentence) }

    /// All rows.
    package static let all: [PlacementRule] = [
        PlacementRule(
            looks: .temporary, condition: .isNotPurgedLikeTmp, target: .tmp,
            identifier: .placementTemporary,
            sentence: "Temporary files belong in tmp, and are deleted when they are no longer needed."
        ),
        PlacementRule(
            looks: .recreatable, condition: .isBackedUp, target: .caches, remedy: .exclusion,
            identifier: .placementRecreatable,
            sentence: "What can be downloaded or recreated must not be in a backup: it belongs in Caches, or is "
                + "excluded."
        ),
        PlacementRule(
            looks: .media,
            condition: .isLarge(large, in: [.documents, .applicationSupport, .library, .libraryOther, .appGroup]),
            provided: "if it can be downloaded again",
            remedy: .exclusion,
            identifier: .placementLargeMedia,
            sentence: "What can be downloaded again must be excluded from backups, in Documents too."
        ),
        PlacementRule(
            looks: [], condition: .isStale(days: 7, in: .tmp), provided: "if the app no longer needs it",
            remedy: .deletion,
            identifier: .placementStaleTemporary,
            sentence:
                "An app deletes its files in tmp when it no longer needs them; this one was a week old when the "
                + "container's directories last changed."
        ),
        PlacementRule(
            looks: .appInternal, condition: .isIn([.documents]), provided: "if its user should not see it",
            target: .applicationSupport,
            identifier: .placementInternals,
            sentence: "Documents has only what the user may see and delete: logs and other internals of the app belong "
                + "in Application Support, or in Caches."
        ),
        PlacementRule(
            looks: .userDocument, condition: .isIn([.library, .libraryOther, .applicationSupport]),
            provided: "if its user made it", target: .documents,
            identifier: .placementUserData,
            sentence: "Library is not for the user's own files: these belong in Documents."
        ),
        PlacementRule(
            looks: .userDocument, condition: .isIn([.caches, .tmp]), provided: "if its user made it",
            target: .documents,
            identifier: .placementPurgeableUserData,
            sentence: "What only the user can make belongs in Documents: the system purges Caches and tmp."
        ),
        PlacementRule(
            looks: .database, unless: .urlCache, condition: .isIn([.caches, .tmp]),
            provided: "if it cannot be recreated", target: .applicationSupport,
            identifier: .placementPurgeableDatabase,
            sentence: "A database in Caches or tmp vanishes when the system purges it: one that cannot be recreated "
                + "belongs in Application Support."
        ),
        PlacementRule(
            looks: [], condition: .isCopyOfResource, provided: "if the app does not change it", remedy: .exclusion,
            identifier: .placementBundleCopy,
            sentence: "A copy of a resource of the bundle is needed only where the app changes it: unchanged, it can "
                + "be recreated, and is excluded from backups."
        ),
        PlacementRule(
            looks: .recreatable, condition: .isIn([.iCloud]),
            identifier: .placementICloudCache,
            sentence: "Cache files, and what the app can recreate, do not belong in iCloud: they go to Caches of the "
                + "data container."
        ),
        PlacementRule(
            looks: .temporary, condition: .isIn([.iCloud]),
            identifier: .placementICloudTemporary,
            sentence: "Temporary files do not belong in iCloud: they go to tmp of the data container."
        ),
        PlacementRule(
            looks: .media, condition: .isLarge(large, in: [.iCloud]), provided: "if it was downloaded",
            identifier: .placementICloudDownload,
            sentence: "Large downloaded files do not belong in iCloud: they go to the data container, excluded from "
                + "backups."
        ),
    ]

    /// The size from which a film, a recording or an archive counts as large.
    private static let large: UInt64 = 10 << 20
}

/// A remedy for a finding that leaves the item in its place.
package enum PlacementRemedy: Hashable, Sendable {
    /// The exclusion attribute.
    case exclusion
    /// Deleting the item.
    case deletion
}

/// A row of the table of warnings about misplaced items: where an item belongs instead. A warning of the exceptions
/// that has no row here is not about places.
package struct WarnedPlacement: Hashable, Sendable {
    /// The identifier of the exception.
    package var identifier: RuleIdentifier
    /// The looks of items that the warning does not apply to.
    package var unless: ItemTraits = []
    /// Where the item belongs; nil if no place in the container suits it.
    package var target: Place?

    /// All rows.
    package static let all: [WarnedPlacement] = [
        WarnedPlacement(identifier: .documentsSharedDatabase, target: .applicationSupport),
        // A store of Core Data or SwiftData is in its place in Application Support itself (S0).
        WarnedPlacement(
            identifier: .applicationSupportSubdirectory, unless: [.database, .unread], target: .applicationSupport),
        // The system keeps preferences of its own domains there, and of groups.
        WarnedPlacement(
            identifier: .preferencesUseDefaults, unless: [.propertyList, .unread, .preferencesOfOthers],
            target: .applicationSupport),
        WarnedPlacement(identifier: .frameworksNotInstalled, target: nil),
        WarnedPlacement(identifier: .iCloudNoStore, target: nil),
    ]
}
