import ContainerModel
import FileTree

/// The changes that the program itself made after a transaction, and possibly reverted. A rename there and back updates
/// an item's change time without anybody having changed the item.
struct OwnChanges {
    /// The time of the last change to an item, or to the entries of a directory, in nanoseconds since 1970.
    private var moments: [[UInt8]: Int64] = [:]

    /// - Throws: `TransactionError` if the journal can no longer be read.
    init(after transaction: RecordedTransaction, in history: JournalHistory) throws(TransactionError) {
        var tops = Set<[UInt8]>()
        try transaction.forEachDone { item in
            for location in item.undoRecords.flatMap(\.locations) {
                tops.insert(location.hostPath)
            }
        }
        for later in history.transactions where later.number > transaction.number {
            guard let stamp = later.commit?.stamp else { continue }
            // A record that cannot be read explains no changes.
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

    /// Returns whether a path is one of `tops` or below one. Others are ignored, since there may be a million.
    private static func isInOrAt(_ tops: Set<[UInt8]>, _ path: [UInt8]) -> Bool {
        var path = path[...]
        while true {
            if tops.contains(Array(path)) { return true }
            guard let slash = path.lastIndex(of: 0x2f) else { return false }
            path = path[..<slash]
        }
    }

    /// Returns whether an item that was changed after `stamp` was, as far as can be determined, changed only by this
    /// program.
    /// - Parameter isSame: Whether its contents are known to be unchanged.
    func explain(_ status: ItemStatus, at address: ItemAddress, since stamp: Int64, isSame: Bool) -> Bool {
        guard let moment = moments[address.hostPath],
            Self.moment(status.changed, status.changedNanoseconds) <= moment
        else { return false }
        // The contents of a directory are checked separately.
        return status.kind == .directory || isSame
            || Self.moment(status.modified, status.modifiedNanoseconds) <= stamp
    }

    /// Returns a time in nanoseconds since 1970, saturating at the range of `Int64`.
    static func moment(_ seconds: Int64, _ nanoseconds: UInt32) -> Int64 {
        let (product, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isFarther) = product.addingReportingOverflow(Int64(nanoseconds))
        if isTooFar || isFarther { return seconds < 0 ? .min : .max }
        return sum
    }
}
