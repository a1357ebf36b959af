package import ContainerModel
package import ContainerStore
package import FileTree
import Formats

/// Whether an item of a container is in the right place: the output of `advise FILE`.
///
/// Appearances prove nothing: a finding is a rule that the item seems to violate.
package struct Placement: Sendable {
    /// A rule that the item seems to violate.
    package struct Finding: Sendable {
        /// The rule.
        package let rule: RuleCitation
        /// A further condition for the violation that could not be checked.
        package let provided: String?
        /// The place where the item belongs; nil if no place in the container suits it.
        package let target: Place?
        /// Whether the exclusion attribute would solve it as well.
        package let isSolvedByExclusion: Bool
    }

    /// The path of the item.
    package let path: ContainerPath
    /// The rules of its place.
    package let place: PlaceRule
    /// The badges that it has there.
    package let badges: Badges
    /// The logical size in bytes; only for files.
    package let size: UInt64?
    /// Whether the app cannot have put it there, so that it belongs to the system.
    package let isSystems: Bool
    /// The violations, the most important first; empty if the item is in the right place.
    package let findings: [Finding]
    /// The path where the item belongs.
    package let target: ContainerPath?
    /// Whether that path is complete: an app's own directory is named after its bundle identifier, which may be
    /// unknown.
    let isTargetNamed: Bool
    /// The badges that it would have there.
    package let targetBadges: Badges?
    /// The names of files that must be moved with it, such as a database's log.
    package let companions: [[UInt8]]

    /// Examines an item.
    /// - Parameter answers: Answers from someone who knows what the item is; if empty, its appearance decides.
    /// - Throws: `FileTreeError` if the item cannot be examined.
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
        // A place's own directory is where the rules put it, and so is anything the app has no right to write.
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

    /// The files that SQLite keeps next to a database, which is damaged without them.
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
