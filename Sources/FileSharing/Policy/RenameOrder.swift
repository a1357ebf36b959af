import ContainerModel
import Transactions

/// Puts renames into an order in which no name is given before it is free: a chain from its end, a circle, as when two
/// files exchange their names, by a name of its own in between.
struct RenameOrder {
    private let moves: [(from: ItemAddress, to: ItemAddress)]
    private let isTaken: (ItemAddress) -> Bool
    private var byOldName: [ItemAddress: Int] = [:]
    private var ordered: [Change] = []
    private var temporaries = 0

    /// - Parameter isTaken: whether something has a name that might be used in between.
    static func ordered(_ moves: [(from: ItemAddress, to: ItemAddress)], isTaken: @escaping (ItemAddress) -> Bool)
        -> [Change]
    {
        var order = RenameOrder(moves, isTaken)
        order.run()
        return order.ordered
    }

    private init(_ moves: [(from: ItemAddress, to: ItemAddress)], _ isTaken: @escaping (ItemAddress) -> Bool) {
        self.moves = moves
        self.isTaken = isTaken
        for (index, move) in moves.enumerated() where byOldName[move.from] == nil { byOldName[move.from] = index }
    }

    private mutating func run() {
        var isDone = [Bool](repeating: false, count: moves.count)
        for start in moves.indices where !isDone[start] {
            // The chain of those that wait for each other, from this one on.
            var chain = [start]
            var place = [start: 0]
            isDone[start] = true
            var circle: Int?
            while let next = byOldName[moves[chain[chain.count - 1]].to] {
                if let first = place[next] {
                    circle = first
                    break
                }
                guard !isDone[next] else { break }
                isDone[next] = true
                place[next] = chain.count
                chain.append(next)
            }
            // The first of a circle waits for the last one, which waits for it: it leaves its name ahead of all.
            let waiting = circle.map { chain[$0] }
            var temporary: ItemAddress?
            if let waiting, moves[waiting].from != moves[waiting].to {
                temporary = freeName(beside: moves[waiting].from)
                if let temporary { ordered.append(.move(moves[waiting].from, to: temporary)) }
            }
            for index in chain.reversed() {
                let from = index == waiting ? temporary ?? moves[index].from : moves[index].from
                ordered.append(.move(from, to: moves[index].to))
            }
        }
    }

    private static let temporaryPrefix = Array(".renaming-".utf8)

    /// Whether a path ends in a name as items get it in between.
    static func isTemporary(_ path: [UInt8]) -> Bool {
        path.split(separator: 0x2f).last?.starts(with: temporaryPrefix) == true
    }

    private mutating func freeName(beside address: ItemAddress) -> ItemAddress? {
        while true {
            temporaries += 1
            guard let candidate = address.sibling(Self.temporaryPrefix + "\(temporaries)".utf8) else { return nil }
            if byOldName[candidate] == nil, !moves.contains(where: { $0.to == candidate }), !isTaken(candidate) {
                return candidate
            }
        }
    }
}
