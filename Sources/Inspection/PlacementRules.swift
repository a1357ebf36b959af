import ContainerModel
import FileTree
import Formats
import System

extension ItemLooks {
    /// Judges an item in an open directory by its name and its first bytes.
    init(of item: Item, in directory: TreeDirectory, _ status: ItemStatus) {
        self = []
        let name = item.path.lastComponent ?? []
        if item.isNamedLikeDatabase { insert(.database) }
        if status.kind == .file,
            let head = try? directory.head(of: name, length: FileSignature.length)
        {
            if FileSignature(head)?.title == FileSignature.databaseTitle { insert(.database) }
            let isEmptyList = head.isEmpty && Self.lowercase(name).hasSuffix(".plist") && name.count > 6
            if PropertyListFormat(recognizing: head) != nil || isEmptyList { insert(.propertyList) }
        }
        for row in TellingName.all where row.tells(item.path) { insert(row.looks) }
    }

    fileprivate static func lowercase(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name, as: UTF8.self).lowercased()
    }
}

extension TellingName {
    fileprivate func tells(_ path: ContainerPath) -> Bool {
        let name = ItemLooks.lowercase(path.lastComponent ?? [])
        return switch part {
        case .suffix: texts.contains { name.hasSuffix($0) && name != $0 }
        case .name: texts.contains(name)
        case .anyName: path.components.dropFirst().contains { texts.contains(ItemLooks.lowercase($0)) }
        }
    }
}

/// The rules that an item may violate by its place: those of the rule book for creating it there, and those of the
/// document's backup section for what it appears to be.
enum PlacementRules {
    static func findings(
        for item: Item,
        _ looks: ItemLooks,
        at location: Location,
        app: AppInfo,
        rules: RuleBook
    ) -> [Placement.Finding] {
        let certain = warnings(for: item, looks, app: app, rules: rules)
        var sharing = app
        sharing[.fileSharing] = .yes
        let possible = app[.fileSharing] == .unknown ? warnings(for: item, looks, app: sharing, rules: rules) : certain
        let warned = possible.compactMap { citation -> Placement.Finding? in
            guard let row = WarnedPlacement.all.first(where: { $0.identifier == citation.identifier }),
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
            + PlacementRule.all.filter { looks.contains($0.looks) && isMet($0.condition, item, location, rules) }.map {
                row in
                Placement.Finding(
                    rule: row.citation, provided: nil, target: row.target, isSolvedByExclusion: row.isSolvedByExclusion
                )
            }
    }

    /// Returns the rule book's warnings for an app that would create the item now.
    private static func warnings(for item: Item, _ looks: ItemLooks, app: AppInfo, rules: RuleBook) -> [RuleCitation] {
        var item = item
        // The rule book recognizes databases only by name; here the contents are known as well.
        if looks.contains(.database), !item.isNamedLikeDatabase, let name = item.path.lastComponent,
            let named = item.path.parent?.appending(name: name + Array(".sqlite".utf8))
        {
            item.path = named
        }
        let operation: Operation = item.type == .directory ? .createDirectory : .createFile
        return rules.verdict(for: operation, on: item, app: app).warnings
    }

    private static func isMet(
        _ condition: PlacementRule.Condition, _ item: Item, _ location: Location, _ rules: RuleBook
    ) -> Bool {
        switch condition {
        case .isBackedUp: rules.backupStatus(at: location, exclusion: item.exclusion) == .backedUp
        case .isNotPurgedLikeTmp: rules.rule(of: location.place).purge != .likeTmp
        }
    }
}
