import Formats
import System

/// The original contents of the pages that an unfinished transaction has changed.
///
/// SQLite would write them back before it reads. Here, they are read instead of the pages in the database file. Format:
/// sqlite.org/fileformat2.html, section 3.
struct RollbackJournal {
    let file: Descriptor
    /// The size of the database in pages before the transaction.
    let pageCount: Int
    /// The position of each original page in the journal.
    let offsets: [UInt32: UInt64]

    private static let magic = RollbackJournalHeader.magic
    private static let headerSize = RollbackJournalHeader.length

    /// Returns whether a journal belongs to the first transaction of a database, which was empty before.
    static func isFirst(_ file: Descriptor) throws(DatabaseError) -> Bool {
        let header = try file.bytes(at: 0, count: headerSize)
        return header.count == headerSize && header.starts(with: magic) && header.number(at: 16, size: 4) == 0
    }

    /// Returns whether a journal belongs to a transaction that has not ended: its header is cleared at the end.
    static func isHot(_ file: Descriptor) throws(DatabaseError) -> Bool {
        try file.bytes(at: 0, count: magic.count) == magic
    }

    /// Returns whether a file is a journal, by its first bytes.
    static func isJournal(_ file: Descriptor) throws(DatabaseError) -> Bool {
        RollbackJournalHeader.isJournal(try file.bytes(at: 0, count: headerSize))
    }

    /// Reads a journal; nil if it does not fit the database.
    init?(_ file: Descriptor, pageSize: Int, interruption: StatementInterruption) throws(DatabaseError) {
        let size = DatabaseSource.size(of: file)
        var offsets: [UInt32: UInt64] = [:]
        var start: UInt64 = 0
        var pageCount: Int?
        segments: while start + UInt64(Self.headerSize) <= size {
            let header = try file.bytes(at: start, count: Self.headerSize)
            guard header.count == Self.headerSize, header.starts(with: Self.magic) else { break }
            // The number of records is written once they are safe; before, no page has been changed.
            let stored = header.number(at: 8, size: 4)
            let (nonce, sector) = (header.number(at: 12, size: 4), UInt64(header.number(at: 20, size: 4)))
            guard Int(header.number(at: 24, size: 4)) == pageSize, sector >= 32, sector <= 65_536 else { break }
            pageCount = pageCount ?? Int(header.number(at: 16, size: 4))
            let recordSize = UInt64(pageSize) + 8
            let possible = (size - min(size, start + sector)) / recordSize
            let count = stored == .max ? possible : min(possible, UInt64(stored))
            for record in 0..<count {
                try interruption.check()
                let offset = start + sector + record * recordSize
                let bytes = try file.bytes(at: offset, count: Int(recordSize))
                let page = bytes.number(at: 0, size: 4)
                guard page > 0, Self.checksum(bytes, nonce) == bytes.number(at: pageSize + 4, size: 4) else {
                    break segments
                }
                if offsets[page] == nil { offsets[page] = offset + 4 }
            }
            guard stored != .max, count > 0 else { break }
            let end = start + sector + count * recordSize
            start = (end + sector - 1) / sector * sector
        }
        guard let pageCount else { return nil }
        (self.file, self.pageCount, self.offsets) = (file, pageCount, offsets)
    }

    /// Adds every 200th byte of the page of a record, counted from its end.
    private static func checksum(_ record: [UInt8], _ nonce: UInt32) -> UInt32 {
        let pageSize = record.count - 8
        return stride(from: pageSize - 200, to: 0, by: -200).reduce(nonce) { $0 &+ UInt32(record[4 + $1]) }
    }
}
