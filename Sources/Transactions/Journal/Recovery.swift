import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// Completes or rolls back one transaction whose process no longer exists.
struct Recovery {
    private var transaction: RecordedTransaction
    private let log: TransactionLog
    private let environment: TransactionEnvironment
    private let openDevice: Journal.DeviceOpener
    /// A person's decision; nil if the records decide.
    private let settlement: Journal.Settlement?
    /// How many seconds to wait for other processes.
    private let patience: Double
    private var problems: [String] = []
    private var kept: KeptItems?

    /// - Parameters:
    ///   - log: The log of the transaction, taken over.
    ///   - deadline: Until when to wait for other processes that change the same containers.
    ///   - settlement: A person's decision; nil if the records decide.
    init(
        _ transaction: RecordedTransaction,
        _ log: TransactionLog,
        _ environment: TransactionEnvironment,
        openingDevicesWith openDevice: @escaping Journal.DeviceOpener,
        until deadline: UInt64,
        settlement: Journal.Settlement? = nil
    ) {
        self.openDevice = openDevice
        self.settlement = settlement
        let now = MonotonicClock.now()
        patience = now < deadline ? Double(deadline - now) / 1e9 : 0
        self.transaction = transaction
        self.log = log
        self.environment = environment
    }

    private var beginRecord: BeginRecord { transaction.beginRecord }

    /// Runs the recovery. If something prevents it, it is postponed to the next start.
    mutating func recoverTransaction() -> RecoveryReport.Item {
        do throws(TransactionError) {
            if settlement == .abandon { return try abandon() }
            try requireKnown()
            if settlement == .rollBack, transaction.commit != nil {
                throw TransactionError(
                    .conflict, "all of it was done before it was interrupted; finish it, then undo it")
            }
            let roots = try openRoots()
            let lock = try ContainerLock.acquire(
                beginRecord.changedRoots, roots, title: "recovery", in: environment, timeout: patience,
                cancellation: Cancellation())
            defer { extendLifetime(lock) }
            let trash = beginRecord.usesTrash ? try Trash(environment) : nil
            // Use the current environment's trash, whatever it was at the time.
            for root in beginRecord.roots.map(\.root) + (trash.map { [$0.root] } ?? []) where root.kind == .trash {
                if let trash { roots.adopt(trash.directory, as: root) }
            }
            var context = TransactionContext(
                named: beginRecord.roots.map(\.root), roots: roots, trash: trash, id: beginRecord.id,
                progress: ProgressMeter(), cancellation: Cancellation(), environment: environment)
            context.newSince = beginRecord.time
            kept = context.kept
            context.units.record = { [transaction] in transaction }
            return try completeOrRevert(context)
        } catch {
            problems.append(error.message)
            guard error.code == .unavailable else { return result(.postponed) }
            var waiting = result(.awaitsDevice)
            waiting.awaited = error.hostPath
            return waiting
        }
    }

    private func openRoots() throws(TransactionError) -> RootTable {
        do throws(TransactionError) {
            return try beginRecord.openRoots(beginRecord.changedRoots, openingDevicesWith: openDevice)
        } catch {
            throw TransactionError(
                error.code,
                "\(error.message). The first start that finds it continues; `sandglass journal --abandon "
                    + "\(beginRecord.id.number)` gives it up",
                at: error.hostPath, cause: error)
        }
    }

    private func requireKnown() throws(TransactionError) {
        switch transaction.problem {
        case nil: break
        case .foreign:
            throw TransactionError(.refused, "another version of sandglass recorded it; start that version")
        case .damaged:
            throw TransactionError(
                .inputOutput,
                "\(log.text) is damaged; nothing that it names is touched. Examine it, then give it up with `sandglass "
                    + "journal --abandon \(beginRecord.id.number)`")
        }
        // Make sure that all of it can be read before acting on any part.
        try transaction.forEachIntended { _ in }
        try transaction.forEachSetAside { _ in }
        try transaction.forEachReservation { _ in }
    }

    /// Ends the transaction and leaves everything as it is; what lies under temporary names is named.
    private mutating func abandon() throws(TransactionError) -> RecoveryReport.Item {
        let roots = RootTable()
        try? transaction.forEachReservation { reservation in
            for directory in reservation.directories where directory.root.kind != .trash {
                for left in (try? beginRecord.id.temporaries(in: directory, of: roots)) ?? [] {
                    problems.append("\(left.text) was left behind")
                }
            }
        }
        try log.append([.end(transaction.number, transaction.commit == nil ? .failed : .done)])
        return result(.abandoned)
    }

    private mutating func completeOrRevert(_ context: TransactionContext) throws(TransactionError)
        -> RecoveryReport.Item
    {
        var done = transaction.commit?.done ?? RangeSet()
        if transaction.commit == nil {
            done = try bringToOneSide(context)
            guard problems.isEmpty else { return result(.postponed) }
            if !done.isEmpty {
                let stamp = WallClock.end(of: WallClock.nanoseconds)
                try log.append([.commit(transaction.number, done: done, stamp: stamp)])
            }
        } else {
            // Items that failed and whose sources could not get their names back at the time.
            var intended = RangeSet<Int>()
            try transaction.forEachIntended { items in
                intended.insert(indices: items.lazy.map(\.index))
                for item in items {
                    if !done.contains(item.index) { keepOnlyCopy(item, .setAside, context) }
                }
            }
            try transaction.forEachSetAside { items in
                for item in items where !done.contains(item.index) {
                    if !intended.contains(item.index) { keepOnlyCopy(item, .unknown, context) }
                    takeBack(item.asides, of: item, context)
                }
            }
            guard problems.isEmpty else { return result(.postponed) }
        }
        var isLeft = false
        try transaction.forEachIntended { items in
            for item in items where done.contains(item.index) {
                for cleanup in item.cleanups {
                    guard let failure = context.perform(cleanup) else { continue }
                    note(failure)
                    if case .removeAside(let aside, _, _) = cleanup { isLeft = isLeft || !isGone(aside, context) }
                }
            }
        }
        // A source that could neither be removed nor get its name back would otherwise be removed as a leftover.
        if isLeft { return result(.postponed) }
        // A source that has been modified since stays in place; the transaction still counts as finished.
        let isKept = !problems.isEmpty
        try removeRests(context)
        if done.isEmpty { try restoreTimes(context) }
        try log.append([.end(transaction.number, done.isEmpty ? .failed : .done)])
        return result(done.isEmpty && !isKept ? .rolledBack : .finished)
    }

    private func result(_ result: RecoveryReport.Item.Result) -> RecoveryReport.Item {
        let kept = kept?.items.first.map { "\($0.at.text): \($0.text)" } ?? []
        return RecoveryReport.Item(
            id: beginRecord.id, title: beginRecord.title, result: result, problems: problems + kept)
    }

    private mutating func note(_ failure: ItemFailure) {
        guard let root = failure.root else { return problems.append(failure.description) }
        let path = ItemAddress(root, failure.path).text
        problems.append("could not \(failure.operation): \(path): \(failure.reason)")
    }

    /// Finishes or reverts items: all of them alike if the transaction is all-or-nothing, otherwise each on its own.
    /// - Returns: The indices of the finished items.
    private mutating func bringToOneSide(_ context: TransactionContext) throws(TransactionError) -> RangeSet<Int> {
        var finished = RangeSet<Int>()
        var intended = RangeSet<Int>()
        var directories: Set<ItemAddress> = []
        var takesBack = transaction.isRollingBack || settlement == .rollBack
        if !takesBack, beginRecord.takesAllBack, settlement != .finish {
            var count = 0
            var canFinish = true
            try transaction.forEachIntended { items in
                count += items.count
                canFinish = canFinish && items.allSatisfy { self.canFinish($0, context) }
            }
            takesBack = count < beginRecord.itemCount || !canFinish
        }
        try transaction.forEachIntended(reversed: takesBack) { items in
            let canFinish = items.map { !takesBack && self.canFinish($0, context) }
            intended.insert(indices: items.lazy.map(\.index))
            var brought: [Int] = []
            for (item, canFinish) in zip(items, canFinish) {
                if isFinished(item, canFinish, context) { brought.append(item.index) }
                directories.formUnion(item.steps.flatMap(\.directories))
            }
            finished.insert(indices: brought)
        }
        // Items that got no further than having their sources set aside.
        var kept: [StagedItem] = []
        try transaction.forEachSetAside { items in
            for item in items where !intended.contains(item.index) {
                if isOnlyCopy(item, .unknown, context) {
                    kept.append(withCurrentCopies(item, context))
                } else {
                    takeBack(item.asides, of: item, context)
                }
                directories.formUnion(item.steps.flatMap(\.directories))
            }
        }
        if !kept.isEmpty {
            try log.append([.intend(transaction.number, kept)])
            for item in kept { keepCopy(item, context) }
            finished.insert(indices: kept.lazy.map(\.index))
            // They are cleaned up as all others.
            if let recorded = try log.read().transaction { transaction = recorded }
        }
        for failure in context.sync(directories) { note(failure) }
        return finished
    }

    private func isGone(_ location: ItemAddress, _ context: TransactionContext) -> Bool {
        do throws(ItemFailure) {
            return try context.present(location) == nil
        } catch {
            return false
        }
    }

    private func canFinish(_ item: StagedItem, _ context: TransactionContext) -> Bool {
        item.steps.allSatisfy { step in
            if case .blocked = context.state(of: step) { false } else { true }
        }
    }

    private func finish(_ item: StagedItem, _ context: TransactionContext) -> Bool {
        var performed: [Step] = []
        for step in item.steps {
            defer { performed.append(step) }
            guard case .pending = context.state(of: step) else { continue }
            do throws(ItemFailure) {
                try context.perform(step, after: performed, of: item)
            } catch {
                return false
            }
        }
        do throws(ItemFailure) {
            try context.bringNewLogs(after: performed, of: item)
            return true
        } catch {
            return false
        }
    }

    /// Finishes an item, or reverts it, and returns whether it is finished. An item that cannot be examined stays as it
    /// is.
    private mutating func isFinished(_ item: StagedItem, _ canFinish: Bool, _ context: TransactionContext) -> Bool {
        do throws(ItemFailure) {
            if try context.isOnlyCopy(item, { _ in .setAside }) {
                keepCopy(item, context)
                return true
            }
        } catch {
            note(error)
            return false
        }
        if canFinish, finish(item, context) { return true }
        takeBack(item.steps, of: item, context)
        return false
    }

    /// Puts the copies of an item that was not done in place if they are all that is left of it.
    private mutating func keepOnlyCopy(_ item: StagedItem, _ state: SourceState, _ context: TransactionContext) {
        guard isOnlyCopy(item, state, context) else { return }
        keepCopy(item, context)
        for case .removeTrashInfo(let name) in item.cleanups {
            if let failure = context.perform(.removeTrashInfo(name)) { note(failure) }
        }
    }

    /// Returns whether a copy is all that is left of an item. If that cannot be found out, a problem says so.
    private mutating func isOnlyCopy(_ item: StagedItem, _ state: SourceState, _ context: TransactionContext) -> Bool {
        do throws(ItemFailure) {
            return try context.isOnlyCopy(item, { _ in state })
        } catch {
            note(error)
            return false
        }
    }

    /// Puts the copies of an item in place whose source is gone: under other names, if theirs are taken.
    private mutating func keepCopy(_ item: StagedItem, _ context: TransactionContext) {
        let temporaries = item.steps.compactMap { step -> (ItemAddress, place: ItemAddress)? in
            guard case .rename(let temporary, let place, _) = step,
                temporary.name.starts(with: context.id.temporaryPrefix)
            else { return nil }
            return (temporary, place)
        }
        // Otherwise they are in place already, and nothing has to make room for them.
        guard temporaries.contains(where: { !isGone($0.0, context) }) else { return }
        _ = finish(item, context)
        for (temporary, place) in temporaries {
            do throws(ItemFailure) {
                try context.putBack(temporary, to: place)
            } catch {
                note(error)
            }
        }
    }

    /// Returns an item with its copies as they are: they may have been made again after the item was recorded.
    private func withCurrentCopies(_ item: StagedItem, _ context: TransactionContext) -> StagedItem {
        var item = item
        item.steps = item.steps.map { step in
            guard case .rename(let temporary, let place, _) = step,
                temporary.name.starts(with: context.id.temporaryPrefix), let found = try? context.present(temporary)
            else { return step }
            return .rename(from: temporary, to: place, Fingerprint(found))
        }
        return item
    }

    private mutating func takeBack(_ steps: [Step], of item: StagedItem, _ context: TransactionContext) {
        for (_, failure) in context.takeBack(steps, of: item, isFinal: true) { note(failure) }
    }

    /// Gives directories the times that they had before the transaction, of which nothing is left.
    private func restoreTimes(_ context: TransactionContext) throws(TransactionError) {
        let changed = Set(beginRecord.changedRoots)
        try transaction.forEachReservation { reservation in
            context.restore(reservation.times.filter { changed.contains($0.directory.root) })
        }
    }

    /// Puts an item back that the transaction has moved to the trash, although no record of that can be read: the trash
    /// has one. If its name is taken, it stays there.
    private func takeOutOfTrash(_ name: [UInt8], _ trash: Trash, _ context: TransactionContext) -> ItemFailure? {
        guard let path = trash.originalPath(of: name, mark: beginRecord.id.text),
            let place = beginRecord.changedRoots.lazy.compactMap({ root -> ItemAddress? in
                guard root.kind != .trash, path.starts(with: root.hostPath + [0x2f]) else { return nil }
                return ContainerPath(bytes: path.dropFirst(root.hostPath.count + 1)).map { ItemAddress(root, $0) }
            }).first
        else { return nil }
        let aside = context.trashed(name)
        do throws(ItemFailure) {
            guard let status = try context.present(aside) else { return nil }
            guard try context.present(place) == nil else {
                context.kept.note(place, "what was here stays at \(aside.text) in the trash")
                return nil
            }
            try context.perform(.rename(from: aside, to: place, Fingerprint(status)))
            trash.removeInfo(name)
            return nil
        } catch {
            return error
        }
    }

    /// Removes temporaries, and `.trashinfo` files of items that never reached the trash.
    private mutating func removeRests(_ context: TransactionContext) throws(TransactionError) {
        var failures: [ItemFailure] = []
        let changed = Set(beginRecord.changedRoots)
        try transaction.forEachReservation { reservation in
            for directory in reservation.directories
            where directory.root.kind == .trash || changed.contains(directory.root) {
                // What the last record said of them is unknown if it cannot be read: they may be more than copies.
                let failure =
                    transaction.isCutShort
                    ? context.keepTemporaries(in: directory) : context.removeTemporaries(in: directory)
                if let failure { failures.append(failure) }
            }
            guard let trash = context.trash else { return }
            if transaction.isCutShort, transaction.commit == nil {
                for name in reservation.trashNames {
                    if let failure = takeOutOfTrash(name, trash, context) { failures.append(failure) }
                }
            }
            for name in reservation.trashNames { trash.removeOrphan(name, mark: beginRecord.id.text) }
        }
        for failure in failures { note(failure) }
        // Names of the transaction's own, used where other processes had taken the reserved ones.
        guard let trash = context.trash, let directory = try? trash.directory.openDirectory(Trash.info),
            let entries = try? DirectoryReader.read(directory, path: Trash.info, cancellation: Cancellation())
        else { return }
        let unique = Array(".\(beginRecord.id.text)-".utf8)
        for index in 0..<entries.count where entries.name(index).firstRange(of: unique) != nil {
            trash.removeOrphan(
                Array(entries.name(index).dropLast(".trashinfo".utf8.count)), mark: beginRecord.id.text)
        }
    }
}
