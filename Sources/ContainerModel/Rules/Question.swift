/// One question to the rule book, with everything that rows are matched against.
struct Question {
    let rule: OperationRule
    let item: Item
    let actor: ActingParty
    let app: AppInfo
    let state: DeviceState
    /// What is there afterwards that was not, or else the item.
    let made: Item
    private let locations: SubjectLocations

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
        self.item = item.made(by: rule.makes)
        made = self.item.made(by: rule.makes, at: destination)
        self.actor = actor
        self.app = app
        self.state = state
        locations = SubjectLocations(of: self.item, to: destination, making: rule.makes, app: app, in: book)
    }

    /// Where a subject of the operation stands; nil where there is none, or it is not known yet.
    func location(of subject: Subject) -> Location? { locations[subject] }

    /// Everything that decides, as a number: two questions with the same key have the same verdict. Names and paths
    /// count only by the places that they lead to, and by whether they are a database's.
    static func key(
        _ operation: Operation,
        on item: Item,
        to destination: Item?,
        as actor: ActingParty,
        app: AppInfo,
        state: DeviceState,
        in book: RuleBook
    ) -> UInt64 {
        let making = book.making(of: operation)
        let item = item.made(by: making)
        let locations = SubjectLocations(of: item, to: destination, making: making, app: app, in: book)
        var key = PackedKey()
        key.append(operation.ordinal, bits: 4)
        key.append(actor.ordinal, bits: 2)
        key.append(locations[.item])
        key.append(locations[.receiver])
        key.append(locations[.result])
        key.append(item.type.ordinal, bits: 2)
        key.append(Int(item.exclusion.rawValue), bits: 2)
        key.append(item.protection.ordinal, bits: 3)
        key.append(state.lock.ordinal, bits: 2)
        key.append(state.purgeEvent.ordinal, bits: 3)
        key.append(Int(state.optionalRules.rawValue), bits: 8)
        key.append(app[.fileSharing].ordinal, bits: 2)
        key.append(app[.openingInPlace].ordinal, bits: 2)
        // Looked at only where it counts: names are compared for it.
        let isDatabase = app[.fileSharing] == .yes && item.made(by: making, at: destination).isNamedLikeDatabase
        key.append(isDatabase ? 1 : 0, bits: 1)
        return key.bits
    }

    /// Whether a row of the table of exceptions is about this.
    func matches(_ row: ExceptionRule) -> Bool {
        guard row.actors.contains(actor), row.operations.contains(rule.operation) else { return false }
        guard let location = location(of: row.subject), location.place == row.place else { return false }
        guard row.level == nil || row.level == location.level else { return false }
        return meets(row.condition)
    }

    private func meets(_ condition: ExceptionRule.Condition) -> Bool {
        switch condition {
        case .always: true
        case .optionalRule(let rule): state.optionalRules.contains(rule)
        case .isDatabaseSharedWithUser: made.isNamedLikeDatabase && app[.fileSharing] == .yes
        case .isNoDirectory: item.type != .directory
        }
    }
}

extension Item {
    /// The item, of the type that an operation makes it, whatever it was said to be.
    fileprivate func made(by making: OperationRule.Making) -> Item {
        guard case .item(let type) = making, type != self.type else { return self }
        var item = self
        item.type = type
        return item
    }

    /// What an operation leaves where it makes something; the item where it does not, or where that is not known yet.
    fileprivate func made(by making: OperationRule.Making, at destination: Item?) -> Item {
        switch making {
        case .nothing, .item: self
        case .sibling, .destination: destination ?? self
        }
    }
}

/// Small numbers side by side in a word.
private struct PackedKey {
    private(set) var bits: UInt64 = 0
    private var count = 0

    mutating func append(_ value: Int, bits width: Int) {
        count += width
        assert(value >= 0 && value < 1 << width && count <= UInt64.bitWidth)
        bits = bits << width | UInt64(truncatingIfNeeded: value)
    }

    mutating func append(_ location: Location?) {
        guard let location else { return append(0, bits: 7) }
        append(1 + location.place.ordinal * 2 + location.level.ordinal, bits: 7)
    }
}
