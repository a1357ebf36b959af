import CSystem
import ContainerModel
import Disk
import Glibc
import Jobs

extension Journal {
    /// Brings to an end what processes that are gone have left: finished, or taken back.
    ///
    /// To be called when the program starts. Transactions whose process still runs are left alone.
    /// - Throws: `TransactionError` where the journal cannot be read or written.
    package func recover() throws(TransactionError) -> RecoveryReport {
        var report = RecoveryReport()
        let file = JournalFile(environment)
        // Where nothing was ever done nothing is made.
        guard withName(file.directory[...], { access($0, F_OK) }) == 0 else { return report }
        let contents = try LockedJournal(file).contents()
        report.damagedBytes = contents.damaged + contents.torn
        let unended = JournalHistory(contents.records).transactions.filter { $0.ending == nil }
        try removeStaleLives(file, unended)
        for transaction in unended {
            guard let life = try TransactionLife.takeOver(transaction.beginning.id, file) else { continue }
            // It may have ended since the journal was read.
            let now = JournalHistory(try file.read().records).transactions.first { $0.number == transaction.number }
            guard let now, now.ending == nil else { continue }
            var recovery = Recovery(now, file, environment)
            report.items.append(try recovery.run())
            extendLifetime(life)
        }
        return report
    }

    /// Removes the marks of processes that were killed before, or after, their transaction was in the journal.
    private func removeStaleLives(_ file: JournalFile, _ unended: [RecordedTransaction]) throws(TransactionError) {
        guard let root = try? RootedDirectory(hostPath: file.directory),
            let directory = try? root.openDirectory(.root),
            let entries = try? DirectoryReader.read(directory, path: .root, cancellation: Cancellation())
        else { return }
        let known = Set(unended.map { TransactionLife.path($0.beginning.id, file) })
        // No transaction begins while this is held.
        let journal = try LockedJournal(file)
        defer { extendLifetime(journal) }
        for index in 0..<entries.count {
            let name = entries.name(index)
            let path = file.directory + [0x2f] + name
            guard name.suffix(8).elementsEqual(".running".utf8), !known.contains(path) else { continue }
            let opened = withName(path[...]) { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
            guard opened >= 0 else { continue }
            let file = Descriptor(owning: opened)
            if sandglass_try_lock(file.number) == 0 { StateFile.remove(path) }
        }
    }
}

/// Brings one transaction to its end whose process is gone.
private struct Recovery {
    private let transaction: RecordedTransaction
    private let file: JournalFile
    private let environment: TransactionEnvironment
    private var problems: [String] = []

    init(_ transaction: RecordedTransaction, _ file: JournalFile, _ environment: TransactionEnvironment) {
        self.transaction = transaction
        self.file = file
        self.environment = environment
    }

    private var beginning: Beginning { transaction.beginning }

    mutating func run() throws(TransactionError) -> RecoveryReport.Item {
        let bench: Workbench
        let lock: ContainerLock
        do throws(TransactionError) {
            let sites = try beginning.openSites()
            lock = try ContainerLock.acquire(
                sites, title: "recovery", in: environment, timeout: 1, cancellation: Cancellation())
            let trash = beginning.usesTrash ? try Trash(environment) : nil
            bench = Workbench(
                sites: sites + (trash.map { [$0.site] } ?? []), trash: trash, id: beginning.id,
                progress: ProgressMeter(), cancellation: Cancellation())
        } catch {
            problems.append(error.message)
            return result(.postponed)
        }
        defer { extendLifetime(lock) }
        var done = transaction.doneItems
        if transaction.commit == nil {
            done = bringToOneSide(bench)
            guard problems.isEmpty else { return result(.postponed) }
            if !done.isEmpty {
                var stamp = timespec()
                clock_gettime(CLOCK_REALTIME, &stamp)
                let nanoseconds = Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec)
                try LockedJournal(file).appendChecked([
                    .commit(transaction.number, done: done.map(\.index), stamp: nanoseconds)
                ])
            }
        }
        for cleanup in done.flatMap(\.cleanups) {
            if let failure = bench.perform(cleanup, comparing: .contents) { note(failure) }
        }
        // A source that has been changed since stays; what was done is done all the same.
        let isKept = !problems.isEmpty
        removeRests(bench)
        try LockedJournal(file).appendChecked([.end(transaction.number, done.isEmpty ? .failed : .done)])
        return result(done.isEmpty && !isKept ? .rolledBack : .finished)
    }

    private func result(_ result: RecoveryReport.Item.Result) -> RecoveryReport.Item {
        RecoveryReport.Item(id: beginning.id, title: beginning.title, result: result, problems: problems)
    }

    private mutating func note(_ failure: ItemFailure) { problems.append(failure.description) }

    /// Finishes items, or takes them back: all of them together where that was asked for, otherwise each by itself.
    /// - Returns: those that are finished.
    private mutating func bringToOneSide(_ bench: Workbench) -> [StagedItem] {
        let items = transaction.intended
        let canFinish = items.map { item in item.steps.allSatisfy { !bench.state(of: $0).isBlocked } }
        var finished: [StagedItem] = []
        if transaction.isRollingBack
            || beginning.takesAllBack && (items.count < beginning.itemCount || canFinish.contains(false))
        {
            for item in items.reversed() { takeBack(item, bench) }
        } else {
            for (item, canFinish) in zip(items, canFinish) {
                if canFinish, finish(item, bench) {
                    finished.append(item)
                } else {
                    takeBack(item, bench)
                }
            }
        }
        for failure in bench.sync(items.flatMap { $0.steps.flatMap(\.directories) }) { note(failure) }
        return finished
    }

    private func finish(_ item: StagedItem, _ bench: Workbench) -> Bool {
        for step in item.steps {
            guard case .pending = bench.state(of: step) else { continue }
            do throws(ItemFailure) {
                try bench.perform(step)
            } catch {
                return false
            }
        }
        return true
    }

    private mutating func takeBack(_ item: StagedItem, _ bench: Workbench) {
        for step in item.steps.reversed() {
            do throws(ItemFailure) {
                try bench.revert(step)
            } catch {
                note(error)
            }
        }
    }

    /// Removes temporaries, and what says of items in the trash that never came there.
    private mutating func removeRests(_ bench: Workbench) {
        for directory in beginning.temporaryDirectories {
            if let failure = bench.removeTemporaries(in: directory) { note(failure) }
        }
        guard let trash = bench.trash else { return }
        var names = beginning.trashNames
        if let directory = try? trash.site.root.openDirectory(Trash.info),
            let entries = try? DirectoryReader.read(directory, path: Trash.info, cancellation: Cancellation())
        {
            let unique = Array(".\(beginning.id.text)-".utf8)
            for index in 0..<entries.count where entries.name(index).firstRange(of: unique) != nil {
                names.append(Array(entries.name(index).dropLast(".trashinfo".utf8.count)))
            }
        }
        for name in names { trash.removeOrphan(name, mark: beginning.id.text) }
    }
}

extension Workbench.StepState {
    fileprivate var isBlocked: Bool {
        if case .blocked = self { true } else { false }
    }
}
