package import ContainerModel
package import ContainerStore
package import FileTree
import Formats

/// Whether an item of a container stands where it should: what `advise FILE` prints.
///
/// Looks alone decide nothing: what is found is a rule that the item seems to be at odds with.
package struct Placement: Sendable {
    /// A rule, and what the item has to do with it.
    package struct Finding: Sendable {
        /// What it seems to be at odds with.
        package let rule: RuleCitation
        /// What would have to be so besides, where that is not known.
        package let provided: String?
        /// Where it should stand instead; nil where nothing in the container would do.
        package let target: Place?
        /// Whether an exclusion attribute would do as well.
        package let isSolvedByExclusion: Bool
    }

    /// Where it stands.
    package let path: ContainerPath
    /// The rules of that place.
    package let place: PlaceRule
    /// The columns and flags that it has there.
    package let badges: Badges
    /// Logical bytes; of files only.
    package let size: UInt64?
    /// Whether the app cannot have put it there, so that it is the system's.
    package let isSystems: Bool
    /// What speaks against the place, the weightiest first; none where it is right.
    package let findings: [Finding]
    /// Where it should stand, path and all.
    package let target: ContainerPath?
    /// Whether that path is known to its end: an app's own directory has the name of its bundle identifier.
    let isTargetNamed: Bool
    /// The columns and flags that it would have there.
    package let targetBadges: Badges?
    /// The names of files that belong to it and have to go with it: a database's log.
    package let companions: [[UInt8]]

    /// - Parameter answers: of a person who knows what the item is; without any its looks decide.
    /// - Throws: `FileTreeError` where it cannot be looked at.
    package init(
        of path: ContainerPath,
        in container: Container,
        answers: [Advice.Question: Bool] = [:],
        rules: RuleBook = .standard
    ) throws(FileTreeError) {
        let app = container.description.app
        let directory = try container.tree.directory(at: path.parent ?? .root)
        let status = try directory.status(of: path.lastComponent ?? [], path: path)
        var walk = ContainerWalk(of: container, from: path, rules: rules)
        var exclusion: Exclusion = []
        if case .item(let met)? = walk.next() { exclusion = met.exclusion() }
        let item = Item(path, in: container.description.kind, type: ItemType(status.kind), exclusion: exclusion)
        let location = rules.location(of: item, app: app)
        self.path = path
        place = rules.rule(of: location.place)
        badges = rules.badges(of: item, at: location, as: .app, app: app, state: DeviceState())
        size = item.type == .file ? status.size : nil
        // A place's own directory is where it is by the rules; so is what the app has no right to write.
        let isPlaceItself = location.level == .directory
        isSystems = !isPlaceItself && !rules.rights(at: location).contains(.write)
        if isPlaceItself || isSystems {
            findings = []
        } else if answers.isEmpty {
            let looks = ItemLooks(of: item, in: directory, status)
            findings = PlacementRules.findings(for: item, looks, at: location, app: app, rules: rules)
        } else {
            findings = Placement.findings(for: answers, item, at: location, app: app, rules: rules)
        }
        let name = path.lastComponent ?? []
        companions = Placement.companionSuffixes.map { Array(name) + Array($0.utf8) }.filter { companion in
            (try? directory.status(of: companion[...], path: path)) != nil
        }
        let better = findings.first?.target
        let betterDirectory = better.flatMap { rules.directoryToUse(of: $0, app: app) }
        target = betterDirectory.flatMap { $0.appending(name: name) }
        isTargetNamed = app.identifier != nil || betterDirectory == better.flatMap { rules.path(of: $0) }
        targetBadges = target.map { target in
            var moved = item
            moved.path = target
            return rules.badges(of: moved, app: app)
        }
    }

    /// What SQLite keeps beside a database. One without the other is a damaged database.
    private static let companionSuffixes = ["-wal", "-shm", "-journal"]

    private static func findings(
        for answers: [Advice.Question: Bool],
        _ item: Item,
        at location: Location,
        app: AppInfo,
        rules: RuleBook
    ) -> [Finding] {
        let advice = Advice(for: answers, app: app, rules: rules)
        let isThere = location.place == advice.place.place
        guard !isThere || (advice.isExcluded && item.exclusion.isEmpty) else { return [] }
        return [
            Finding(
                rule: advice.rule,
                provided: nil,
                target: isThere ? nil : advice.place.place,
                isSolvedByExclusion: advice.isExcluded && item.exclusion.isEmpty
            )
        ]
    }
}
