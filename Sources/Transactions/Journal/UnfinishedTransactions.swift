import ContainerModel
import FileTree
import System

/// The transactions that were interrupted and still wait: for a device, a disk with space, or a person.
struct UnfinishedTransactions {
    private let store: JournalStore

    init(_ environment: TransactionEnvironment) { store = JournalStore(environment) }

    /// Checks that nothing is half done where a transaction is about to change something.
    /// - Parameter roots: The roots that it names.
    /// - Throws: `TransactionError`: `locked`, naming the unfinished operation and the ways to end it.
    func requireNone(on roots: [Root]) throws(TransactionError) {
        for number in try store.names().numbers where !store.isKnownToHaveEnded(number) {
            guard let file = try store.read(number), !file.isEmpty, !file.hasEnd else { continue }
            guard let transaction = file.transaction else {
                if file.isUnreadable, try TransactionLog(takingOver: number, in: store) != nil {
                    throw TransactionError(.locked, JournalStore.unreadable(number))
                }
                if file.isForeign { throw TransactionError(.locked, JournalStore.foreign(number)) }
                continue
            }
            let changed = transaction.beginRecord.changedRoots.filter { $0.kind != .trash }
            guard let root = roots.first(where: { root in changed.contains { $0.overlaps(root) } }),
                // A process that is alive holds its own lock on the container, if it changes the same one.
                try TransactionLog(takingOver: number, in: store) != nil
            else { continue }
            throw TransactionError(
                .locked,
                "number \(number) (\(transaction.beginRecord.title)) was interrupted and is half done in \(root.text): end it "
                    + "with `sandglass journal --finish \(number)`, `--roll-back \(number)` or `--abandon \(number)`",
                at: root.hostPath)
        }
    }
}

extension Root {
    /// Returns whether one of two roots is the other one, or is inside it.
    fileprivate func overlaps(_ other: Root) -> Bool {
        let (one, other) = (hostPath + [0x2f], other.hostPath + [0x2f])
        return one.starts(with: other) || other.starts(with: one)
    }
}

extension JournalStore {
    /// Returns whether the last record of a file says that the transaction has ended; false if that takes a closer look.
    fileprivate func isKnownToHaveEnded(_ number: Int) -> Bool {
        let last = JournalRecord.end(number, .done).framed([])
        guard let file = try? StateFile.openExisting(path(number)), let status = try? ItemStatus(of: file, path: .root),
            status.size >= UInt64(last.count),
            let bytes = try? StateFile.read(
                file, from: Int(status.size) - last.count, count: last.count, path: path(number))
        else { return false }
        return bytes == last || bytes == JournalRecord.end(number, .failed).framed([])
    }
}
