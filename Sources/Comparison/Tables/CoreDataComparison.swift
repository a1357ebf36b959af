import ContainerModel
import Databases
import Documents
import Formats
import Jobs

/// Compares stores of Core Data and SwiftData: entities, properties, objects by their keys, and relationships by the
/// objects that they lead to. Core Data's own tables are the rest of the document.
struct CoreDataComparison {
    private static let key = "Z_PK"
    private static let entity = "Z_ENT"

    private let contents: ContentsComparison
    private let depth: Int
    private var limits: DocumentLimits { contents.limits }

    init(_ contents: ContentsComparison, depth: Int) {
        self.contents = contents
        self.depth = depth
    }

    /// Compares two stores.
    /// - Throws: `DocumentFailure` if something cannot be read.
    func compare(_ before: CoreDataEntities, _ after: CoreDataEntities, at address: [[UInt8]]) throws(DocumentFailure) {
        let (old, new) = (before.objects.store.entities, after.objects.store.entities)
        for entity in old {
            let place = address + [Array(entity.name.utf8)]
            guard let other = new.first(where: { $0.name == entity.name }) else {
                contents.report(
                    Difference(.removed, .table, at: place, before: try description(of: entity, in: before)))
                continue
            }
            compareProperties(entity, other, at: place)
        }
        for entity in new where !old.contains(where: { $0.name == entity.name }) {
            contents.report(
                Difference(
                    .added, .table, at: address + [Array(entity.name.utf8)],
                    after: try description(of: entity, in: after)))
        }
        var compared: Set<String> = []
        for entity in old {
            guard !contents.mustStop, let other = new.first(where: { $0.name == entity.name }) else { continue }
            // Entities that inherit from each other share a table.
            if compared.insert(entity.table).inserted, other.table == entity.table {
                try compareObjects(in: entity.table, before, after, at: address)
            }
            for property in entity.properties {
                // A relationship of another name has the same pairs.
                guard let pairs = Pairs(property), other.properties.contains(where: { Pairs($0) == pairs }),
                    compared.insert(pairs.table).inserted
                else { continue }
                try compare(pairs, of: property, in: entity, before, after, at: address)
            }
        }
    }

    private func compareProperties(_ before: CoreDataEntity, _ after: CoreDataEntity, at address: [[UInt8]]) {
        for property in before.properties where after.property(property.name) == nil {
            contents.report(Difference(.removed, .column, at: address + [Array(property.name.utf8)]))
        }
        for property in after.properties where before.property(property.name) == nil {
            contents.report(Difference(.added, .column, at: address + [Array(property.name.utf8)]))
        }
    }

    private func compareObjects(
        in table: String, _ before: CoreDataEntities, _ after: CoreDataEntities, at address: [[UInt8]]
    ) throws(DocumentFailure) {
        guard let changed = DatabaseComparison(contents, depth: depth).changedRows(of: table) else { return }
        let (names, otherNames) = (try columns(of: table, in: before), try columns(of: table, in: after))
        let shared = names.filter { otherNames.contains($0) }
        let scan = RowScanning(columns: shared, identity: .integer(Self.key), rows: changed)
        let databases = (before.objects.database, after.objects.database)
        let (one, other) = try DatabaseComparison(contents, depth: depth).inParallel(
            { scan.digests(of: table, with: names, in: databases.0, $0) },
            { scan.digests(of: table, with: otherNames, in: databases.1, $0) })
        var matching = RowMatching(hasKeys: true)
        matching.add(one, other)
        matching.finish()
        for key in matching.removed {
            guard !contents.mustStop, let object = try self.object(key, in: table, of: before) else { continue }
            contents.report(
                Difference(
                    .removed, .row, at: address + object.step, before: ContentsComparison.json(object.nodes)))
        }
        let derived = DerivedColumns.columns(of: table, in: .coreData) ?? []
        for (key, otherKey) in matching.changed {
            guard !contents.mustStop, let object = try self.object(key, in: table, of: before),
                let other = try self.object(otherKey, in: table, of: after)
            else { continue }
            let start = contents.count
            var rest = shared
            // An object of another entity has other properties.
            if object.step == other.step {
                contents.compareFields(object.nodes, other.nodes, at: address + other.step, depth: depth)
                rest.removeAll { object.columns.contains($0) && other.columns.contains($0) }
            }
            DatabaseComparison(contents, depth: depth).compareRow(
                object.row, other.row, rest, derived: derived, at: address + Self.plainStep(otherKey, in: table),
                isReported: contents.count > start)
        }
        for key in matching.added {
            guard !contents.mustStop, let object = try self.object(key, in: table, of: after) else { continue }
            contents.report(
                Difference(.added, .row, at: address + object.step, after: ContentsComparison.json(object.nodes)))
        }
        let reported = Set(matching.removed + matching.changed.map { $0.before })
        try compareFilesBeside(in: table, before, after, except: reported, at: address)
    }

    /// Compares the values that are in files beside two stores, of objects whose rows are the same.
    /// - Parameter reported: The keys of the other objects.
    private func compareFilesBeside(
        in table: String, _ before: CoreDataEntities, _ after: CoreDataEntities, except reported: Set<Int64>,
        at address: [[UInt8]]
    ) throws(DocumentFailure) {
        guard !contents.leavesFilesBeside, before.objects.hasValuesBeside || after.objects.hasValuesBeside else {
            return
        }
        for key in try keysWithFilesBeside(in: table, of: before) where !reported.contains(key) {
            guard !contents.mustStop, let object = try self.object(key, in: table, of: before),
                let other = try self.object(key, in: table, of: after)
            else { continue }
            contents.compareFields(
                object.nodes.filter { $0.pathBeside != nil }, other.nodes.filter { $0.pathBeside != nil },
                at: address + other.step, depth: depth)
        }
    }

    /// Returns the keys of rows that may name a file beside the store, and of those too large to tell.
    private func keysWithFilesBeside(
        in table: String, of entities: CoreDataEntities
    ) throws(DocumentFailure) -> [Int64] {
        let places = try columns(of: table, in: entities).indices
        let cancellation = limits.cancellation
        var keys: [Int64] = []
        do throws(DatabaseError) {
            let leftOut = try entities.objects.database.scan(table, cancellation) { row in
                let namesFile = places.contains { place in
                    row.kind(place) == .blob && row.withBytes(place) { $0.first == CoreDataExternalData.fileMark }
                }
                if namesFile { keys.append(row.place) }
                return !cancellation.isCancelled
            }
            return keys + leftOut.map(\.place)
        } catch {
            throw DocumentFailure(error.message)
        }
    }

    /// A row of an entity's table, with the properties of the object that it is.
    private struct StoredObject {
        /// The names of its entity and its key; of a row of no known entity, those of the row.
        let step: [[UInt8]]
        /// The values of its properties, or of the row.
        let nodes: [ValueNode]
        /// The columns that they are from.
        let columns: Set<String>
        /// The values of the row.
        let row: [ValueNode]
    }

    private static func plainStep(_ key: Int64, in table: String) -> [[UInt8]] {
        [TableEntry.tablesName, table, "\(key)"].map { Array($0.utf8) }
    }

    /// Returns the object in a row; nil if there is no such row.
    private func object(
        _ key: Int64, in table: String, of entities: CoreDataEntities
    ) throws(DocumentFailure) -> StoredObject? {
        let objects = entities.objects
        let (store, database) = (objects.store, objects.database)
        let row: Row?
        let columns: [String]
        let nodes: [ValueNode]
        do throws(DatabaseError) {
            row = try database.row(.rowID(key), of: table, limits.cancellation)
            columns = try database.columns(of: table, limits.cancellation).map(\.name)
            guard let row else { return nil }
            nodes = database.nodes(of: row, columns, in: table)
        } catch {
            throw DocumentFailure(error.message)
        }
        let own = store.entities.filter { $0.table == table }
        guard let row, let root = own.first(where: { entity in !own.contains { $0.name == entity.parent } }),
            let entity = store.entity(ofRow: row, columns, in: root),
            let document = try entities.row(named: entity.name, as: .decoded, within: limits)?.table?.source
                .row(named: "\(key)", as: .decoded, within: limits),
            let node = document.tree?.nodes.first
        else {
            return StoredObject(step: Self.plainStep(key, in: table), nodes: nodes, columns: Set(columns), row: nodes)
        }
        // Relationships to many objects are stored with those.
        let derived = Set(entity.properties.filter { $0.column == nil }.map(\.name))
        var explained = Set(entity.properties.compactMap(\.column))
        explained.insert(Self.key)
        // Only of entities that others inherit from do objects show their own.
        if node.children.contains(where: { $0.name == Self.entity }) { explained.insert(Self.entity) }
        return StoredObject(
            step: [Array(entity.name.utf8), Array("\(key)".utf8)],
            nodes: node.children.filter { !derived.contains($0.name) }, columns: explained, row: nodes)
    }

    private func columns(of table: String, in entities: CoreDataEntities) throws(DocumentFailure) -> [String] {
        do throws(DatabaseError) {
            return try entities.objects.database.columns(of: table, limits.cancellation).map(\.name)
        } catch {
            throw DocumentFailure(error.message)
        }
    }

    private func description(
        of entity: CoreDataEntity, in entities: CoreDataEntities
    ) throws(DocumentFailure) -> JSONValue {
        let count: Int
        do throws(DatabaseError) {
            count = try entities.objects.database.rowCount(entity.query, limits.cancellation)
        } catch {
            throw DocumentFailure(error.message)
        }
        return .object([
            JSONValue.Member(name: "properties", value: .array(entity.properties.map { .string($0.name) })),
            JSONValue.Member(name: "objects", value: .number(JSONNumber(count))),
        ])
    }
}

extension CoreDataComparison {
    /// The table in which a relationship between many objects and many others is stored.
    private struct Pairs: Equatable {
        let table: String
        let ownColumn: String
        let otherColumn: String
        let destination: String

        /// Returns nil for any other property.
        init?(_ property: CoreDataProperty) {
            guard case .manyToMany(let entity, let table, let ownColumn, let otherColumn) = property.kind else {
                return nil
            }
            (self.table, self.ownColumn, self.otherColumn, destination) = (table, ownColumn, otherColumn, entity)
        }

        /// Returns the keys in a row of the table; nil if one of them is none.
        /// - Parameter columns: The columns of the row.
        func keys(in row: TableRow, _ columns: [String]) -> (own: Int64, other: Int64)? {
            guard let own = columns.firstIndex(of: ownColumn), let other = columns.firstIndex(of: otherColumn),
                row.cells.indices.contains(max(own, other)), case .integer(let key) = row.cells[own],
                case .integer(let otherKey) = row.cells[other]
            else { return nil }
            return (key, otherKey)
        }
    }

    /// Compares the pairs of a relationship, each of which is told as an object that it leads to; one that has no key on one side
    /// belongs to no object, and is told as a row.
    private func compare(
        _ pairs: Pairs, of property: CoreDataProperty, in entity: CoreDataEntity, _ before: CoreDataEntities,
        _ after: CoreDataEntities, at address: [[UInt8]]
    ) throws(DocumentFailure) {
        guard let changed = DatabaseComparison(contents, depth: depth).changedRows(of: pairs.table) else { return }
        let scan = RowScanning(columns: [pairs.ownColumn, pairs.otherColumn], identity: .values, rows: changed)
        let (names, otherNames) = (try columns(of: pairs.table, in: before), try columns(of: pairs.table, in: after))
        let databases = (before.objects.database, after.objects.database)
        let (one, other) = try DatabaseComparison(contents, depth: depth).inParallel(
            { scan.digests(of: pairs.table, with: names, in: databases.0, $0) },
            { scan.digests(of: pairs.table, with: otherNames, in: databases.1, $0) })
        var matching = RowMatching(hasKeys: false)
        matching.add(one, other)
        matching.finish()
        func reportPairs(
            _ change: Difference.Change, _ places: [Int64], _ entities: CoreDataEntities
        ) throws(DocumentFailure) {
            let rows = try self.rows(of: pairs.table, in: entities)
            var pages = RowPages(rows, limits)
            for place in places {
                guard !contents.mustStop, let row = try pages.row(at: place) else { continue }
                func report(_ subject: Difference.Subject, _ steps: [String], _ value: JSONValue) {
                    contents.report(
                        Difference(
                            change, subject, at: address + steps.map { Array($0.utf8) },
                            before: change == .removed ? value : nil, after: change == .added ? value : nil))
                }
                if let (own, other) = pairs.keys(in: row, rows.columns) {
                    report(.value, [entity.name, "\(own)", property.name], .string("\(pairs.destination) \(other)"))
                } else {
                    let value = ContentsComparison.json(rows.nodes(of: row, within: limits))
                    contents.inRow(address.count + 2) {
                        report(.row, [TableEntry.tablesName, pairs.table, row.name ?? "#\(place)"], value)
                    }
                }
            }
        }
        try reportPairs(.removed, matching.removed, before)
        try reportPairs(.added, matching.added, after)
    }

    private func rows(of table: String, in entities: CoreDataEntities) throws(DocumentFailure) -> DatabaseRows {
        guard
            let rows = try entities.row(named: table, as: .decoded, within: limits)?.table?.source as? DatabaseRows
        else { throw DocumentFailure("the table \(table) cannot be read") }
        return rows
    }
}
