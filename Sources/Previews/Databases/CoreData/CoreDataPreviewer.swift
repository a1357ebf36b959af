import Databases

/// Shows stores of Core Data and SwiftData: the entities of the app's model, their objects, and what is in an object.
struct CoreDataPreviewer: Previewer {
    func recognizes(_ file: PreviewedFile) -> Bool { file.isDatabase }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        // The previewer of databases says why one cannot be read.
        guard let database = try? file.database(within: limits),
            let schema = try? database.schema(limits.cancellation), CoreDataStore.isStore(schema)
        else { throw PreviewFailure("") }
        let found: CoreDataStore?
        do throws(DatabaseError) {
            found = try CoreDataStore(database, limits.cancellation)
        } catch {
            throw PreviewFailure("a Core Data store that cannot be read by entity: \(error.message)")
        }
        guard let store = found else { throw PreviewFailure("") }
        let objects = CoreDataObjects(database: database, store: store, file: file)
        let count = store.entities.count
        var preview = Preview("Core Data store, \(count == 1 ? "1 entity" : "\(count) entities")")
        preview.content = TableContent(
            CoreDataEntities(objects: objects),
            entries: [
                .tables(of: database, schema), .schema(schema, besides: store.entities.map(\.name)),
            ])
        preview.remarks = database.remarks
        if let remark = store.modelRemark { preview.remarks.append(remark) }
        return preview
    }
}

extension CoreDataStore {
    /// What is to be known about the model: that there is none, or that it describes nothing.
    fileprivate var modelRemark: String? {
        let guess = "names and types are guessed from its tables"
        guard hasModel else { return "it contains no model: \(guess)" }
        guard isModelEmpty else { return nil }
        return "its model has no entities" + (entities.isEmpty ? "" : ": \(guess)")
    }
}

/// The entities of a store, by name.
struct CoreDataEntities: TableSource {
    let columns = ["entity", "objects", "kind"]
    let holdsTables = true
    let objects: CoreDataObjects

    func rowCount(within limits: PreviewLimits) -> Int? { objects.store.entities.count }

    func rows(from index: Int, count: Int, within limits: PreviewLimits) throws(PreviewFailure) -> [TableRow] {
        objects.store.entities.dropFirst(index).prefix(count).map { entity in
            let count = limits.mustStop ? nil : try? objects.database.rowCount(entity.query, limits.cancellation)
            return TableRow(
                name: entity.name,
                cells: [
                    .string(entity.name), count.map { .integer(Int64($0)) } ?? .string("?"),
                    .string(entity.parent.map { "entity, inherits from \($0)" } ?? "entity"),
                ])
        }
    }

    func row(named name: String, as form: ViewForm) -> Preview? {
        if let entity = objects.store.entity(name) { return objects.preview(of: entity) }
        // A table that no entity has, such as those of the store itself.
        return (try? objects.database.schema()).flatMap { schema in
            DatabaseTables(objects.database, schema).table(named: name)
        }
    }
}
