import System

/// The findings about a database before SQLite opens it.
struct DatabaseOpening {
    let header: DatabaseHeader?
    let conditions: [DatabaseCondition]
    let size: UInt64
    let pages: DatabasePages

    init(
        _ source: DatabaseSource,
        limits: DatabaseLimits,
        interruption: StatementInterruption
    ) throws(DatabaseError) {
        size = source.size
        guard size > 0 else {
            (header, conditions) = (nil, [.empty])
            pages = DatabasePages(.bytes([]), log: nil, pageSize: 4_096)
            return
        }
        if case .files(_, _, let file?) = source, try RollbackJournal.isFirst(file) {
            (header, conditions) = (nil, [.journalRead(pages: 0), .empty])
            pages = DatabasePages(.bytes([]), log: nil, pageSize: 4_096)
            return
        }
        let head = try source.read(at: 0, count: 4_096)
        guard let stored = DatabaseHeader(head) else { throw Self.rejection(of: head) }
        var conditions: [DatabaseCondition] = []
        var log: WriteAheadLog?
        var journal: RollbackJournal?
        if case .files(_, let file, let journalFile) = source {
            // SQLite reads a log that lies beside a database, whatever the header of that says.
            if let file, stored.usesLog || DatabaseSource.size(of: file) > 0 {
                let found = try WriteAheadLog.read(
                    file, pageSize: stored.pageSize, limits: limits, interruption: interruption)
                log = found.log
                conditions += found.conditions
                if log != nil, !stored.usesLog { conditions.append(.logUnused) }
                if let log, try log.isOlder(than: head) { conditions.append(.logOlder) }
            } else if stored.usesLog {
                conditions.append(.logMissing)
            }
            if let file = journalFile, log == nil, try RollbackJournal.isHot(file) {
                journal = try RollbackJournal(file, pageSize: stored.pageSize, interruption: interruption)
                conditions.append(journal.map { .journalRead(pages: $0.offsets.count) } ?? .hotJournal)
            }
            if let file = journalFile, try !RollbackJournal.isJournal(file) {
                conditions.append(.noJournal)
            }
        }
        let complete = DatabasePages(source, log: log, journal: journal, pageSize: stored.pageSize)
        let latest = try complete.read(1, count: min(DatabaseHeader.length, complete.pageSize))
        if let version = DatabaseHeader.unsupported(latest) {
            throw DatabaseError(.unsupported, "newer than supported: \(version)")
        }
        let header = DatabaseHeader(latest) ?? stored
        self.header = header
        let expected = log?.pageCount ?? header.pageCount ?? 0
        if log == nil, journal == nil, complete.count < expected {
            conditions.append(.truncated(pages: complete.count, of: expected))
            pages = DatabasePages(source, log: nil, pageSize: stored.pageSize, claimedCount: expected)
        } else {
            pages = complete
        }
        self.conditions = conditions
    }

    /// The bytes of the file that SQLite never reads: those behind the last page.
    var bytesBehindPages: Range<UInt64>? {
        guard let header, pages.log == nil, pages.journal == nil else { return nil }
        let pageSize = UInt64(header.pageSize)
        let end = min(size, header.pageCount.map { UInt64($0) * pageSize } ?? size / pageSize * pageSize)
        return end < size ? end..<size : nil
    }

    /// Returns the error for a file without a valid header.
    private static func rejection(of head: [UInt8]) -> DatabaseError {
        if head.starts(with: DatabaseHeader.magic) {
            return DatabaseError(.malformed, "the header of the database is malformed")
        }
        if head.count >= 1_024, looksRandom(head) {
            let message = "not recognizable as an SQLite database; it looks encrypted (SQLCipher?)"
            return DatabaseError(.encrypted, message)
        }
        return DatabaseError(.notADatabase, "not an SQLite database")
    }

    /// Returns whether all byte values are about equally frequent. The expected sum of squares for random bytes is
    /// n + n²/256.
    private static func looksRandom(_ bytes: [UInt8]) -> Bool {
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        let expected = bytes.count + bytes.count * bytes.count / 256
        return counts.reduce(0) { $0 + $1 * $1 } < expected + expected / 6
    }
}
