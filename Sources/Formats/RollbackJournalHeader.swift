/// The header of a rollback journal of SQLite (Database File Format, 3 "The Rollback Journal").
package enum RollbackJournalHeader {
    /// Its first bytes.
    package static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    /// Its size in bytes.
    package static let length = 28

    /// Returns whether a file begins like a journal, of a transaction that has not ended or of one that has: its header is
    /// cleared then, or the whole file.
    package static func isJournal(_ head: some Collection<UInt8>) -> Bool {
        let header = head.prefix(length)
        return header.prefix(magic.count).elementsEqual(magic.prefix(header.count)) || header.allSatisfy { $0 == 0 }
    }
}
