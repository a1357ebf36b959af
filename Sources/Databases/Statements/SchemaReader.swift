import Formats

/// Reads the schema of a database.
struct SchemaReader {
    let connection: Connection

    func schema() throws(DatabaseError) -> DatabaseSchema {
        let withoutRowIDs = try tablesWithoutRowIDs()
        let statement = try Statement("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema", on: connection)
        var tables: [DatabaseSchema.Table] = []
        var (indexes, triggers): ([DatabaseSchema.Attachment], [DatabaseSchema.Attachment]) = ([], [])
        var gaps: [String] = []
        while try statement.step() {
            guard tables.count + indexes.count + triggers.count < connection.limits.schemaEntries else {
                gaps.append("it has more tables than are listed")
                break
            }
            // Names are texts from here on: what is none cannot be asked for.
            guard statement.isText(1), statement.isText(2) else {
                note("names in its schema are not UTF-8: what has them is not read", in: &gaps)
                continue
            }
            if !statement.isText(4) { note("statements in its schema are not UTF-8", in: &gaps) }
            let (name, sql, root) = (statement.text(1), statement.text(4), statement.integer(3))
            switch statement.text(0) {
            case "table":
                tables.append(
                    .init(
                        name: name, kind: root > 0 ? .table : .virtual, sql: sql,
                        isWithoutRowID: withoutRowIDs.contains(ExactString(name)), root: UInt32(clamping: root)))
            case "view": tables.append(.init(name: name, kind: .view, sql: sql, isWithoutRowID: true, root: 0))
            case "index": indexes.append(.init(name: name, table: statement.text(2), sql: sql))
            case "trigger": triggers.append(.init(name: name, table: statement.text(2), sql: sql))
            default: break
            }
        }
        return DatabaseSchema(tables: tables, indexes: indexes, triggers: triggers, gaps: gaps)
    }

    private func note(_ gap: String, in gaps: inout [String]) {
        if !gaps.contains(gap) { gaps.append(gap) }
    }

    private func tablesWithoutRowIDs() throws(DatabaseError) -> Set<ExactString> {
        let statement = try Statement("PRAGMA main.table_list", on: connection)
        var names: Set<ExactString> = []
        while try statement.step() {
            if statement.integer(4) != 0 { names.insert(ExactString(statement.text(1))) }
        }
        return names
    }

    /// Returns the columns of a table or view; none for a virtual table.
    func columns(of table: DatabaseSchema.Table) throws(DatabaseError) -> [DatabaseColumn] {
        guard table.kind != .virtual else { return [] }
        let hasKeyIndex = try indexOfKey(table) != nil
        let statement = try Statement("PRAGMA main.table_xinfo(\(table.name.asIdentifier))", on: connection)
        var columns: [DatabaseColumn] = []
        while try statement.step() {
            columns.append(
                DatabaseColumn(
                    name: statement.text(1), declaredType: statement.text(2),
                    primaryKeyIndex: Int(clamping: statement.integer(5)), isNotNull: statement.integer(3) != 0,
                    isGenerated: statement.integer(6) >= 2,
                    isRowID: !table.isWithoutRowID && !hasKeyIndex && statement.integer(5) == 1
                        && statement.text(2).uppercased() == "INTEGER"))
        }
        // Whoever looks for a column would find the first of them.
        guard Set(columns.map(\.name)).count == columns.count else {
            throw DatabaseError(
                .unsupported,
                "the table “\(table.name)” has columns whose names are equal but for their Unicode normalization")
        }
        return columns
    }

    /// Returns the foreign keys of a table.
    func foreignKeys(of table: DatabaseSchema.Table) throws(DatabaseError) -> [ForeignKey] {
        let statement = try Statement("PRAGMA main.foreign_key_list(\(table.name.asIdentifier))", on: connection)
        var keys: [Int64: ForeignKey] = [:]
        while try statement.step() {
            keys[statement.integer(0), default: ForeignKey(table: statement.text(2))].columns.append(
                .init(own: statement.text(3), other: statement.isNull(4) ? nil : statement.text(4)))
        }
        return keys.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the name of the index of a table's primary key; nil if it has no key, or if that is the row ID:
    /// `INTEGER PRIMARY KEY DESC` is not (SQLite, "CREATE TABLE", 5).
    func indexOfKey(_ table: DatabaseSchema.Table) throws(DatabaseError) -> String? {
        guard table.kind == .table else { return nil }
        let list = try Statement("PRAGMA main.index_list(\(table.name.asIdentifier))", on: connection)
        while try list.step() {
            if list.text(3) == "pk" { return list.text(1) }
        }
        return nil
    }
}

extension String {
    /// The text as a quoted identifier of SQL.
    package var asIdentifier: String { "\"" + replacing(scalar: "\"", by: "\"\"") + "\"" }
}
