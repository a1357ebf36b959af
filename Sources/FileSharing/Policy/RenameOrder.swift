import ContainerModel
import Transactions

/// Orders renames so that each name is free when it is used: a chain from its end, and a cycle, such as two files
/// swapping names, through a temporary name.
struct RenameOrder {
    private let moves: [(from: ItemAddress, to: ItemAddress)]
    private let isTaken: (ItemAddress) -> Bool
    private var byOldName: [ItemAddress: Int] = [:]
    private var ordered: [Change] = []
    private var temporaries = 0

    /// Returns the renames in order.
    /// - Parameter isTaken: Returns whether a candidate for a temporary name is taken.
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
            // The chain of renames waiting for each other, beginning with this one.
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
            // In a cycle, the first rename waits for the last, which waits for it: its item moves to a temporary name
            // before all others.
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

    /// Returns whether a path ends in a temporary name.
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
