package import ContainerModel
package import ContainerStore
package import FileTree
import System

/// Whether an item of a container is in the right place: the output of `advise FILE`.
///
/// Appearances prove nothing: a finding is a rule that the item seems to violate.
package struct Placement: Sendable {
    /// A rule that the item seems to violate.
    package struct Finding: Sendable {
        /// The rule.
        package let rule: Rule
        /// A further condition for the violation that could not be checked.
        package let provided: String?
        /// The place where the item belongs; nil if its place is right, or if no place in the container suits it.
        package let target: Place?
        /// A remedy besides moving the item.
        package let remedy: PlacementRemedy?
        /// Whether the remedy is needed at the target too, and does not replace the move.
        var needsBoth = false
    }

    /// The correction that a finding asks for.
    package struct Way: Sendable {
        /// The path where the item belongs.
        package let target: ContainerPath?
        /// Whether that path is complete: an app's own directory is named after its bundle identifier, which may be
        /// unknown.
        let isTargetNamed: Bool
        /// The badges that it would have there, with the exclusion attribute if that is part of the correction.
        package let targetBadges: Badges?
        /// The correction.
        package let correction: PlacementCorrection

        init(_ findings: ArraySlice<Finding>, _ item: Item, _ app: AppInfo, _ rules: RuleBook) {
            // Where an item belongs is not always in its own container: an iCloud container has neither Caches nor tmp.
            let better = findings.first?.target.flatMap { place in
                rules.rule(of: place).paths.contains { $0.container == item.container } ? place : nil
            }
            let directory = better.flatMap { rules.directoryToUse(of: $0, app: app) }
            target = directory.flatMap { $0.appending(name: item.path.lastComponent.map { Array($0) } ?? []) }
            isTargetNamed = app.identifier != nil || directory == better.flatMap { rules.path(of: $0) }
            correction = PlacementCorrection(of: findings)
            var moved = target.map { Item($0, in: item.container, type: item.type, exclusion: item.exclusion) }
            moved?.permitted = item.permitted
            if correction == .moveThenExclude { moved?.exclusion.formUnion(.own) }
            targetBadges = moved.map { rules.badges(of: $0, app: app) }
        }
    }

    /// The path of the item.
    package let path: ContainerPath
    /// Whether the item is a directory.
    package let isDirectory: Bool
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
    /// The correction for the most important finding, or for all of them together.
    package let way: Way
    /// The correction for each finding, in order, if each has a separate condition that could not be checked; empty if
    /// the first one decides.
    package let ways: [Way]
    /// The names of files that must be moved with it, such as a database's log.
    package let companions: [[UInt8]]
    /// Whether the item is a database, part of one, or a directory with one in it, which the app opens at its path.
    package let isStore: Bool
    /// Whether this copy of the container can be changed at all: not if it is in an archive.
    package let canBeChanged: Bool

    /// Examines an item.
    /// - Parameter answers: Answers from someone who knows the item; if empty, its appearance decides.
    /// - Throws: `FileTreeError` if the item cannot be examined.
    package init(
        of path: ContainerPath,
        in container: Container,
        answers: [Advice.Question: Bool] = [:],
        rules: RuleBook = .standard
    ) throws(FileTreeError) {
        _ = try container.tree.status(path)
        var walk = ContainerWalk(of: container, from: path, rules: rules)
        switch walk.next() {
        case .item(let met): self.init(met, judge: PlacementEvaluator(container, answers: answers, rules: rules))
        case .failure(_, let error): throw error
        case .leaving, nil: throw FileTreeError(errno: ENOENT, operation: "find the item", path: path)
        }
    }

    /// Examines an item met in a walk.
    init(_ met: ContainerWalk.Item, judge: PlacementEvaluator) {
        let (app, rules, location) = (judge.description.app, judge.rules, met.location)
        var item = Item(met.path, in: judge.description.kind, type: met.type, exclusion: met.exclusion())
        path = met.path
        isDirectory = met.type == .directory
        place = rules.rule(of: location.place)
        size = item.type == .file ? met.status.size : nil
        // A place's own directory is where the rules put it, and so is anything the app has no right to write.
        let isPlaceItself = location.level == .directory
        isSystems = !isPlaceItself && !rules.rights(at: location).contains(.write)
        let looks = isPlaceItself || isSystems ? [] : ItemTraits(of: item, at: location, met, rules)
        let found = isPlaceItself || isSystems ? [] : judge.findings(for: item, looks, met)
        // The item at which the walk begins has no name there.
        let name = Array(met.path.lastComponent ?? [])
        let isFound = !found.isEmpty
        // Only items to be shown are examined further: a walk meets a million items.
        if isFound || met.depth == 0 { item.permitted = judge.container.permitted(met.path) }
        badges = rules.badges(of: item, at: location, as: .app, app: app, state: DeviceState())
        canBeChanged = judge.container.tree.writable != nil
        companions = !isFound ? [] : StoreFiles.companions(of: name).filter { Self.exists($0, beside: met) }
        let holdsStore = isFound && isDirectory && StoreFiles.isAnyBelow(met.path, in: judge.container)
        isStore = isFound && (looks.contains(.database) || !companions.isEmpty || holdsStore)
        // The files that a database keeps beside itself are judged with the database.
        let findings = StoreFiles.mainFiles(of: name).contains { Self.exists($0, beside: met) } ? [] : found
        self.findings = findings
        way = Way(findings[...], item, app, rules)
        let areOpen = findings.count > 1 && findings.allSatisfy { $0.provided != nil }
        ways = areOpen ? findings.indices.map { Way(findings[$0...$0], item, app, rules) } : []
    }

    /// The path where the item belongs.
    package var target: ContainerPath? { way.target }

    private static func exists(_ name: [UInt8], beside met: ContainerWalk.Item) -> Bool {
        (try? met.directory.status(of: name[...], path: met.path)) != nil
    }
}

/// The files that SQLite, Core Data and Realm keep beside a database, which is damaged or incomplete without them.
private enum StoreFiles {
    private static let suffixes = Companion.files.map { Array($0.suffix.utf8) }
    private static let realmSuffixes = [".lock", ".note", ".management"].map { Array($0.utf8) }
    private static let realm = Array(".realm".utf8)
    /// `.Store_SUPPORT` beside `Store.sqlite` holds what Core Data stores outside of the database.
    private static let support = Array("_SUPPORT".utf8)
    private static let storeExtensions = [".sqlite", ".store", ".db", ".data"].map { Array($0.utf8) }
    /// The most items examined below a directory.
    private static let maxItems = 10_000

    static func companions(of name: [UInt8]) -> [[UInt8]] {
        let isRealm = name.ends(with: realm)
        let stem = storeExtensions.first { name.ends(with: $0) }.map { Array(name.dropLast($0.count)) }
        return (suffixes + (isRealm ? realmSuffixes : [])).map { name + $0 }
            + (stem.map { [[0x2e] + $0 + support] } ?? [])
    }

    /// Returns the names of databases that a file of this name may be kept beside; empty for other names.
    static func mainFiles(of name: [UInt8]) -> [[UInt8]] {
        if name.first == 0x2e, name.ends(with: support) {
            return storeExtensions.map { name.dropFirst().dropLast(support.count) + $0 }
        }
        if let suffix = realmSuffixes.first(where: { name.ends(with: $0) }) {
            let main = Array(name.dropLast(suffix.count))
            return main.ends(with: realm) ? [main] : []
        }
        return suffixes.filter { name.ends(with: $0) }.map { Array(name.dropLast($0.count)) }
    }

    /// Returns whether there is an item with a database's name below a directory, or too many items to examine.
    static func isAnyBelow(_ directory: ContainerPath, in container: Container) -> Bool {
        var walk = ContainerWalk(of: container, from: directory)
        var count = 0
        while let step = walk.next() {
            count += 1
            if count > maxItems { return true }
            guard case .item(let met) = step, met.type != .directory else { continue }
            if Item(met.path, in: container.description.kind, type: met.type).isNamedLikeDatabase { return true }
        }
        return false
    }
}

extension [UInt8] {
    fileprivate func ends(with other: [UInt8]) -> Bool {
        count > other.count && suffix(other.count).elementsEqual(other)
    }
}
