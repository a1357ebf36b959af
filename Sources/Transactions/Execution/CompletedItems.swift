/// The items that a run has completed. Only the last chunk is kept in memory; earlier items are read back from the log,
/// so that a million items are never all in memory.
struct CompletedItems {
    /// The completed items of the last chunk.
    private(set) var last: [StagedItem] = []
    /// The indices of the completed items of earlier chunks.
    private var earlier = RangeSet<Int>()
    private var isSpilled = false
    private var hasSpilledCleanups = false

    /// Whether any completed item has cleanups.
    var hasCleanups: Bool { hasSpilledCleanups || last.contains { !$0.cleanups.isEmpty } }

    /// The indices of all completed items.
    var indices: RangeSet<Int> {
        var all = earlier
        all.insert(indices: last.lazy.map(\.index))
        return all
    }

    /// Begins a chunk. Items of earlier chunks are in the log only from here on.
    mutating func beginChunk() {
        isSpilled = isSpilled || !last.isEmpty
        hasSpilledCleanups = hasCleanups
        earlier = indices
        last = []
    }

    mutating func append(_ item: StagedItem) { last.append(item) }

    /// Calls `body` with every completed item, read from the log; does nothing if all of them are still in memory.
    /// - Throws: `TransactionError` if the log can no longer be read.
    func forEachLogged(
        in log: TransactionLog,
        reversed isReversed: Bool = false,
        _ body: (StagedItem) -> Void
    ) throws(TransactionError) {
        guard isSpilled else { return }
        guard let recorded = try log.read().transaction else {
            throw TransactionError(.inputOutput, "\(log.text) cannot be read any more")
        }
        let indices = indices
        try recorded.forEachIntended(reversed: isReversed) { items in
            for item in items where indices.contains(item.index) { body(item) }
        }
    }

    /// Calls `body` with every completed item that has cleanups, and possibly with others.
    func forEachWithCleanups(in log: TransactionLog, _ body: (StagedItem) -> Void) throws(TransactionError) {
        if hasSpilledCleanups { return try forEachLogged(in: log, body) }
        for item in last { body(item) }
    }
}
