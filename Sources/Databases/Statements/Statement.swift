import CSQLite

/// A prepared statement.
final class Statement {
    let handle: OpaquePointer
    private let connection: Connection

    /// Prepares a single statement that only reads.
    init(_ text: String, on connection: Connection) throws(DatabaseError) {
        var text = text
        var handle: OpaquePointer?
        let (result, hasMore) = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let result = sqlite3_prepare_v2(
                    connection.handle, characters.baseAddress, Int32(clamping: characters.count), &handle, &tail)
                let end = characters.baseAddress.map { $0 + characters.count }
                return (result, tail != end)
            }
        }
        guard result == SQLITE_OK else { throw connection.error(result) }
        guard let handle, !hasMore, sqlite3_stmt_readonly(handle) != 0 else {
            sqlite3_finalize(handle)
            throw DatabaseError(.refused, "only one expression is permitted")
        }
        self.handle = handle
        self.connection = connection
    }

    /// Takes a statement that was prepared on a connection.
    init(_ handle: OpaquePointer, on connection: Connection) {
        (self.handle, self.connection) = (handle, connection)
    }

    deinit { sqlite3_finalize(handle) }

    /// Advances to the next row; false after the last one.
    func step() throws(DatabaseError) -> Bool {
        let result = sqlite3_step(handle)
        guard result != SQLITE_ROW else { return true }
        guard result != SQLITE_DONE else { return false }
        throw connection.error(result)
    }

    /// Makes the statement start again, with new parameters.
    func restart(with parameters: Int64...) {
        sqlite3_reset(handle)
        for (index, parameter) in parameters.enumerated() {
            sqlite3_bind_int64(handle, Int32(index + 1), parameter)
        }
    }

    /// Returns an integer of the current row.
    func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// Whether a value of the current row is NULL.
    func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    /// Returns the kind of a cell in the current row; nil for NULL.
    func kind(_ column: Int) -> ScannedRow.Kind? {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER, SQLITE_FLOAT: .number
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: nil
        }
    }

    /// Returns a floating-point number of the current row; nil if the cell is none.
    func real(_ column: Int) -> Double? {
        guard sqlite3_column_type(handle, Int32(column)) == SQLITE_FLOAT else { return nil }
        return sqlite3_column_double(handle, Int32(column))
    }

    /// Returns a number of the current row as a floating-point number; nil if the cell is none.
    func number(_ column: Int) -> Double? {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(handle, Int32(column))
        default: nil
        }
    }

    /// Returns a number for values of the current row with their types (`RowHasher`).
    func digest(of columns: [Int], offset: Int) -> UInt64 {
        var hasher = RowHasher()
        for index in columns { combine(index + offset, into: &hasher) }
        return hasher.value
    }

    /// Adds a value of the current row, with its type.
    @inline(__always)
    func combine(_ index: Int, into hasher: inout RowHasher) {
        let column = Int32(index)
        let type = sqlite3_column_type(handle, column)
        hasher.combine(UInt64(truncatingIfNeeded: type))
        switch type {
        case SQLITE_INTEGER: hasher.combine(UInt64(bitPattern: sqlite3_column_int64(handle, column)))
        case SQLITE_FLOAT: hasher.combine(sqlite3_column_double(handle, column).bitPattern)
        case SQLITE_TEXT, SQLITE_BLOB:
            hasher.combine(UnsafeRawBufferPointer(bytes(index, isText: type == SQLITE_TEXT)))
        default: break
        }
    }

    /// Whether a cell of the current row is UTF-8.
    func isText(_ column: Int) -> Bool { String(validating: bytes(column, isText: true), as: UTF8.self) != nil }

    /// Returns a text of the current row; empty if it is NULL.
    func text(_ column: Int) -> String { String(decoding: bytes(column, isText: true), as: UTF8.self) }

    /// Returns the value of a cell of the current row with at most `limit` bytes of its contents.
    func value(_ column: Int, limit: Int) -> CellValue {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, Int32(column)))
        case SQLITE_TEXT: .text(contents(column, isText: true, limit: limit))
        case SQLITE_BLOB: .blob(contents(column, isText: false, limit: limit))
        default: .null
        }
    }

    /// Calls `body` with the bytes of a text, a blob or a number as text of the current row.
    func withBytes<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(bytes(column, isText: sqlite3_column_type(handle, Int32(column)) != SQLITE_BLOB))
    }

    /// Valid until the next step.
    private func bytes(_ column: Int, isText: Bool) -> UnsafeBufferPointer<UInt8> {
        let start =
            isText
            ? sqlite3_column_text(handle, Int32(column))
            : sqlite3_column_blob(handle, Int32(column))?.assumingMemoryBound(to: UInt8.self)
        // After the pointer, as converting the encoding changes the length.
        return UnsafeBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    private func contents(_ column: Int, isText: Bool, limit: Int) -> CellBytes {
        let bytes = bytes(column, isText: isText)
        return CellBytes(bytes: Array(bytes.prefix(limit)), count: bytes.count)
    }
}
