import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// Checks whether a transaction can be undone.
struct UndoPlan {
    /// What belongs to databases, by the places of these.
    typealias UnitParts = [ItemAddress: [(companion: Companion, at: ItemAddress)]]

    let roots: RootTable
    let stamp: Int64
    /// The earliest time at which the items that were created can have been put in place, in nanoseconds since 1970;
    /// nil if unknown.
    private let earliest: Int64?
    private let later: SelfMadeChanges
    let changed: Journal.ChangedItems
    private let cancellation: Cancellation
    private let trash: Trash?
    var usesTrash = false
    /// The number of items concerned, by kind.
    private(set) var kinds: [ItemKind: Int] = [:]
    /// Addresses that will be free by then, and addresses that will be in use.
    private var vacated = LocationSet()
    private var occupied = LocationSet()
    private var departures = SourceRelocations()
    /// Addresses that items left only in part, because not all of their sources could be removed.
    private var rests: Set<ItemAddress> = []
    private let makeLineage: () -> ItemLineage
    private var lineage: ItemLineage?
    /// The places of files that go away, and those that get one back, beside which something belongs to a database.
    var units: (vacated: UnitParts, occupied: UnitParts) = ([:], [:])
    var finder: CompanionFinder
    /// The places of items that go to the trash.
    var discarded: Set<ItemAddress> = []
    /// The logs of databases that the transaction names.
    var recordedLogs: Set<ItemAddress> = []
    /// What belongs to databases and is not recorded, by the places that these leave.
    var companions: UnitParts = [:]
    /// The times that directories had before the transaction, if they have not been changed since.
    private var times: [DirectoryTime] = []

    /// - Throws: `TransactionError`; code `conflict` if another item is in the way, which the message names.
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
        finder = CompanionFinder(roots)
        stamp = transaction.commit?.stamp ?? 0
        earliest = transaction.earliestChange(in: history)
        later = try SelfMadeChanges(after: transaction, in: history, roots)
        makeLineage = { ItemLineage(after: transaction, in: history) }
        trash = transaction.beginRecord.usesTrash ? try Trash(environment) : nil
        guard transaction.commit?.done.isEmpty == false else {
            throw TransactionError(.notFound, "there is nothing to undo")
        }
        try transaction.forEachReservation { times += $0.times }
        var given: [ItemAddress: DirectoryStatus.Moment] = [:]
        var checked = 0
        var attributes: (of: ItemAddress, count: Int)?
        var last: [ItemAddress] = []
        try transaction.forEachDone(reversed: true) { item throws(TransactionError) in
            checked += 1
            if checked.isMultiple(of: 1_024), cancellation.isCancelled {
                throw TransactionError(.cancelled, "cancelled; nothing was undone")
            }
            item.noteTimes(in: &given)
            // An item and its AppleDouble file are two. A change that made room for either was recorded before it.
            var found: [(at: ItemAddress, kind: ItemKind)] = []
            for undoRecord in item.undoRecords.reversed() {
                let fingerprint = item.fingerprint(after: undoRecord)
                try check(undoRecord, fingerprint, item)
                let place = found.firstIndex { $0.at == undoRecord.location }
                if place.map({ found[$0].kind == .unknown }) ?? true {
                    let kind = fingerprint?.kind ?? (try? roots.status(undoRecord.location).kind) ?? .unknown
                    if let place { found[place].kind = kind } else { found.append((undoRecord.location, kind)) }
                }
                usesTrash = usesTrash || Instruction(undoing: undoRecord).usesTrash
            }
            // The attributes that a new item was given belong to it. They were set after it, or removed before it in an
            // undo.
            if case .permissions? = item.undoRecords.last {
                found = []
            } else if case .attribute(let address, _, _, _)? = item.undoRecords.last, last.contains(address) {
                found = []
            } else if case .attribute(let address, _, _, _)? = item.undoRecords.last {
                attributes = attributes?.of == address ? (address, (attributes?.count ?? 0) + 1) : (address, 1)
            } else {
                if let attributes, let item = found.first(where: { $0.at == attributes.of }) {
                    kinds[item.kind, default: 0] -= attributes.count
                }
                attributes = nil
            }
            if !found.isEmpty { last = found.map(\.at) }
            for item in found { kinds[item.kind, default: 0] += 1 }
            progress.add(files: 1)
        }
        times = times.filter { isUnchanged($0.directory, given: given[$0.directory]) }
        try checkUnits()
    }

    /// Returns the inverse operations, in reverse order.
    func workload(of transaction: RecordedTransaction) -> Workload {
        Workload(
            undoing: transaction, usesTrash: usesTrash, departures: departures, rests: rests, companions: companions,
            times: times)
    }

    private mutating func check(
        _ undoRecord: UndoRecord, _ fingerprint: Fingerprint?, _ item: StagedItem
    ) throws(TransactionError) {
        switch undoRecord {
        case .made(_, _, let at), .restored(let at, _):
            try requireSame(at, fingerprint)
            // The rest of a moved item's source may be older than the move.
            let earliest = item.undoRecords.contains { $0.isMove } ? nil : earliest
            let original = undoRecord.original
            if changed == .refuse, let item = try firstChanged(at, fingerprint, from: original, notBefore: earliest) {
                throw TransactionError(.changed, "\(text(item)) has been changed since")
            }
            vacate(at)
            noteUnit(at: at, isVacated: true)
            if units.vacated[at] != nil { discarded.insert(at) }
        case .moved(let from, let to):
            try requireSame(to, fingerprint)
            vacate(to)
            noteUnit(at: to, isVacated: true)
            try requireFree(from, of: item, copiedTo: to)
            noteUnit(at: from, isVacated: false)
        case .trashed(let at, let name):
            guard let trash, let path = Trash.files.appending(name: name),
                let status = try present(ItemAddress(trash.root, path)), fingerprint?.isSameItem(as: status) ?? true
            else {
                throw TransactionError(.conflict, "\(text(at)) is no longer in the trash")
            }
            try requireFree(at, of: item, copiedTo: ItemAddress(trash.root, path))
            noteUnit(at: at, isVacated: false)
        case .attribute(let at, let name, _, let new):
            // Its value is verified when it is set.
            if occupied.contains(at) || isBelow(at, occupied) { return }
            guard let status = try present(at), status.kind != .link,
                let directory = try? roots.openPath(at.parent)
            else { throw TransactionError(.conflict, "\(text(at)) no longer exists") }
            guard ExtendedAttributes.value(of: name.utf8, on: at.name, in: directory) == new else {
                throw TransactionError(.conflict, "\(text(at)): the attribute \(name) has been changed since")
            }
        case .permissions(let at, _, let new): try requirePermissions(new, of: at)
        }
    }

    /// - Throws: `TransactionError` if the directory is gone, or if its permissions have been changed since.
    private func requirePermissions(_ permissions: DirectoryPermissions, of address: ItemAddress)
        throws(TransactionError)
    {
        if occupied.contains(address) || isBelow(address, occupied) { return }
        guard let status = try present(address), status.kind == .directory else {
            throw TransactionError(.conflict, "\(text(address)) no longer exists")
        }
        guard DirectoryPermissions(status, hasOwner: permissions.owner != nil) == permissions else {
            throw TransactionError(.conflict, "\(text(address)): the permissions have been changed since")
        }
    }

    /// Returns the status of the item at an address; nil if there is none.
    private func present(_ address: ItemAddress) throws(TransactionError) -> ItemStatus? {
        do throws(FileTreeError) {
            return try roots.statusIfPresent(address)
        } catch {
            let path = String(decoding: address.hostPath, as: UTF8.self)
            throw TransactionError(
                .conflict, "could not examine \(path): \(error.reason)", at: address.hostPath, cause: error)
        }
    }

    func text(_ location: ItemAddress) -> String {
        String(decoding: location.hostPath, as: UTF8.self)
    }

    private mutating func vacate(_ location: ItemAddress) {
        vacated.insert(location)
        occupied.remove(location)
        departures.note(location)
    }

    private mutating func requireSame(_ location: ItemAddress, _ fingerprint: Fingerprint?) throws(TransactionError) {
        // An item that an earlier instruction brings back cannot be examined yet; it will be unchanged.
        if occupied.contains(location) || isBelow(location, occupied) { return }
        guard let status = try present(location) else {
            throw TransactionError(.conflict, "\(text(location)) no longer exists")
        }
        let keepsInodes = roots.capabilities(of: location.root).keepsInodes
        guard let fingerprint, !fingerprint.isSameItem(as: status, keepsInodes: keepsInodes) else { return }
        let lineage = lineage ?? makeLineage()
        self.lineage = lineage
        guard lineage.isSameItem(status, as: fingerprint, at: location) else {
            throw TransactionError(.conflict, "another item is at \(text(location)) now")
        }
    }

    /// - Parameters:
    ///   - item: The item that left the location.
    ///   - copy: Where it is now.
    private mutating func requireFree(
        _ location: ItemAddress, of item: StagedItem, copiedTo copy: ItemAddress
    ) throws(TransactionError) {
        if !vacated.contains(location), !isBelow(location, vacated), let status = try present(location) {
            let keepsInodes = roots.capabilities(of: location.root).keepsInodes
            guard item.source(at: location)?.isSameItem(as: status, keepsInodes: keepsInodes) == true else {
                throw TransactionError(.conflict, "another item is at \(text(location)) now")
            }
            if changed == .refuse, let newer = try firstNewer(in: location, than: copy) {
                throw TransactionError(.changed, "\(text(newer)) has been changed since")
            }
            rests.insert(location)
            usesTrash = true
        }
        vacated.remove(location)
        occupied.insert(location)
    }

    /// Returns an item of a source that could not be removed that differs from its copy.
    private func firstNewer(in rest: ItemAddress, than copy: ItemAddress) throws(TransactionError) -> ItemAddress? {
        guard let root = try? roots.directory(of: rest.root) else { return nil }
        var walk = TreeWalk(of: root, start: rest.path)
        while let step = walk.next() {
            if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled; nothing was undone") }
            guard case .item(let item) = step, item.status.kind != .directory else { continue }
            let path = item.path.relative(to: rest.path).map { copy.path.appending($0) } ?? copy.path
            guard let status = try present(ItemAddress(copy.root, path)), status.kind == item.status.kind,
                status.kind != .file || Fingerprint(status).hasSameContents(as: Fingerprint(item.status))
            else { return ItemAddress(rest.root, item.path) }
        }
        return nil
    }

    private func isBelow(_ location: ItemAddress, _ places: LocationSet) -> Bool {
        var path = location.path.parent
        while let current = path {
            if places.contains(ItemAddress(location.root, current)) { return true }
            path = current.parent
        }
        return false
    }

    /// Returns an item at or below a location whose metadata or contents were changed after the transaction.
    ///
    /// The clock may have been set back since, so a change time before the transaction is a reason to look closer just
    /// as one after it is; and a file is unchanged only if it has its recorded size and modification time.
    /// - Parameter original: What the item was copied from; nil if it was not.
    private func firstChanged(
        _ location: ItemAddress, _ top: Fingerprint?, from original: ItemAddress?, notBefore earliest: Int64?
    ) throws(TransactionError) -> ItemAddress? {
        if occupied.contains(location) || isBelow(location, occupied) { return nil }
        guard let root = try? roots.directory(of: location.root) else { return nil }
        let keepsTimes = keepsTimesOfChanges(root)
        let earliest = keepsTimes ? earliest : nil
        let isRemote = roots.capabilities(of: location.root).isRemote
        var walk = TreeWalk(of: root, start: location.path)
        while let step = walk.next() {
            if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled; nothing was undone") }
            guard case .item(let item) = step else { continue }
            let status = item.status
            let found = ItemAddress(location.root, item.path)
            let known = item.path == location.path ? top : nil
            let isSame = known?.hasSameContents(as: Fingerprint(status)) ?? false
            if known != nil, !isSame, status.kind == .file { return found }
            // A device has a clock too, and tells of no other time: of a file's contents, not of a directory's entries.
            if isRemote, status.kind != .file { continue }
            let moment =
                isRemote
                ? SelfMadeChanges.moment(status.modified, status.modifiedNanoseconds)
                : SelfMadeChanges.moment(status.changed, status.changedNanoseconds)
            if moment <= stamp, moment >= earliest ?? .min { continue }
            // A time in the future is not that of a change.
            if isRemote, isSame, moment > WallClock.nanoseconds { continue }
            if later.explain(status, at: found, since: stamp, isSame: isSame) { continue }
            let source = original.flatMap { $0.descendant(at: item.path, below: location.path) }
            if !isAsMade(item, from: source, isSame: isSame, keepsModes: keepsTimes) { return found }
        }
        return nil
    }

    /// Returns whether the file system records when an item's status changed. Some user-space and foreign file systems
    /// report the modification time instead.
    private func keepsTimesOfChanges(_ root: RootedDirectory) -> Bool {
        FileSystemKind(of: root.descriptor.number).keepsMetadata
    }
}

extension RecordedTransaction {
    /// The time before which the items that this transaction created, or creates again, cannot have been changed; nil
    /// for an undo, which brings back items of any age.
    fileprivate func earliestChange(in history: JournalHistory) -> Int64? {
        let maker: RecordedTransaction? =
            switch beginRecord.role {
            case .change: self
            case .undo: nil
            case .redo: history.transactions.first { $0.number == beginRecord.subject }
            }
        return maker.map { SelfMadeChanges.moment($0.beginRecord.time, 0) }
    }
}

extension StagedItem {
    /// Returns the fingerprint of a source that was set aside to be removed from an address.
    fileprivate func source(at address: ItemAddress) -> Fingerprint? {
        for case .rename(address, _, let fingerprint) in asides { return fingerprint }
        return nil
    }

    /// Returns the fingerprint that the item of an undo record had when it got to its place.
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
    /// Creates the workload that undoes a transaction, last item first.
    /// - Parameters:
    ///   - rests: The addresses at which something is left that makes room first.
    ///   - companions: What goes with databases besides what is recorded, by the places that these leave.
    fileprivate init(
        undoing transaction: RecordedTransaction, usesTrash: Bool, departures: SourceRelocations,
        rests: Set<ItemAddress>, companions: UndoPlan.UnitParts, times: [DirectoryTime]
    ) {
        let count = transaction.commit?.done.count ?? 0
        self.init(
            count: count, usesTrash: usesTrash, departures: departures, times: times
        ) { body throws(TransactionError) in
            var index = 0
            var isOver = false
            try transaction.forEachDone(reversed: true) { item throws(TransactionError) in
                if isOver { return }
                let instructions = item.undoRecords.reversed().flatMap { undoRecord -> [Instruction] in
                    let inverse = Instruction(undoing: undoRecord)
                    let others = inverse.vacated.flatMap { companions[$0] } ?? []
                    let whole = others.compactMap { inverse.likewise($0) } + [inverse]
                    guard let target = inverse.target, rests.contains(target) else { return whole }
                    return [.change(.trash(target))] + whole
                }
                isOver = !(try body((index, instructions)))
                index += 1
            }
        }
    }
}

extension Instruction {
    /// Creates the inverse of a record.
    fileprivate init(undoing undoRecord: UndoRecord) {
        self =
            switch undoRecord {
            case .made(_, _, let at), .restored(let at, _): .change(.trash(at))
            case .moved(let from, let to): .change(.move(to, to: from))
            case .trashed(let at, let name): .restore(name, to: at)
            case .attribute(let at, let name, let old, let new):
                .revertAttribute(at, name: name, to: old, from: new)
            case .permissions(let at, let old, _):
                .change(.setStatus(at, DirectoryStatus(permissions: old, modified: nil)))
            }
    }
}

/// A set of addresses, kept as 8-byte hashes because an undo of a million items asks about as many. A collision, one in
/// billions, only skips a check that is repeated when the item is renamed.
private struct LocationSet {
    private var hashes: Set<Int> = []

    mutating func insert(_ location: ItemAddress) { hashes.insert(location.hashValue) }
    mutating func remove(_ location: ItemAddress) { hashes.remove(location.hashValue) }
    func contains(_ location: ItemAddress) -> Bool { hashes.contains(location.hashValue) }
}
