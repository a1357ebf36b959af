/// The locations of the items that an operation involves. Finding them copies no path.
struct SubjectLocations: Hashable, Sendable {
    private var item: Location
    private var receiver: Location?
    private var result: Location?

    /// - Parameters:
    ///   - item: The item, with its resulting type.
    ///   - making: Where the operation creates an item.
    init(of item: Item, to destination: Item?, making: OperationRule.Making, app: AppInfo, in book: RuleBook) {
        let own = book.locations(of: item, app: app)
        self.item = own.item
        switch making {
        case .nothing:
            receiver = nil
            result = nil
        case .item:
            result = own.item
            // The root has no parent: it counts as created inside itself.
            receiver = own.parent ?? own.item
        case .sibling:
            let made = destination.map { book.locations(of: $0, app: app) }
            result = made?.item
            receiver = made?.parent ?? own.parent
        case .destination:
            let made = destination.map { book.locations(of: $0, app: app) }
            result = made?.item
            receiver = made?.parent ?? made?.item
        }
    }

    /// Returns the locations for an item in a place, or, for a move or a copy, for the same item and a target in the
    /// place.
    func relocated(to place: Place, making: OperationRule.Making) -> SubjectLocations {
        var locations = self
        if making != .destination { locations.item = Location(place, .contents) }
        guard making != .nothing else { return locations }
        locations.receiver = Location(place, .directory)
        locations.result = Location(place, .contents)
        return locations
    }

    /// The location of a subject; nil if there is no such subject or the location is not known yet.
    subscript(subject: Subject) -> Location? {
        switch subject {
        case .item: item
        case .receiver: receiver
        case .result: result
        }
    }
}

extension RuleBook {
    /// Returns the locations of an item and of its parent directory, which is nil for the container's root.
    fileprivate func locations(of item: Item, app: AppInfo) -> (item: Location, parent: Location?) {
        let positions = index.positions(
            of: item.path.bytes.span,
            in: item.container,
            type: item.type,
            bundleIdentifier: app.identifier
        )
        return (positions.own.location, positions.parent?.location)
    }
}
