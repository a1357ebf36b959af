import ContainerModel
import FileTree

/// The changes that the program itself made after a transaction, and possibly reverted. A rename there and back updates
/// an item's change time without anybody having changed the item.
struct SelfMadeChanges {
    /// The time of the last change to an item, or to the entries of a directory, in nanoseconds since 1970.
    private var moments: [[UInt8]: Int64] = [:]
    private let traces: Traces

    /// - Parameter roots: The open roots of the transaction.
    /// - Throws: `TransactionError` if the journal can no longer be read.
    init(
        after transaction: RecordedTransaction, in history: JournalHistory, _ roots: RootTable
    ) throws(TransactionError) {
        traces = Traces(after: transaction, in: history, roots)
        var tops = Set<[UInt8]>()
        try transaction.forEachDone { item in
            for location in item.undoRecords.flatMap(\.locations) {
                tops.insert(location.hostPath)
            }
        }
        for later in history.transactions where later.number > transaction.number {
            guard let moment = later.lastChange else { continue }
            // A record that cannot be read explains no changes.
            try? later.forEachTouched { item in
                for location in item.undoRecords.flatMap(\.locations) {
                    for hostPath in [location.hostPath, location.parent.hostPath]
                    where Self.isInOrAt(tops, hostPath) {
                        moments[hostPath] = moment
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
        let changed = Self.moment(status.changed, status.changedNanoseconds)
        guard moments[address.hostPath].map({ changed <= $0 }) == true || traces.explain(changed, status, address)
        else { return false }
        let modified = Self.moment(status.modified, status.modifiedNanoseconds)
        // The contents of a directory are checked separately. A time after the last change was given to the file: a
        // copy has that of its original.
        return status.kind == .directory || isSame || modified <= stamp || modified > changed
    }

    /// Returns a time in nanoseconds since 1970, saturating at the range of `Int64`.
    static func moment(_ seconds: Int64, _ nanoseconds: UInt32) -> Int64 {
        let (product, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isFarther) = product.addingReportingOverflow(Int64(nanoseconds))
        if isTooFar || isFarther { return seconds < 0 ? .min : .max }
        return sum
    }
}

/// The effects of later operations on items under other names: on other hard links of a file, and on directories that
/// they copied to other file systems and back. Read when it is first needed.
private final class Traces {
    private let transaction: RecordedTransaction
    private let history: JournalHistory
    private let roots: RootTable
    /// The time of the last change to an item, by inode number; the contents are also compared.
    private var byInode: [UInt64: Int64] { found.byInode }
    /// The time when a tree was copied to a place.
    private var copies: [[UInt8]: Int64] { found.copies }
    private lazy var found = read()

    init(after transaction: RecordedTransaction, in history: JournalHistory, _ roots: RootTable) {
        (self.transaction, self.history, self.roots) = (transaction, history, roots)
    }

    func explain(_ changed: Int64, _ status: ItemStatus, _ address: ItemAddress) -> Bool {
        if status.kind == .file, let moment = byInode[status.inode], changed <= moment { return true }
        var path = address.hostPath[...]
        while !copies.isEmpty, !path.isEmpty {
            if let moment = copies[Array(path)], changed <= moment { return true }
            path = path[..<(path.lastIndex(of: 0x2f) ?? path.startIndex)]
        }
        return false
    }

    private func read() -> (byInode: [UInt64: Int64], copies: [[UInt8]: Int64]) {
        var byInode: [UInt64: Int64] = [:]
        var copies: [[UInt8]: Int64] = [:]
        for later in history.transactions where later.number > transaction.number {
            guard let moment = later.lastChange else { continue }
            try? later.forEachTouched { item in
                for step in item.steps {
                    switch step {
                    case .rename(_, _, let fingerprint): byInode[fingerprint.inode] = moment
                    case .attribute(let at, _, _, _), .permissions(let at, _, _):
                        if let status = try? roots.statusIfPresent(at) { byInode[status.inode] = moment }
                    }
                }
                for case .removeAside(_, _, let copy) in item.cleanups { copies[copy.hostPath] = moment }
            }
        }
        return (byInode, copies)
    }
}

extension RecordedTransaction {
    /// A time that none of its changes is later than, and every later change is, in nanoseconds since 1970; nil if it made
    /// none. Sources on other file systems are removed after the commit, but in a tick of the clock before the one in which its
    /// file is written for the last time.
    fileprivate var lastChange: Int64? {
        let last = lastWrite.map { $0 &- 1 }
        if let commit { return max(commit.stamp, last ?? .min) }
        return ending == .failed ? last : nil
    }

    /// Calls `body` with the items that it changed, or changed and gave back as they were.
    fileprivate func forEachTouched(_ body: (StagedItem) -> Void) throws(TransactionError) {
        guard commit == nil, ending == .failed else { return try forEachDone(body) }
        try forEachIntended { items in items.forEach(body) }
    }
}
