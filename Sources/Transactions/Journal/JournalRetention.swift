import FileTree

/// How long transactions stay in the journal: by age and number, never by size.
enum JournalRetention {
    /// The number of changes that are always kept, together with their undos and redos, regardless of age.
    static let leastCount = 1_000
    /// How long further changes are kept, in seconds: 90 days.
    static let age: Int64 = 90 * 86_400
    /// The maximum number of changes kept.
    static let maxCount = 10_000
    /// The number of transactions between two prunings.
    static let interval = 100

    /// Returns the numbers of the transactions to delete, in the order in which to delete them.
    ///
    /// A change is deleted together with its undos and redos. Transactions that have not ended stay, as do those
    /// written by another version.
    /// - Parameter now: Seconds since 1970. If the clock was set back, more is kept, never less.
    static func dropped(
        from transactions: [RecordedTransaction],
        now: Int64,
        minimum: Int = leastCount,
        maximum: Int = maxCount
    ) -> [Int] {
        var followers: [Int: [RecordedTransaction]] = [:]
        for transaction in transactions where transaction.beginRecord.role != .change {
            followers[transaction.beginRecord.subject, default: []].append(transaction)
        }
        var dropped: [Int] = []
        var count = 0
        for change in transactions.reversed() where change.beginRecord.role == .change {
            count += 1
            let group = [change] + (followers.removeValue(forKey: change.number) ?? [])
            guard count > minimum, group.allSatisfy({ $0.ending != nil && $0.problem != .foreign }) else { continue }
            let isOld = group.allSatisfy { transaction in
                let (age, isFar) = now.subtractingReportingOverflow(transaction.beginRecord.time)
                return !isFar && age > Self.age
            }
            // The change comes first: an undo alone has no effect, while a change without its undo would be listed as
            // done.
            if isOld || count > maximum { dropped += group.map(\.number) }
        }
        // Undos and redos whose change is gone, because an earlier pruning was interrupted.
        let oldest = transactions.first { $0.beginRecord.role == .change }?.number ?? 0
        for follower in followers.values.joined() where follower.number < oldest && follower.ending != nil {
            dropped.append(follower.number)
        }
        return dropped
    }
}

extension JournalStore {
    /// Deletes transactions that need not be kept. Whatever fails is tried again next time.
    func prune(now: Int64 = WallClock.seconds) {
        guard let names = try? names(), names.numbers.count > JournalRetention.leastCount,
            let history = try? history()
        else { return }
        let dropped = Set(JournalRetention.dropped(from: history.transactions, now: now))
        for number in names.numbers where dropped.contains(number) { StateFile.remove(path(number)) }
    }
}
