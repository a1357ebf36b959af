/// One question to the rule book, with everything that rows are matched against.
struct Question {
    let rule: OperationRule
    let item: Item
    let result: Item?
    let actor: ActingParty
    let app: AppInfo
    let state: DeviceState
    private let locations: [(subject: Subject, location: Location)]

    init(
        _ operation: Operation,
        on item: Item,
        to destination: Item?,
        as actor: ActingParty,
        app: AppInfo,
        state: DeviceState,
        in book: RuleBook
    ) {
        rule = book.rule(of: operation)
        var item = item
        if case .item(let type) = rule.makes { item.type = type }
        self.item = item
        self.actor = actor
        self.app = app
        self.state = state
        let receiver: Item?
        (result, receiver) =
            switch rule.makes {
            case .nothing: (nil, nil)
            // Whoever would make the root makes it in the root: there is nothing above.
            case .item: (item, item.parent ?? item)
            case .sibling: (destination, destination?.parent ?? item.parent)
            case .destination: (destination, destination.map { $0.parent ?? $0 })
            }
        let subjects: [(Subject, Item?)] = [(.item, item), (.receiver, receiver), (.result, result)]
        locations = subjects.compactMap { subject, item in
            item.map { (subject, book.location(of: $0, app: app)) }
        }
    }

    /// Where a subject of the operation stands; nil where there is none, or it is not known yet.
    func location(of subject: Subject) -> Location? {
        locations.first { $0.subject == subject }?.location
    }

    /// Whether a row of the table of exceptions is about this.
    func matches(_ row: ExceptionRule) -> Bool {
        guard row.actors.contains(actor), row.operations.contains(rule.operation) else { return false }
        guard let location = location(of: row.subject), location.place == row.place else { return false }
        guard row.level == nil || row.level == location.level else { return false }
        return meets(row.condition)
    }

    private func meets(_ condition: ExceptionRule.Condition) -> Bool {
        let made = result ?? item
        return switch condition {
        case .always: true
        case .optionalRule(let rule): state.optionalRules.contains(rule)
        case .isDatabaseSharedWithUser: made.isNamedLikeDatabase && app[.fileSharing] == .yes
        case .isNoDirectory: item.type != .directory
        }
    }
}
