import ContainerModel
package import FileTree
package import Jobs
import System

/// Executes plans.
package enum Transaction {
    /// Executes a plan durably and records it in the journal.
    ///
    /// - Parameters:
    ///   - roots: The open roots of the plan's addresses.
    ///   - lockTimeout: How many seconds to wait for another process that is changing one of the containers.
    ///   - progress: Updated with files and bytes as they are copied.
    ///   - cancellation: Stops the operation: finished items stay, and no file is left incomplete.
    /// - Throws: `TransactionError` if nothing was begun or the journal could not be written. Failures of single items
    ///   are in the outcome.
    package static func execute(
        _ plan: Plan,
        in environment: TransactionEnvironment,
        roots: RootTable,
        lockTimeout: Double = 10,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Outcome {
        try environment.requireWritable(for: plan)
        if let index = plan.undecided.first, let target = plan.items[index].change.target {
            throw TransactionError(
                .refused,
                "\(String(decoding: target.hostPath, as: UTF8.self)) already exists; "
                    + "choose to skip it, keep both, or replace it")
        }
        var named = RootList()
        let workload = Workload(plan, &named)
        guard workload.count > 0 else { return Outcome(plan, nil) }
        let work = plan.work
        progress.expect(files: work.files, bytes: work.bytes)
        let launcher = TransactionLauncher(
            environment: environment,
            roots: roots,
            title: plan.kind.title,
            actor: plan.actor.rawValue,
            role: .change,
            subject: 0,
            takesAllBack: plan.onError == .rollBack
        )
        // Before taking the lock, which creates a file in the state directory.
        try launcher.refuseOwnFilesInside(named.roots, usesTrash: false)
        let lock = try ContainerLock.acquire(
            named.roots, roots, title: plan.kind.title, in: environment, timeout: lockTimeout,
            cancellation: cancellation)
        defer { extendLifetime(lock) }
        try UnfinishedTransactions(environment).requireNone(on: named.roots)
        let run = try launcher.makeRun(
            workload, on: named.roots, readsBack: plan.readsBack, progress: progress, cancellation: cancellation)
        try run.executeWorkload()
        return Outcome(plan, run)
    }
}

extension Plan {
    /// The total that the progress meter will reach. Copies count every item that they make, and bytes; any other item
    /// counts as one file, since it takes the same time regardless of its contents.
    fileprivate var work: (files: UInt64, bytes: UInt64) {
        var work: (files: UInt64, bytes: UInt64) = (0, 0)
        func add(_ method: Method, _ counts: ItemCounts, items: Int) {
            work.files += UInt64(method == .atOnce ? items : counts.items)
            work.bytes = work.bytes.addingSaturated(method == .atOnce ? 0 : counts.bytes)
        }
        for item in items where item.decided != nil {
            // An AppleDouble file goes with its file.
            add(item.method, item.counts, items: item.companion == nil ? 1 : 0)
        }
        for batch in batches {
            add(batch.method, batch.counts, items: batch.change.items.count - BatchPairs(batch.change).count)
        }
        return work
    }
}

extension Outcome {
    /// - Parameter run: nil if there was nothing to do.
    init(_ plan: Plan, _ run: TransactionRun?) {
        let units = WorkUnits(plan)
        let items = zip(plan.items, units.places).compactMap { item, unit -> ItemOutcome? in
            // What belongs to an item that is not replaced stays, and nobody has asked about it.
            if item.companion?.leavesWithReplaced == true, item.decided == nil { return nil }
            // Skipped and undecided items are not part of the run.
            guard let change = item.decided, let unit else { return ItemOutcome(change: item.change, result: .skipped) }
            return ItemOutcome(change: change, result: run?.report.results[unit] ?? .notDone, kind: item.kind)
        }
        self.init(id: run?.id, title: plan.kind.title, state: .nothing, items: items)
        var next = units.items.count
        for batch in plan.batches {
            let pairs = BatchPairs(batch.change)
            let count = batch.change.items.count - pairs.count
            var codes = run.map { $0.report.results.slice(next..<(next + count)) } ?? []
            if pairs.count > 0, !codes.isEmpty { codes = pairs.places(in: batch.change).map { codes[$0] } }
            batches.append(BatchOutcome(batch.change, codes))
            next += count
        }
        if let run { finish(run) }
    }

    mutating func finish(_ run: TransactionRun) {
        failures = run.report.failures
        let gone = failures.isEmpty ? nil : run.context.disconnectedRoot
        if gone != nil { failures = failures.map { $0.mayBeDisconnection ? $0.ofDisconnectedDevice : $0 } }
        joinDetours()
        notes = run.report.notes
        for kept in run.context.kept.items.first { notes.append(Note(hostPath: kept.at.hostPath, text: kept.text)) }
        if run.needsRecovery, let gone {
            notes.append(
                Note(
                    hostPath: gone.hostPath,
                    text:
                        "the operation is half done: connect and unlock the device; the next start completes it or rolls "
                        + "it back"))
        } else if run.needsRecovery, let root = run.context.named.first {
            let text =
                run.keepsLastCopy
                ? "a source has been removed in the meantime; the next start puts its copy in place"
                : "not all of it could be rolled back; the next start completes the rollback"
            notes.append(Note(hostPath: root.hostPath, text: text))
        }
        counts = run.report.counts
        state =
            if run.isTakenBackByRequest {
                .cancelled
            } else if run.isRolledBack {
                .rolledBack
            } else if run.isCancelled {
                .cancelled
            } else if doneCount == 0 {
                .nothing
            } else {
                failures.isEmpty && items.allSatisfy { $0.result == .done || $0.result == .skipped }
                    && batches.allSatisfy(\.isDone)
                    ? .done : .partly
            }
    }
}

extension Outcome.Failure {
    /// Whether it may be due to a device that does not answer any more, since its mount fails in these ways then.
    fileprivate var mayBeDisconnection: Bool { [EIO, ENOENT, ENOTCONN].contains(errno) }

    /// The same failure, with the reason that the device is gone.
    fileprivate var ofDisconnectedDevice: Outcome.Failure {
        let operation = reason.split(separator: ":").first.map(String.init) ?? reason
        let error = FileTreeError(errno: ENOTCONN, operation: "")
        return Outcome.Failure(hostPath: hostPath, reason: "\(operation): \(error.reason)", errno: ENOTCONN)
    }
}
