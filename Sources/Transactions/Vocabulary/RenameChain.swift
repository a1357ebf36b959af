import ContainerModel
import Jobs

/// Merges moves through intermediate names, such as the temporary name used when two items swap names, so that an
/// operation reports each item once, with its first and last name.
enum RenameChain {
    /// Returns the items of one operation with each chain of moves merged into one item.
    ///
    /// - Parameters:
    ///   - move: Returns the two names if an item is a move, otherwise nil.
    ///   - join: Merges two moves into one; nil if they have to be reported separately.
    static func joined<Item, Name: Hashable>(
        _ items: [Item],
        move: (Item) -> (from: Name, to: Name)?,
        join: (Item, Item) -> Item?
    ) -> [Item] {
        var result: [Item] = []
        // The index in `result` of the move that gave each name.
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
    /// The source and target if the change is a move.
    var move: (from: ItemAddress, to: ItemAddress)? {
        if case .move(let from, let to) = self { (from, to) } else { nil }
    }

    /// Returns a move from this move's source to the other's target.
    fileprivate func joined(with other: Change) -> Change {
        guard let from = move?.from, let to = other.move?.to else { return self }
        return .move(from, to: to)
    }
}

extension Plan {
    /// The items to report, with moves through intermediate names merged.
    package var reportedItems: [Item] {
        let reported = items.filter { $0.companion?.leavesWithReplaced != true || $0.decided != nil }
        return RenameChain.joined(reported, move: \.change.move) { one, other in
            Item(
                change: one.change.joined(with: other.change), kind: one.kind, method: one.method, counts: one.counts,
                conflict: other.conflict, companion: other.companion)
        }
    }
}

extension Outcome {
    /// Merges moves through intermediate names.
    mutating func joinDetours() {
        var passed: [[UInt8]: [UInt8]] = [:]
        items = RenameChain.joined(items, move: \.change.move) { one, other in
            // If only the first move succeeded, the item is at the intermediate name.
            if one.result == .done, other.result != .done { return nil }
            guard let from = one.change.move?.from, let between = one.change.move?.to else { return nil }
            passed[between.hostPath] = from.hostPath
            let result = [one.result, other.result].contains(.failed) ? .failed : other.result
            return ItemOutcome(change: one.change.joined(with: other.change), result: result, kind: one.kind)
        }
        guard !passed.isEmpty else { return }
        failures = failures.map { failure in
            guard let path = passed[failure.hostPath] else { return failure }
            return Failure(hostPath: path, reason: failure.reason, errno: failure.errno)
        }
    }
}

extension [JournalEntry.Item] {
    /// The items with moves through intermediate names merged.
    var withoutDetours: [JournalEntry.Item] {
        RenameChain.joined(
            self, move: { item in item.verb == "move" ? item.newHostPath.map { (item.hostPath, $0) } : nil },
            join: { .init(verb: $0.verb, hostPath: $0.hostPath, newHostPath: $1.newHostPath) })
    }
}
