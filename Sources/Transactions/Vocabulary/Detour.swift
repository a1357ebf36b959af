import ContainerModel
import Jobs

/// Names that items have only for a moment, as when two of them exchange theirs: what one operation gives and takes
/// again. Whoever is told of the operation hears of each such item once, by the names before and after.
enum Detour {
    /// Items of one operation, where those that only pass on an item that an earlier one moved are part of that one.
    ///
    /// - Parameters:
    ///   - move: the two names where an item is a move, else nil.
    ///   - join: both as one; nil where they have to be told of separately.
    static func joined<Item, Name: Hashable>(
        _ items: [Item],
        move: (Item) -> (from: Name, to: Name)?,
        join: (Item, Item) -> Item?
    ) -> [Item] {
        var result: [Item] = []
        // Where the item is that gave a name.
        var givers: [Name: Int] = [:]
        for item in items {
            guard let move = move(item) else {
                result.append(item)
                continue
            }
            if let place = givers.removeValue(forKey: move.from), let joined = join(result[place], item) {
                result[place] = joined
                givers[move.to] = place
            } else {
                givers[move.to] = result.count
                result.append(item)
            }
        }
        return result
    }
}

extension Change {
    /// The two names of a move.
    var move: (from: ItemAddress, to: ItemAddress)? {
        if case .move(let from, let to) = self { (from, to) } else { nil }
    }

    /// This move, and on to where another one ends.
    fileprivate func joined(with other: Change) -> Change {
        guard let from = move?.from, let to = other.move?.to else { return self }
        return .move(from, to: to)
    }
}

extension Plan {
    /// The items as people are told of them: without the names that some have only for a moment.
    package var toldItems: [Item] {
        Detour.joined(items, move: \.change.move) { one, other in
            Item(
                change: one.change.joined(with: other.change), kind: one.kind, method: one.method, counts: one.counts,
                conflict: other.conflict)
        }
    }
}

extension Outcome {
    /// Leaves out the names that items had only for a moment.
    mutating func joinDetours() {
        var passed: [[UInt8]: [UInt8]] = [:]
        items = Detour.joined(items, move: \.change.move) { one, other in
            // What stopped half way is where the first of the two brought it.
            if one.result == .done, other.result != .done { return nil }
            guard let from = one.change.move?.from, let between = one.change.move?.to else { return nil }
            passed[between.hostPath] = from.hostPath
            let result = [one.result, other.result].contains(.failed) ? .failed : other.result
            return ItemOutcome(change: one.change.joined(with: other.change), result: result)
        }
        guard !passed.isEmpty else { return }
        failures = failures.map { failure in
            guard let path = passed[failure.hostPath] else { return failure }
            return Failure(hostPath: path, reason: failure.reason, errno: failure.errno)
        }
    }
}

extension [JournalEntry.Item] {
    /// The items without the names that some had only for a moment.
    var withoutDetours: [JournalEntry.Item] {
        Detour.joined(
            self, move: { item in item.verb == "move" ? item.newHostPath.map { (item.hostPath, $0) } : nil },
            join: { .init(verb: $0.verb, hostPath: $0.hostPath, newHostPath: $1.newHostPath) })
    }
}
