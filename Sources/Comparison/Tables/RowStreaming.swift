import Databases
import Documents
import Jobs

/// Matches the rows of two tables while both are read in the order of their keys, so that few of them are in memory.
struct RowStreaming {
    /// The number of rows that are handed over at once, and how many such batches wait.
    private static let batch = 4_096
    private static let maxBatches = 4
    /// Reads one of two tables; it waits for its reader alone, which waits for nothing else.
    private static let reader = WorkerPool(threads: 2)

    let scan: RowScanning
    let cancellation: Cancellation

    /// Matches the rows of two tables.
    /// - Returns: nil if the keys of one of them do not ascend, so that they have to be matched otherwise.
    /// - Throws: `DatabaseError` if one of them cannot be read.
    func matching(_ before: DatabaseRows, _ after: DatabaseRows) throws(DatabaseError) -> RowMatching? {
        let queue = BatchQueue<RowDigest, DatabaseError>(maximum: Self.maxBatches)
        let (scan, cancellation) = (scan, cancellation)
        Self.reader.submit {
            do throws(DatabaseError) {
                try Self.forEachBatch(of: after, by: scan, cancellation) { queue.give($0) }
                queue.end()
            } catch {
                queue.end(error)
            }
        }
        // The other thread does not wait for somebody who is gone.
        defer { queue.close() }
        var merging = RowMerging(queue)
        var failure: DatabaseError?
        try Self.forEachBatch(of: before, by: scan, cancellation) { rows in
            do throws(DatabaseError) {
                try merging.add(rows)
            } catch {
                failure = error
            }
            return failure == nil && merging.isAscending
        }
        if let failure { throw failure }
        guard merging.isAscending else { return nil }
        try merging.finish()
        return merging.isAscending ? merging.matching : nil
    }

    private static func forEachBatch(
        of table: DatabaseRows, by scan: RowScanning, _ cancellation: Cancellation, _ receive: ([RowDigest]) -> Bool
    ) throws(DatabaseError) {
        var rows: [RowDigest] = []
        rows.reserveCapacity(batch)
        var isWanted = true
        try scan.forEachDigest(of: table.query.table, with: table.columns, in: table.database, cancellation) { row in
            rows.append(row)
            guard rows.count == batch else { return true }
            isWanted = receive(rows)
            rows.removeAll(keepingCapacity: true)
            return isWanted
        }
        if isWanted, !rows.isEmpty { _ = receive(rows) }
    }
}

/// Merges two ascending sequences of rows, of which one comes from another thread.
private struct RowMerging {
    private let queue: BatchQueue<RowDigest, DatabaseError>
    private(set) var matching = RowMatching(hasKeys: true)
    /// Whether the keys of both sides have ascended so far.
    private(set) var isAscending = true
    /// The rows of the other side that have been taken, and not been matched.
    private var others: [RowDigest] = []
    private var hasEnded = false
    /// The last keys of both sides.
    private var last: (before: Int64?, after: Int64?)

    init(_ queue: BatchQueue<RowDigest, DatabaseError>) { self.queue = queue }

    /// Matches the next rows of the first side with all rows of the other side up to their last key.
    mutating func add(_ rows: [RowDigest]) throws(DatabaseError) {
        guard let bound = Self.end(of: rows, after: last.before) else {
            isAscending = false
            return
        }
        last.before = bound
        while !hasEnded, others.last.map({ $0.order <= bound }) ?? true { try take() }
        let count = others.firstIndex { $0.order > bound } ?? others.count
        matching.add(rows, Array(others[..<count]))
        others.removeFirst(count)
    }

    /// Takes what the other side has behind the last key of the first one.
    mutating func finish() throws(DatabaseError) {
        while true {
            matching.add([], others)
            others = []
            guard !hasEnded, isAscending else { return }
            try take()
        }
    }

    private mutating func take() throws(DatabaseError) {
        guard let rows = try queue.take() else {
            hasEnded = true
            return
        }
        // Rows that do not ascend are matched otherwise, all of them.
        guard let end = Self.end(of: rows, after: last.after) else {
            (hasEnded, isAscending) = (true, false)
            return
        }
        last.after = end
        others += rows
    }

    /// Returns the last key of rows whose keys ascend from the one before them on; nil if they do not.
    private static func end(of rows: [RowDigest], after before: Int64?) -> Int64? {
        var last = before
        for row in rows {
            if let last, row.order <= last { return nil }
            last = row.order
        }
        return last
    }
}

extension RowDigest {
    /// The key as the number that it is, for rows that are identified by integers.
    fileprivate var order: Int64 { Int64(bitPattern: key) }
}
