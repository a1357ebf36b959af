import ContainerModel
import Copying
import Jobs

/// The end of a run: commit or rollback.
extension TransactionRun {
    /// Discards an item of which no step has been performed, except perhaps those that set sources aside.
    func giveUp(_ item: StagedItem, areSetAside: Bool = false) {
        takeBack(item, areSetAside: areSetAside)
        report.results[item.index] = .notDone
    }

    /// Takes back an item whose sources were all set aside, or none.
    func takeBack(_ item: StagedItem, areSetAside: Bool) {
        if areSetAside { takeBack(item.asides, of: item) } else { discard(item) }
    }

    /// Discards the items created for an item. Those that cannot be removed now are removed by the recovery at the next
    /// start.
    func discard(_ item: StagedItem) {
        guard let failure = stager.discard(item) else { return }
        log.needsRecovery = true
        report.fail(failure, at: item.undoRecords.last?.location)
    }

    /// Reverts steps of an item and discards the items created for it. If its source is gone, the copy stays, and the
    /// recovery at the next start puts it in place.
    /// - Parameter state: Returns the state of a source, by the name under which it is set aside.
    func takeBack(_ steps: [Step], of item: StagedItem, _ state: (ItemAddress) -> SourceState = { _ in .setAside }) {
        do throws(ItemFailure) {
            if try context.isOnlyCopy(item, state) {
                keepsLastCopy = true
                log.needsRecovery = true
                return
            }
        } catch {
            log.needsRecovery = true
            return report.fail(error, at: item.undoRecords.last?.location)
        }
        for (step, failure) in context.takeBack(steps, of: item) {
            log.needsRecovery = true
            report.fail(failure, at: item.subject(of: step, failure, context))
        }
        discard(item)
    }

    func rollBack() throws(TransactionError) {
        for item in staged { giveUp(item) }
        if !done.indices.isEmpty {
            try log.append([.rollBack(id.number)])
            for item in done.last.reversed() { takeBack(item.steps, of: item) }
            let last = Set(done.last.map(\.index))
            try done.forEachLogged(in: log, reversed: true) { item in
                if !last.contains(item.index) { takeBack(item.steps, of: item) }
            }
            report.results.takeBackAll()
            for failure in context.sync(touched) { report.fail(failure, ItemAddress(context.named[0], .root)) }
        }
        report.forgetCounts()
        try endWithoutEffect()
    }

    /// Ends a transaction of which nothing is left.
    private func endWithoutEffect() throws(TransactionError) {
        guard !log.needsRecovery else { return }
        context.restore(times)
        // The time of the record tells what was taken back from later changes.
        if isRolledBack { _ = WallClock.end(of: WallClock.nanoseconds) }
        try log.append([.end(id.number, .failed)])
    }

    func commit() throws(TransactionError) {
        guard !done.indices.isEmpty else { return try endWithoutEffect() }
        let last = WallClock.nanoseconds
        let unsynced = context.sync(touched)
        for failure in unsynced { report.fail(failure, ItemAddress(context.named[0], .root)) }
        var records: [JournalRecord] = [
            .commit(id.number, done: done.indices, stamp: WallClock.end(of: last))
        ]
        let hasCleanups = done.hasCleanups
        if !hasCleanups, !log.needsRecovery { records.append(.end(id.number, .done)) }
        try log.append(records)
        guard hasCleanups else { return }
        context.progress.beginStage(.cleaningUp, files: UInt64(done.indices.count))
        var emptied: Set<ItemAddress> = []
        try done.forEachWithCleanups(in: log) { item in cleanUp(after: item, &emptied) }
        let lastCleanup = WallClock.nanoseconds
        _ = context.sync(emptied)
        // The time of the last record tells these changes from later ones.
        _ = WallClock.end(of: lastCleanup)
        if !log.needsRecovery { try log.append([.end(id.number, .done)]) }
    }

    /// - Parameter emptied: Receives the directories that sources were removed from.
    private func cleanUp(after item: StagedItem, _ emptied: inout Set<ItemAddress>) {
        for cleanup in item.cleanups {
            if let failure = context.perform(cleanup, versions: stager.versions) {
                reportFailure(failure, of: cleanup, item)
                report.results[item.index] = .partly
            }
            if case .removeAside(let at, _, _) = cleanup { emptied.insert(at.parent) }
        }
        context.progress.add(files: 1)
    }

    /// Reports a failure that occurred after the commit.
    private func reportFailure(_ failure: ItemFailure, of cleanup: Cleanup, _ item: StagedItem) {
        guard case .removeAside(let aside, let source, _) = cleanup else {
            return report.fail(failure, at: item.undoRecords.last?.location)
        }
        report.fail(failure, source)
        // A source that could neither be removed nor get its name back is left to the recovery.
        do throws(ItemFailure) {
            if try context.present(aside) != nil { log.needsRecovery = true }
        } catch {
            log.needsRecovery = true
        }
    }
}
