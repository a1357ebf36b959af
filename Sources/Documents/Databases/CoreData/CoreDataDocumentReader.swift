import ContainerModel
import Databases
import System

/// Reads stores of Core Data and SwiftData: the entities of the app's model, their objects, and the properties of each.
struct CoreDataDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { file.isDatabase }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let kind = DatabaseKind.coreData
        let (database, schema) = try file.database(of: kind, within: limits)
        let found = try mapError(try CoreDataStore(database, limits.cancellation)) { (error: DatabaseError) in
            DocumentFailure(error, "a Core Data store that cannot be read by entity: ")
        }
        guard let store = found else { throw DocumentFailure.otherKind }
        let objects = CoreDataObjects(database: database, store: store, file: file)
        let count = store.entities.count
        var document = database.wholeDocument(
            "\(kind.title), \(Pluralized.some(count, "entity", "entities"))",
            CoreDataEntities(objects: objects), schema, besides: store.entities.map(\.name),
            explaining: store.explained)
        if let remark = store.modelRemark { document.remarks.append(remark) }
        if let first = store.columnsFoundByRows.first {
            let count = store.columnsFoundByRows.count - 1
            document.remarks.append(
                "the model does not say which column holds \(first)\(count > 0 ? " and \(count) more" : ""): it was found by "
                    + "the rows")
        }
        return document
    }
}

extension CoreDataStore {
    /// The columns of its objects and of the pairs of its relationships. Those of an object's row that no property has are
    /// compared with it.
    fileprivate var explained: ExplainedColumns {
        var explained = ExplainedColumns.none
        for entity in entities {
            explained.insert(table: entity.table)
            for case .manyToMany(_, let table, let ownColumn, let otherColumn) in entity.properties.map(\.kind) {
                explained.insert([ownColumn, otherColumn], of: table)
            }
        }
        return explained
    }

    /// A remark about the model: that there is none, or that it describes nothing.
    fileprivate var modelRemark: String? {
        let guess = "names and types are guessed from its tables"
        guard hasModel else { return "it contains no model: \(guess)" }
        guard isModelEmpty else { return nil }
        return "its model has no entities" + (entities.isEmpty ? "" : ": \(guess)")
    }
}

/// The entities of a store, by name.
package struct CoreDataEntities: TableSource {
    package let columns = ["entity", "objects", "kind"]
    package let holdsTables = true
    package let objects: CoreDataObjects
    private let damage = FoundDamage()

    init(objects: CoreDataObjects) { self.objects = objects }

    package func rowCount(within limits: DocumentLimits) -> Int? { objects.store.entities.count }

    package var losses: [String] { damage.sentences }

    package var storage: TableStorage { .entities(self) }

    package func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow]
    {
        objects.store.entities.dropFirst(index).prefix(count).map { entity in
            TableRow(
                name: entity.name,
                cells: [
                    .string(entity.name), self.count(of: entity, limits),
                    .string(entity.parent.map { "entity, inherits from \($0)" } ?? "entity"),
                ])
        }
    }

    private func count(of entity: CoreDataEntity, _ limits: DocumentLimits) -> DocumentValue {
        guard !limits.mustStop else { return .string("?") }
        do throws(DatabaseError) {
            return .integer(Int64(try objects.database.rowCount(entity.query, limits.cancellation)))
        } catch {
            guard error.code == .malformed else { return .string("?") }
            damage.note("the table of “\(entity.name)” is damaged: \(error.message)")
            return .string("damaged")
        }
    }

    package func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        if let entity = objects.store.entity(name) { return objects.document(of: entity) }
        // A table of no entity, such as the store's internal tables.
        let schema = try Database.found { () throws(DatabaseError) in
            try objects.database.schema(limits.cancellation)
        }
        return try schema.flatMap { schema throws(DocumentFailure) in
            try DatabaseTables(objects.database, schema).table(named: name, within: limits)
        }
    }
}
