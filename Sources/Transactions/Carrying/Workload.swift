import ContainerModel
import Disk

/// What a transaction is to carry out, handed out one item after the other: a million items are never all in memory.
struct Workload {
    /// An item: its place among all, counted from 0, and the instructions that belong together.
    typealias Item = (index: Int, instructions: [Instruction])

    /// How many items there are.
    let count: Int
    /// Whether any of them puts something into the trash, or takes something out of it.
    let usesTrash: Bool
    /// The directories that go after something was taken out of them.
    let departures: Departures
    private let source: (_ body: (Item) throws(TransactionError) -> Bool) throws(TransactionError) -> Void

    /// - Parameter handOut: calls its argument with item after item, always in the same order, until that says false.
    init(
        count: Int,
        usesTrash: Bool,
        departures: Departures,
        handOut: @escaping (_ body: (Item) throws(TransactionError) -> Bool) throws(TransactionError) -> Void
    ) {
        self.count = count
        self.usesTrash = usesTrash
        self.departures = departures
        source = handOut
    }

    /// Calls `body` with item after item until it says false.
    func handOut(_ body: (Item) throws(TransactionError) -> Bool) throws(TransactionError) { try source(body) }

    /// The first instructions, and how many there would be at least.
    func first(_ limit: Int) throws(TransactionError) -> [Instruction] {
        var first: [Instruction] = []
        try handOut { item in
            first += item.instructions
            return first.count < limit
        }
        return Array(first.prefix(limit))
    }
}

extension Workload {
    /// What a plan comes to.
    /// - Parameter table: gets the sites that the items are at.
    init(_ plan: Plan, _ table: inout SiteTable) {
        var items: [Item] = []
        for item in plan.items {
            guard let change = item.decided else { continue }
            var instructions: [Instruction] = []
            if let conflict = item.conflict, conflict.decision == .replace, let target = change.target {
                instructions.append(.replace(table.location(target), conflict))
            }
            instructions.append(table.instruction(change))
            items.append((items.count, instructions))
        }
        var batches: [LocatedBatch] = []
        var next = items.count
        for batch in plan.batches {
            batches.append(LocatedBatch(batch.change, &table, firstIndex: next))
            next += batch.change.items.count
        }
        var departures = Departures()
        for item in items { for source in item.instructions.compactMap(\.vacated) { departures.note(source) } }
        for batch in batches where batch.vacates { departures.note(batch.names, in: batch.directory) }
        let (spelled, many) = (items, batches)
        self.init(
            count: items.count + batches.reduce(0) { $0 + $1.names.count },
            usesTrash: batches.contains { $0.kind == .trash }
                || items.contains { $0.instructions.contains(where: \.usesTrash) },
            departures: departures,
            handOut: { body throws(TransactionError) in
                for item in spelled { guard try body(item) else { return } }
                for batch in many {
                    var index = batch.firstIndex
                    for place in batch.names.indices {
                        defer { index += 1 }
                        guard let instruction = batch.instruction(at: place) else { continue }
                        guard try body((index, [instruction])) else { return }
                    }
                }
            }
        )
    }
}

/// A batch of a plan, as the sites of its transaction are numbered.
private struct LocatedBatch {
    let kind: ChangeBatch.Kind
    let directory: Location
    let target: Location?
    let names: EntrySelection
    /// The place of its first item among all.
    let firstIndex: Int

    init(_ batch: ChangeBatch, _ table: inout SiteTable, firstIndex: Int) {
        kind = batch.kind
        directory = table.location(batch.directory)
        target = batch.target.map { table.location($0) }
        names = batch.items
        self.firstIndex = firstIndex
    }

    /// Whether its items are taken from their names.
    var vacates: Bool {
        switch kind {
        case .trash, .move: true
        case .copy, .setAttribute: false
        }
    }

    func instruction(at place: Int) -> Instruction? {
        guard let source = directory.entry(names.entries.name(place)) else { return nil }
        switch kind {
        case .trash: return .trash(source)
        case .copy: return target?.entry(names.entries.name(place)).map { .copy(source, to: $0) }
        case .move: return target?.entry(names.entries.name(place)).map { .move(source, to: $0) }
        case .setAttribute(let name, let value):
            return .setAttribute(source, name: name, value: value, expected: nil)
        }
    }
}

extension Instruction {
    /// Whether it puts something into the trash, or takes something out of it.
    var usesTrash: Bool {
        switch self {
        case .trash, .replace, .restore: true
        default: false
        }
    }
}
