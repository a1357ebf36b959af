import ContainerModel
package import Databases
package import Formats
package import Jobs
import System

/// The cells that addresses lead to, and what changes of values inside a database are as changes of cells.
package struct DatabaseCells {
    /// A cell, and what its column is for.
    private struct Place {
        let table: String
        let row: Int64
        let column: String
        let value: CellValue
        let declaredType: String
        /// In what form SQLite prefers to store its values.
        let affinity: String
        /// The property of Core Data that it holds; nil in any other table.
        let property: CoreDataProperty?
        /// The column that counts the changes of the row.
        let counter: String?
    }

    /// Changes of cells, and what they are in words.
    package struct Changes: Sendable {
        /// The cells.
        package let cells: [CellEdit]
        /// The values as they were and will be.
        package let values: [ValueEditor.Change]
        /// What happens, or does not, besides; sentences without a full stop.
        package let remarks: [String]
    }

    /// The columns of Core Data that say which object a row is, and are no properties of it.
    package static let identifyingColumns: Set = [CoreDataTable.keyTitle, CoreDataTable.entityTitle]

    let database: Database
    let schema: DatabaseSchema
    let store: CoreDataStore?
    let file: DocumentSource
    let cancellation: Cancellation

    /// Creates the cells of a database.
    /// - Throws: `DatabaseError` if its schema cannot be read.
    package init(
        _ database: Database, of file: DocumentSource, _ cancellation: Cancellation
    ) throws(DatabaseError) {
        (self.database, self.file, self.cancellation) = (database, file, cancellation)
        schema = try database.schema(cancellation)
        store = try CoreDataStore(database, cancellation)
    }

    /// Returns what changes are as changes of cells.
    /// - Parameters:
    ///   - rows: The rows that an asterisk stands for.
    ///   - runsTriggers: Whether the triggers of the tables run.
    /// - Throws: `ValueEditError`
    package func changes(
        of edits: [ValueEdit], in rows: RowSelection, runsTriggers: Bool
    ) throws(ValueEditError) -> Changes {
        var cells: [CellEdit] = []
        var columns: [CellColumn: Set<Int64>] = [:]
        // Those of which all cells change, or those of conditions.
        var whole: Set<CellColumn> = []
        // Of each table, those that an asterisk stands for.
        var selectedRows: [String: Int] = [:]
        var values: [ValueEditor.Change] = []
        var remarks: [String] = []
        try ValueEditor.requireIndependent(edits)
        for group in Self.groups(edits) {
            let edit = group[0]
            do throws(ValueEditError) {
                let found = try selected(at: edit.path, rows)
                let place = try place(at: edit.path, of: found?.first)
                let (value, changes) = try value(for: group, in: place)
                if let found { selectedRows[place.table] = found.count }
                try rows.require(selectedRows.values.reduce(0, +))
                let column = CellColumn(table: place.table, column: place.column)
                let isNew = columns[column, default: []].insert(place.row).inserted
                let isOnly = found == nil || columns[column]?.count == 1
                guard isNew, isOnly, !whole.contains(column) else {
                    throw ValueEditError(.unsupported, "two changes of one cell are not made together")
                }
                if found != nil { whole.insert(column) }
                cells.append(
                    CellEdit(
                        table: place.table, rows: found?.rows ?? .one(place.row), column: place.column, value: value,
                        counter: place.counter))
                values += changes.map { change in
                    let old = found.map { Pluralized.values($0.count) } ?? change.old
                    return ValueEditor.Change(
                        path: change.path, old: old, new: change.new, types: found == nil ? change.types : nil)
                }
                let said = self.remarks(on: place, runsTriggers) + Self.remarks(onStoring: value, in: place)
                remarks += said.filter { !remarks.contains($0) }
            } catch {
                var error = error
                error.path = error.path ?? edit.path
                throw error
            }
        }
        return Changes(cells: cells, values: values, remarks: remarks)
    }

    /// Puts changes inside the value of one cell together.
    private static func groups(_ edits: [ValueEdit]) -> [[ValueEdit]] {
        var groups: [[ValueEdit]] = []
        var indices: [[ValueStep]: Int] = [:]
        for edit in edits {
            let cell = Array(edit.path.prefix(3))
            if edit.path.count > 3, let index = indices[cell] {
                groups[index].append(edit)
            } else {
                indices[cell] = groups.count
                groups.append([edit])
            }
        }
        return groups
    }

    // MARK: Places

    /// A column of a table.
    private struct CellColumn: Hashable {
        let table: String
        let column: String
    }

    /// - Parameter key: The row, if the address does not name it.
    private func place(at path: [ValueStep], of key: RowKey?) throws(ValueEditError) -> Place {
        guard path.count >= 3 else {
            throw ValueEditError(.unsupported, "a cell of a database is named TABLE/ROW/COLUMN")
        }
        let names = path.prefix(3).map { String(decoding: $0.name, as: UTF8.self) }
        let limits = DocumentLimits.unlimited(cancellation)
        do throws(DocumentFailure) {
            let entity = store?.entity(names[0])
            guard let table = schema.table(entity?.table ?? names[0]) else { throw Self.missing }
            try requireWritable(table)
            let named: RowKey? =
                if let key {
                    key
                } else {
                    try RowNames(of: table.name, in: database).row(named: names[1], in: database, within: limits)?.key
                }
            guard let found = named, case .rowID(let row) = found else { throw Self.missing }
            let columns = try mapError(try database.columns(of: table.name, cancellation)) { (error: DatabaseError) in
                DocumentFailure(error)
            }
            let property = entity?.property(names[2])
            guard let column = columns.first(where: { $0.name == property?.column ?? names[2] }),
                entity == nil || property != nil
            else { throw Self.missing }
            if column.isGenerated { throw DocumentFailure("is computed by an expression") }
            let value = try mapError(
                try database.cell(column.name, of: table.name, row: found, cancellation)
            ) { (error: DatabaseError) in DocumentFailure(error) }
            let counter = columns.first { $0.name == "Z_OPT" }?.name
            return Place(
                table: table.name, row: row, column: column.name, value: value, declaredType: column.declaredType,
                affinity: column.affinity(isStrict: table.isStrict), property: property,
                counter: entity == nil ? nil : counter)
        } catch {
            throw Self.error(error)
        }
    }

    static func error(_ failure: DocumentFailure) -> ValueEditError {
        let code: ValueEditError.Code =
            switch failure.code {
            case .notFound: .missing
            case .damaged: .damaged
            default: .unsupported
            }
        return ValueEditError(code, failure.reason)
    }

    /// - Throws: `DocumentFailure` for a table that is not changed by cells, or of which an index would become stale.
    private func requireWritable(_ table: DatabaseSchema.Table) throws(DocumentFailure) {
        switch table.kind {
        case .view: throw DocumentFailure("“\(table.name)” is a view, whose rows are computed")
        case .virtual: throw DocumentFailure("“\(table.name)” is a table that a module keeps, which is not changed")
        case .table: break
        }
        if table.isInternal { throw DocumentFailure("“\(table.name)” is one of SQLite's own tables") }
        if table.isWithoutRowID { throw DocumentFailure("“\(table.name)” has no row IDs, by which a row is changed") }
        let name = table.name.lowercased()
        for virtual in schema.tables where virtual.kind == .virtual {
            let sql = virtual.sql.lowercased()
            let reads = sql.contains("content") && sql.contains(name)
            guard reads || name.hasPrefix(virtual.name.lowercased() + "_") else { continue }
            throw DocumentFailure(
                "the index “\(virtual.name)” is made of “\(table.name)”, and would not fit it any more")
        }
    }

    private func remarks(on place: Place, _ runsTriggers: Bool) -> [String] {
        let triggers = schema.triggers.filter { trigger in
            trigger.table.lowercased() == place.table.lowercased() && trigger.sql.lowercased().contains("update")
        }.map { "“\($0.name)”" }
        var remarks: [String] = []
        if !triggers.isEmpty {
            let names = triggers.joined(separator: ", ")
            let what = triggers.count == 1 ? "the trigger \(names)" : "the triggers \(names)"
            remarks.append(
                runsTriggers ? "\(what) may run" : "\(what) will not run; `sandglass set --triggers` lets them")
        }
        if place.property != nil, schema.table("ATRANSACTION") != nil {
            remarks.append("the history of the store will not have the change")
        }
        return remarks
    }

    /// Says if SQLite makes another value of one.
    private static func remarks(onStoring value: CellEdit.Value, in place: Place) -> [String] {
        let stored = value.stored(by: place.affinity)
        guard stored != value else { return [] }
        let column = "“\(place.column)” is declared as \(place.declaredType)"
        return ["\(column): SQLite stores \(words(stored)) instead of \(words(value))"]
    }

    // MARK: Values

    /// Returns the new value of a cell, and what is changed in words.
    private func value(
        for edits: [ValueEdit], in place: Place
    ) throws(ValueEditError) -> (CellEdit.Value, [ValueEditor.Change]) {
        let edit = edits[0]
        guard edit.path.count == 3 else { return try value(inside: place, edits) }
        guard case .set(let new) = edit.action else {
            throw ValueEditError(.unsupported, "cells are changed; rows are not added and not removed by this")
        }
        let value = try value(new, for: place)
        let stored = value.stored(by: place.affinity)
        let change = ValueEditor.Change(
            path: edit.path, old: Self.words(place.value), new: Self.words(stored),
            types: Self.types(from: place.value, to: stored))
        return (value, [change])
    }

    /// Changes values in the contents of a cell.
    private func value(
        inside place: Place, _ edits: [ValueEdit]
    ) throws(ValueEditError) -> (CellEdit.Value, [ValueEditor.Change]) {
        let cell = edits[0].path.prefix(3)
        func apply(to bytes: [UInt8]) throws(ValueEditError) -> ValueEditor.Result {
            do throws(ValueEditError) {
                let inner = edits.map { ValueEdit($0.action, at: Array($0.path.dropFirst(3))) }
                return try ValueEditor.apply(inner, to: bytes, named: "")
            } catch {
                var error = error
                error.path = cell + (error.path ?? [])
                throw error
            }
        }
        func changes(_ result: ValueEditor.Result) -> [ValueEditor.Change] {
            result.changes.map { $0.behind(cell) }
        }
        switch place.value {
        case .text(let text) where text.isWhole:
            let result = try apply(to: text.bytes)
            guard let text = String(validating: result.bytes, as: UTF8.self) else {
                throw ValueEditError(.unsupported, "the cell cannot be written as a text")
            }
            return (.text(text), changes(result))
        case .blob(let blob) where blob.isWhole:
            if place.property != nil, CoreDataExternalData(blob.bytes) != nil { throw Self.external }
            let result = try apply(to: blob.bytes)
            return (.blob(result.bytes), changes(result))
        default: throw ValueEditError(.missing, Self.missing.reason)
        }
    }

    private func value(_ new: NewValue, for place: Place) throws(ValueEditError) -> CellEdit.Value {
        if let kind = place.property?.kind {
            guard case .attribute(let type) = kind else {
                throw ValueEditError(.unsupported, "is a relationship, which is not changed by this")
            }
            if case .blob(let blob) = place.value, CoreDataExternalData(blob.bytes) != nil { throw Self.external }
            return try value(new, of: type, for: place)
        }
        return try plainValue(new, for: place)
    }

    /// Returns the value of an attribute as Core Data stores it.
    private func value(
        _ new: NewValue, of type: CoreDataAttributeType, for place: Place
    ) throws(ValueEditError) -> CellEdit.Value {
        switch (type, new) {
        case (.date, .written(let text)): return try value(NewValue(text, as: .date), of: type, for: place)
        case (.boolean, .written(let text)): return try value(NewValue(text, as: .boolean), of: type, for: place)
        case (.date, .date(let seconds)): return .real(seconds)
        case (_, .date): throw ValueEditError(.type, "is no date in the app's model")
        case (.uuid, .written(let text)), (.uuid, .string(let text)):
            guard let bytes = UUIDText.bytes(text) else { throw ValueEditError(.type, "“\(text)” is not a UUID") }
            return .blob(bytes)
        default: return try plainValue(new, for: place)
        }
    }

    private func plainValue(_ new: NewValue, for place: Place) throws(ValueEditError) -> CellEdit.Value {
        switch new {
        case .written(let text):
            return try plainValue(NewValue(text, as: try Self.kind(of: place)), for: place)
        case .string(let text): return .text(text)
        case .integer(let number):
            guard let number = Int64(exactly: number) else {
                throw ValueEditError(.type, "SQLite has integers of at most 64 bits")
            }
            return .integer(number)
        case .real(let number, let text):
            guard !number.isNaN else { throw ValueEditError(.type, "SQLite stores NULL for what is no number") }
            return .real(try NewValue.representable(number, written: text))
        case .boolean(let value): return .integer(value ? 1 : 0)
        case .data(let bytes): return .blob(bytes)
        case .null: return .null
        case .date:
            throw ValueEditError(
                .type,
                "nothing says how dates are stored there: write it as the others are, as an int, a real or a string")
        case .json(let bytes): return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The type of a cell; of NULL, that of its column.
    private static func kind(of place: Place) throws(ValueEditError) -> NewValue.Kind {
        switch place.value {
        case .integer: return .integer
        case .real: return .real
        case .text: return .string
        case .blob: return .data
        case .null:
            let type = place.declaredType.uppercased()
            if type.contains("INT") { return .integer }
            if ["CHAR", "CLOB", "TEXT"].contains(where: { type.contains($0) }) { return .string }
            if ["REAL", "FLOA", "DOUB"].contains(where: { type.contains($0) }) { return .real }
            throw ValueEditError(.type, "is NULL, and its column has no type: name one, such as string")
        case .unread: throw ValueEditError(.unsupported, "is too large to be read")
        case .damaged: throw ValueEditError(.damaged, "is on pages that are damaged")
        }
    }

    // MARK: Errors

    static let missing = DocumentFailure(.notFound, "there is no such value")
    private static let external = ValueEditError(
        .unsupported, "is stored as Core Data's external data, which is not changed")
}
