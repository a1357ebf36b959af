/// The pages of a database, from its file and its write-ahead log, without SQLite.
struct DatabasePages {
    let source: DatabaseSource
    let log: WriteAheadLog?
    /// The journal of a transaction that has not ended; nil if there is none.
    let journal: RollbackJournal?
    let pageSize: Int
    /// The number of pages, by which the numbers in the file are checked.
    let count: Int
    /// The number of pages of a truncated database according to its header; otherwise 0.
    let claimedCount: Int

    init(
        _ source: DatabaseSource, log: WriteAheadLog?, journal: RollbackJournal? = nil, pageSize: Int,
        claimedCount: Int = 0
    ) {
        self.source = source
        self.log = log
        self.journal = journal
        self.pageSize = pageSize
        self.claimedCount = claimedCount
        let stored = Int(clamping: source.size / UInt64(pageSize))
        count = log.map { max($0.pageCount, stored) } ?? journal?.pageCount ?? stored
    }

    /// The error for a page that a truncated database has lost.
    static let missing = DatabaseError(.malformed, "a page is missing: the file is truncated")

    /// SQLite's own limit on the depth of a tree.
    static let maximumDepth = 20

    /// Returns the offset of a page's header: on the first page, it follows the file header.
    static func headerStart(of page: UInt32) -> Int { page == 1 ? DatabaseHeader.length : 0 }

    /// Reads a part of a page.
    /// - Parameter page: Its number, from 1.
    /// - Throws: `malformed` if the database has no such page.
    func read(_ page: UInt32, at offset: Int = 0, count length: Int) throws(DatabaseError) -> [UInt8] {
        if Int(page) > count, Int(page) <= claimedCount { throw Self.missing }
        guard page > 0, Int(page) <= count, offset >= 0, length >= 0, offset + length <= pageSize else {
            throw DatabaseError(.malformed, "the database refers to a page that it does not have")
        }
        let bytes: [UInt8]
        if let log, let start = log.offset(of: page) {
            bytes = try log.file.bytes(at: start + UInt64(offset), count: length)
        } else if let journal, let start = journal.offsets[page] {
            bytes = try journal.file.bytes(at: start + UInt64(offset), count: length)
        } else {
            bytes = try source.read(at: UInt64(page - 1) * UInt64(pageSize) + UInt64(offset), count: length)
        }
        guard bytes.count == length else { throw DatabaseError(.malformed, "the database is truncated") }
        return bytes
    }
}
