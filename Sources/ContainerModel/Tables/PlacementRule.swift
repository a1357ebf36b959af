/// What an item seems to be, by its name and its contents.
package struct ItemLooks: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A database, whatever its name.
    package static let database = ItemLooks(rawValue: 1)
    /// A property list.
    package static let propertyList = ItemLooks(rawValue: 2)
    /// Named as what is thrown away soon.
    package static let temporary = ItemLooks(rawValue: 4)
    /// Named as what can be made again.
    package static let recreatable = ItemLooks(rawValue: 8)
}

/// One row of the table of names that tell what an item seems to be.
package struct TellingName: Hashable, Sendable {
    /// Where a text has to be found, without regard to case.
    package enum Part: Hashable, Sendable {
        /// At the end of the item's name, with something before it.
        case suffix
        /// The whole of the item's name.
        case name
        /// The item's name, or that of a directory above it below the first.
        case anyName
    }

    /// What the item seems to be then.
    package var looks: ItemLooks
    package var part: Part
    /// In lower case; one of them is enough.
    package var texts: [String]

    /// Every row.
    package static let all: [TellingName] = [
        TellingName(
            looks: .temporary, part: .suffix,
            texts: [".tmp", ".temp", ".part", ".partial", ".download", ".crdownload", "~"]),
        TellingName(looks: .temporary, part: .name, texts: ["tmp", "temp", "temporary"]),
        TellingName(looks: .recreatable, part: .suffix, texts: [".cache"]),
        TellingName(
            looks: .recreatable, part: .anyName, texts: ["cache", "caches", "cache.db", "thumbnails", "fscacheddata"]),
    ]
}

/// One row of the table of places that are wrong for what an item seems to be (container-rules.md, "Backup").
package struct PlacementRule: Hashable, Sendable {
    /// What the rule is about, beside the looks.
    package enum Condition: Hashable, Sendable {
        case isBackedUp
        case isNotPurgedLikeTmp
    }

    package var looks: ItemLooks
    package var condition: Condition
    /// Where the item should stand.
    package var target: Place
    /// Whether an exclusion attribute would do as well.
    package var isSolvedByExclusion: Bool
    /// Stable from release to release.
    package var identifier: String
    /// The rule in one sentence.
    package var sentence: String
    /// Where it is written down.
    package var sources: [RuleSource]

    /// The rule as it is quoted.
    package var citation: RuleCitation { RuleCitation(identifier: identifier, sentence: sentence, sources: sources) }

    /// Every row.
    package static let all: [PlacementRule] = [
        PlacementRule(
            looks: .temporary, condition: .isNotPurgedLikeTmp, target: .tmp, isSolvedByExclusion: false,
            identifier: "placement.temporary",
            sentence: "Temporary files belong in tmp, and are deleted when they are done with.", sources: [.s0, .s1]
        ),
        PlacementRule(
            looks: .recreatable, condition: .isBackedUp, target: .caches, isSolvedByExclusion: true,
            identifier: "placement.recreatable",
            sentence: "What can be downloaded or made again must not be in a backup: it belongs in Caches, or is "
                + "excluded.",
            sources: [.s0, .s1, .s3]
        ),
    ]
}

/// One row of the table that says where a warning of the exceptions sends an item that stands in a wrong place. A
/// warning without a row is not about where things stand.
package struct WarnedPlacement: Hashable, Sendable {
    /// The exception's identifier.
    package var identifier: String
    /// What an item looks like that the warning does not concern.
    package var unless: ItemLooks = []
    /// Where the item should stand; nil where nothing in the container would do.
    package var target: Place?

    /// Every row.
    package static let all: [WarnedPlacement] = [
        WarnedPlacement(identifier: "documents.shared-database", target: .applicationSupport),
        WarnedPlacement(identifier: "application-support.subdirectory", target: .applicationSupport),
        WarnedPlacement(
            identifier: "preferences.use-defaults", unless: .propertyList, target: .applicationSupport),
        WarnedPlacement(identifier: "frameworks.not-installed", target: nil),
    ]
}
