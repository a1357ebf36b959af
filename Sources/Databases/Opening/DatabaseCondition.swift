/// A noteworthy fact about the state of a database.
package enum DatabaseCondition: Hashable, Sendable {
    /// The file has no bytes, or had none before a transaction that was running.
    case empty
    /// The write-ahead log has been read.
    case logRead(transactions: Int, frames: Int)
    /// The database uses a write-ahead log, but there is none.
    case logMissing
    /// The log ends with a transaction that is not complete.
    case logUnfinished(frames: Int)
    /// The log ends in the middle of a frame, of which a number of bytes are there.
    case logCut(bytes: Int)
    /// The log is damaged from a frame on.
    case logDamaged(after: Int, of: Int)
    /// The header of the log is not valid, so none of it was read.
    case logUnreadable
    /// The log is of another version of its format, so none of it was read.
    case logUnsupported(version: UInt32)
    /// The log could not be opened.
    case logUnopened(reason: String)
    /// The page size of the log differs from the page size of the database.
    case logForeign(pageSize: Int)
    /// The log is older than the database: what it has of the first page precedes what the database has.
    case logOlder
    /// The database says that it uses no log, but there is one, which has been read.
    case logUnused
    /// The log is too large to read.
    case logTooLarge(bytes: UInt64)
    /// A transaction was running, and the state before it has been read from the rollback journal.
    case journalRead(pages: Int)
    /// A transaction was running, and its rollback journal does not fit the database.
    case hotJournal
    /// The rollback journal could not be opened.
    case journalUnopened(reason: String)
    /// The file with the name of the rollback journal is none, and SQLite ignores it.
    case noJournal
    /// The file is shorter than its header says, in pages.
    case truncated(pages: Int, of: Int)
}

extension DatabaseCondition: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "The database is empty."
        case .logRead(let transactions, let frames):
            "Includes \(counted(transactions, "transaction")) (\(counted(frames, "page"))) from the write-ahead log."
        case .logMissing:
            "The database uses a write-ahead log, but there is none beside it. If the log was left behind, the latest "
                + "changes are missing."
        case .logUnfinished(let frames):
            "The write-ahead log ends with an unfinished transaction (\(counted(frames, "page"))), which is not shown."
        case .logCut(let bytes):
            "The write-ahead log is truncated in the middle of a page (\(counted(bytes, "byte")) of it are there). "
                + "A transaction that ended there is missing."
        case .logDamaged(let intact, let frames):
            "The write-ahead log is damaged after \(intact) of \(counted(frames, "page")). Later changes are missing."
        case .logUnreadable:
            "The write-ahead log is damaged and was not read. The latest changes are missing."
        case .logUnsupported(let version):
            "The write-ahead log has the version \(version), which is not supported, and was not read. The latest changes "
                + "are missing."
        case .logUnopened(let reason):
            "The write-ahead log cannot be read (\(reason)). The latest changes are missing."
        case .logForeign(let pageSize):
            "The write-ahead log belongs to another database (its pages have \(pageSize) bytes) and was not read."
        case .logOlder:
            "The write-ahead log is older than the database: it is left over from an earlier version of it."
        case .logUnused:
            "The database says that it uses no write-ahead log, but there is one beside it, which SQLite reads."
        case .logTooLarge(let bytes):
            "The write-ahead log is too large to read (\(bytes) bytes). The latest changes are missing."
        case .journalRead(let pages):
            "A transaction was running or was interrupted. Shows the state before it (\(counted(pages, "page")) from the "
                + "rollback journal)."
        case .hotJournal:
            "A transaction was running or was interrupted, and its rollback journal does not fit the database. What is "
                + "shown may be incomplete or inconsistent."
        case .journalUnopened(let reason):
            "The rollback journal cannot be read (\(reason)). If a transaction was interrupted, what is shown may be "
                + "incomplete or inconsistent."
        case .noJournal:
            "The file beside it that is named like its rollback journal is not one, and SQLite ignores it."
        case .truncated(let pages, let expected):
            "The file is truncated: it has \(pages) of \(counted(expected, "page"))."
        }
    }

    private func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

extension DatabaseCondition {
    /// Whether contents are missing, or wrong.
    package var isProblem: Bool {
        switch self {
        case .empty, .logRead, .journalRead, .logUnfinished, .logMissing, .logUnused, .noJournal: false
        default: true
        }
    }

    /// Whether a file of the database is damaged.
    package var isDamage: Bool {
        switch self {
        case .logCut, .logDamaged, .logUnreadable, .truncated: true
        case .empty, .logRead, .logMissing, .logUnfinished, .logUnsupported, .logUnopened, .logForeign, .logOlder,
            .logUnused, .logTooLarge, .journalRead, .hotJournal, .journalUnopened, .noJournal:
            false
        }
    }

    /// Whether the log or the journal was not written for the database, or is damaged.
    var isMisfit: Bool {
        switch self {
        case .logCut, .logDamaged, .logUnreadable, .logForeign, .logOlder, .logUnused, .hotJournal: true
        case .empty, .logRead, .logMissing, .logUnfinished, .logUnsupported, .logUnopened, .logTooLarge, .journalRead,
            .journalUnopened, .noJournal, .truncated:
            false
        }
    }
}
