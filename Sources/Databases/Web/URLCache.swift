package import Jobs

/// The cache of `URLSession`, `Cache.db`: requests with their responses. Format: formats.md, "URL cache".
package struct URLCache: Sendable {
    /// The number of requests.
    package let count: Int
    package let database: Database

    /// The name of the directory, beside the database, with bodies that are not in it.
    package static let bodyDirectory = "fsCachedData"

    /// Returns nil if a database is not a URL cache.
    /// - Throws: The errors of reading its tables.
    package init?(_ database: Database, _ cancellation: Cancellation? = nil) throws(DatabaseError) {
        guard DatabaseKind(try database.schema(cancellation)) == .urlCache else { return nil }
        self.database = database
        count = try database.rowCount(RowQuery("cfurl_cache_response"), cancellation)
    }

    /// Returns requests, the latest first.
    /// - Parameter index: The position of the first one, from 0.
    package func entries(
        from index: Int = 0,
        count: Int,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> [URLCacheEntry] {
        try database.withReader(cancellation) { reader throws(DatabaseError) in
            let limit = min(max(0, count), reader.connection.limits.pageRows)
            return try Self.entries(
                "ORDER BY r.entry_ID DESC LIMIT \(limit) OFFSET \(max(0, index))", reader.connection)
        }
    }

    /// Returns a request by its number; nil if there is none.
    package func entry(_ id: Int64, _ cancellation: Cancellation? = nil) throws(DatabaseError) -> URLCacheEntry? {
        try database.withReader(cancellation) { reader throws(DatabaseError) in
            try Self.entries("WHERE r.entry_ID = \(id)", reader.connection).first
        }
    }

    private static func entries(
        _ clause: String, _ connection: Connection
    ) throws(DatabaseError) -> [URLCacheEntry] {
        do throws(DatabaseError) {
            return try entries("response_object", "request_object", clause, connection)
        } catch  where error.code == .tooLarge {
            // A blob is too large to be one of headers.
            return try entries("NULL", "NULL", clause, connection)
        }
    }

    /// Returns what is stored about a request, with the beginnings of long cells.
    package func details(
        of entry: URLCacheEntry, _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> [(table: String, column: String, value: CellValue)] {
        var found: [(table: String, column: String, value: CellValue)] = []
        for (table, names) in [
            (Self.responses, ["request_key", "time_stamp"] + Self.responseColumns), (Self.blobs, Self.blobColumns),
            (Self.bodies, ["isDataOnFS", "receiver_data"]),
        ] {
            let columns = try database.columns(of: table, cancellation).map(\.name)
            guard let row = try database.row(.rowID(entry.id), of: table, cancellation) else { continue }
            for name in names {
                guard let index = columns.firstIndex(of: name), row.cells.indices.contains(index) else { continue }
                found.append((table, name, row.cells[index]))
            }
        }
        return found
    }

    private static let responses = "cfurl_cache_response"
    private static let blobs = "cfurl_cache_blob_data"
    private static let bodies = "cfurl_cache_receiver_data"
    private static let responseColumns = ["version", "hash_value", "storage_policy", "partition"]
    private static let blobColumns = ["response_object", "request_object", "proto_props", "user_info"]

    /// The columns that requests and their details have, by table.
    package static let columns = [
        responses: ["entry_ID", "request_key", "time_stamp"] + responseColumns, blobs: ["entry_ID"] + blobColumns,
        bodies: ["entry_ID", "isDataOnFS", "receiver_data"],
    ]

    private static func entries(
        _ response: String,
        _ request: String,
        _ clause: String,
        _ connection: Connection
    ) throws(DatabaseError) -> [URLCacheEntry] {
        // `length` does not load a blob.
        let statement = try Statement(
            """
            SELECT r.entry_ID, r.request_key, CAST(strftime('%s', r.time_stamp) AS INTEGER), isDataOnFS,
                CASE WHEN isDataOnFS THEN NULL ELSE length(receiver_data) END,
                CASE WHEN isDataOnFS THEN receiver_data END, \(response), \(request)
            FROM cfurl_cache_response AS r LEFT JOIN cfurl_cache_receiver_data AS d ON d.entry_ID = r.entry_ID
                LEFT JOIN cfurl_cache_blob_data AS b ON b.entry_ID = r.entry_ID
            \(clause)
            """, on: connection)
        var entries: [URLCacheEntry] = []
        while try statement.step() { entries.append(URLCacheEntry(statement)) }
        return entries
    }

    /// The column with the bodies of responses that are in the database, and its table.
    package static let bodyColumn = (column: "receiver_data", table: bodies)

    /// Reads the body of a response that is in the database.
    /// - Parameter range: The bytes to be read; nil for all, up to the limit.
    /// - Returns: nil if there is none.
    package func body(
        of entry: URLCacheEntry,
        range: Range<Int>? = nil,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> CellBytes? {
        guard case .inline = entry.body else { return nil }
        let (column, table) = Self.bodyColumn
        let value = try database.cell(column, of: table, row: .rowID(entry.id), range: range, cancellation)
        switch value {
        case .blob(let contents), .text(let contents): return contents
        default: return nil
        }
    }
}
