import ContainerModel
import FileTree
import Jobs
import System

extension Journal {
    /// Completes or rolls back the transactions of processes that no longer exist.
    ///
    /// Call when the program starts. Transactions whose process is still running, or stopped, are skipped without
    /// waiting.
    /// - Throws: `TransactionError` if the journal cannot be read or written.
    package func recover() throws(TransactionError) -> RecoveryReport {
        guard !environment.isReadOnly else { return try pendingRecoveries() }
        var report = RecoveryReport()
        let store = JournalStore(environment)
        // If there is no journal, none is created.
        let names = try store.names()
        // A common deadline for all of them, since the user is waiting for the program to start.
        let deadline = MonotonicClock.now() + 1_000_000_000
        for number in names.numbers {
            guard let file = try store.read(number) else { continue }
            if let kind = file.otherKind {
                report.ignored.append(StateFile.sentence(about: store.path(number), kind))
                continue
            }
            if file.transaction?.ending != nil, file.contents.torn == 0, file.untold == 0 { continue }
            // Leave another version's records to that version.
            if file.isForeign {
                if !file.hasEnd { report.ignored.append(JournalStore.foreign(number)) }
                continue
            }
            guard let log = try TransactionLog(takingOver: number, in: store) else { continue }
            // The transaction may have ended since the file was read.
            let now = try log.read()
            if now.isEmpty { continue }
            guard !now.isUnreadable else {
                report.ignored.append(JournalStore.unreadable(number))
                continue
            }
            guard let transaction = now.transaction else {
                report.damagedBytes += now.contents.damaged + now.contents.torn
                log.setAside()
                continue
            }
            report.damagedBytes += now.untold + now.contents.torn
            try log.cut(now.contents)
            if now.untold > 0, !now.contents.isAbandoned { try log.append([.damage(now.untold)]) }
            guard transaction.ending == nil else { continue }
            var recovery = Recovery(
                transaction, log, environment, openingDevicesWith: openDevice, until: deadline)
            report.items.append(recovery.recoverTransaction())
        }
        return report
    }

    /// A person's decision about a transaction that was interrupted.
    package enum Settlement: Hashable, Sendable, CaseIterable {
        /// Complete what can be completed.
        case finish
        /// Revert what was done.
        case rollBack
        /// Leave everything as it is, and forget the transaction.
        case abandon
    }

    /// Ends an interrupted transaction as a person has decided.
    /// - Throws: `TransactionError`: `notFound` if it is not interrupted, `locked` if its process still runs, `refused` in
    ///   read-only mode, or the errors of reading and writing the journal.
    package func settle(_ number: Int, by settlement: Settlement) throws(TransactionError) -> RecoveryReport {
        try environment.requireWritable()
        let store = JournalStore(environment)
        guard let file = try store.read(number), !file.isEmpty else {
            throw TransactionError(.notFound, "the journal has no operation \(number); `sandglass journal` lists them")
        }
        guard let log = try TransactionLog(takingOver: number, in: store) else {
            throw TransactionError(.locked, "number \(number) is still running")
        }
        let now = try log.read()
        guard !now.hasEnd else {
            throw TransactionError(.notFound, "number \(number) is complete; use `undo` or `redo` instead")
        }
        guard let transaction = now.transaction else {
            guard settlement == .abandon else {
                let reason = now.isUnreadable ? JournalStore.unreadable(number) : JournalStore.foreign(number)
                throw TransactionError(.refused, reason)
            }
            log.setAside()
            return RecoveryReport()
        }
        try log.cut(now.contents)
        var recovery = Recovery(
            transaction, log, environment, openingDevicesWith: openDevice, until: MonotonicClock.now() + 10_000_000_000,
            settlement: settlement)
        var report = RecoveryReport()
        report.items = [recovery.recoverTransaction()]
        return report
    }

    /// Returns the transactions that a recovery would complete or roll back, and changes nothing, not even the journal.
    private func pendingRecoveries() throws(TransactionError) -> RecoveryReport {
        var report = RecoveryReport()
        let store = JournalStore(environment)
        let names = try store.names()
        for number in names.numbers {
            guard let transaction = try store.read(number)?.transaction, transaction.ending == nil,
                let log = try TransactionLog(takingOver: number, in: store)
            else { continue }
            // It may have ended since it was read.
            guard try log.read().transaction?.ending == nil else { continue }
            report.items.append(
                RecoveryReport.Item(
                    id: transaction.beginRecord.id, title: transaction.beginRecord.title, result: .pending,
                    problems: []))
        }
        return report
    }
}

extension RecordScanner.Entry {
    fileprivate var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    fileprivate var isEnd: Bool {
        if case .record(.end) = self { true } else { false }
    }
}

extension JournalStore.File {
    /// Whether another version of the program recorded the transaction in a way that this one does not understand.
    var isForeign: Bool { transaction == nil && contents.entries.contains(where: \.isUnknown) }
    /// Whether a record says that the transaction has ended.
    var hasEnd: Bool { contents.entries.contains(where: \.isEnd) }
}

extension JournalStore {
    /// A sentence about an operation of which nobody knows what it was.
    static func unreadable(_ number: Int) -> String {
        "the record of number \(number) is damaged, so that what it has left unfinished is unknown: look for names that "
            + "begin with .sandglass-\(number)- in the containers, and in the trash, then give it up with `sandglass journal "
            + "--abandon \(number)`"
    }

    /// A sentence about an operation that only another version can end.
    static func foreign(_ number: Int) -> String {
        "another version of sandglass has not finished number \(number): start that version, or give the operation up "
            + "with `sandglass journal --abandon \(number)`"
    }
}
