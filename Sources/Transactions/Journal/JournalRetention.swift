import FileTree

/// What the journal remembers, and for how long: by age and count, never by size.
enum JournalRetention {
    /// So many changes are always kept, with the undos and redos of them, however large and old they are.
    static let leastCount = 1_000
    /// Others are kept for so many seconds: 90 days.
    static let age: Int64 = 90 * 86_400
    /// As long as there are not more than so many.
    static let mostCount = 10_000
    /// How many transactions there are from one look at what can go to the next.
    static let interval = 100

    /// The numbers of the transactions that can go, those first that have to go first.
    ///
    /// A change and what was done about it go together; what has not ended stays, and so does what a later version wrote.
    /// - Parameter now: seconds since 1970. A clock that was set back keeps more, never less.
    static func dropped(
        from transactions: [RecordedTransaction],
        now: Int64,
        least: Int = leastCount,
        most: Int = mostCount
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
            guard count > least, group.allSatisfy({ $0.ending != nil && $0.problem != .newer }) else { continue }
            let isOld = group.allSatisfy { transaction in
                let (age, isFar) = now.subtractingReportingOverflow(transaction.beginRecord.time)
                return !isFar && age > Self.age
            }
            // The change first: an undo alone says nothing, a change without its undo would be told as done.
            if isOld || count > most { dropped += group.map(\.number) }
        }
        // What has no change any more: somebody was stopped while dropping it.
        let oldest = transactions.first { $0.beginRecord.role == .change }?.number ?? 0
        for follower in followers.values.joined() where follower.number < oldest && follower.ending != nil {
            dropped.append(follower.number)
        }
        return dropped
    }
}

extension JournalStore {
    /// Drops what need not be remembered. What fails is tried again next time.
    func prune(now: Int64 = WallClock.seconds) {
        guard let names = try? names(), names.numbers.count > JournalRetention.leastCount,
            let history = try? history()
        else { return }
        var dropped = Set(JournalRetention.dropped(from: history.transactions, now: now))
        if names.hasLegacy {
            guard let legacy = try? readLegacy() else { return }
            let kept = legacy.collector.transactions.filter {
                !dropped.contains($0.number) && !names.numbers.contains($0.number)
            }
            if kept.isEmpty, !legacy.collector.hasUnknown {
                StateFile.remove(legacyPath)
            } else {
                // Without the newer file what stands in the old one would be taken for the truth.
                dropped.subtract(legacy.collector.transactions.map(\.number))
            }
        }
        for number in names.numbers where dropped.contains(number) { StateFile.remove(path(number)) }
    }
}
