import Testing

@testable import ContainerModel

/// The tables with one cell changed.
struct Flip: Sendable {
    var name: String
    var place: Place?
    /// The operations of the row; empty for all.
    var operations: [Operation?] = []
    var tables: RuleTables
    /// Whether the cell is only quoted, so that it changes no answer.
    var isQuoted = false

    struct Group: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var flips: [Flip]
    }

    static let groups = [
        Group(testDescription: "places", flips: places),
        Group(testDescription: "operations", flips: operations),
        Group(testDescription: "exceptions", flips: exceptions),
        Group(testDescription: "purges", flips: purges),
        Group(testDescription: "protections", flips: protections),
    ]

    /// Returns every other value.
    static func others<Value: CaseIterable & Equatable>(than value: Value) -> [Value] {
        Value.allCases.filter { $0 != value }
    }

    // MARK: Places

    private static let places: [Flip] = RuleTables.standard.places.indices.flatMap { index -> [Flip] in
        let row = RuleTables.standard.places[index]
        func flip(_ name: String, _ change: (inout PlaceRule) -> Void) -> Flip {
            var tables = RuleTables.standard
            change(&tables.places[index])
            return Flip(name: "\(row.place): \(name)", place: row.place, tables: tables)
        }
        var flips: [Flip] = []
        for (right, letter) in Rights.columns {
            flips.append(flip("directory \(letter)") { $0.access.directory.formSymmetricDifference(right) })
            flips.append(flip("contents \(letter)") { $0.access.contents.formSymmetricDifference(right) })
        }
        flips += others(than: row.purge).map { other in flip("purge \(other)") { $0.purge = other } }
        flips.append(flip("user visible") { $0.isUserVisible.toggle() })
        flips.append(flip("lives in iCloud") { $0.livesInICloud.toggle() })
        flips.append(flip("belongs to no app") { $0.isOfNoApp.toggle() })
        for operation in [Operation.deliver, .snapshot] {
            flips.append(flip("system \(operation)") { $0.systemOperations.toggle(operation) })
        }
        flips += row.alternatives.map { gone in flip("without \(gone)") { $0.alternatives.toggle(gone) } }
        flips += Source.allCases.map { source in
            var flip = flip("source \(source)") { $0.sources.toggle(source) }
            flip.isQuoted = true
            return flip
        }
        for path in row.paths.indices {
            flips.append(flip("path \(row.paths[path].pattern) gone") { $0.paths.remove(at: path) })
            flips.append(flip("path \(row.paths[path].pattern) standard") { $0.paths[path].isStandard.toggle() })
            flips += others(than: row.paths[path].container).map { kind in
                flip("path in \(kind)") { $0.paths[path].container = kind }
            }
        }
        return flips
    }

    // MARK: Operations

    private static let operations: [Flip] = RuleTables.standard.operations.indices.flatMap { index -> [Flip] in
        let row = RuleTables.standard.operations[index]
        func flip(_ name: String, _ change: (inout OperationRule) -> Void) -> Flip {
            var tables = RuleTables.standard
            change(&tables.operations[index])
            return Flip(name: "\(row.operation): \(name)", operations: [row.operation], tables: tables)
        }
        var flips = [flip("system only") { $0.isSystemOnly.toggle() }]
        // No other cell of the row matters if only the system acts.
        guard !row.isSystemOnly else { return flips }
        flips.append(flip("opens contents") { $0.opensContents.toggle() })
        for need in row.needs.indices {
            flips.append(flip("needs no \(row.needs[need])") { $0.needs.remove(at: need) })
            for (right, letter) in Rights.columns where right != row.needs[need].right {
                flips.append(flip("needs \(letter)") { $0.needs[need].right = right })
            }
            // An operation that makes nothing has no other subject to ask.
            guard row.makes != .nothing else { continue }
            let other: Subject = row.needs[need].subject == .item ? .receiver : .item
            flips.append(flip("asks \(other)") { $0.needs[need].subject = other })
        }
        let userNeeds: [[SharingKey]?] = [nil, [], [.fileSharing], [.openingInPlace], [.fileSharing, .openingInPlace]]
        for other in userNeeds where other != row.userNeeds {
            flips.append(flip("user needs \(String(describing: other))") { $0.userNeeds = other })
        }
        let makings: [OperationRule.Making] = [.nothing, .item(.file), .item(.directory), .sibling, .destination]
        for other in makings where other != row.makes && row.makes != .nothing {
            flips.append(flip("makes \(other)") { $0.makes = other })
        }
        return flips
    }

    // MARK: Exceptions

    private static let exceptions: [Flip] = RuleTables.standard.exceptions.indices.flatMap { index -> [Flip] in
        let row = RuleTables.standard.exceptions[index]
        func flip(_ name: String, _ change: (inout ExceptionRule) -> Void) -> Flip {
            var tables = RuleTables.standard
            change(&tables.exceptions[index])
            return Flip(
                name: "\(row.identifier.rawValue): \(name)", place: row.place, operations: row.operations,
                tables: tables)
        }
        var without = RuleTables.standard
        without.exceptions.remove(at: index)
        var flips = [
            Flip(
                name: "\(row.identifier.rawValue): gone", place: row.place, operations: row.operations, tables: without)
        ]
        flips.append(flip("identifier") { $0.identifier = .owner })
        flips += others(than: row.place).map { other in flip("at \(other)") { $0.place = other } }
        let levels: [Level?] = [nil, .directory, .contents]
        flips += levels.filter { $0 != row.level }.map { other in
            flip("level \(String(describing: other))") { $0.level = other }
        }
        flips += others(than: row.subject).map { other in flip("subject \(other)") { $0.subject = other } }
        flips += row.operations.map { gone in flip("not for \(gone)") { $0.operations.toggle(gone) } }
        flips += ActingParty.allCases.map { actor in
            var flip = flip("toggled for \(actor)") { $0.actors.toggle(actor) }
            // The system's verdicts never use this table, nor do the user's outside Documents.
            flip.isQuoted = actor == .system || (actor == .user && ![.documents, .inbox].contains(row.place))
            return flip
        }
        let conditions: [ExceptionRule.Condition] = [
            .always, .optionalRule(.cachesDirectoryStays), .isDatabaseSharedWithUser, .isDatabase,
            .isNoDirectory,
        ]
        flips += conditions.filter { $0 != row.condition }.map { other in
            flip("condition \(other)") { $0.condition = other }
        }
        let outcomes: [ExceptionRule.Outcome] = [
            .becomes(.emptyDirectory), .becomes(.moveOut(to: .documents)), .refused, .warned,
        ]
        flips += outcomes.filter { $0 != row.outcome }.map { other in flip("outcome \(other)") { $0.outcome = other } }
        flips += row.alternatives.map { gone in flip("without \(gone)") { $0.alternatives.toggle(gone) } }
        return flips
    }

    // MARK: Purges, protections

    private static let purges: [Flip] = RuleTables.standard.purges.indices.flatMap { index -> [Flip] in
        let row = RuleTables.standard.purges[index]
        func flip(_ name: String, _ change: (inout PurgeRule) -> Void) -> Flip {
            var tables = RuleTables.standard
            change(&tables.purges[index])
            let place: Place = row.policy == .likeTmp ? .tmp : .caches
            return Flip(name: "\(row.policy) \(row.event): \(name)", place: place, tables: tables)
        }
        return others(than: row.contents).map { fate in flip("contents \(fate)") { $0.contents = fate } }
            + others(than: row.directory).map { fate in flip("directory \(fate)") { $0.directory = fate } }
            + others(than: row.policy).map { policy in flip("policy \(policy)") { $0.policy = policy } }
    }

    private static let protections: [Flip] = RuleTables.standard.protections.indices.flatMap { index in
        var (reading, creating) = (RuleTables.standard, RuleTables.standard)
        reading.protections[index].isReadable.toggle()
        creating.protections[index].isCreatable.toggle()
        return [
            Flip(name: "\(reading.protections[index])", operations: [.read], tables: reading),
            Flip(name: "\(creating.protections[index])", operations: [.createFile], tables: creating),
        ]
    }
}

extension Array where Element: Equatable {
    /// Removes `element` if it is present, and adds it otherwise.
    fileprivate mutating func toggle(_ element: Element) {
        if contains(element) { removeAll { $0 == element } } else { append(element) }
    }
}
