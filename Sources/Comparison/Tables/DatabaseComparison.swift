import ContainerModel
import Databases
import Documents
import Formats
import Jobs

/// Compares databases: tables, columns, and rows by their keys, with the logs.
///
/// Rows with an integer key are matched while both tables are read. Of each other row, three numbers are in memory, and of a
/// table with more rows than that allows, one part after the other. Rows are read again only where they differ.
struct DatabaseComparison {
    /// The number of rows of a table whose digests are in memory at once: 24 bytes each, twice.
    private static let rowsAtOnce = 2_000_000
    /// Reads one of two databases; it waits for nothing else.
    private static let reader = WorkerPool(threads: 2)

    let contents: ContentsComparison
    let depth: Int
    var limits: DocumentLimits { contents.limits }

    init(_ contents: ContentsComparison, depth: Int) {
        self.contents = contents
        self.depth = depth
    }

    /// Compares all tables of two databases.
    /// - Parameter explained: The columns on either side that were compared otherwise.
    /// - Throws: `DocumentFailure` if something cannot be read.
    func compare(
        _ before: DatabaseTables, _ after: DatabaseTables,
        besides explained: (before: ExplainedColumns, after: ExplainedColumns) = (.none, .none), at address: [[UInt8]]
    ) throws(DocumentFailure) {
        compareHeaders(before.database.header, after.database.header, at: address)
        let known = Dictionary(after.tables.map { (ExactString($0.name), $0) }) { first, _ in first }
        // What follows from the other tables comes last.
        let tables =
            before.tables.filter { !isDerived($0, in: before) } + before.tables.filter { isDerived($0, in: before) }
        for table in tables {
            guard !contents.mustStop else { return }
            let place = address + [Array(table.name.utf8)]
            guard let other = known[ExactString(table.name)] else {
                guard !explained.before.contains(table: table.name) else { continue }
                contents.report(
                    Difference(.removed, .table, at: place, before: try description(of: table, in: before.database)))
                continue
            }
            guard table.kind == .table, other.kind == .table else {
                reportStatement(table.sql, other.sql, at: address, table.name)
                continue
            }
            let start = contents.count
            let (one, two) = (try rows(of: table.name, before), try rows(of: other.name, after))
            let columns = try compareColumns(one, two, at: place)
            // Constraints, defaults and collations.
            let areColumnsAll = contents.count > start ? try differInColumns(one, two, (table.sql, other.sql)) : false
            if !areColumnsAll { reportStatement(table.sql, other.sql, at: address, table.name) }
            guard let changed = changedRows(of: table.name) else { continue }
            let isExplained = (
                explained.before.contains(table: table.name), explained.after.contains(table: table.name)
            )
            let rest = columns.filter {
                !explained.before.contains($0, of: table.name) || !explained.after.contains($0, of: table.name)
            }
            try compareRows(
                one, two, columns, reporting: rest, areRowsReported: isExplained == (true, true),
                derived: before.kind == after.kind ? DerivedColumns.columns(of: table.name, in: before.kind) : [],
                changed, at: place)
        }
        let old = Set(before.tables.map { ExactString($0.name) })
        for table in after.tables where !old.contains(ExactString(table.name)) {
            guard !explained.after.contains(table: table.name) else { continue }
            contents.report(
                Difference(
                    .added, .table, at: address + [Array(table.name.utf8)],
                    after: try description(of: table, in: after.database)))
        }
        try compareAttachments(before.database, after.database, at: address)
        try compareInternalTables(before, after, at: address)
    }

    private func isDerived(_ table: DatabaseSchema.Table, in tables: DatabaseTables) -> Bool {
        DerivedColumns.columns(of: table.name, in: tables.kind) == nil
    }

    /// Compares SQLite's own tables that both databases have: they appear with what they are about.
    private func compareInternalTables(
        _ before: DatabaseTables, _ after: DatabaseTables, at address: [[UInt8]]
    ) throws(DocumentFailure) {
        let (ones, others) = (Set(before.internalTables.map(\.name)), Set(after.internalTables.map(\.name)))
        for name in ones.symmetricDifference(others).sorted() {
            guard changedRows(of: name) != nil else { continue }
            let tables = ones.contains(name) ? before : after
            guard let table = tables.internalTables.first(where: { $0.name == name }) else { continue }
            let about = try description(of: table, in: tables.database)
            let place = address + [Array(name.utf8)]
            contents.following {
                contents.report(
                    ones.contains(name)
                        ? Difference(.removed, .table, at: place, before: about)
                        : Difference(.added, .table, at: place, after: about))
            }
        }
        for table in before.internalTables where others.contains(table.name) {
            guard let changed = changedRows(of: table.name) else { continue }
            let (one, two) = (try rows(of: table.name, before), try rows(of: table.name, after))
            let place = address + [Array(table.name.utf8)]
            try compareRows(one, two, try compareColumns(one, two, at: place), derived: nil, changed, at: place)
        }
    }

    /// Compares the columns of two tables, and their rows.
    /// - Throws: `DocumentFailure` if they cannot be read.
    func compareRows(_ before: DatabaseRows, _ after: DatabaseRows, at address: [[UInt8]]) throws(DocumentFailure) {
        guard before.query.filter == nil, after.query.filter == nil else {
            return try contents.compareRows(before, after, at: address, depth: depth)
        }
        let shared = try compareColumns(before, after, at: address)
        try compareRows(before, after, shared, derived: [], .all, at: address)
    }

    /// Compares the rows of two tables.
    /// - Parameters:
    ///   - columns: The columns that both have.
    ///   - reported: Those whose values are reported; nil for all.
    ///   - areRowsReported: Whether rows that only one table has are reported otherwise.
    ///   - derived: The columns that follow from others; nil if all do.
    ///   - changed: The only rows that may differ.
    /// - Throws: `DocumentFailure` if they cannot be read.
    private func compareRows(
        _ before: DatabaseRows, _ after: DatabaseRows, _ columns: [String], reporting reported: [String]? = nil,
        areRowsReported: Bool = false, derived: Set<String>?, _ changed: ChangedRows.Rows, at address: [[UInt8]]
    ) throws(DocumentFailure) {
        let shared = reported ?? columns
        guard !shared.isEmpty else { return }
        let identity = try identity(of: before, after, columns)
        var matching = RowMatching(hasKeys: identity != .values)
        if case .integer = identity,
            let streamed = try reading({ () throws(DatabaseError) in
                try RowStreaming(
                    scan: RowScanning(columns: shared, identity: identity, rows: changed),
                    cancellation: limits.cancellation
                ).matching(before, after)
            })
        {
            matching = streamed
        } else {
            let count =
                changed == .all ? max(before.rowCount(within: limits) ?? 0, after.rowCount(within: limits) ?? 0) : 0
            let parts = max(1, (count + Self.rowsAtOnce - 1) / Self.rowsAtOnce)
            for part in 0..<parts {
                guard !contents.mustStop else { return }
                let scan = RowScanning(
                    columns: shared, identity: identity, part: UInt64(part), parts: UInt64(parts), rows: changed)
                let (one, other) = try inParallel(
                    { cancellation in scan.digests(of: before, cancellation) },
                    { cancellation in scan.digests(of: after, cancellation) })
                matching.add(one, other)
            }
        }
        matching.finish()
        // Without a key, a row that has changed is one that is gone and another one.
        if areRowsReported, identity != .values { matching.forgetOneSided() }
        guard let derived else {
            return try contents.following { () throws(DocumentFailure) in
                try report(matching, before, after, shared, derived: [], at: address)
            }
        }
        try report(matching, before, after, shared, derived: derived, at: address)
    }

    /// Returns the only rows of a table that may differ; nil if there are none.
    func changedRows(of table: String) -> ChangedRows.Rows? {
        // A database in a value has other pages.
        guard depth == 0, let changed = contents.changedRows else { return .all }
        return changed.tables[ExactString(table)]
    }

    /// Tells rows that differ.
    /// - Parameters:
    ///   - shared: The columns that both tables have.
    ///   - derived: Those that follow from others.
    private func report(
        _ matching: RowMatching, _ before: DatabaseRows, _ after: DatabaseRows, _ shared: [String],
        derived: Set<String>, at address: [[UInt8]]
    ) throws(DocumentFailure) {
        var (ones, others) = (RowPages(before, limits), RowPages(after, limits))
        for place in matching.removed {
            guard !contents.mustStop, let row = try ones.row(at: place) else { continue }
            contents.inRow(address.count) {
                contents.report(
                    Difference(
                        .removed, .row, at: address + [Self.step(row, place)],
                        before: ContentsComparison.json(before.nodes(of: row, within: limits))))
            }
        }
        for (place, otherPlace) in matching.changed {
            guard !contents.mustStop, let row = try ones.row(at: place), let other = try others.row(at: otherPlace)
            else { continue }
            contents.inRow(address.count) {
                contents.at(address.count, before: Self.step(row, place)) {
                    compareRow(
                        before.nodes(of: row, within: limits), after.nodes(of: other, within: limits), shared,
                        derived: derived, at: address + [Self.step(other, otherPlace)])
                }
            }
        }
        for place in matching.added {
            guard !contents.mustStop, let row = try others.row(at: place) else { continue }
            contents.inRow(address.count) {
                contents.report(
                    Difference(
                        .added, .row, at: address + [Self.step(row, place)],
                        after: ContentsComparison.json(after.nodes(of: row, within: limits))))
            }
        }
    }

    /// Compares two rows that differ.
    /// - Parameters:
    ///   - shared: The columns that both tables have.
    ///   - derived: Those that follow from others.
    ///   - isReported: Whether a difference of theirs has been reported.
    func compareRow(
        _ before: [ValueNode], _ after: [ValueNode], _ shared: [String], derived: Set<String>, at address: [[UInt8]],
        isReported: Bool = false
    ) {
        let (start, sameInside) = (contents.count, contents.sameInside)
        func isOwn(_ node: ValueNode) -> Bool { shared.contains(node.name) && !derived.contains(node.name) }
        func isDerived(_ node: ValueNode) -> Bool { shared.contains(node.name) && derived.contains(node.name) }
        let (ones, others) = (before.filter(isOwn), after.filter(isOwn))
        contents.compareFields(ones, others, at: address, depth: depth)
        if !derived.isEmpty {
            contents.following {
                contents.compareFields(
                    before.filter(isDerived), after.filter(isDerived), at: address, depth: depth)
            }
        }
        guard contents.count == start, contents.sameInside == sameInside, !isReported else { return }
        // Whatever it is, the rows differ.
        contents.report(
            Difference(
                .changed, .row, at: address, before: ContentsComparison.json(ones),
                after: ContentsComparison.json(others), note: "the stored form of a value"))
    }

    private static func step(_ row: TableRow, _ place: Int64) -> [UInt8] {
        Array((row.name ?? "#\(place)").utf8)
    }

    /// Compares the columns of two tables.
    /// - Returns: The names of those that both have.
    private func compareColumns(
        _ before: DatabaseRows, _ after: DatabaseRows, at address: [[UInt8]]
    ) throws(DocumentFailure) -> [String] {
        let (ones, others) = (try columns(of: before), try columns(of: after))
        var shared: [String] = []
        for column in ones {
            let place = address + [Array(column.name.utf8)]
            guard let other = others.first(where: { $0.name.isIdentical(to: column.name) }) else {
                contents.report(Difference(.removed, .column, at: place, before: .string(column.declaredType)))
                continue
            }
            shared.append(column.name)
            guard !column.declaredType.isIdentical(to: other.declaredType) else { continue }
            contents.report(
                Difference(
                    .changed, .column, at: place, before: .string(column.declaredType),
                    after: .string(other.declaredType)))
        }
        for column in others where !shared.contains(where: { $0.isIdentical(to: column.name) }) {
            contents.report(
                Difference(
                    .added, .column, at: address + [Array(column.name.utf8)], after: .string(column.declaredType)))
        }
        return shared
    }

    func columns(of rows: DatabaseRows) throws(DocumentFailure) -> [DatabaseColumn] {
        try reading { () throws(DatabaseError) in try rows.database.columns(of: rows.query.table, limits.cancellation) }
    }

    /// Returns what identifies the rows of two tables: the primary key, else a unique index, else all values.
    private func identity(
        of before: DatabaseRows, _ after: DatabaseRows, _ shared: [String]
    ) throws(DocumentFailure) -> RowScanning.Identity {
        let keys = (try key(of: before), try key(of: after))
        guard let key = keys.0, key == keys.1, key.allSatisfy(shared.contains) else {
            let unique = (try uniqueKey(of: before), try uniqueKey(of: after))
            guard let key = unique.0, key == unique.1, key.allSatisfy(shared.contains) else { return .values }
            return .columns(key)
        }
        let areRowIDs = (
            try columns(of: before).primaryKey.contains(where: \.isRowID),
            try columns(of: after).primaryKey.contains(where: \.isRowID)
        )
        return areRowIDs == (true, true) ? .integer(key[0]) : .columns(key)
    }

    private func key(of rows: DatabaseRows) throws(DocumentFailure) -> [String]? {
        let key = try columns(of: rows).primaryKey.map(\.name)
        return key.isEmpty ? nil : key
    }

    private func uniqueKey(of rows: DatabaseRows) throws(DocumentFailure) -> [String]? {
        try reading { () throws(DatabaseError) in try rows.database.uniqueKey(of: rows.query.table, limits.cancellation)
        }
    }

    func rows(of table: String, _ tables: DatabaseTables) throws(DocumentFailure) -> DatabaseRows {
        guard let rows = try tables.row(named: table, as: .decoded, within: limits)?.table?.source as? DatabaseRows
        else { throw DocumentFailure("the table \(table) cannot be read") }
        return rows
    }

    /// Returns the columns and the number of rows of a table that only one side has.
    private func description(
        of table: DatabaseSchema.Table, in database: Database
    ) throws(DocumentFailure) -> JSONValue {
        guard table.kind == .table else { return .string(table.sql) }
        let columns = try reading { () throws(DatabaseError) in
            try database.columns(of: table.name, limits.cancellation)
        }
        let count = try reading { () throws(DatabaseError) in
            try database.rowCount(RowQuery(table.name), limits.cancellation)
        }
        return .object([
            JSONValue.Member(name: "columns", value: .array(columns.map { .string($0.name) })),
            JSONValue.Member(name: "rows", value: .number(JSONNumber(count))),
        ])
    }

    /// Returns what a question to a database finds.
    /// - Throws: `DocumentFailure` if it cannot be read.
    func reading<Value>(_ read: () throws(DatabaseError) -> Value) throws(DocumentFailure) -> Value {
        do throws(DatabaseError) {
            return try read()
        } catch {
            throw DocumentFailure(error.message)
        }
    }

    /// Reads two databases at the same time.
    /// - Throws: `DocumentFailure` if one of them cannot be read.
    func inParallel<Value: Sendable>(
        _ one: @escaping @Sendable (Cancellation) -> Result<Value, DatabaseError>,
        _ other: @escaping @Sendable (Cancellation) -> Result<Value, DatabaseError>
    ) throws(DocumentFailure) -> (Value, Value) {
        let cancellation = limits.cancellation
        let second = AwaitedValue<Result<Value, DatabaseError>>()
        Self.reader.submit { second.give(other(cancellation)) }
        let first = one(cancellation)
        do throws(DatabaseError) {
            let found = second.wait()
            return (try first.get(), try found.get())
        } catch {
            throw DocumentFailure(error.message)
        }
    }
}
