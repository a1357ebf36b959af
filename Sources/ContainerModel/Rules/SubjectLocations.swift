/// Where the items that an operation touches stand. Found without copying a path.
struct SubjectLocations: Hashable, Sendable {
    private let item: Location
    private let receiver: Location?
    private let result: Location?

    /// - Parameters:
    ///   - item: of the type that it will have.
    ///   - making: where what the operation makes will stand.
    init(of item: Item, to destination: Item?, making: OperationRule.Making, app: AppInfo, in book: RuleBook) {
        let own = book.locations(of: item, app: app)
        self.item = own.item
        switch making {
        case .nothing:
            receiver = nil
            result = nil
        case .item:
            result = own.item
            // Whoever would make the root makes it in the root: there is nothing above.
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

    /// Where a subject stands; nil where there is none, or it is not known yet.
    subscript(subject: Subject) -> Location? {
        switch subject {
        case .item: item
        case .receiver: receiver
        case .result: result
        }
    }
}

extension RuleBook {
    /// Where an item stands, and the directory that holds it; nil for the container's root.
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
