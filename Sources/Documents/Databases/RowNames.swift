package import Databases
import Jobs

/// The names of a table's rows, by which they are opened: the values of its primary key, else the row ID.
///
/// A row ID that is not a declared key is written `rowid=12`: VACUUM may give the row another one, and the name may
/// later refer to another row. In views, and in tables without row IDs whose key has no text, rows are named by their
/// positions: `#12`.
package struct RowNames: Sendable {
    private enum Form: Sendable {
        /// The row ID, which is a column of the table.
        case declaredRowID
        case rowID
        /// Other columns: their indices, in the order of the key, and whether they keep numbers and texts apart.
        case columns([(index: Int, hasNoAffinity: Bool)])
    }

    private static let prefix = "rowid="
    /// The maximum length of a key that is a name, in bytes.
    private static let longest = 256

    private let table: String
    private let form: Form

    /// - Parameters:
    ///   - table: The name of the table or view.
    ///   - columns: Its columns.
    ///   - isWithoutRowID: Whether its rows have no row IDs.
    init(_ table: String, _ columns: [DatabaseColumn], isWithoutRowID: Bool) {
        self.table = table
        let key = columns.primaryKey
        if !isWithoutRowID, key.count == 1, key[0].isRowID {
            form = .declaredRowID
        } else if key.isEmpty {
            form = .rowID
        } else {
            form = .columns(
                key.compactMap { column in
                    columns.firstIndex { $0.name == column.name }.map { ($0, column.hasNoAffinity) }
                })
        }
    }

    /// Creates the names of the rows of a table; of one that cannot be read, by their row IDs.
    package init(of table: String, in database: Database) {
        let isWithoutRowID = (try? database.schema())?.table(table)?.isWithoutRowID ?? false
        self.init(table, (try? database.columns(of: table)) ?? [], isWithoutRowID: isWithoutRowID)
    }

    /// Returns the name of a row.
    /// - Parameter value: Returns the text of a number or text in a column, and whether it is a number; nil for all else.
    package func name(_ key: RowKey, value: (Int) -> (text: String, isNumber: Bool)?) -> String {
        if case .columns(let columns) = form {
            let values = columns.compactMap { column -> String? in
                guard let found = value(column.index) else { return nil }
                // The name of a number leads to the number.
                let isAmbiguous = column.hasNoAffinity && !found.isNumber && Int64(found.text) != nil
                return isAmbiguous ? nil : found.text
            }
            if values.count == columns.count, values != [""], values.reduce(0, { $0 + $1.utf8.count }) <= Self.longest {
                return values.count == 1 ? values[0] : values.map(Self.escaped).joined(separator: ",")
            }
        }
        if case .rowID(let number) = key {
            if case .declaredRowID = form { return "\(number)" }
            return Self.prefix + "\(number)"
        }
        return key.name
    }

    /// Returns the name of a row that was read; nil if it cannot be identified.
    func name(of row: Row) -> String? {
        row.key.map { key in
            name(key) { column in row.cells.indices.contains(column) ? row.cells[column].keyText : nil }
        }
    }

    /// Returns the row with a name, and its key; nil if there is none.
    /// - Throws: `DocumentFailure` if it cannot be read.
    func row(
        named name: String, in database: Database, within limits: DocumentLimits
    ) throws(DocumentFailure) -> (key: RowKey, row: Row)? {
        try Database.found { () throws(DatabaseError) in
            guard let key = try key(named: name, in: database, limits.cancellation),
                let row = try database.row(key, of: table, limits.cancellation)
            else { return nil }
            return (key, row)
        }
    }

    /// Returns the key of the row with a name; nil if there is none.
    private func key(
        named name: String, in database: Database, _ cancellation: Cancellation
    ) throws(DatabaseError) -> RowKey? {
        if case .columns(let columns) = form {
            let values = columns.count == 1 ? [name] : Self.parts(name)
            if let found = try database.key(ofRowWith: values, in: table, cancellation) { return found }
        }
        if name.hasPrefix(Self.prefix) { return Int64(name.dropFirst(Self.prefix.count)).map { .rowID($0) } }
        return RowKey(named: name)
    }

    /// Returns the name of a row for a title, without the mark of a row ID.
    func title(of name: String) -> Substring {
        name.hasPrefix(Self.prefix) ? name.dropFirst(Self.prefix.count) : name[...]
    }

    /// In a key of several columns, commas separate the values, and a backslash makes a comma part of a value.
    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
    }

    private static func parts(_ name: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in name {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else if !isEscaped, character == "," {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
                isEscaped = false
            }
        }
        return parts
    }
}

extension CellValue {
    /// The text of a whole number or text, and whether it is a number; nil for all else.
    fileprivate var keyText: (text: String, isNumber: Bool)? {
        switch self {
        case .integer(let number): ("\(number)", true)
        case .text(let text):
            text.isWhole ? String(validating: text.bytes, as: UTF8.self).map { ($0, false) } : nil
        case .real, .blob, .null, .unread, .damaged: nil
        }
    }
}
