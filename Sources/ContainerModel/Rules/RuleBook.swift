/// The rules of an app's containers, compiled from their tables.
///
/// Determines the place of an item (`location`), whether an operation is permitted (`verdict`), the columns next to an
/// item (`badges`), and its fate in a backup and a purge.
package struct RuleBook: Sendable {
    /// The tables that the book was compiled from.
    package let tables: RuleTables
    let index: PlaceIndex
    let memory = VerdictCache()
    // By the ordinal of the place or the operation.
    private let placeRows: [Int?]
    private let facts: [PlaceFacts]
    private let operationRows: [Int?]
    private let makings: [OperationRule.Making]
    /// By the ordinals of place and level: reports ask for each item of a container.
    private let backupSources: [[Source]]
    /// By the ordinal of the place.
    private let citations: [[PlaceCitation]]
    /// The exceptions that depend on whether an item has a database's name.
    private let databaseRows: [ExceptionRule]
    /// The exceptions that refuse operations on an item without a further condition.
    let unconditionalRefusals: [ExceptionRule]

    /// Compiles tables. Of several rows with the same key, the first is used.
    package init(_ tables: RuleTables = .standard) {
        self.tables = tables
        index = PlaceIndex(tables.places)
        placeRows = Place.allCases.map { place in tables.places.firstIndex { $0.place == place } }
        facts = zip(Place.allCases, placeRows).map { place, row in
            PlaceFacts(row.map { tables.places[$0] } ?? .unlisted(place))
        }
        operationRows = Operation.allCases.map { operation in
            tables.operations.firstIndex { $0.operation == operation }
        }
        makings = operationRows.map { $0.map { tables.operations[$0].makes } ?? .nothing }
        let citations = Place.allCases.map { place in tables.citations.filter { $0.place == place } }
        self.citations = citations
        backupSources = Place.allCases.flatMap { place in
            Level.allCases.map { level in
                let found = citations[place.ordinal].about(.backup, at: Location(place, level)).map(\.citation).sources
                return found.isEmpty ? tables.places.first { $0.place == place }?.sources ?? [] : found
            }
        }
        databaseRows = tables.exceptions.filter { [.isDatabase, .isDatabaseSharedWithUser].contains($0.condition) }
        unconditionalRefusals = tables.exceptions.filter {
            $0.outcome == .refused && $0.condition == .always && $0.subject == .item
        }
    }

    /// The rules in this program's tables.
    package static let standard = RuleBook()
}

extension RuleBook {
    /// Returns the row of a place.
    package func rule(of place: Place) -> PlaceRule {
        placeRows[place.ordinal].map { tables.places[$0] } ?? .unlisted(place)
    }

    /// Returns the row of an operation.
    package func rule(of operation: Operation) -> OperationRule {
        operationRows[operation.ordinal].map { tables.operations[$0] } ?? .unlisted(operation)
    }

    /// Returns where an operation creates an item.
    func making(of operation: Operation) -> OperationRule.Making { makings[operation.ordinal] }

    /// Returns whether a verdict may depend on the name of the item being a database's.
    func asksForDatabases(at locations: SubjectLocations) -> Bool {
        databaseRows.contains { locations[$0.subject]?.place == $0.place }
    }

    /// Returns the app's rights at a location.
    package func rights(at location: Location) -> Rights { facts(of: location.place).access[location.level] }

    /// Returns the documents that say whether an item at a location is backed up, or else the documents of its place.
    package func sourcesOfBackup(at location: Location) -> [Source] {
        backupSources[location.place.ordinal * Level.allCases.count + location.level.ordinal]
    }

    /// Returns the documents' statements about a place.
    func placeCitations(of place: Place) -> [PlaceCitation] { citations[place.ordinal] }

    func facts(of place: Place) -> PlaceFacts { facts[place.ordinal] }

    /// Returns the place that a path belongs to, and whether the path is the place's own directory or something in it.
    ///
    /// Only a directory can be a place: a file or a link at a place's path is contents of the place above.
    /// - Parameter bundleIdentifier: Identifies the app's own temporary inbox. If nil, every `*-Inbox` in tmp counts as
    ///   one.
    package func location(
        of path: ContainerPath,
        in container: ContainerKind,
        type: ItemType = .directory,
        bundleIdentifier: String? = nil
    ) -> Location {
        index.position(of: path.bytes.span, in: container, type: type, bundleIdentifier: bundleIdentifier).location
    }

    /// Returns the place that an item belongs to; see `location(of:in:type:bundleIdentifier:)`.
    package func location(of item: Item, app: AppInfo) -> Location {
        location(of: item.path, in: item.container, type: item.type, bundleIdentifier: app.identifier)
    }

    /// Returns the standard directories of a kind of container, in tree order. They are shown even if missing.
    package func standardDirectories(in container: ContainerKind) -> [ContainerPath] {
        let paths = tables.places.flatMap(\.paths)
        return paths.filter { $0.isStandard && $0.container == container }.compactMap(\.pattern.exactPath).sorted()
    }

    /// The places whose warnings are given once for a container whose app is not running, by the rules' identifiers.
    package var placesWarnedOnce: [RuleIdentifier: Place] {
        let rules = tables.exceptions.filter { $0.outcome == .warned && $0.isGivenOnce }
        return Dictionary(rules.map { ($0.identifier, $0.place) }) { first, _ in first }
    }

    /// Returns the warnings for creating or changing something in a place, or those that concern an item there.
    /// - Parameter item: Leaves out warnings about files of another kind, and about the place's own directory.
    package func warnings(for place: Place, concerning item: Item? = nil) -> [Rule] {
        var rules: [Rule] = []
        for row in tables.exceptions where row.place == place && row.outcome == .warned {
            if let item, item.type != .directory, !row.concerns(item) { continue }
            if !rules.contains(row.rule) { rules.append(row.rule) }
        }
        return rules
    }
}

/// The facts that every entry of a listing needs: a row of the table without its text, cheap to copy.
struct PlaceFacts: Sendable {
    let access: Access
    let isPurged: Bool
    let isUserVisible: Bool
    let livesInICloud: Bool
    let isOfNoApp: Bool

    init(_ rule: PlaceRule) {
        access = rule.access
        isPurged = rule.purge != .never
        isUserVisible = rule.isUserVisible
        livesInICloud = rule.livesInICloud
        isOfNoApp = rule.isOfNoApp
    }
}

extension PlaceRule {
    /// Returns the rule of a place that the tables do not list: no rights for anyone.
    static func unlisted(_ place: Place) -> PlaceRule {
        PlaceRule(
            place: place,
            title: place.rawValue,
            paths: [],
            access: Access(directory: "····", contents: "····"),
            sources: [],
            purpose: "No rule is known."
        )
    }
}

extension OperationRule {
    /// Returns the rule of an operation that the tables do not list: reserved for the system.
    static func unlisted(_ operation: Operation) -> OperationRule {
        OperationRule(operation: operation, title: operation.rawValue, needs: [], isSystemOnly: true)
    }
}
