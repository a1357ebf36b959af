import Formats

/// The tables, views, indexes and triggers of a database, as far as they are of interest for reading.
package struct DatabaseSchema: Hashable, Sendable {
    /// A table or view.
    package struct Table: Hashable, Sendable {
        /// The kind of a table.
        package enum Kind: Hashable, Sendable {
            case table
            case view
            /// A table whose contents are computed by a module; not read. Their data lie in tables with longer names.
            case virtual
        }

        /// The name, unique regardless of case.
        package let name: String
        /// The kind of the table.
        package let kind: Kind
        /// The statement that created it; empty for SQLite's own tables.
        package let sql: String
        /// Whether the rows have no row IDs.
        package let isWithoutRowID: Bool
        /// The number of its first page; 0 for views and virtual tables.
        let root: UInt32

        /// Whether values are stored in the declared types alone.
        package var isStrict: Bool {
            sql.uppercased().split(separator: ")", omittingEmptySubsequences: false).last?.contains("STRICT") ?? false
        }

        /// Whether it is one of SQLite's own tables, such as `sqlite_sequence`.
        package var isInternal: Bool { name.lowercased().hasPrefix("sqlite_") }

        /// Returns the name by which SQLite knows the row IDs; nil if there are none, or columns have taken all names.
        /// - Parameter columns: All columns of the table.
        package func rowIDName(_ columns: [DatabaseColumn]) -> String? {
            let taken = Set(columns.map { $0.name.lowercased() })
            return isWithoutRowID ? nil : ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
        }
    }

    /// An index or a trigger of a table.
    package struct Attachment: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The name of the table.
        package let table: String
        /// The statement that created it; empty for the indexes of constraints.
        package let sql: String
    }

    /// The tables and views, in the order of their creation.
    package let tables: [Table]
    /// The indexes.
    package let indexes: [Attachment]
    /// The triggers, which are never run.
    package let triggers: [Attachment]
    /// What is not in it, as sentences without a full stop.
    package let gaps: [String]

    /// The statements that created the tables and views, each table followed by its indexes and triggers.
    package var statements: [String] {
        let attachments = Dictionary(grouping: indexes + triggers, by: \.table)
        return tables.flatMap { table in [table.sql] + (attachments[table.name] ?? []).map(\.sql) }
            .filter { !$0.isEmpty }
    }

    /// Returns a table by its name, regardless of the case of ASCII letters.
    package func table(_ name: String) -> Table? {
        tables.first { $0.name.isIdentical(to: name) } ?? tables.first { $0.name.lowercased() == name.lowercased() }
    }
}

/// A column of a table or view.
package struct DatabaseColumn: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The type as declared, such as `VARCHAR(255)`; empty if there is none. Cells may have other types.
    package let declaredType: String
    /// The position in the primary key, from 1; 0 if the column is not part of it.
    package let primaryKeyIndex: Int
    /// Whether it was declared `NOT NULL`.
    package let isNotNull: Bool
    /// Whether its values are computed by an expression.
    package let isGenerated: Bool
    /// Whether it is another name for the row ID.
    package let isRowID: Bool

    /// Whether values are stored as they are given, so that a number and a text of the same digits are different keys (SQLite,
    /// "Datatypes In SQLite", 3.1).
    package var hasNoAffinity: Bool {
        let type = declaredType.uppercased()
        let others = ["INT", "CHAR", "CLOB", "TEXT"]
        return type.isEmpty || type == "ANY" || type.contains("BLOB") && !others.contains { type.contains($0) }
    }
}

extension DatabaseColumn {
    /// Returns the type in which SQLite prefers to store its values (SQLite, "Datatypes In SQLite", 3.1).
    /// - Parameter isStrict: Whether the table is.
    package func affinity(isStrict: Bool) -> String {
        let type = declaredType.uppercased()
        func contains(_ parts: String...) -> Bool { parts.contains { type.contains($0) } }
        if contains("INT") { return "INTEGER" }
        if contains("CHAR", "CLOB", "TEXT") { return "TEXT" }
        if type.isEmpty || contains("BLOB") || isStrict && type == "ANY" { return "BLOB" }
        return contains("REAL", "FLOA", "DOUB") ? "REAL" : "NUMERIC"
    }
}

/// Columns of a table whose values name a row of another table, as declared by `REFERENCES`.
package struct ForeignKey: Hashable, Sendable {
    /// A column, and the one of the other table that has the same value.
    package struct Pair: Hashable, Sendable {
        package let own: String
        /// nil for the column of the other table's primary key at the same place.
        package let other: String?
    }

    /// The name of the other table, which need not exist.
    package let table: String
    /// The columns, in the order of the key.
    package internal(set) var columns: [Pair] = []

    init(table: String) { self.table = table }
}

/// A foreign key, and the table that has it.
package struct ForeignReference: Hashable, Sendable {
    /// The name of the table.
    package let table: String
    /// The key, which names rows of another table.
    package let key: ForeignKey
}
