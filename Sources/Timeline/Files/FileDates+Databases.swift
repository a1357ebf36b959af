import Databases
import Documents
import Jobs

/// The times in databases.
extension FileDates {
    func readDatabase(_ file: DocumentSource) {
        let document = DocumentReaders.read(file, within: limits)
        guard let table = document.table else {
            return note(document.failures.first?.reason ?? "a database that cannot be read")
        }
        for loss in document.losses { note(loss) }
        switch table.source.storage {
        case .tables(let tables):
            for table in tables.tables { readTable(table, of: tables.database, before: []) }
        case .entities(let entities): readObjects(entities.objects)
        case .decoded:
            if let rest = document.rest, rest.tables.kind == .urlCache {
                readRequests(of: rest.tables.database)
            } else if wants(.row) {
                readRows(of: table.source, as: .row)
            }
            guard let rest = document.rest else { return }
            for table in rest.tables.tables where !rest.explained.contains(table: table.name) {
                readTable(table, of: rest.tables.database, before: [TableEntry.tablesName])
            }
        case .rows, .archive: break
        }
    }

    /// Calls `read`, and notes why it failed.
    private func reading(_ table: String, _ read: () throws(DatabaseError) -> Void) {
        do throws(DatabaseError) {
            try read()
        } catch {
            if error.code != .cancelled { note("table \(table) cannot be read in full: \(error.message)") }
        }
    }

    private static func address(_ steps: [String]) -> [UInt8] { ValueAddress.text(steps.map { Array($0.utf8) }) }

    // MARK: Requests

    private func readRequests(of database: Database) {
        let place = sink.place(
            TimelinePlace(
                kind: .request, clock: .app, title: "request", form: .row, behind: Array("/time".utf8)))
        guard let place else { return }
        let table = "cfurl_cache_response"
        reading(table) { () throws(DatabaseError) in
            try database.scan(table, ["time_stamp"], usesIndexes: false, cancellation) { row in
                // CFNetwork writes them in UTC, without saying so.
                if case .rowID(let key) = row.key, row.kind(0) == .text,
                    let time = row.withBytes(0, { WrittenTime(whole: $0) })
                {
                    sink.add(time.microseconds, at: place, key: key)
                }
                return !cancellation.isCancelled
            }
        }
    }

    // MARK: Core Data

    private func readObjects(_ objects: CoreDataObjects) {
        let database = objects.database
        let byTable = Dictionary(grouping: objects.store.entities, by: \.table)
        for (table, entities) in byTable.sorted(by: { $0.key < $1.key }) where !cancellation.isCancelled {
            reading(table) { () throws(DatabaseError) in try readObjects(in: table, entities, of: database) }
        }
        let schema: DatabaseSchema?
        do throws(DatabaseError) {
            schema = try database.schema(cancellation)
        } catch {
            schema = nil
            note("its tables cannot be listed: \(error.message)")
        }
        for table in schema?.tables ?? [] where table.kind == .table && !table.isInternal && byTable[table.name] == nil
        {
            let history = (try? CoreDataStore.historyDates(of: table.name, in: database, cancellation)) ?? []
            readTable(table, of: database, before: [TableEntry.tablesName], knownDates: history)
        }
    }

    /// Reads the dates of the objects in a table, which entities share that inherit from each other.
    private func readObjects(
        in table: String, _ entities: [CoreDataEntity], of database: Database
    ) throws(DatabaseError) {
        let columns = Set(try database.columns(of: table, cancellation).map(\.name))
        var dates: [String] = []
        for property in entities.flatMap(\.properties) {
            guard case .attribute(.date) = property.kind, let column = property.column, columns.contains(column),
                !dates.contains(column)
            else { continue }
            dates.append(column)
        }
        guard !dates.isEmpty, wants(.row) else { return }
        let number = "Z_ENT"
        let first = columns.contains(number) ? 1 : 0
        var places: [Int64: [DateSink.Place?]] = [:]
        let byNumber = Dictionary(entities.map { ($0.number, $0) }) { first, _ in first }
        let names = (first == 1 ? [number] : []) + dates
        try database.scan(table, names, usesIndexes: false, cancellation) { row in
            guard case .rowID(let key) = row.key else { return true }
            let entity = first == 1 ? row.integer(0) : 0
            let known = places[entity]
            let found =
                known
                ?? Self.places(
                    byNumber[entity] ?? (entities.count == 1 ? entities.first : nil), dates, in: table, sink)
            if known == nil { places[entity] = found }
            for (index, place) in found.enumerated() {
                guard let place, let seconds = row.number(first + index),
                    let time = NumberOfTime.secondsSince2001.microseconds(seconds)
                else { continue }
                sink.add(time, at: place, key: key)
            }
            return !cancellation.isCancelled
        }
    }

    /// Returns the places of the dates of an entity, by their columns; of the table's for rows of no entity.
    private static func places(
        _ entity: CoreDataEntity?, _ columns: [String], in table: String, _ sink: DateSink
    ) -> [DateSink.Place?] {
        columns.map { column in
            guard let entity else {
                return sink.place(
                    TimelinePlace(
                        kind: .row, clock: DateName(column).clock, title: column, form: .row,
                        before: address([TableEntry.tablesName, table]) + "/".utf8,
                        behind: Array("/".utf8) + address([column])))
            }
            return entity.properties.first { $0.column == column }.flatMap { property in
                sink.place(
                    TimelinePlace(
                        kind: .row, clock: DateName(property.name).clock, title: property.name, form: .row,
                        before: address([entity.name]) + "/".utf8, behind: Array("/".utf8) + address([property.name])))
            }
        }
    }

    // MARK: Other tables

    /// Reads the columns of a table that are times by their values and names.
    /// - Parameters:
    ///   - steps: The way to the list of tables.
    ///   - knownDates: The columns whose numbers are certainly seconds since 2001.
    private func readTable(
        _ table: DatabaseSchema.Table, of database: Database, before steps: [String], knownDates: Set<String> = []
    ) {
        guard table.kind == .table, wants(.row), !cancellation.isCancelled else { return }
        reading(table.name) { () throws(DatabaseError) in
            let all = try database.columns(of: table.name, cancellation)
            let sample = try database.rows(RowQuery(table.name), count: DateColumn.sampleSize, cancellation)
            let found = DateColumn.find(among: all, in: sample.rows, knownDates: knownDates)
            guard !found.isEmpty else { return }
            let names = RowNames(of: table.name, in: database)
            let before = Self.address(steps + [table.name]) + "/".utf8
            // The row ID as it is written, whatever comes before it.
            let prefix = Array(names.name(.rowID(0)) { _ in nil }.utf8.dropLast())
            let reader = TableDates(found, before, prefix, sink)
            guard table.rowIDName(all) != nil else {
                let indices = found.map { column in all.firstIndex { $0.name == column.name } ?? 0 }
                let leftOut = try database.scan(table.name, cancellation) { row in
                    reader.read(row, indices)
                    return !cancellation.isCancelled
                }
                if !leftOut.isEmpty { note("rows of \(table.name) are too large to be read") }
                return
            }
            let indices = Array(found.indices)
            try database.scan(table.name, found.map(\.name), usesIndexes: false, cancellation) { row in
                reader.read(row, indices)
                return !cancellation.isCancelled
            }
        }
    }
}

/// The times in the rows of a table.
private final class TableDates {
    private let columns: [DateColumn]
    private let before: [UInt8]
    private let prefix: [UInt8]
    private let sink: DateSink
    /// The places of each column, by why its times are not certain.
    private var places: [[(doubt: DateDoubt?, place: DateSink.Place?)]]

    init(_ columns: [DateColumn], _ before: [UInt8], _ prefix: [UInt8], _ sink: DateSink) {
        (self.columns, self.before, self.prefix, self.sink) = (columns, before, prefix, sink)
        places = Array(repeating: [], count: columns.count)
    }

    func read(_ row: ScannedRow, _ indices: [Int]) {
        for (index, column) in zip(indices, columns.indices) {
            let found: (time: Int64, doubt: DateDoubt?)? =
                switch row.kind(index) {
                case .number: row.number(index).flatMap { columns[column].time($0) }
                case .text: row.withBytes(index) { columns[column].time($0) }
                case .blob, nil: nil
                }
            guard let found else { continue }
            let (key, isPosition): (Int64, Bool) =
                switch row.key {
                case .rowID(let number): (number, false)
                case .position(let position): (Int64(position), true)
                }
            guard let place = place(column, found.doubt, isPosition) else { continue }
            sink.add(found.time, at: place, key: key)
        }
    }

    private func place(_ column: Int, _ doubt: DateDoubt?, _ isPosition: Bool) -> DateSink.Place? {
        if let known = places[column].first(where: { $0.doubt == doubt }) { return known.place }
        let name = columns[column].name
        let place = sink.place(
            TimelinePlace(
                kind: .row, clock: DateName(name).clock, title: name, doubt: doubt?.sentence,
                form: isPosition ? .position : .row, before: before + (isPosition ? [] : prefix),
                behind: Array("/".utf8) + ValueAddress.text([Array(name.utf8)])))
        places[column].append((doubt, place))
        return place
    }
}
