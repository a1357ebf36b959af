import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// Looks whether anything stands in the way of taking a transaction back.
struct UndoPlan {
    private let roots: RootTable
    private let stamp: Int64
    /// When the items that were made got there at the earliest, in nanoseconds since 1970; nil where that is not known.
    private let earliest: Int64?
    private let later: OwnChanges
    private let changed: Journal.ChangedItems
    private let cancellation: Cancellation
    private let trash: Trash?
    private var usesTrash = false
    /// Names that will have been given up by then, and such as will have been taken.
    private var vacated = LocationSet()
    private var occupied = LocationSet()
    private var departures = Departures()

    /// - Throws: `TransactionError`, with `conflict` and the item that stands in the way.
    init(
        of transaction: RecordedTransaction,
        in history: JournalHistory,
        roots: RootTable,
        changed: Journal.ChangedItems,
        environment: TransactionEnvironment,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) {
        self.roots = roots
        self.changed = changed
        self.cancellation = cancellation
        stamp = transaction.commit?.stamp ?? 0
        earliest = transaction.earliestChange(in: history)
        later = try OwnChanges(after: transaction, in: history)
        trash = transaction.beginRecord.usesTrash ? try Trash(environment) : nil
        guard transaction.commit?.done.isEmpty == false else {
            throw TransactionError(.notFound, "there is nothing to undo")
        }
        var checked = 0
        try transaction.forEachDone(reversed: true) { item throws(TransactionError) in
            checked += 1
            if checked.isMultiple(of: 1_024), cancellation.isCancelled {
                throw TransactionError(.cancelled, "cancelled; nothing was undone")
            }
            for undoRecord in item.undoRecords.reversed() {
                try check(undoRecord, item.fingerprint(after: undoRecord))
                usesTrash = usesTrash || Instruction(undoing: undoRecord).usesTrash
            }
            progress.add(files: 1)
        }
    }

    /// What has to be done, last first, now that nothing stands in the way.
    func workload(of transaction: RecordedTransaction) -> Workload {
        Workload(undoing: transaction, usesTrash: usesTrash, departures: departures)
    }

    private mutating func check(_ undoRecord: UndoRecord, _ fingerprint: Fingerprint?) throws(TransactionError) {
        switch undoRecord {
        case .made(_, _, let at), .restored(let at, _):
            try requireSame(at, fingerprint)
            if changed == .refuse, let item = try firstChanged(at, fingerprint) {
                throw TransactionError(.changed, "\(text(item)) has been changed since")
            }
            vacate(at)
        case .moved(let from, let to):
            try requireSame(to, fingerprint)
            vacate(to)
            try requireFree(from)
        case .trashed(let at, let name):
            guard let trash, let path = Trash.files.appending(name: name),
                let status = try present(ItemAddress(trash.root, path)), fingerprint?.isSameItem(as: status) ?? true
            else {
                throw TransactionError(.conflict, "\(text(at)) is no longer in the trash")
            }
            try requireFree(at)
        case .attribute(let at, let name, _, let new):
            guard let status = try present(at), status.kind != .link,
                let directory = try? roots.openPath(at.parent)
            else { throw TransactionError(.conflict, "\(text(at)) no longer exists") }
            guard ExtendedAttributes.value(of: name.utf8, on: at.name, in: directory) == new else {
                throw TransactionError(.conflict, "\(text(at)): the attribute \(name) has been changed since")
            }
        }
    }

    /// What stands at an address; nil where nothing does.
    private func present(_ address: ItemAddress) throws(TransactionError) -> ItemStatus? {
        do throws(FileTreeError) {
            return try roots.statusIfPresent(address)
        } catch {
            let path = String(decoding: address.hostPath, as: UTF8.self)
            throw TransactionError(.conflict, "could not examine \(path): \(error.reason)")
        }
    }

    private func text(_ location: ItemAddress) -> String {
        String(decoding: location.hostPath, as: UTF8.self)
    }

    private mutating func vacate(_ location: ItemAddress) {
        vacated.insert(location)
        occupied.remove(location)
        departures.note(location)
    }

    private func requireSame(_ location: ItemAddress, _ fingerprint: Fingerprint?) throws(TransactionError) {
        // What an instruction before this one brings back cannot be looked at yet; it is the same then.
        if occupied.contains(location) || isBelow(location, occupied) { return }
        guard let status = try present(location) else {
            throw TransactionError(.conflict, "\(text(location)) no longer exists")
        }
        guard fingerprint?.isSameItem(as: status) ?? true else {
            throw TransactionError(.conflict, "another item is at \(text(location)) now")
        }
    }

    private mutating func requireFree(_ location: ItemAddress) throws(TransactionError) {
        if !vacated.contains(location), !isBelow(location, vacated) {
            let isTaken = try present(location) != nil
            if isTaken { throw TransactionError(.conflict, "another item is at \(text(location)) now") }
        }
        vacated.remove(location)
        occupied.insert(location)
    }

    private func isBelow(_ location: ItemAddress, _ places: LocationSet) -> Bool {
        var path = location.path.parent
        while let current = path {
            if places.contains(ItemAddress(location.root, current)) { return true }
            path = current.parent
        }
        return false
    }

    /// An item at or below a location whose metadata or contents were changed after the transaction.
    ///
    /// The clock may have been set back since, so that a time before the transaction tells of a change as well as one
    /// after it; and a file is the same only with the size and the time that it had.
    private func firstChanged(_ location: ItemAddress, _ top: Fingerprint?) throws(TransactionError) -> ItemAddress? {
        if occupied.contains(location) || isBelow(location, occupied) { return nil }
        guard let root = try? roots.directory(of: location.root) else { return nil }
        let earliest = keepsTimesOfChanges(root) ? earliest : nil
        var walk = TreeWalk(of: root, start: location.path)
        while let step = walk.next() {
            if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled; nothing was undone") }
            guard case .item(let item) = step else { continue }
            let status = item.status
            let found = ItemAddress(location.root, item.path)
            let known = item.path == location.path ? top : nil
            let isSame = known?.hasSameContents(as: Fingerprint(status)) ?? false
            if known != nil, !isSame, status.kind == .file { return found }
            let moment = OwnChanges.moment(status.changed, status.changedNanoseconds)
            if moment <= stamp, moment >= earliest ?? .min { continue }
            if !later.explain(status, at: found, since: stamp, isSame: isSame) {
                return found
            }
        }
        return nil
    }

    /// Whether the file system notes each change of an item with the time at which it happened: some in user space, and
    /// those of other systems, tell the time of the contents instead.
    private func keepsTimesOfChanges(_ root: RootedDirectory) -> Bool {
        !MetadataCopier.isForgetful(fileSystem: sandglass_file_system_type(root.descriptor.number))
    }
}

extension RecordedTransaction {
    /// The moment before which nothing was changed that this transaction has made, or the one that it does again; nil
    /// for an undo, which brings back what may be old.
    fileprivate func earliestChange(in history: JournalHistory) -> Int64? {
        let maker: RecordedTransaction? =
            switch beginRecord.role {
            case .change: self
            case .undo: nil
            case .redo: history.transactions.first { $0.number == beginRecord.subject }
            }
        return maker.map { OwnChanges.moment($0.beginRecord.time, 0) }
    }
}

extension StagedItem {
    /// What the item that a record is about looked like when it came to its place.
    func fingerprint(after undoRecord: UndoRecord) -> Fingerprint? {
        let renames = steps.compactMap { step -> (to: ItemAddress, Fingerprint)? in
            if case .rename(_, let to, let fingerprint) = step { (to, fingerprint) } else { nil }
        }
        if let place = undoRecord.place { return renames.last { $0.to == place }?.1 }
        guard case .trashed(_, let name) = undoRecord else { return nil }
        return renames.last { $0.to.root.kind == .trash && $0.to.path == Trash.files.appending(name: name) }?.1
    }
}

extension Workload {
    /// What takes back what a transaction did, last first.
    fileprivate init(undoing transaction: RecordedTransaction, usesTrash: Bool, departures: Departures) {
        let count = transaction.commit?.done.count ?? 0
        self.init(count: count, usesTrash: usesTrash, departures: departures) { body throws(TransactionError) in
            var index = 0
            var isOver = false
            try transaction.forEachDone(reversed: true) { item throws(TransactionError) in
                if isOver { return }
                isOver = !(try body((index, item.undoRecords.reversed().map { Instruction(undoing: $0) })))
                index += 1
            }
        }
    }
}

extension Instruction {
    /// What takes back what was done.
    fileprivate init(undoing undoRecord: UndoRecord) {
        self =
            switch undoRecord {
            case .made(_, _, let at), .restored(let at, _): .trash(at)
            case .moved(let from, let to): .move(to, to: from)
            case .trashed(let at, let name): .restore(name, to: at)
            case .attribute(let at, let name, let old, let new):
                .setAttribute(at, name: name, value: old, expected: .some(new))
            }
    }
}

/// Names, kept as hashes of eight bytes: a million of them are asked about when as many items are undone. That two names
/// share one is possible once in billions of times, and then a check is left out that is made again when the item is
/// renamed.
private struct LocationSet {
    private var hashes: Set<Int> = []

    mutating func insert(_ location: ItemAddress) { hashes.insert(location.hashValue) }
    mutating func remove(_ location: ItemAddress) { hashes.remove(location.hashValue) }
    func contains(_ location: ItemAddress) -> Bool { hashes.contains(location.hashValue) }
    var isEmpty: Bool { hashes.isEmpty }
}
