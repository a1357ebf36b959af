import CSQLite

/// A text or blob of a table with row IDs that is read in parts, without loading all of it.
final class Blob {
    private let handle: OpaquePointer
    private let connection: Connection

    /// - Throws: An error if the cell has another type, or the table's cells can only be read as a whole.
    init(_ column: String, of table: String, rowID: Int64, on connection: Connection) throws(DatabaseError) {
        var handle: OpaquePointer?
        let result = sqlite3_blob_open(connection.handle, "main", table, column, rowID, 0, &handle)
        guard result == SQLITE_OK, let handle else { throw connection.error(result) }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_blob_close(handle) }

    /// The size of the cell in bytes.
    var count: Int { Int(sqlite3_blob_bytes(handle)) }

    /// Reads the part of a range that the cell has.
    func read(_ range: Range<Int>) throws(DatabaseError) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        var result = SQLITE_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            guard !range.isEmpty else { return }
            result = sqlite3_blob_read(handle, buffer.baseAddress, Int32(range.count), Int32(range.lowerBound))
            filled = result == SQLITE_OK ? range.count : 0
        }
        guard result == SQLITE_OK else { throw connection.error(result) }
        return bytes
    }
}
