import ContainerModel
package import Databases
import FileTree

/// The objects of a store: as tables by entity, and each as a tree of its attributes and relationships.
package struct CoreDataObjects: Sendable {
    package let database: Database
    package let store: CoreDataStore
    /// The store's file, beside which external data lie.
    let file: DocumentSource

    /// Whether values of the store may be in files beside it.
    package var hasValuesBeside: Bool { file.hasValuesBeside }

    /// Returns the objects of an entity.
    func document(of entity: CoreDataEntity) -> Document { document(of: entity, entity.query, title: entity.name) }

    /// Returns some objects of an entity.
    func document(of entity: CoreDataEntity, _ query: RowQuery, title: String) -> Document {
        database.document(title, .table(DocumentTable(CoreDataTable(self, entity, query))))
    }

    /// Returns an object; nil if there is none.
    /// - Parameter entity: Its entity, or one that its own inherits from.
    /// - Throws: `DocumentFailure` if it cannot be read.
    func document(
        of key: RowKey, in entity: CoreDataEntity, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        let found = try Database.found { () throws(DatabaseError) in
            try database.row(key, of: entity.table, limits.cancellation).map { row throws(DatabaseError) in
                (row, try database.columns(of: entity.table).map(\.name))
            }
        }
        guard let (row, columns) = found, let own = store.entity(ofRow: row, columns, in: entity) else { return nil }
        var nodes = [ValueNode(CoreDataTable.keyTitle, row.key.map { .string($0.name) } ?? .null)]
        if case .rowID(let number) = key { nodes[0].value = .integer(number) }
        if store.hasHeirs(entity) {
            nodes.append(ValueNode(CoreDataTable.entityTitle, entityValue(of: row, columns, in: own)))
        }
        // First the properties of the entity by which it was opened, as in the table.
        let inherited = entity.properties.map(\.name)
        let properties =
            entity.properties.filter { $0.column != nil } + own.properties.filter { !inherited.contains($0.name) }
            + entity.properties.filter { $0.column == nil }
        for property in properties {
            let cell = property.column.flatMap { columns.firstIndex(of: $0) }.flatMap { index in
                row.cells.indices.contains(index) ? row.cells[index] : nil
            }
            nodes.append(node(property, cell, of: key, in: own))
        }
        return database.document(ofRow: "\(own.name) \(key.name)", "object", nodes)
    }

    private func node(
        _ property: CoreDataProperty,
        _ cell: CellValue?,
        of key: RowKey,
        in entity: CoreDataEntity
    ) -> ValueNode {
        guard let cell, let column = property.column else { return node(toMany: property, of: key) }
        var blob: CellBytes?
        var node = database.node(of: cell, column, of: entity.table, key, named: property.name) { whole in
            if case .blob(let bytes) = whole { blob = bytes }
            return value(whole, of: property)
        }
        if let object = store.object(at: property, cell), let destination = store.entity(object.entity) {
            node.destination = { _, limits throws(DocumentFailure) in
                try document(of: object.key, in: destination, within: limits)
            }
        } else if case .attribute = property.kind, let blob, case .file(let name)? = CoreDataExternalData(blob.bytes) {
            setExternalData(name, of: &node)
        }
        return node
    }

    private func node(toMany property: CoreDataProperty, of key: RowKey) -> ValueNode {
        guard let query = store.objects(at: property, of: key), let name = property.destination,
            let entity = store.entity(name)
        else { return ValueNode(property.name, .reference("to many objects, stored in an unknown way")) }
        // Opening each of many objects would read the other table as often.
        let count = try? database.rowCount(query, usesIndexes: true)
        let text = "\(count.map { "\($0)" } ?? "?") \(name)"
        let lost =
            store.pairsWithoutObject(at: property, of: key)
            .flatMap { try? database.rowCount($0, usesIndexes: true) } ?? 0
        let remark = lost == 0 ? "" : ", \(Pluralized.some(lost, "pair")) without an object"
        var node = ValueNode(property.name, .reference(text + remark))
        node.destination = { _, _ in document(of: entity, query, title: "\(property.name): \(text)") }
        return node
    }

    /// The maximum size of external data that are held in memory as a value.
    private static let maxExternalBytes = 16 << 20

    /// Returns the contents of a file beside the store, of which an attribute has the mark and the name.
    package func externalValue(_ name: [UInt8], of attribute: String) -> ValueNode {
        var node = ValueNode(attribute, .null)
        setExternalData(name, of: &node)
        return node
    }

    /// Sets the contents of a file beside the store as the value.
    private func setExternalData(_ name: [UInt8], of node: inout ValueNode) {
        let path = CoreDataExternalData.directory(ofStore: file.name) + Array("/".utf8) + name
        let shown = String(decoding: path, as: UTF8.self)
        node.pathBeside = path
        let found: DocumentSource?
        do throws(FileTreeError) {
            found = try file.neighbor(path)
        } catch {
            node.value = .reference("external data, cannot be read (\(error.reason)): \(shown)")
            node.unread = error.reason
            return
        }
        guard let external = found else {
            node.value = .reference("external data, missing: \(shown)")
            node.absence = shown
            return
        }
        if external.size <= UInt64(Self.maxExternalBytes),
            let bytes = try? external.bytes(from: 0, count: Int(external.size))
        {
            node.value = .data(bytes)
        } else {
            node.value = .reference("external data: \(shown)")
            node.large = LargeValue(external)
        }
    }
}

extension CoreDataProperty {
    /// The entity that a relationship to many objects leads to.
    fileprivate var destination: String? {
        switch kind {
        case .toMany(let entity, _), .manyToMany(let entity, _, _, _): entity
        case .attribute, .toOne, .unknown: nil
        }
    }
}
