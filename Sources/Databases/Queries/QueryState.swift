import CSQLite
import Jobs

/// A query on a connection of its own, and how far its rows were read. Used by one thread at a time.
final class QueryState {
    let columns: [String]
    let origins: [QueryOrigin?]
    private let database: Database
    private let attached: [Database]
    private let connection: Connection
    private let original: SQLTokens
    private let text: QueryText
    private let statement: Statement
    private let limits: QueryLimits
    private let cellLimit: Int
    /// The position of the next row.
    private var position = 0
    private var isAtEnd = false

    init(
        _ given: [UInt8], of database: Database, with additions: DatabaseQuery.Additions, _ limits: QueryLimits,
        _ cancellation: Cancellation?
    ) throws(SQLFailure) {
        original = SQLTokens(given)
        try Self.check(original)
        text = QueryText(original, views: Set(additions.views.map(\.name)))
        (self.database, self.limits) = (database, limits)
        attached = additions.attachments.map(\.database)
        let permissions = QueryPermissions(functions: additions.functions.map(\.name))
        let interruption = StatementInterruption()
        interruption.start(cancellation, seconds: limits.seconds)
        do throws(DatabaseError) {
            connection = try Self.connect(to: database, with: additions, limits, permissions, interruption)
        } catch {
            throw SQLFailure(database.explain(error))
        }
        statement = try Self.prepare(text.bytes, on: connection, original) { [text] in text.original(of: $0) }
        try Self.requireNoParameters(statement, original)
        cellLimit = permissions.callsSlowFunction ? limits.slowCellBytes : limits.cellBytes
        connection.setCellLimit(Int32(clamping: cellLimit))
        columns = (0..<sqlite3_column_count(statement.handle)).map { [statement] index in
            sqlite3_column_name(statement.handle, index).map { String(cString: $0) } ?? ""
        }
        origins = (0..<sqlite3_column_count(statement.handle)).map { [statement] in
            QueryOrigin(ofColumn: $0, of: statement)
        }
    }

    private static func connect(
        to database: Database, with additions: DatabaseQuery.Additions, _ limits: QueryLimits,
        _ permissions: QueryPermissions, _ interruption: StatementInterruption
    ) throws(DatabaseError) -> Connection {
        let connection = try Connection(
            database.pages, limits: database.limits, interruption: interruption, permissions)
        sqlite3_limit(connection.handle, SQLITE_LIMIT_ATTACHED, Int32(clamping: additions.attachments.count))
        for attachment in additions.attachments {
            do throws(DatabaseError) {
                try connection.attach(attachment.database.pages, as: attachment.name)
            } catch {
                throw attachment.database.explain(error)
            }
        }
        try connection.check(sandglass_sqlite_add_quick_instr(connection.handle))
        try connection.check(sandglass_sqlite_add_time_order(connection.handle))
        for function in additions.functions { try connection.add(function) }
        if !additions.views.isEmpty {
            try connection.create(additions.views, besides: try database.schema().tables.map(\.name))
        }
        // As with the modules for JSON.
        for table in QueryPermissions.pragmaTables {
            sqlite3_exec(connection.handle, "SELECT 1 FROM \(table)('') LIMIT 0", nil, nil, nil)
        }
        try connection.seal()
        // Columns of generated values are computed with, whatever their cells are.
        connection.setCellLimit(Int32(clamping: limits.cellBytes))
        return connection
    }

    /// Refuses what SQLite would not look at.
    private static func check(_ query: SQLTokens) throws(SQLFailure) {
        if let index = query.bytes.firstIndex(of: 0) {
            throw SQLFailure(.query, "the query has a NUL character", at: SQLFailure.Place(of: index, in: query.bytes))
        }
        guard String(validating: query.bytes, as: UTF8.self) != nil else {
            // Up to the first byte that is replaced, the decoded text has the same bytes.
            let decoded = String(decoding: query.bytes, as: UTF8.self).utf8
            let index = zip(decoded, query.bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            throw SQLFailure(
                .query, "the query is not valid UTF-8",
                at: SQLFailure.Place(of: index ?? query.bytes.count, in: query.bytes))
        }
        if query.firstOfStatement == nil { throw SQLFailure(.query, "there is no statement") }
    }

    /// Prepares one statement that only reads.
    /// - Parameter place: Returns where a byte of it stands in the original.
    private static func prepare(
        _ bytes: [UInt8], on connection: Connection, _ original: SQLTokens, place: (Int) -> Int
    ) throws(SQLFailure) -> Statement {
        connection.queries?.start()
        var handle: OpaquePointer?
        let (result, end) = bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            var tail: UnsafePointer<CChar>?
            let result = sqlite3_prepare_v2(
                connection.handle, start, Int32(clamping: bytes.count), &handle, &tail)
            guard let start, let tail else { return (result, bytes.count) }
            return (result, tail - UnsafePointer(start))
        }
        func at(_ offset: Int) -> SQLFailure.Place { SQLFailure.Place(of: place(offset), in: original.bytes) }
        guard result == SQLITE_OK, let handle else {
            sqlite3_finalize(handle)
            let offset = Int(sqlite3_error_offset(connection.handle))
            let error = connection.error(result)
            if let refusal = connection.queries?.refusal, error.code == .refused {
                throw SQLFailure(.query, refusal)
            }
            if let module = error.message.dropping(prefix: "no such module: ") {
                throw SQLFailure(
                    .database,
                    "it has a virtual table of the module \(module), which is not run; its data are in tables with "
                        + "longer names")
            }
            let name = error.message.dropping(prefix: "no such table: ").map(String.init)
            let found = offset >= 0 ? at(offset) : name.flatMap { original.place(ofTable: $0) }
            throw SQLFailure(error, at: found)
        }
        let statement = Statement(handle, on: connection)
        if let next = SQLTokens(Array(bytes[min(end, bytes.count)...])).firstOfStatement {
            throw SQLFailure(
                .query, "only one statement is run, and another one follows", at: at(end + next.range.lowerBound))
        }
        guard sqlite3_stmt_readonly(handle) != 0 else {
            throw SQLFailure(.query, connection.queries?.refusal ?? "a query may only read")
        }
        return statement
    }

    /// Refuses a query with a parameter, which would be NULL; not one that is only explained.
    private static func requireNoParameters(_ statement: Statement, _ query: SQLTokens) throws(SQLFailure) {
        guard sqlite3_bind_parameter_count(statement.handle) > 0, sqlite3_stmt_isexplain(statement.handle) == 0 else {
            return
        }
        throw SQLFailure(
            .query, "the query has a parameter, which is given no value: write the value in its place",
            at: query.firstParameter.map { SQLFailure.Place(of: $0.range.lowerBound, in: query.bytes) })
    }

    func rows(from index: Int, count: Int, cellBytes: Int) throws(SQLFailure) -> [[CellValue]] {
        if index < position {
            sqlite3_reset(statement.handle)
            (position, isAtEnd) = (0, false)
        }
        var rows: [[CellValue]] = []
        while rows.count < count, try next() {
            guard position > index else { continue }
            rows.append(columns.indices.map { statement.value($0, limit: cellBytes) })
        }
        // Rows that are read one by one are checked at the end.
        if rows.count != 1, ([database] + attached).contains(where: \.hasChanged) { throw SQLFailure(.hasChanged) }
        return rows
    }

    /// Advances to the next row; false at the end.
    private func next() throws(SQLFailure) -> Bool {
        guard !isAtEnd else { return false }
        do throws(DatabaseError) {
            // A statement that finds nothing runs few of the instructions after which SQLite asks whether to stop.
            try connection.interruption.check()
            guard try statement.step() else {
                isAtEnd = true
                return false
            }
        } catch {
            throw failure(error)
        }
        position += 1
        return true
    }

    private func failure(_ error: DatabaseError) -> SQLFailure {
        switch error.code {
        case .timedOut:
            let seconds = limits.seconds.rounded() == limits.seconds ? "\(Int(limits.seconds))" : "\(limits.seconds)"
            return SQLFailure(.limit, "it takes longer than \(seconds) second\(seconds == "1" ? "" : "s")")
        case .tooLarge where error.message.hasPrefix("a value"):
            return SQLFailure(.limit, "a value has more than \(cellLimit >> 20) MiB, and is not computed with")
        default: return SQLFailure(database.explain(error))
        }
    }

    func plan() throws(SQLFailure) -> [QueryPlanStep] {
        let isPlan = sqlite3_stmt_isexplain(statement.handle) != 0
        let prefix = isPlan ? [] : Array("EXPLAIN QUERY PLAN ".utf8)
        let plan = try Self.prepare(prefix + text.bytes, on: connection, original) { [text] in
            text.original(of: $0 - prefix.count)
        }
        guard sqlite3_stmt_isexplain(plan.handle) == 2 else { return [] }
        var steps: [QueryPlanStep] = []
        do throws(DatabaseError) {
            while try plan.step() {
                steps.append(QueryPlanStep(id: plan.integer(0), parent: plan.integer(1), detail: plan.text(3)))
            }
        } catch {
            throw failure(error)
        }
        return steps
    }
}

extension String {
    /// Returns what follows a prefix; nil if the text does not begin with it.
    fileprivate func dropping(prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}

extension SQLTokens {
    /// Returns where a table is named; nil if it is not.
    /// - Parameter name: The name, perhaps behind that of its schema and a point.
    fileprivate func place(ofTable name: String) -> SQLFailure.Place? {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let wanted = [last.lowercased(), name.lowercased()]
        let found = tokens.first { self.name($0).map { wanted.contains($0.lowercased()) } ?? false }
        return found.map { SQLFailure.Place(of: $0.range.lowerBound, in: bytes) }
    }
}
