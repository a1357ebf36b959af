import ContainerModel
import FileTree
import Transactions

/// Orders renames so that each name is free when it is used: a chain from its end, and a cycle, such as two files
/// swapping names, through a temporary name. An AppleDouble file is renamed right after its file.
struct RenameOrder {
    private let moves: [Rename]
    private let isTaken: (ItemAddress) -> Bool
    private var byOldName: [ItemAddress: Int] = [:]
    private var ordered: [Change] = []
    private var temporaries = 0

    /// The old and the new name of an item, and of its AppleDouble file if that is renamed with it.
    private struct Rename {
        let from: ItemAddress
        let to: ItemAddress
        var double: (from: ItemAddress, to: ItemAddress)?
    }

    /// Returns the renames in order.
    /// - Parameter isTaken: Returns whether a candidate for a temporary name is taken.
    static func ordered(_ moves: [(from: ItemAddress, to: ItemAddress)], isTaken: @escaping (ItemAddress) -> Bool)
        -> [Change]
    {
        var order = RenameOrder(moves, isTaken)
        order.arrange()
        return order.ordered
    }

    private init(_ moves: [(from: ItemAddress, to: ItemAddress)], _ isTaken: @escaping (ItemAddress) -> Bool) {
        self.moves = Self.paired(moves)
        self.isTaken = isTaken
        for (index, move) in self.moves.enumerated() {
            for name in [move.from] + (move.double.map { [$0.from] } ?? []) where byOldName[name] == nil {
                byOldName[name] = index
            }
        }
    }

    /// Joins the renames of each AppleDouble file and its file.
    private static func paired(_ moves: [(from: ItemAddress, to: ItemAddress)]) -> [Rename] {
        let targets = Dictionary(moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        func hasFile(_ move: (from: ItemAddress, to: ItemAddress)) -> Bool {
            guard let file = AppleDoubleName.file(of: move.from.name).flatMap({ move.from.sibling($0) }),
                let target = targets[file]
            else { return false }
            return double(of: target) == move.to
        }
        return moves.filter { !hasFile($0) }.map { move in
            var rename = Rename(from: move.from, to: move.to)
            if let from = double(of: move.from), let to = targets[from], to == double(of: move.to) {
                rename.double = (from, to)
            }
            return rename
        }
    }

    private static func double(of address: ItemAddress) -> ItemAddress? {
        address.sibling(AppleDoubleName.name(for: address.name))
    }

    private mutating func arrange() {
        var isDone = [Bool](repeating: false, count: moves.count)
        for start in moves.indices where !isDone[start] {
            // The chain of renames waiting for each other, beginning with this one.
            var chain = [start]
            var place = [start: 0]
            isDone[start] = true
            var circle: Int?
            while let next = waitedFor(by: moves[chain[chain.count - 1]]) {
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
                if let temporary { append(moves[waiting], to: temporary) }
            }
            for index in chain.reversed() { append(moves[index], from: index == waiting ? temporary : nil) }
        }
    }

    /// Returns the rename that has to give a name free before.
    private func waitedFor(by move: Rename) -> Int? {
        byOldName[move.to] ?? move.double.flatMap { byOldName[$0.to] }
    }

    /// Appends a rename, or the part of it from or to a temporary name.
    private mutating func append(_ move: Rename, from: ItemAddress? = nil, to: ItemAddress? = nil) {
        ordered.append(.move(from ?? move.from, to: to ?? move.to))
        guard let double = move.double else { return }
        ordered.append(
            .move(from.flatMap(Self.double) ?? double.from, to: to.flatMap(Self.double) ?? double.to))
    }

    private static let temporaryPrefix = Array(".renaming-".utf8)

    /// Returns whether a path ends in a temporary name.
    static func isTemporary(_ path: [UInt8]) -> Bool {
        guard let name = path.split(separator: 0x2f).last else { return false }
        return (AppleDoubleName.file(of: name) ?? name).starts(with: temporaryPrefix)
    }

    private mutating func freeName(beside address: ItemAddress) -> ItemAddress? {
        while true {
            temporaries += 1
            guard let candidate = address.sibling(Self.temporaryPrefix + "\(temporaries)".utf8) else { return nil }
            let names = [candidate, Self.double(of: candidate)].compactMap { $0 }
            if !names.contains(where: { name in
                byOldName[name] != nil || isTaken(name) || moves.contains { $0.to == name || $0.double?.to == name }
            }) {
                return candidate
            }
        }
    }
}
