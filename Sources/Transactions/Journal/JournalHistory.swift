import Disk

/// What the journal's records say of one transaction.
struct RecordedTransaction {
    let beginning: Beginning
    /// The items whose steps were written down, by their places in the plan.
    var intended: [StagedItem] = []
    var isRollingBack = false
    var commit: (done: [Int], stamp: Int64)?
    var ending: Ending?

    var number: Int { beginning.id.number }

    /// What was done, in the order in which it was done.
    var doneItems: [StagedItem] {
        guard let commit else { return [] }
        let done = Set(commit.done)
        return intended.filter { done.contains($0.index) }
    }
}

/// What the journal's records say, transaction by transaction.
struct JournalHistory {
    /// By number, oldest first.
    private(set) var transactions: [RecordedTransaction] = []

    init(_ records: [JournalRecord]) {
        var places: [Int: Int] = [:]
        for record in records {
            if case .begin(let beginning) = record {
                places[beginning.id.number] = transactions.count
                transactions.append(RecordedTransaction(beginning: beginning))
                continue
            }
            // What a later version of the program wrote, or what damage has left without its beginning.
            guard let number = record.number, let place = places[number] else { continue }
            switch record {
            case .begin, .damage: break
            case .intend(_, let items): transactions[place].intended += items
            case .rollBack: transactions[place].isRollingBack = true
            case .commit(_, let done, let stamp): transactions[place].commit = (done, stamp)
            case .end(_, let ending): transactions[place].ending = ending
            }
        }
    }

    var nextNumber: Int { (transactions.last?.number ?? 0) + 1 }

    /// A change, and the transaction that says how things stand with it now.
    struct Line {
        let change: RecordedTransaction
        let latest: RecordedTransaction
        var state: JournalEntry.State {
            if latest.beginning.role == .change, latest.ending == .failed { return .failed }
            if latest.ending == nil { return .interrupted }
            return latest.beginning.role == .undo ? .undone : .done
        }
    }

    /// Each change with what was last done about it; an undo that failed is left out.
    var lines: [Line] {
        var latest: [Int: RecordedTransaction] = [:]
        for transaction in transactions where transaction.beginning.role != .change && transaction.ending != .failed {
            latest[transaction.beginning.subject] = transaction
        }
        return transactions.filter { $0.beginning.role == .change }
            .map { Line(change: $0, latest: latest[$0.number] ?? $0) }
    }

    /// The records of those that are worth keeping: what has not ended, the newest, and the rest as far as `bytes` and
    /// `count` allow. A change and what was done about it are kept or dropped together.
    func compacted(count: Int, bytes: Int) -> [JournalRecord] {
        var kept = Set<Int>()
        var size = 0
        var number = 0
        var isFull = false
        var followers: [Int: [RecordedTransaction]] = [:]
        for transaction in transactions where transaction.beginning.role != .change {
            followers[transaction.beginning.subject, default: []].append(transaction)
        }
        for change in transactions.reversed() where change.beginning.role == .change {
            let group = [change] + (followers[change.number] ?? [])
            size += group.reduce(0) { $0 + $1.records.reduce(0) { $0 + JournalFile.framed($1).count } }
            number += 1
            if number > 1, number > count || size > bytes { isFull = true }
            if !isFull || group.contains(where: { $0.ending == nil }) { kept.formUnion(group.map(\.number)) }
        }
        return transactions.filter { kept.contains($0.number) || $0.ending == nil }.flatMap(\.records)
    }
}

extension RecordedTransaction {
    /// The records again, a few in the place of many.
    var records: [JournalRecord] {
        var records: [JournalRecord] = [.begin(beginning)]
        if !intended.isEmpty { records.append(.intend(number, intended)) }
        if isRollingBack { records.append(.rollBack(number)) }
        if let commit { records.append(.commit(number, done: commit.done, stamp: commit.stamp)) }
        if let ending { records.append(.end(number, ending)) }
        return records
    }
}
