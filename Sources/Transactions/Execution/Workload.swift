import ContainerModel
import FileTree

/// The items of a transaction, generated one after the other so that a million items are never all in memory.
struct Workload {
    /// An item: its index, counted from 0, and its instructions.
    typealias Item = (index: Int, instructions: [Instruction])

    /// The number of items.
    let count: Int
    /// The number of items that the journal counts: each AppleDouble file counts, although it goes with another item.
    let listedCount: Int
    /// Whether any item is moved to or restored from the trash.
    let usesTrash: Bool
    /// The directories that depart after items were taken out of them.
    let departures: SourceRelocations
    /// The checks whether the sources may be read, by root.
    let access: [Root: AccessCheck]
    /// The logs and journals that stay on purpose when their databases are changed.
    let apart: Set<ItemAddress>
    /// Whether a cancellation takes back what was done, as a failure does.
    let isWhole: Bool
    /// The times that directories get once everything is done.
    let times: [DirectoryTime]
    private let source: (_ body: (Item) throws(TransactionError) -> Bool) throws(TransactionError) -> Void

    /// - Parameter handOut: Calls its argument with each item, always in the same order, until that returns false.
    init(
        count: Int,
        listedCount: Int? = nil,
        usesTrash: Bool,
        departures: SourceRelocations,
        access: [Root: AccessCheck] = [:],
        apart: Set<ItemAddress> = [],
        isWhole: Bool = false,
        times: [DirectoryTime] = [],
        handOut: @escaping (_ body: (Item) throws(TransactionError) -> Bool) throws(TransactionError) -> Void
    ) {
        self.count = count
        self.listedCount = listedCount ?? count
        self.usesTrash = usesTrash
        self.departures = departures
        self.access = access
        self.apart = apart
        self.isWhole = isWhole
        self.times = times
        source = handOut
    }

    /// Calls `body` with each item until it returns false.
    func handOut(_ body: (Item) throws(TransactionError) -> Bool) throws(TransactionError) { try source(body) }

    /// Returns the first `limit` instructions that satisfy a condition, or all of them if there are fewer.
    func first(
        _ limit: Int, where isWanted: (Instruction) -> Bool = { _ in true }
    ) throws(TransactionError) -> [Instruction] {
        var first: [Instruction] = []
        try handOut { item in
            first += item.instructions.filter(isWanted)
            return first.count < limit
        }
        return Array(first.prefix(limit))
    }
}

extension Workload {
    /// Creates the workload of a plan.
    /// - Parameter roots: Receives the roots of the items.
    init(_ plan: Plan, _ roots: inout RootList) {
        var items: [Item] = []
        let units = WorkUnits(plan)
        for unit in units.items {
            var instructions = unit.flatMap { Instruction.instructions(for: plan.items[$0]) }
            if unit.count > 1 { instructions = instructions.inOrderOfUnit }
            for instruction in instructions { roots.note(instruction) }
            items.append((items.count, instructions))
        }
        var departures = SourceRelocations()
        for item in items { for source in item.instructions.compactMap(\.vacated) { departures.note(source) } }
        let batches = plan.batches.map(\.change)
        for batch in batches {
            roots.note(batch.directory)
            if let target = batch.target { roots.note(target) }
            if batch.vacates { departures.note(batch.items, in: batch.directory) }
        }
        let spelled = items
        let pairs = batches.map { BatchPairs($0) }
        let many = batches.reduce(0) { $0 + $1.items.count }
        self.init(
            count: items.count + many - pairs.reduce(0) { $0 + $1.count },
            listedCount: units.places.count { $0 != nil } + many,
            usesTrash: batches.contains { $0.kind == .trash }
                || items.contains { $0.instructions.contains(where: \.usesTrash) },
            departures: departures,
            access: plan.access,
            apart: plan.apart,
            isWhole: plan.kind.isWhole,
            handOut: { body throws(TransactionError) in
                for item in spelled { guard try body(item) else { return } }
                var index = spelled.count
                for (batch, pairs) in zip(batches, pairs) {
                    for place in batch.items.indices where !pairs.isDouble(place) {
                        defer { index += 1 }
                        guard let change = batch.change(at: place) else { continue }
                        let double = pairs.double(of: place).flatMap { batch.change(at: $0) }
                        let instructions = [Instruction.change(change)] + (double.map { [.change($0)] } ?? [])
                        guard try body((index, instructions)) else { return }
                    }
                }
            }
        )
    }
}

extension ChangeBatch {
    /// Whether the items leave their names.
    fileprivate var vacates: Bool {
        switch kind {
        case .trash, .move: true
        case .copy, .setAttribute: false
        }
    }
}

extension [Instruction] {
    /// The instructions of a database and its logs in the order that does least harm if an app opens the database in
    /// between. No part arrives while a part of what it replaces is still there. A log leaves before its database: SQLite
    /// removes one beside which it finds nothing, and makes a new database.
    fileprivate var inOrderOfUnit: [Instruction] {
        func rank(_ instruction: Instruction) -> Int {
            let isLog = instruction.vacated?.loggedFile != nil
            return (instruction.discarded == nil ? 2 : 0) + (isLog ? 0 : 1)
        }
        return (0...3).flatMap { wanted in filter { rank($0) == wanted } }
    }
}

extension Instruction {
    /// Returns the instructions that carry out an item of a plan.
    fileprivate static func instructions(for item: Plan.Item) -> [Instruction] {
        guard let change = item.decided else { return [] }
        guard let conflict = item.conflict, conflict.decision == .replace, let target = change.target else {
            return [.change(change)]
        }
        return [.replace(target, conflict), .change(change)]
    }
}
