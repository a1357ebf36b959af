import ContainerModel
import FileTree

/// One transaction as recorded in the journal.
struct RecordedTransaction {
    /// A reason not to act on the record.
    enum Problem {
        /// Part of the record is damaged.
        case damaged
        /// Another version of the program wrote records that this version does not know.
        case foreign
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
    /// When its file was last written, in nanoseconds since 1970; nil if that is not known.
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
        for reference in reserved {
            guard case .reserve(number, let reservation) = try reference.load(roots), beginRecord.isValid(reservation)
            else {
                throw .damaged(reference.path)
            }
            body(reservation)
        }
    }
}

/// Collects the records of one transaction.
struct RecordCollector {
    private let number: Int
    private(set) var transaction: RecordedTransaction?
    private(set) var hasUnknown = false
    /// Whether there were invalid records, or records that do not belong to the transaction.
    private(set) var hasInvalid = false

    init(_ number: Int) { self.number = number }

    mutating func add(_ entry: RecordScanner.Entry) {
        switch entry {
        case .unknown: hasUnknown = true
        case .record(.damage): break
        case .record(.begin(let beginRecord))
        where transaction == nil && beginRecord.isValid && beginRecord.id.number == number:
            transaction = RecordedTransaction(beginRecord: beginRecord)
        case .record(.rollBack(number)) where transaction != nil: transaction?.isRollingBack = true
        case .record(.commit(number, let done, let stamp))
        where done.ranges.last?.upperBound ?? 0 <= transaction?.beginRecord.itemCount ?? -1:
            transaction?.commit = (done, stamp)
        case .record(.end(number, let ending)) where transaction != nil: transaction?.ending = ending
        case .deferred(let kind, number, let reference) where transaction != nil:
            switch kind {
            case .reserve: transaction?.reserved.append(reference)
            case .setAside: transaction?.setAside.append(reference)
            default: transaction?.intended.append(reference)
            }
        case .record, .deferred, .invalid: hasInvalid = true
        }
    }
}

/// The transactions recorded in the journal.
struct JournalHistory {
    /// The transactions by number, oldest first.
    let transactions: [RecordedTransaction]
    /// The highest number ever assigned, as far as can be determined.
    let greatest: Int

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
