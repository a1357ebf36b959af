package import ContainerModel
package import ContainerStore
package import FileTree
import Formats
import System

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
        /// The place where the item belongs; nil if its place is right, or if no place in the container suits it.
        package let target: Place?
        /// What would solve it besides moving the item.
        package let remedy: PlacementRemedy?
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
    /// The path where the item belongs.
    package let target: ContainerPath?
    /// Whether that path is complete: an app's own directory is named after its bundle identifier, which may be
    /// unknown.
    let isTargetNamed: Bool
    /// The badges that it would have there.
    package let targetBadges: Badges?
    /// The names of files that must be moved with it, such as a database's log.
    package let companions: [[UInt8]]
    /// Whether the item is a database or part of one, which the app opens at its path.
    package let isStore: Bool

    /// Examines an item.
    /// - Parameter answers: Answers from someone who knows what the item is; if empty, its appearance decides.
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
        case .item(let met): self.init(met, judge: PlacementJudge(container, answers: answers, rules: rules))
        case .failure(_, let error): throw error
        case .leaving, nil: throw FileTreeError(errno: ENOENT, operation: "find the item", path: path)
        }
    }

    /// Examines an item met in a walk.
    init(_ met: ContainerWalk.Item, judge: PlacementJudge) {
        let (app, rules, location) = (judge.description.app, judge.rules, met.location)
        let item = Item(met.path, in: judge.description.kind, type: met.type, exclusion: met.exclusion())
        path = met.path
        isDirectory = met.type == .directory
        place = rules.rule(of: location.place)
        badges = rules.badges(of: item, at: location, as: .app, app: app, state: DeviceState())
        size = item.type == .file ? met.status.size : nil
        // A place's own directory is where the rules put it, and so is anything the app has no right to write.
        let isPlaceItself = location.level == .directory
        isSystems = !isPlaceItself && !rules.rights(at: location).contains(.write)
        let looks = isPlaceItself || isSystems ? [] : ItemLooks(of: item, at: location, met, rules)
        let found = isPlaceItself || isSystems ? [] : judge.findings(for: item, looks, met)
        let name = Array(met.name)
        let isFound = !found.isEmpty
        companions = !isFound ? [] : StoreFiles.companions(of: name).filter { Self.exists($0, beside: met) }
        isStore = isFound && (looks.contains(.database) || !companions.isEmpty)
        // The log of a database is judged with the database.
        findings = StoreFiles.mainFile(of: name).map { Self.exists($0, beside: met) } == true ? [] : found
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

    private static func exists(_ name: [UInt8], beside met: ContainerWalk.Item) -> Bool {
        (try? met.directory.status(of: name[...], path: met.path)) != nil
    }
}

/// The files that SQLite keeps beside a database, which is damaged without them.
private enum StoreFiles {
    private static let suffixes = ["-wal", "-shm", "-journal"].map { Array($0.utf8) }

    static func companions(of name: [UInt8]) -> [[UInt8]] { suffixes.map { name + $0 } }

    /// Returns the name of the database that a file of this name is kept beside; nil if the name is not such a file's.
    static func mainFile(of name: [UInt8]) -> [UInt8]? {
        suffixes.first { name.count > $0.count && name.suffix($0.count).elementsEqual($0) }
            .map { Array(name.dropLast($0.count)) }
    }
}
