import ContainerModel
import FileTree

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
    /// - Parameter roots: gets those that the items are below.
    init(_ plan: Plan, _ roots: inout RootList) {
        var items: [Item] = []
        for item in plan.items {
            guard let change = item.decided else { continue }
            var instructions: [Instruction] = []
            if let conflict = item.conflict, conflict.decision == .replace, let target = change.target {
                instructions.append(.replace(target, conflict))
            }
            instructions.append(Instruction(change))
            for instruction in instructions { roots.note(instruction) }
            items.append((items.count, instructions))
        }
        var departures = Departures()
        for item in items { for source in item.instructions.compactMap(\.vacated) { departures.note(source) } }
        let batches = plan.batches.map(\.change)
        for batch in batches {
            roots.note(batch.directory)
            if let target = batch.target { roots.note(target) }
            if batch.vacates { departures.note(batch.items, in: batch.directory) }
        }
        let spelled = items
        self.init(
            count: items.count + batches.reduce(0) { $0 + $1.items.count },
            usesTrash: batches.contains { $0.kind == .trash }
                || items.contains { $0.instructions.contains(where: \.usesTrash) },
            departures: departures,
            handOut: { body throws(TransactionError) in
                for item in spelled { guard try body(item) else { return } }
                var index = spelled.count
                for batch in batches {
                    for place in batch.items.indices {
                        defer { index += 1 }
                        guard let change = batch.change(at: place) else { continue }
                        guard try body((index, [Instruction(change)])) else { return }
                    }
                }
            }
        )
    }
}

extension ChangeBatch {
    /// Whether its items are taken from their names.
    fileprivate var vacates: Bool {
        switch kind {
        case .trash, .move: true
        case .copy, .setAttribute: false
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
