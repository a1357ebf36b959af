import ContainerModel
import FileTree

/// What a transaction itself did with the logs of databases, so that those that others have written are known.
final class RecordedUnits {
    /// Reads the record of the transaction; nil if it cannot be read.
    var record: () -> RecordedTransaction? = { nil }
    /// Databases that were put in place, and that another program has written a log for.
    var written: Set<ItemAddress> = []
    /// Places at which an item was found that the transaction had put there.
    var arrived: Set<ItemAddress> = []
    /// The names that databases get in the trash, so that their logs get the same.
    var names: [ItemAddress: [UInt8]] = [:]

    /// The logs that were put in place and taken away, by their places, and the databases that were put beside them.
    private struct Units {
        var made: [ItemAddress: [Fingerprint]] = [:]
        var taken: [ItemAddress: [Fingerprint]] = [:]
        var databases: Set<ItemAddress> = []
    }

    private var found: Units?

    /// Returns whether an item is a log, a journal or an index that the transaction has taken from an address and that is
    /// back there, or one that it has put there and that nobody has written to.
    func isOwn(_ status: ItemStatus, at address: ItemAddress) -> Bool {
        let now = Fingerprint(status)
        func has(_ list: [Fingerprint]?, _ isIt: (Fingerprint) -> Bool) -> Bool {
            list?.contains { $0.inode == now.inode && isIt($0) } ?? false
        }
        return has(units.taken[address]) { _ in true } || has(units.made[address]) { $0.hasSameContents(as: now) }
    }

    /// Returns whether the transaction has put a file at an address of whose log it has a record as well.
    func puts(_ database: ItemAddress) -> Bool { units.databases.contains(database) }

    private var units: Units {
        if let found { return found }
        var units = Units()
        let record = record()
        try? record?.forEachStagedItem { item in
            for case .rename(let from, let to, let fingerprint) in item.steps {
                if from.loggedFile != nil { units.taken[from, default: []].append(fingerprint) }
                if to.loggedFile != nil { units.made[to, default: []].append(fingerprint) }
            }
        }
        // Few transactions have any.
        let logged = Set((units.made.keys + Array(units.taken.keys)).compactMap(\.loggedFile))
        if !logged.isEmpty {
            try? record?.forEachStagedItem { item in
                for case .rename(_, let to, _) in item.steps where logged.contains(to) { units.databases.insert(to) }
            }
        }
        found = units
        return units
    }
}

extension RecordedTransaction {
    /// Calls `body` with each item, as it was recorded before its steps and before its sources were set aside.
    fileprivate func forEachStagedItem(_ body: (StagedItem) -> Void) throws(TransactionError) {
        try forEachIntended { items in items.forEach(body) }
        try forEachSetAside { items in items.forEach(body) }
    }
}
