import ContainerModel
import FileTree

/// Where items have gone since a transaction brought them to their places, by the program's later operations.
///
/// An item that was moved to another file system and back, for example to a trash there, is a copy with another inode
/// number. Undoing the operations one after the other must still recognize it.
struct ItemLineage {
    /// A way that a later operation took an item.
    private struct Journey {
        let order: Int
        let destination: [UInt8]
        /// The item before it left and after it arrived; nil if they were not recorded.
        let departure: Fingerprint?
        let arrival: Fingerprint?
        /// When a copy took its place, in nanoseconds since 1970; nil if the item itself was moved.
        let copied: ClosedRange<Int64>?
    }

    /// The journeys by the path that the item left, in order.
    private var journeys: [[UInt8]: [Journey]] = [:]

    /// Reads the journeys of all later transactions.
    init(after transaction: RecordedTransaction, in history: JournalHistory) {
        var order = 0
        for later in history.transactions where later.number > transaction.number {
            guard let commit = later.commit else { continue }
            let copied = min(SelfMadeChanges.moment(later.beginRecord.time, 0), commit.stamp)...commit.stamp
            // A record that cannot be read explains nothing.
            try? later.forEachDone { item in
                for undoRecord in item.undoRecords {
                    order += 1
                    guard let (source, destination) = undoRecord.ends else { continue }
                    journeys[source, default: []].append(
                        Journey(
                            order: order, destination: destination, departure: item.fingerprint(before: undoRecord),
                            arrival: item.fingerprint(after: undoRecord),
                            copied: item.isCopied(undoRecord) ? copied : nil))
                }
            }
        }
    }

    /// Returns whether an item found at an address is the one that had a fingerprint when the transaction brought it
    /// there, as far as later operations of the program took it elsewhere and back.
    func isSameItem(_ status: ItemStatus, as fingerprint: Fingerprint, at address: ItemAddress) -> Bool {
        let start = address.hostPath
        var path = start
        var order = 0
        var known: Fingerprint? = fingerprint
        // For an item inside a copied directory, whose inode number was not recorded.
        var copied: ClosedRange<Int64>?
        while let (source, journey) = next(from: path, after: order) {
            order = journey.order
            let rest = path[source.count...]
            if rest.isEmpty {
                if let known, let departure = journey.departure, !known.isProbablySame(as: departure) { return false }
                (known, copied) = (journey.arrival, nil)
            } else if journey.copied != nil {
                (known, copied) = (nil, journey.copied)
            }
            path = journey.destination + rest
        }
        guard order > 0, path == start, status.kind == fingerprint.kind else { return false }
        if let known { return known.isSameItem(as: status) }
        guard let copied else { return false }
        // The copy was made by the program if it was born meanwhile. An item that has another name since was changed
        // later.
        let moment =
            status.birthTime.map { SelfMadeChanges.moment($0.seconds, $0.nanoseconds) }
            ?? SelfMadeChanges.moment(status.changed, status.changedNanoseconds)
        return copied.contains(moment)
    }

    /// Returns the first journey of an item, or of a directory that contains it, after the given one.
    private func next(from path: [UInt8], after order: Int) -> (source: [UInt8], Journey)? {
        var first: (source: [UInt8], Journey)?
        var source = path[...]
        while !source.isEmpty {
            if let found = journeys[Array(source)]?.first(where: { $0.order > order }),
                found.order < first?.1.order ?? .max
            {
                first = (Array(source), found)
            }
            source = source[..<(source.lastIndex(of: 0x2f) ?? source.startIndex)]
        }
        return first
    }
}

extension UndoRecord {
    /// The paths that an item left and got; nil if it did not move. One in the trash is given by its name, since the
    /// trash may have been elsewhere at the time.
    fileprivate var ends: (source: [UInt8], destination: [UInt8])? {
        switch self {
        case .moved(let from, let to): (from.hostPath, to.hostPath)
        case .trashed(let at, let name): (at.hostPath, [0] + name)
        case .restored(let at, let name): ([0] + name, at.hostPath)
        case .made, .attribute, .permissions: nil
        }
    }
}

extension StagedItem {
    /// Returns the fingerprint that the item of an undo record had when it left its place.
    fileprivate func fingerprint(before undoRecord: UndoRecord) -> Fingerprint? {
        for case .rename(let from, _, let fingerprint) in steps where undoRecord.isLeft(from) { return fingerprint }
        return nil
    }

    /// Returns whether the item of an undo record was copied to another file system and removed.
    fileprivate func isCopied(_ undoRecord: UndoRecord) -> Bool {
        cleanups.contains { if case .removeAside(_, let source, _) = $0 { undoRecord.isLeft(source) } else { false } }
    }
}

extension UndoRecord {
    /// Returns whether the item left this address.
    fileprivate func isLeft(_ address: ItemAddress) -> Bool {
        switch self {
        case .moved(let from, _): from == address
        case .trashed(let at, _): at == address
        case .restored(_, let name):
            address.root.kind == .trash && address.path == Trash.files.appending(name: name)
        case .made, .attribute, .permissions: false
        }
    }
}

extension Fingerprint {
    /// Returns whether another fingerprint is of the same item, though possibly modified.
    fileprivate func isProbablySame(as other: Fingerprint) -> Bool {
        kind == other.kind && (inode == other.inode || kind == .file && hasSameContents(as: other))
    }
}
