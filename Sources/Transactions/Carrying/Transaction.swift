import ContainerModel
package import Jobs

/// Carries plans out.
package enum Transaction {
    /// Does what the plan says, durably, and writes it into the journal.
    ///
    /// - Parameters:
    ///   - lockTimeout: how many seconds to wait for another process that is changing one of the containers.
    ///   - progress: told of files and bytes as they are copied.
    ///   - cancellation: what is finished stays, and nothing half is left.
    /// - Throws: `TransactionError` where nothing was begun, or the journal could not be written. What is wrong with
    ///   single items is in the outcome.
    package static func carryOut(
        _ plan: Plan,
        in environment: TransactionEnvironment,
        lockTimeout: Double = 10,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Outcome {
        if let index = plan.undecided.first, let target = plan.items[index].change.target {
            throw TransactionError(
                .refused,
                "\(String(decoding: target.hostPath, as: UTF8.self)) is there already; "
                    + "say whether to skip it, keep both, or replace it")
        }
        var table = SiteTable()
        var items: [(index: Int, instructions: [Instruction])] = []
        for (index, item) in plan.items.enumerated() {
            guard let change = item.decided else { continue }
            var instructions: [Instruction] = []
            if let conflict = item.conflict, conflict.decision == .replace, let target = change.target {
                instructions.append(.replace(table.location(target), conflict))
            }
            instructions.append(table.instruction(change))
            items.append((index, instructions))
        }
        guard !items.isEmpty else { return Outcome(plan, nil) }
        progress.expect(files: UInt64(plan.counts.files), bytes: plan.counts.bytes)
        let launcher = TransactionLauncher(
            environment: environment,
            title: plan.title,
            actor: plan.actor,
            role: .change,
            subject: 0,
            takesAllBack: plan.onError == .rollBack
        )
        // Before anything is made: the lock leaves a note.
        try launcher.refuseOwnFilesInside(table.sites, usesTrash: false)
        let lock = try ContainerLock.acquire(
            table.sites, title: plan.title, in: environment, timeout: lockTimeout, cancellation: cancellation)
        defer { extendLifetime(lock) }
        let run = try launcher.run(items, on: table.sites, progress: progress, cancellation: cancellation)
        try run.run(items)
        return Outcome(plan, run)
    }
}

extension Outcome {
    /// - Parameter run: nil where there was nothing to do.
    init(_ plan: Plan, _ run: TransactionRun?) {
        let items = plan.items.enumerated().map { index, item in
            guard let change = item.decided else { return ItemOutcome(change: item.change, result: .skipped) }
            return ItemOutcome(change: change, result: run?.results[index] ?? .notDone)
        }
        self.init(id: run?.id, title: plan.title, state: .nothing, items: items)
        if let run { finish(run) }
    }

    mutating func finish(_ run: TransactionRun) {
        failures = run.failures
        notes = run.notes
        counts = run.counts
        let isAnyDone = items.contains { $0.result == .done || $0.result == .partly }
        state =
            if run.isRolledBack {
                .rolledBack
            } else if run.isCancelled {
                .cancelled
            } else if !isAnyDone {
                .nothing
            } else {
                failures.isEmpty && items.allSatisfy { $0.result == .done || $0.result == .skipped } ? .done : .partly
            }
    }
}
