/// One query to the rule book, with everything that rows are matched against.
struct Question {
    let rule: OperationRule
    var item: Item
    var actor: ActingParty
    var app: AppInfo
    var state: DeviceState
    /// The item that the operation creates at its destination; `item` if it creates none or the destination is unknown.
    let made: Item
    /// Whether mode, owner and access control list of the receiving directory let the app's user add an item.
    var isReceiverWritable: Bool
    /// Whether only the outcome matters, so that no rule has to be put into words.
    var isProbe = false
    private var locations: SubjectLocations

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
        isReceiverWritable = Self.isReceiverWritable(rule.makes, self.item, destination)
        self.actor = actor
        self.app = app
        self.state = state
        locations = SubjectLocations(of: self.item, to: destination, making: rule.makes, app: app, in: book)
    }

    /// Returns the same question asked about another place: about an item in it, or a new item made in it.
    func asked(in place: Place) -> Question {
        var question = self
        question.locations = locations.relocated(to: place, making: rule.makes)
        question.isReceiverWritable = true
        if rule.makes != .destination { question.item.permitted = .unrestricted }
        return question
    }

    /// Returns the location of a subject of the operation; nil if it has no such subject or the location is not known
    /// yet.
    func location(of subject: Subject) -> Location? { locations[subject] }

    /// Returns a key of everything that affects the verdict: two questions with the same key have the same verdict.
    /// Names and paths affect it only by the places they lead to, and by whether they are a database's.
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
        // Decides which places there are for an alternative.
        let made = item.made(by: making, at: destination)
        key.append(made.container.ordinal, bits: 3)
        key.append(item.type.ordinal, bits: 2)
        key.append(Int(item.exclusion.rawValue), bits: 2)
        key.append(item.protection.ordinal, bits: 3)
        key.append(Int(item.permitted.rawValue), bits: 4)
        key.append(isReceiverWritable(making, item, destination) ? 1 : 0, bits: 1)
        key.append(state.lock.ordinal, bits: 2)
        key.append(state.purgeEvent.ordinal, bits: 3)
        key.append(Int(state.optionalRules.rawValue), bits: 8)
        key.append(app[.fileSharing].ordinal, bits: 2)
        key.append(app[.openingInPlace].ordinal, bits: 2)
        // Computed only where it matters, because it compares names.
        let isDatabase = book.asksForDatabases(at: locations) && made.isNamedLikeDatabase
        key.append(isDatabase ? 1 : 0, bits: 1)
        return key.bits
    }

    private static func isReceiverWritable(
        _ making: OperationRule.Making,
        _ item: Item,
        _ destination: Item?
    ) -> Bool {
        switch making {
        case .nothing: true
        case .item: item.permitted.contains(.delete)
        case .sibling: (destination ?? item).permitted.contains(.delete)
        // Not known yet.
        case .destination: destination?.permitted.contains(.delete) ?? true
        }
    }

    /// Returns whether a row of the table of exceptions applies.
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
        case .isDatabase: made.isNamedLikeDatabase
        case .isNoDirectory: item.type != .directory
        }
    }
}

extension Item {
    /// Returns the item with the type that the operation gives it.
    fileprivate func made(by making: OperationRule.Making) -> Item {
        guard case .item(let type) = making, type != self.type else { return self }
        var item = self
        item.type = type
        return item
    }

    /// Returns the item that an operation creates; the item itself if it creates none or the destination is not known
    /// yet.
    fileprivate func made(by making: OperationRule.Making, at destination: Item?) -> Item {
        switch making {
        case .nothing, .item: self
        case .sibling, .destination: destination ?? self
        }
    }
}

/// Packs small numbers into one word.
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
