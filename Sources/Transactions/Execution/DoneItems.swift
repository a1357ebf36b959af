/// The items that a run has done, those of the last chunk in memory, all others in the log alone: a million of them are
/// never all in memory.
struct DoneItems {
    /// All of them, by their places.
    private(set) var indices = IndexRanges()
    /// Those of the last chunk.
    private(set) var last: [StagedItem] = []
    private var isSpilled = false
    private var hasSpilledCleanups = false

    /// Whether any of them leaves something to be cleaned up.
    var hasCleanups: Bool { hasSpilledCleanups || last.contains { !$0.cleanups.isEmpty } }

    /// Begins with a chunk: from here on the log alone knows the items before it.
    mutating func beginChunk() {
        isSpilled = isSpilled || !last.isEmpty
        hasSpilledCleanups = hasCleanups
        last = []
    }

    mutating func append(_ item: StagedItem) {
        last.append(item)
        indices.insert(item.index)
    }

    /// Calls `body` with all of them, where some are in the log alone.
    /// - Throws: `TransactionError` where that cannot be read any more.
    func forEachLogged(
        in log: TransactionLog,
        reversed isReversed: Bool = false,
        _ body: (StagedItem) -> Void
    ) throws(TransactionError) {
        guard isSpilled else { return }
        guard let recorded = try log.read().transaction else {
            throw TransactionError(.inputOutput, "\(log.text) cannot be read any more")
        }
        try recorded.forEachIntended(reversed: isReversed) { items in
            for item in items where indices.contains(item.index) { body(item) }
        }
    }

    /// Calls `body` with each that leaves something to be cleaned up, and perhaps with others.
    func forEachWithCleanups(in log: TransactionLog, _ body: (StagedItem) -> Void) throws(TransactionError) {
        if hasSpilledCleanups { return try forEachLogged(in: log, body) }
        for item in last { body(item) }
    }
}
