/// The rules of an app's containers, compiled from their tables.
///
/// Answers whose place something is (`location`), what an operation would meet (`verdict`), what the columns beside an
/// item show (`badges`), and what becomes of it in a backup and a purge.
package struct RuleBook: Sendable {
    /// The tables that the book was made from.
    package let tables: RuleTables
    let index: PlaceIndex
    let memory = VerdictCache()
    // By the ordinal of the place, or of the operation.
    private let placeRows: [Int?]
    private let facts: [PlaceFacts]
    private let operationRows: [Int?]
    private let makings: [OperationRule.Making]

    /// Compiles tables. Of rows with the same key the first counts.
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
    }

    /// The rules of this program.
    package static let standard = RuleBook()
}

extension RuleBook {
    /// The row of a place.
    package func rule(of place: Place) -> PlaceRule {
        placeRows[place.ordinal].map { tables.places[$0] } ?? .unlisted(place)
    }

    /// The row of an operation.
    package func rule(of operation: Operation) -> OperationRule {
        operationRows[operation.ordinal].map { tables.operations[$0] } ?? .unlisted(operation)
    }

    /// Where what an operation makes will stand.
    func making(of operation: Operation) -> OperationRule.Making { makings[operation.ordinal] }

    /// The rights that the app has at a location.
    package func rights(at location: Location) -> Rights { facts(of: location.place).access[location.level] }

    func facts(of place: Place) -> PlaceFacts { facts[place.ordinal] }

    /// Which place a path belongs to, and whether it is the place's own directory or something in it.
    ///
    /// Only a directory can be a place: a file or a link at a place's path is contents of what it stands in.
    /// - Parameter bundleIdentifier: tells the app's temporary inbox from others'. Without it, every `*-Inbox` in tmp
    ///   is one.
    package func location(
        of path: ContainerPath,
        in container: ContainerKind,
        type: ItemType = .directory,
        bundleIdentifier: String? = nil
    ) -> Location {
        index.position(of: path.bytes.span, in: container, type: type, bundleIdentifier: bundleIdentifier).location
    }

    /// Which place an item belongs to; see `location(of:in:type:bundleIdentifier:)`.
    package func location(of item: Item, app: AppInfo) -> Location {
        location(of: item.path, in: item.container, type: item.type, bundleIdentifier: app.identifier)
    }

    /// The directories that a container of this kind has as a rule, in the order of a tree: shown even where absent.
    package func standardDirectories(in container: ContainerKind) -> [ContainerPath] {
        let paths = tables.places.flatMap(\.paths)
        return paths.filter { $0.isStandard && $0.container == container }.compactMap(\.pattern.exactPath).sorted()
    }

    /// What is said to those who put something into a place or change something there.
    package func warnings(for place: Place) -> [RuleCitation] {
        var citations: [RuleCitation] = []
        for row in tables.exceptions where row.place == place && row.outcome == .warned {
            if !citations.contains(row.citation) { citations.append(row.citation) }
        }
        return citations
    }
}

/// What every entry of a listing is asked for: a row of the table without its words, cheap to copy.
struct PlaceFacts: Sendable {
    let access: Access
    let isPurged: Bool
    let isUserVisible: Bool
    let livesInICloud: Bool

    init(_ rule: PlaceRule) {
        access = rule.access
        isPurged = rule.purge != .never
        isUserVisible = rule.isUserVisible
        livesInICloud = rule.livesInICloud
    }
}

extension PlaceRule {
    /// A place that the tables do not list: nobody has a right there.
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
    /// An operation that the tables do not list: for the system alone.
    static func unlisted(_ operation: Operation) -> OperationRule {
        OperationRule(operation: operation, title: operation.rawValue, needs: [], isSystemOnly: true)
    }
}
