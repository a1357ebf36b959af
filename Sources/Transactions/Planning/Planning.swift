import ContainerModel
import FileTree
import Jobs
import System

/// A plan under construction.
struct Planning {
    /// The reason why a change will not be carried out.
    struct Refused: Error {
        let code: Plan.Refusal.Code
        let reason: String

        init(_ code: Plan.Refusal.Code, _ reason: String) {
            self.code = code
            self.reason = reason
        }
    }

    let requested: ChangeSet
    let kind: OperationKind
    let environment: TransactionEnvironment
    let roots: RootTable
    let progress: ProgressMeter
    let cancellation: Cancellation
    private(set) var items: [Plan.Item] = []
    /// What of the request belongs to a file of the request, by its change.
    var companions: [Change: Plan.Sidecar]
    /// The items that the request names.
    let requestedItems: Set<ItemAddress>
    var batches: [Plan.Batch] = []
    var refusals: [Plan.Refusal] = []
    var warnings = BoundedList<Plan.Warning>()
    var counts = ItemCounts()
    /// The targets of the moves so far.
    private var movedTo: Set<ItemAddress> = []
    /// The state that the changes so far lead to.
    var projected: ProjectedState
    /// The space needed for copies, by file system.
    var demands: [FileIdentity: (at: ItemAddress, bytes: UInt64, free: Int64)] = [:]
    /// The target names in each directory, by their keys (see `MergedNames`).
    var targetNames: [ItemAddress: [String: [UInt8]]] = [:]
    /// Why the trash cannot be used, by root; no entry if that has not been checked.
    var trashReasons: [[UInt8]: String?] = [:]
    /// Whether directories are on another file system than the trash.
    var distances: [ItemAddress: Bool] = [:]
    /// The limits of an undo.
    var forecast = UndoForecast()

    init(
        _ requested: ChangeSet,
        as kind: OperationKind,
        _ environment: TransactionEnvironment,
        _ roots: RootTable,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) {
        self.requested = requested
        self.kind = kind
        companions = Self.companions(of: requested)
        requestedItems = Set(requested.changes.lazy.map(\.item))
        self.environment = environment
        self.roots = roots
        projected = ProjectedState(roots)
        self.progress = progress
        self.cancellation = cancellation
    }

    mutating func add(_ change: Change) throws(TransactionError) {
        try stopIfCancelled()
        do throws(Refused) {
            if try isOnTheWayAlready(change) { return }
            var item = try item(of: change)
            item.companion = companion(change)
            items.append(item)
            // An item that an earlier move of the request brought here has been counted already.
            let isCounted = change.move.map { movedTo.contains($0.from) } ?? false
            if let target = change.move?.to { movedTo.insert(target) }
            if !isCounted { counts.add(item.counts) }
        } catch {
            refusals.append(Plan.Refusal(change: change, code: error.code, reason: error.reason))
        }
        try stopIfCancelled()
        try addCompanionsOfReplaced(by: change)
    }

    func stopIfCancelled() throws(TransactionError) {
        if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled; nothing was changed") }
    }

    mutating func finished(by actor: ActingParty, _ onError: ErrorPolicy) -> Plan {
        warnOfLittleSpace()
        warnOfExistingTwins()
        var plan = Plan(
            kind: kind, actor: actor, onError: onError, items: items, batches: batches,
            refusals: refusals, warnings: warnings, undoLimits: undoLimits(), counts: counts,
            access: requested.access, apart: requested.apart)
        plan.refuse(
            leadersOf: refusals.compactMap { refusal in
                guard refusal.code != .sourceUnavailable else { return nil }
                return companion(refusal.change).map { ($0.leader, refusal) }
            })
        plan.settleCompanions()
        return plan
    }

    /// Adds an item that is carried out only if an item before it is.
    mutating func append(_ change: Change, _ companion: Plan.Sidecar) throws(TransactionError) {
        do throws(Refused) {
            var item = try item(of: change)
            item.companion = companion
            items.append(item)
        } catch {
            // The item would stay, beside a file that it does not belong to.
            refusals.append(Plan.Refusal(change: change, code: error.code, reason: error.reason))
        }
    }

    private mutating func item(of change: Change) throws(Refused) -> Plan.Item {
        var kind: ItemKind = change.isDirectoryMaking ? .directory : .file
        var source: ItemAddress?
        if let named = change.source {
            let found = try look(at: named)
            kind = found.kind
            source = found.origin
            if named.path.isRoot, !change.isOfMetadata {
                throw Refused(.unsupportedItem, "it is the container, or the directory, itself")
            }
        }
        if case .setAttribute(_, let name, _) = change {
            try checkAttribute(name, kind)
            return Plan.Item(change: change, kind: kind, method: .atOnce, counts: ItemCounts(), conflict: nil)
        }
        if case .setStatus = change {
            guard kind == .directory || kind == .unknown else {
                throw Refused(.unsupportedItem, "\(kind.withArticle) is not a directory")
            }
            return Plan.Item(change: change, kind: kind, method: .atOnce, counts: ItemCounts(), conflict: nil)
        }
        if let target = change.target { try checkTarget(target, of: change, kind) }
        let method = try method(of: change)
        var copies = true
        switch (method, kind) {
        case (.atOnce, _): copies = false
        case (_, .fifo), (_, .socket), (_, .characterDevice), (_, .blockDevice):
            throw Refused(.unsupportedItem, "\(kind.withArticle) cannot be copied")
        default: break
        }
        let traits = try traits(of: method, change)
        let counts =
            if let source {
                try count(source, method: method, copies: copies, deletes: change.isDeletion, movedTo: traits)
            } else {
                ItemCounts(made: change)
            }
        noteMade(change, counts.bytes)
        if let target = change.target {
            try demand(counts.bytes, at: target.parent, copies: copies)
            noteName(target)
        }
        let conflict = try conflict(of: change, kind)
        projected.note(change, kind, source, conflict)
        return Plan.Item(change: change, kind: kind, method: method, counts: counts, conflict: conflict)
    }

    private mutating func method(of change: Change) throws(Refused) -> Plan.Method {
        switch change {
        case .copy: return .copy
        case .makeDirectory, .writeFile, .setAttribute, .setStatus: return .atOnce
        case .move(let from, let to):
            if projected[from] == nil { try requireWritable(from.parent, .sourceNotRemovable) }
            return try isOneFileSystem(from, to.parent) ? .atOnce : .copyThenRemove
        case .trash(let at):
            if let reason = try trashReason(for: at.root) { throw Refused(.trashUnavailable, reason) }
            if projected[at] == nil { try requireWritable(at.parent, .sourceNotRemovable) }
            return try isOnTrashsFileSystem(at) ? .atOnce : .copyThenRemove
        }
    }

    private mutating func conflict(of change: Change, _ kind: ItemKind) throws(Refused) -> Plan.Conflict? {
        guard let target = change.target, let occupant = try occupant(of: target) else { return nil }
        if occupant.kind == .directory, requested.newNames.contains(target) {
            throw Refused(.targetUnknown, "a directory of that name has appeared in the meantime; try again")
        }
        var otherName: [UInt8]?
        do throws(FileTreeError) {
            otherName = try CopyName.firstFree(after: target.name, isDirectory: kind == .directory) {
                (name) throws(FileTreeError) in
                guard let other = target.sibling(name) else { return true }
                return try projected.occupant(of: other) != nil
            }
        } catch {
            throw Refused(.targetUnknown, "cannot determine whether a name is free: \(error.reason)")
        }
        var status: ItemStatus?
        if case .present(let found) = occupant { status = found }
        let conflict = Plan.Conflict(
            kind: occupant.kind,
            newKind: kind,
            identity: status.map { FileIdentity(device: $0.device, inode: $0.inode) },
            size: status?.kind == .file ? status?.size ?? 0 : 0,
            modified: status?.modified ?? 0,
            decision: .ask,
            otherName: otherName
        )
        var decided = conflict
        if conflict.isCovered(by: requested.conflicts) { decided.decision = requested.conflicts }
        if requested.rewritten.contains(target), !conflict.changesKind { decided.decision = .replace }
        if [.ask, .replace].contains(decided.decision), status != nil { noteReplaced(target) }
        return decided
    }

    private func occupant(of target: ItemAddress) throws(Refused) -> ProjectedState.Occupant? {
        do throws(FileTreeError) {
            return try projected.occupant(of: target)
        } catch {
            throw Refused(.targetUnknown, "cannot determine whether the item exists: \(error.reason)")
        }
    }

    /// Returns whether a change only creates an intermediate directory that already exists.
    private func isOnTheWayAlready(_ change: Change) throws(Refused) -> Bool {
        guard case .makeDirectory(let address) = change, requested.directoriesOnTheWay.contains(address),
            let occupant = try occupant(of: address)
        else { return false }
        guard occupant.kind == .directory else {
            throw Refused(.targetUnavailable, "a component of the path is not a directory")
        }
        return true
    }
}

extension Change {
    fileprivate var isDeletion: Bool {
        if case .trash = self { true } else { false }
    }

    /// Whether only metadata are changed, which roots have, too.
    fileprivate var isOfMetadata: Bool {
        switch self {
        case .setAttribute, .setStatus: true
        case .copy, .move, .trash, .makeDirectory, .writeFile: false
        }
    }

    fileprivate var isDirectoryMaking: Bool {
        if case .makeDirectory = self { true } else { false }
    }
}

extension ItemCounts {
    /// The counts of a change that creates an item without copying one.
    fileprivate init(made change: Change) {
        switch change {
        case .makeDirectory: directories = 1
        case .writeFile(_, let contents):
            files = 1
            bytes = UInt64(contents.count)
        default: break
        }
    }
}
