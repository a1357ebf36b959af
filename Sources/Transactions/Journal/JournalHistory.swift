import ContainerModel
import FileTree

/// One transaction as recorded in the journal.
struct RecordedTransaction {
    /// A reason not to act on the record.
    enum Problem {
        /// Part of the record is damaged.
        case damaged
        /// A later version of the program wrote records that this version does not know.
        case newer
    }

    let beginRecord: BeginRecord
    /// Where its reservations and the steps of its items are stored.
    var reserved: [RecordReference] = []
    var setAside: [RecordReference] = []
    var intended: [RecordReference] = []
    var isRollingBack = false
    var commit: (done: RangeSet<Int>, stamp: Int64)?
    var ending: Ending?
    var problem: Problem?
    /// Whether its last record cannot be read.
    var isCutShort = false
    /// When its file was last written, in nanoseconds since 1970; nil if it has no separate file.
    var lastWrite: Int64?

    var number: Int { beginRecord.id.number }
    private let roots: [Root]

    init(beginRecord: BeginRecord) {
        self.beginRecord = beginRecord
        roots = beginRecord.roots.map(\.root)
    }

    /// Calls `body` with the items whose steps were recorded, one record at a time, in the order in which they were
    /// carried out, or in reverse.
    /// - Throws: `TransactionError` if they can no longer be read.
    func forEachIntended(
        reversed isReversed: Bool = false,
        _ body: ([StagedItem]) throws(TransactionError) -> Void
    ) throws(TransactionError) {
        for reference in isReversed ? intended.reversed() : intended {
            guard case .intend(number, let items) = try reference.load(roots),
                items.allSatisfy({ beginRecord.isValid($0) })
            else {
                throw .damaged(reference.path)
            }
            try body(isReversed ? items.reversed() : items)
        }
    }

    /// Calls `body` with the items whose sources were to be set aside, as recorded at that time.
    func forEachSetAside(_ body: ([StagedItem]) throws(TransactionError) -> Void) throws(TransactionError) {
        for reference in setAside {
            guard case .setAside(number, let items) = try reference.load(roots),
                items.allSatisfy({ beginRecord.isValid($0) })
            else {
                throw .damaged(reference.path)
            }
            try body(items)
        }
    }

    /// Calls `body` with the items that were done. See `forEachIntended(reversed:_:)`.
    func forEachDone(
        reversed isReversed: Bool = false,
        _ body: (StagedItem) throws(TransactionError) -> Void
    ) throws(TransactionError) {
        guard let commit else { return }
        try forEachIntended(reversed: isReversed) { items throws(TransactionError) in
            for item in items where commit.done.contains(item.index) { try body(item) }
        }
    }

    /// Calls `body` with the temporaries and trash names that it may have left behind if it was killed.
    func forEachReservation(_ body: (Reservation) -> Void) throws(TransactionError) {
        if let reservation = beginRecord.reservation { body(reservation) }
        for reference in reserved {
            guard case .reserve(number, let reservation) = try reference.load(roots), beginRecord.isValid(reservation)
            else {
                throw .damaged(reference.path)
            }
            body(reservation)
        }
    }
}

/// Groups records by transaction.
struct RecordCollector {
    private(set) var transactions: [RecordedTransaction] = []
    private(set) var hasUnknown = false
    /// Whether there were invalid records, or records that belong to no transaction.
    private(set) var hasInvalid = false
    /// The highest transaction number in any record.
    private(set) var greatest = 0
    private var places: [Int: Int] = [:]

    mutating func add(_ entry: RecordScanner.Entry) {
        switch entry {
        case .unknown: hasUnknown = true
        case .invalid: hasInvalid = true
        case .record(.begin(let beginRecord)):
            guard beginRecord.isValid, places[beginRecord.id.number] == nil else {
                hasInvalid = true
                return
            }
            places[beginRecord.id.number] = transactions.count
            transactions.append(RecordedTransaction(beginRecord: beginRecord))
            greatest = max(greatest, beginRecord.id.number)
        case .record(.damage): break
        case .record(let record):
            guard let place = place(record.number) else { return }
            switch record {
            case .begin, .damage, .reserve, .setAside, .intend: break
            case .rollBack: transactions[place].isRollingBack = true
            case .commit(_, let done, let stamp):
                guard done.ranges.last.map({ $0.upperBound <= transactions[place].beginRecord.itemCount }) ?? true
                else {
                    hasInvalid = true
                    return
                }
                transactions[place].commit = (done, stamp)
            case .end(_, let ending): transactions[place].ending = ending
            }
        case .deferred(let kind, let number, let reference):
            guard let place = place(number) else { return }
            switch kind {
            case .reserve: transactions[place].reserved.append(reference)
            case .setAside: transactions[place].setAside.append(reference)
            default: transactions[place].intended.append(reference)
            }
        }
    }

    private mutating func place(_ number: Int?) -> Int? {
        guard let number, let place = places[number] else {
            hasInvalid = true
            return nil
        }
        return place
    }
}

/// The transactions recorded in the journal.
struct JournalHistory {
    /// The transactions by number, oldest first.
    let transactions: [RecordedTransaction]
    /// The highest number ever assigned, as far as can be determined.
    let greatest: Int

    init(_ transactions: [RecordedTransaction], greatest: Int) {
        self.transactions = transactions
        self.greatest = greatest
    }

    /// A change, and the transaction that determines its current state.
    struct Line {
        let change: RecordedTransaction
        let latest: RecordedTransaction
        var state: JournalEntry.State {
            if latest.beginRecord.role == .change, latest.ending == .failed { return .failed }
            if latest.ending == nil { return .interrupted }
            return latest.beginRecord.role == .undo ? .undone : .done
        }
    }

    /// Each change with the latest transaction about it; failed undos and redos are ignored.
    var lines: [Line] {
        var latest: [Int: RecordedTransaction] = [:]
        for transaction in transactions where transaction.beginRecord.role != .change && transaction.ending != .failed {
            latest[transaction.beginRecord.subject] = transaction
        }
        return transactions.filter { $0.beginRecord.role == .change }
            .map { Line(change: $0, latest: latest[$0.number] ?? $0) }
    }
}
