import ContainerModel
import FileTree

/// What the program itself has done since a transaction, and perhaps undone: a rename, there and back, changes an item
/// as the system sees it, and yet it is no change that anybody made.
struct OwnChanges {
    /// The last moment at which an item, or an entry of a directory, was changed, in nanoseconds since 1970.
    private var moments: [[UInt8]: Int64] = [:]

    /// - Throws: `TransactionError` where the journal cannot be read any more.
    init(after transaction: RecordedTransaction, in history: JournalHistory) throws(TransactionError) {
        var tops = Set<[UInt8]>()
        try transaction.forEachDone { item in
            for location in item.undoRecords.flatMap(\.locations) {
                tops.insert(location.hostPath)
            }
        }
        for later in history.transactions where later.number > transaction.number {
            guard let stamp = later.commit?.stamp else { continue }
            // What can be read no more explains nothing.
            try? later.forEachDone { item in
                for location in item.undoRecords.flatMap(\.locations) {
                    for hostPath in [location.hostPath, location.parent.hostPath]
                    where Self.isInOrAt(tops, hostPath) {
                        moments[hostPath] = stamp
                    }
                }
            }
        }
    }

    /// Whether a path is one of `tops` or below one: others are not looked at, and there may be a million of them.
    private static func isInOrAt(_ tops: Set<[UInt8]>, _ path: [UInt8]) -> Bool {
        var path = path[...]
        while true {
            if tops.contains(Array(path)) { return true }
            guard let slash = path.lastIndex(of: 0x2f) else { return false }
            path = path[..<slash]
        }
    }

    /// Whether an item that was changed after `stamp` was changed by the program alone, as far as can be told.
    /// - Parameter isSame: whether it is known to have the contents that it had.
    func explain(_ status: ItemStatus, at address: ItemAddress, since stamp: Int64, isSame: Bool) -> Bool {
        guard let moment = moments[address.hostPath],
            Self.moment(status.changed, status.changedNanoseconds) <= moment
        else { return false }
        // What is in a directory is looked at by itself.
        return status.kind == .directory || isSame
            || Self.moment(status.modified, status.modifiedNanoseconds) <= stamp
    }

    /// A time in nanoseconds since 1970, or the last one that there is.
    static func moment(_ seconds: Int64, _ nanoseconds: UInt32) -> Int64 {
        let (product, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isFarther) = product.addingReportingOverflow(Int64(nanoseconds))
        if isTooFar || isFarther { return seconds < 0 ? .min : .max }
        return sum
    }
}
