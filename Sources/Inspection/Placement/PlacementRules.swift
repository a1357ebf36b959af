import ContainerModel
import ContainerStore
import FileTree
import Formats
import System

extension ItemTraits {
    /// Judges an item by its name and its first bytes.
    init(of item: Item, at location: Location, _ met: ContainerWalk.Item, _ rules: RuleBook) {
        self = []
        let name = met.name
        if item.isNamedLikeDatabase { insert(.database) }
        // No rule depends on the contents of purgeable items.
        if met.status.kind == .file, rules.rule(of: location.place).purge == .never {
            if let head = try? met.directory.head(of: name, length: FileSignature.length),
                !head.isEmpty || met.status.size == 0
            {
                if FileSignature(head)?.kind == .database { insert(.database) }
                let isEmptyList = head.isEmpty && Self.lowercase(name).hasSuffix(".plist") && name.count > 6
                if PropertyListFormat(recognizing: head) != nil || isEmptyList { insert(.propertyList) }
            } else {
                insert(.unread)
            }
        }
        formUnion(ItemTraits(named: item.path))
    }

    /// Judges an item by its path alone.
    init(named path: ContainerPath) {
        self = []
        for row in NameHint.all where row.matches(path) { insert(row.looks) }
    }

    fileprivate static func lowercase(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name, as: UTF8.self).lowercased()
    }
}

extension NameHint {
    fileprivate func matches(_ path: ContainerPath) -> Bool {
        let name = ItemTraits.lowercase(path.lastComponent ?? [])
        return switch part {
        case .suffix: texts.contains { name.hasSuffix($0) && name != $0 }
        case .name: texts.contains(name)
        case .anyName: path.components.dropFirst().contains { texts.contains(ItemTraits.lowercase($0)) }
        case .hiddenSuffix: name.hasPrefix(".") && texts.contains { name.hasSuffix($0) }
        case .listPrefix: name.contains(".plist") && texts.contains { name.hasPrefix($0) }
        }
    }
}

/// Finds the rules that an item's place may violate: the rule book's rules for creating it there, and the rules in the
/// document's backup section for its apparent kind. If the user has answered questions about the item, the advice for
/// these answers decides instead.
struct PlacementEvaluator {
    let container: Container
    let rules: RuleBook
    private let answers: [Advice.Question: Bool]
    /// The files of the app's bundle, if that is at hand.
    private let resources: BundleResources?
    /// When something in the container was last changed, in seconds since 1970: a copy may be years old.
    private let lastChange: Int64

    var description: ContainerDescription { container.description }

    /// Creates a judge for the items of a container.
    /// - Parameter bundle: The bundle of the app; nil for the one on the same device.
    init(
        _ container: Container, bundle: Container? = nil, answers: [Advice.Question: Bool] = [:],
        rules: RuleBook = .standard
    ) {
        self.container = container
        self.rules = rules
        self.answers = answers
        resources = BundleResources(for: container, in: bundle)
        let places: [Place] = [.documents, .library, .applicationSupport, .caches, .preferences, .tmp]
        lastChange =
            ([.root] + places.compactMap { rules.path(of: $0) })
            .compactMap { try? container.tree.status($0).modified }.max() ?? .min
    }

    /// Returns the rules that an item seems to violate, the most important first.
    func findings(for item: Item, _ looks: ItemTraits, _ met: ContainerWalk.Item) -> [Placement.Finding] {
        guard answers.isEmpty else { return findingsByAnswers(item, at: met.location) }
        return warnings(for: item, looks)
            + PlacementRule.all.filter { row in
                looks.isSuperset(of: row.looks) && looks.isDisjoint(with: row.unless)
                    && isMet(row.condition, item, met)
            }.map { row in
                Placement.Finding(
                    rule: row.rule, provided: row.provided, target: row.target, remedy: row.remedy)
            }
    }

    private func warnings(for item: Item, _ looks: ItemTraits) -> [Placement.Finding] {
        let app = description.app
        let certain = warnings(for: item, looks, app: app)
        var sharing = app
        sharing[.fileSharing] = .yes
        let possible = app[.fileSharing] == .unknown ? warnings(for: item, looks, app: sharing) : certain
        return possible.compactMap { rule -> Placement.Finding? in
            guard let row = WarnedPlacement.all.first(where: { $0.identifier == rule.identifier }),
                row.unless.isEmpty || looks.isDisjoint(with: row.unless)
            else { return nil }
            return Placement.Finding(
                rule: rule,
                provided: certain.contains(rule)
                    ? nil : "if the app declares \(SharingKey.fileSharing.rawValue), which is not known",
                target: row.target,
                remedy: nil
            )
        }
    }

    /// Returns the rule book's warnings for an app that would create the item now.
    private func warnings(for item: Item, _ looks: ItemTraits, app: AppInfo) -> [Rule] {
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

    private func isMet(_ condition: PlacementRule.Condition, _ item: Item, _ met: ContainerWalk.Item) -> Bool {
        let status = rules.backupStatus(at: met.location, exclusion: item.exclusion)
        switch condition {
        case .isBackedUp: return status == .backedUp
        case .isNotPurgedLikeTmp:
            return status != .livesInICloud && rules.rule(of: met.location.place).purge != .likeTmp
        case .isIn(let places): return places.contains(met.location.place)
        case .isLarge(let minimum, let places):
            return (status == .backedUp || status == .livesInICloud) && met.status.kind == .file
                && places.contains(met.location.place) && met.status.size >= minimum
        case .isStale(let days, let place):
            let (limit, isBeyond) = lastChange.subtractingReportingOverflow(days * 86_400)
            return met.status.kind == .file && met.location.place == place && !isBeyond && met.status.modified < limit
        case .isCopyOfResource: return status == .backedUp && resources?.holdsCopy(of: met, in: container) == true
        }
    }

    /// Returns a finding for each place that the answers leave possible, unless the item is in one of them.
    private func findingsByAnswers(_ item: Item, at location: Location) -> [Placement.Finding] {
        let possible = Advice.possibleRules(after: answers)
        return possible.compactMap { row in
            let exists = location.place == row.place
            let isSolvedByExclusion = row.isExcluded && item.exclusion.isEmpty
            guard !exists || isSolvedByExclusion else { return nil }
            let clauses = Advice.openAnswers(of: row, after: answers).map { $0.clause($1) }
            return Placement.Finding(
                rule: row.rule,
                provided: clauses.isEmpty ? nil : "if " + clauses.joined(separator: ", and "),
                target: exists ? nil : row.place,
                remedy: isSolvedByExclusion ? .exclusion : nil,
                needsBoth: true
            )
        }
    }
}
