/// The rules of an app's containers, compiled from their tables.
///
/// Answers whose place something is (`location`), what an operation would meet (`verdict`), what the columns beside an
/// item show (`badges`), and what becomes of it in a backup and a purge.
package struct RuleBook: Sendable {
    /// The tables that the book was made from.
    package let tables: RuleTables
    let index: PlaceIndex
    private let placeRows: [Place: Int]
    private let facts: [Place: PlaceFacts]
    private let operationRows: [Operation: Int]

    /// Compiles tables. Of rows with the same key the first counts.
    package init(_ tables: RuleTables = .standard) {
        self.tables = tables
        index = PlaceIndex(tables.places)
        placeRows = Self.rows(of: tables.places.map(\.place))
        facts = placeRows.mapValues { PlaceFacts(tables.places[$0]) }
        operationRows = Self.rows(of: tables.operations.map(\.operation))
    }

    /// The rules of this program.
    package static let standard = RuleBook()

    private static func rows<Key>(of keys: [Key]) -> [Key: Int] {
        Dictionary(zip(keys, keys.indices)) { first, _ in first }
    }
}

extension RuleBook {
    /// The row of a place.
    package func rule(of place: Place) -> PlaceRule {
        placeRows[place].map { tables.places[$0] } ?? .unlisted(place)
    }

    /// The row of an operation.
    package func rule(of operation: Operation) -> OperationRule {
        operationRows[operation].map { tables.operations[$0] } ?? .unlisted(operation)
    }

    /// The rights that the app has at a location.
    package func rights(at location: Location) -> Rights { facts(of: location.place).access[location.level] }

    func facts(of place: Place) -> PlaceFacts { facts[place] ?? PlaceFacts(.unlisted(place)) }

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
