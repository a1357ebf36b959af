import ContainerModel
import FileTree
package import Jobs
import System

extension Journal {
    /// Undoes a transaction completely or not at all, as a separate transaction.
    ///
    /// Items it created go to the trash, items it moved to the trash come back, moves are reversed, and attributes get
    /// their previous values. The rules for creating such items do not apply, since this restores an earlier state.
    /// - Throws: `TransactionError`: `notFound`; `conflict` or `changed`, with the item concerned; or the errors of
    ///   `Transaction.execute`.
    package func undo(
        _ which: Selection = .last,
        changed: ChangedItems = .refuse,
        lockTimeout: Double = 10,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Outcome {
        try invert(
            { history throws(TransactionError) in try Self.undoable(which, history) }, role: .undo, changed,
            lockTimeout,
            progress, cancellation)
    }

    /// Repeats the transaction that was undone last, unless another one has been carried out since.
    /// - Throws: The same errors as `undo`.
    package func redo(
        _ which: Selection = .last,
        changed: ChangedItems = .refuse,
        lockTimeout: Double = 10,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Outcome {
        try invert(
            { history throws(TransactionError) in try Self.redoable(which, history) }, role: .redo, changed,
            lockTimeout,
            progress, cancellation)
    }

    static func undoable(
        _ which: Selection,
        _ history: JournalHistory
    ) throws(TransactionError) -> JournalHistory.Line {
        let lines = history.lines
        guard case .number(let number) = which else {
            guard let line = lines.last(where: { $0.state == .done && which.covers($0) }) else {
                throw TransactionError(.notFound, "there is nothing to undo\(which.place)")
            }
            return try known(line)
        }
        let line = try find(number, history)
        switch line.state {
        case .done: return line
        case .undone: throw TransactionError(.notFound, "number \(number) is already undone; redo repeats it")
        case .failed: throw TransactionError(.notFound, "number \(number) failed: there is nothing to undo")
        case .interrupted: throw interrupted(number)
        }
    }

    static func redoable(
        _ which: Selection,
        _ history: JournalHistory
    ) throws(TransactionError) -> JournalHistory.Line {
        let lines = history.lines
        let undone: JournalHistory.Line
        switch which {
        case .last, .lastIn:
            guard
                let line = lines.filter({ $0.state == .undone && which.covers($0) })
                    .max(by: { $0.latest.number < $1.latest.number })
            else { throw TransactionError(.notFound, "there is nothing to redo\(which.place)") }
            undone = try known(line)
        case .number(let number):
            undone = try find(number, history)
            if undone.state == .interrupted { throw interrupted(number) }
            guard undone.state == .undone else {
                throw TransactionError(.notFound, "number \(number) is not undone: there is nothing to redo")
            }
        }
        // Changes to other containers do not prevent a redo.
        let isInTheWay: (JournalHistory.Line) -> Bool = { line in
            switch which {
            case .lastIn(let scope) where scope.isOneContainer: which.covers(line)
            case .lastIn: which.covers(line) && line.sharesContainer(with: undone)
            case .last, .number: line.sharesContainer(with: undone)
            }
        }
        // One that waits for its recovery does not hold up others; if it is still running, it has locked the container.
        if let later = lines.last(where: {
            $0.state != .failed && $0.state != .interrupted && $0.change.number > undone.latest.number
                && isInTheWay($0)
        }) {
            throw TransactionError(
                .notFound,
                "nothing is left to redo: \(later.change.beginRecord.title) (number \(later.change.number)) came after "
                    + "the undo")
        }
        return undone
    }

    private static func find(
        _ number: Int,
        _ history: JournalHistory
    ) throws(TransactionError) -> JournalHistory.Line {
        if let line = history.lines.first(where: { $0.change.number == number }) { return try known(line) }
        if let other = history.transactions.first(where: { $0.number == number }) {
            throw TransactionError(
                .notFound,
                "number \(number) is the \(other.beginRecord.role == .undo ? "undo" : "redo") of number "
                    + "\(other.beginRecord.subject); name that one instead")
        }
        guard (1...max(1, history.greatest)).contains(number), history.greatest > 0 else {
            throw TransactionError(.notFound, "the journal has no operation \(number); `sandglass journal` lists them")
        }
        throw TransactionError(
            .notFound,
            "number \(number) is no longer in the journal, which keeps the last \(JournalRetention.leastCount) operations, "
                + "and those of the last \(JournalRetention.age / 86_400) days")
    }

    /// Returns a line, provided that its record is complete and readable.
    private static func known(_ line: JournalHistory.Line) throws(TransactionError) -> JournalHistory.Line {
        let number = line.change.number
        switch line.latest.problem {
        case nil: return line
        case .foreign:
            throw TransactionError(
                .refused,
                "number \(number) was recorded by another version of sandglass, which is needed to undo or redo it")
        case .damaged:
            throw TransactionError(
                .conflict, "the record of number \(number) is damaged: it can be neither undone nor redone")
        }
    }

    private static func interrupted(_ number: Int) -> TransactionError {
        TransactionError(
            .locked, "number \(number) has not finished: its process is still running, or it awaits recovery")
    }

    private func invert(
        _ select: (JournalHistory) throws(TransactionError) -> JournalHistory.Line,
        role: TransactionRole,
        _ changed: ChangedItems,
        _ lockTimeout: Double,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(TransactionError) -> Outcome {
        try environment.requireWritable()
        let store = JournalStore(environment)
        var line = try select(try store.history())
        let named = try line.latest.undoRecordRoots()
        let roots = try line.latest.beginRecord.openRoots(named, openingDevicesWith: openDevice)
        let lock = try ContainerLock.acquire(
            named, roots, title: role == .undo ? "undo" : "redo", in: environment, timeout: lockTimeout,
            cancellation: cancellation)
        defer { extendLifetime(lock) }
        try UnfinishedTransactions(environment).requireNone(on: named)
        // Another process may have done the same while this one waited for the lock.
        let number = line.latest.number
        let history = try store.history()
        line = try select(history)
        guard line.latest.number == number else {
            throw TransactionError(.conflict, "the journal has changed in the meantime; try again")
        }
        progress.beginStage(.checking, files: UInt64(line.latest.commit?.done.count ?? 0))
        let undoPlan = try UndoPlan(
            of: line.latest, in: history, roots: roots, changed: changed, environment: environment,
            progress: progress, cancellation: cancellation)
        let launcher = TransactionLauncher(
            environment: environment,
            roots: roots,
            title: line.change.beginRecord.title,
            actor: line.change.beginRecord.actor,
            role: role,
            subject: line.change.number,
            takesAllBack: true
        )
        let workload = undoPlan.workload(of: line.latest)
        progress.beginStage(.working, files: UInt64(workload.count))
        let run = try launcher.makeRun(workload, on: named, progress: progress, cancellation: cancellation)
        try run.executeWorkload()
        var outcome = try Outcome(run, workload, of: line.change)
        if outcome.state == .done { outcome.inverted = undoPlan.kinds }
        return outcome
    }
}

extension Outcome {
    fileprivate init(
        _ run: TransactionRun,
        _ workload: Workload,
        of change: RecordedTransaction
    ) throws(TransactionError) {
        self.init(id: change.beginRecord.id, title: change.beginRecord.title, state: .nothing, items: [])
        var collected = OutcomeCollector(run.context)
        try workload.handOut { item in
            let result = run.report.results[item.index] ?? .notDone
            for instruction in item.instructions { collected.add(instruction, result) }
            return true
        }
        (items, batches) = collected.finished()
        finish(run)
    }
}

extension Journal.Selection {
    /// The searched place, as the end of a sentence.
    fileprivate var place: String { if case .lastIn(let scope) = self { scope.place } else { "" } }
}

extension BeginRecord {
    /// The roots without the trash.
    var namedRoots: [Root] { roots.map(\.root).filter { $0.kind != .trash } }

    /// The roots without the trash and without those that items were only copied from. Nothing has been changed there:
    /// they may be gone by now, or be locked.
    var changedRoots: [Root] { namedRoots.filter { !isOnlyCopied(from: $0) } }

    private func isOnlyCopied(from root: Root) -> Bool {
        func isInside(_ path: [UInt8]?) -> Bool {
            path.map { $0 == root.hostPath || $0.starts(with: root.hostPath + [0x2f]) } ?? false
        }
        let concerned = items.filter { isInside($0.from) || isInside($0.to) }
        return !concerned.isEmpty && concerned.allSatisfy { $0.verb == "copy" && isInside($0.from) && !isInside($0.to) }
    }

    /// Opens roots of a recorded transaction.
    ///
    /// - Parameter needed: The roots that something was done to. Others, such as directories that were only copied
    ///   from, may be gone by now.
    /// - Throws: `TransactionError` if one cannot be opened or is not the same directory as before.
    func openRoots(
        _ needed: [Root], openingDevicesWith openDevice: Journal.DeviceOpener
    ) throws(TransactionError) -> RootTable {
        let table = RootTable()
        for recorded in roots where recorded.root.kind != .trash && needed.contains(recorded.root) {
            if recorded.isOnDevice {
                guard openDevice(recorded.root), table.isConnected(recorded.root) else {
                    throw TransactionError(
                        .unavailable, "the device of \(recorded.root.text) is not connected, or does not answer",
                        at: recorded.root.hostPath)
                }
                continue
            }
            let found: ItemStatus
            do throws(FileTreeError) {
                found = try table.tree(of: recorded.root).status(.root)
            } catch {
                throw TransactionError(
                    .conflict, "could not open \(recorded.root.text): \(error.reason)", at: recorded.root.hostPath,
                    cause: error)
            }
            guard recorded.mayBe(found) else {
                throw TransactionError(
                    .conflict, "\(recorded.root.text) is not the same directory as before, or is not mounted",
                    at: recorded.root.hostPath)
            }
        }
        return table
    }
}

extension RootTable {
    /// Returns whether a root is on a device that answers.
    fileprivate func isConnected(_ root: Root) -> Bool {
        guard capabilities(of: root).isRemote else { return false }
        do throws(FileTreeError) {
            try requireAnswer(of: root)
            return true
        } catch {
            return false
        }
    }
}

extension RecordedTransaction {
    /// Returns the roots that something was done to, in the order in which they were recorded.
    fileprivate func undoRecordRoots() throws(TransactionError) -> [Root] {
        var roots: Set<Root> = []
        try forEachDone { item in
            for undoRecord in item.undoRecords {
                roots.insert(undoRecord.location.root)
                if case .moved(let from, _) = undoRecord { roots.insert(from.root) }
            }
        }
        return beginRecord.namedRoots.filter { roots.contains($0) }
    }
}
