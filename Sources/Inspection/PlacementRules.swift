import ContainerModel
import Disk
import Formats

/// What an item seems to be, by its name and its first bytes.
struct Looks: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// A database, whatever its name.
    static let database = Looks(rawValue: 1)
    /// A property list.
    static let propertyList = Looks(rawValue: 2)
    /// Named as what is thrown away soon.
    static let temporary = Looks(rawValue: 4)
    /// Named as what can be made again.
    static let recreatable = Looks(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of item: Item, in directory: Descriptor, _ status: ItemStatus) {
        self = []
        let name = item.path.lastComponent ?? []
        if item.isNamedLikeDatabase { insert(.database) }
        if status.kind == .file,
            let head = try? FileContents.head(of: Array(name), in: directory, length: FileSignature.length)
        {
            if FileSignature(head)?.title == FileSignature.databaseTitle { insert(.database) }
            let isEmptyList = head.isEmpty && Self.ends(name, with: ".plist")
            if PropertyListFormat(recognizing: head) != nil || isEmptyList { insert(.propertyList) }
        }
        if Self.temporarySuffixes.contains(where: { Self.ends(name, with: $0) })
            || Self.isNamed(name, Self.temporaryNames)
        {
            insert(.temporary)
        }
        if Self.ends(name, with: ".cache")
            || item.path.components.dropFirst().contains(where: {
                Self.isNamed($0, Self.recreatableNames)
            })
        {
            insert(.recreatable)
        }
    }

    private static let temporarySuffixes = [".tmp", ".temp", ".part", ".partial", ".download", ".crdownload", "~"]
    private static let temporaryNames = ["tmp", "temp", "temporary"]
    private static let recreatableNames = ["cache", "caches", "cache.db", "thumbnails", "fsCachedData".lowercased()]

    private static func ends(_ name: ArraySlice<UInt8>, with suffix: String) -> Bool {
        name.count > suffix.utf8.count && lowercase(name.suffix(suffix.utf8.count)) == suffix
    }

    private static func isNamed(_ name: ArraySlice<UInt8>, _ names: [String]) -> Bool {
        names.contains(lowercase(name))
    }

    private static func lowercase(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name, as: UTF8.self).lowercased()
    }
}

/// The rules by which an item is said to stand in the wrong place: those of the rule book for putting it there, and
/// those of the document's backup section for what it seems to be.
enum PlacementRules {
    /// Where a warning of the rule book sends the item. One that is not listed is not about where things stand.
    private static let targets: [(rule: String, unless: Looks, target: Place?)] = [
        ("documents.shared-database", [], .applicationSupport),
        ("application-support.subdirectory", [], .applicationSupport),
        ("preferences.use-defaults", .propertyList, .applicationSupport),
        ("frameworks.not-installed", [], nil),
    ]

    /// What a rule is about, beside the looks.
    private enum Condition {
        case isBackedUp
        case isNotPurgedLikeTmp
    }

    private struct Row {
        let looks: Looks
        let condition: Condition
        let target: Place
        let isSolvedByExclusion: Bool
        let citation: RuleCitation
    }

    private static let rows: [Row] = [
        Row(
            looks: .temporary, condition: .isNotPurgedLikeTmp, target: .tmp, isSolvedByExclusion: false,
            citation: RuleCitation(
                identifier: "placement.temporary",
                sentence: "Temporary files belong in tmp, and are deleted when they are done with.",
                sources: [.s0, .s1]
            )
        ),
        Row(
            looks: .recreatable, condition: .isBackedUp, target: .caches, isSolvedByExclusion: true,
            citation: RuleCitation(
                identifier: "placement.recreatable",
                sentence:
                    "What can be downloaded or made again must not be in a backup: it belongs in Caches, or is excluded.",
                sources: [.s0, .s1, .s3]
            )
        ),
    ]

    static func findings(
        for item: Item,
        _ looks: Looks,
        at location: Location,
        app: AppInfo,
        rules: RuleBook
    ) -> [Placement.Finding] {
        let certain = warnings(for: item, looks, app: app, rules: rules)
        var sharing = app
        sharing[.fileSharing] = .yes
        let possible = app[.fileSharing] == .unknown ? warnings(for: item, looks, app: sharing, rules: rules) : certain
        let warned = possible.compactMap { citation -> Placement.Finding? in
            guard let row = targets.first(where: { $0.rule == citation.identifier }),
                row.unless.isEmpty || looks.isDisjoint(with: row.unless)
            else { return nil }
            return Placement.Finding(
                rule: citation,
                provided: certain.contains(citation)
                    ? nil : "if the app declares \(SharingKey.fileSharing.rawValue), which is not known",
                target: row.target,
                isSolvedByExclusion: false
            )
        }
        return warned
            + rows.filter { looks.contains($0.looks) && isMet($0.condition, item, location, rules) }.map { row in
                Placement.Finding(
                    rule: row.citation, provided: nil, target: row.target, isSolvedByExclusion: row.isSolvedByExclusion
                )
            }
    }

    /// What the rule book says to an app that would put the item there now.
    private static func warnings(for item: Item, _ looks: Looks, app: AppInfo, rules: RuleBook) -> [RuleCitation] {
        var item = item
        // The book knows databases by their names alone; the contents have told more.
        if looks.contains(.database), !item.isNamedLikeDatabase, let name = item.path.lastComponent,
            let named = item.path.parent?.appending(name: name + Array(".sqlite".utf8))
        {
            item.path = named
        }
        let operation: Operation = item.type == .directory ? .createDirectory : .createFile
        return rules.verdict(for: operation, on: item, app: app).warnings
    }

    private static func isMet(_ condition: Condition, _ item: Item, _ location: Location, _ rules: RuleBook) -> Bool {
        switch condition {
        case .isBackedUp: rules.backupStatus(at: location, exclusion: item.exclusion) == .backedUp
        case .isNotPurgedLikeTmp: rules.rule(of: location.place).purge != .likeTmp
        }
    }
}
