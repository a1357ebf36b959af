import ContainerModel
import Databases
import Formats
import System

/// Reads the databases of web pages: object stores with their records, keys and values decoded.
struct IndexedDBDocumentReader: DocumentReader {
    /// Records whose store is not described are not shown.
    private static let explained = ExplainedColumns(
        [
            "ObjectStoreInfo": ["id", "name"], "Records": ["objectStoreID", "key", "value"],
        ], otherRows: [("Records", "coalesce(objectStoreID, 0) NOT IN (SELECT id FROM ObjectStoreInfo)")])

    func recognizes(_ file: DocumentSource) -> Bool { file.isDatabase }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let kind = DatabaseKind.indexedDatabase
        let (database, schema) = try file.database(of: kind, within: limits)
        let found = try mapError(try IndexedDatabase(database, limits.cancellation)) { (error: DatabaseError) in
            DocumentFailure(error, "an IndexedDB database that cannot be read by object store: ")
        }
        guard let stores = found else { throw DocumentFailure.otherKind }
        let name = stores.name.map { " “\($0)”" } ?? ""
        let count = Pluralized.some(stores.stores.count, "object store")
        return database.wholeDocument(
            "\(kind.title)\(name), \(count)", IndexedDBStores(database: stores), schema,
            besides: stores.stores.map(\.name), explaining: Self.explained)
    }
}

/// The object stores of a database.
private struct IndexedDBStores: TableSource {
    let columns = ["object store", "records", "key path", "keys"]
    let holdsTables = true
    // How keys are made is among the tables of the database as well.
    let identity = TableIdentity(["object store"], ignoring: ["records", "key path", "keys"])
    let database: IndexedDatabase

    func rowCount(within limits: DocumentLimits) -> Int? { database.stores.count }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) -> [TableRow] {
        database.stores.dropFirst(index).prefix(count).map { store in
            let records = limits.mustStop ? nil : try? database.count(store, limits.cancellation)
            return TableRow(
                name: store.name,
                cells: [
                    .string(store.name), records.map { .integer(Int64($0)) } ?? .string("?"),
                    store.keyPath.isEmpty ? .null : .string(store.keyPath.joined(separator: ", ")),
                    .string(store.generatesKeys ? "generated" : "given"),
                ])
        }
    }

    func row(named name: String, as form: DocumentForm, within limits: DocumentLimits) -> Document? {
        guard let store = database.stores.first(named: name, \.name) else { return nil }
        return Document(
            "Object store \(name)", contents: .table(DocumentTable(IndexedDBRecords(database: database, store: store))))
    }
}

/// The records of an object store, in the order in which they were added.
private struct IndexedDBRecords: TableSource {
    let columns = ["record", "key", "value"]
    let identity = TableIdentity(["key"], ignoring: ["record"], isAbridged: true)
    let database: IndexedDatabase
    let store: IndexedDatabase.ObjectStore

    /// The most characters of a value in a row.
    private static let maxCharacters = 300
    /// The most bytes of a value that is decoded for a row.
    private static let maxBytes = 256 << 10

    func rowCount(within limits: DocumentLimits) -> Int? { try? database.count(store, limits.cancellation) }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow] {
        return try mapError(try database.records(of: store, from: index, count: count, limits.cancellation)) {
            (error: DatabaseError) in DocumentFailure(error)
        }.map { record in
            TableRow(
                name: "\(record.id)",
                cells: [
                    .integer(record.id), Self.key(record), Self.text(of: Self.value("", value(of: record)).node),
                ])
        }
    }

    func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        guard let id = Int64(name),
            let record = try Database.found({ () throws(DatabaseError) in
                try database.record(id, of: store, limits.cancellation)
            })
        else { return nil }
        var (value, problem, reading) = Self.value("value", record.value)
        if !record.value.isWhole {
            value = database.database.node(of: record.value, "value", of: IndexedDatabase.records, .rowID(id)) {
                DocumentValue($0)
            }
        }
        var forms = [
            ValueNode("key is stored as", stored: record.key, usually: .blob),
            ValueNode("value is stored as", stored: record.value, usually: .blob),
        ].compactMap(\.self)
        // What no value stands for is in the bytes.
        if let reading, reading.hasHalves || reading.leavesOut {
            forms.append(ValueNode("value is stored as", DocumentValue(record.value)))
        }
        let nodes = [ValueNode("record", .integer(id)), ValueNode("key", Self.key(record)), value] + forms
        var document = Document(
            ofRow: "Record \(id) of \(store.name)", "record", nodes,
            remarks: problem.map { ["the value cannot be decoded: \($0)"] } ?? [])
        if reading?.hasHalves == true {
            document.repairs.append("texts with half surrogates, which are written as \\ud83d")
        }
        return document
    }

    /// Returns the value of a record in a row: all of it unless it is large.
    private func value(of record: IndexedDatabase.Record) -> CellValue {
        guard case .blob(let blob) = record.value, !blob.isWhole, blob.count <= Self.maxBytes else {
            return record.value
        }
        return (try? database.record(record.id, of: store))?.value ?? record.value
    }

    private static func key(_ record: IndexedDatabase.Record) -> DocumentValue {
        (try? IndexedDBKey(record.keyBytes)).map { DocumentValue($0) } ?? .data(record.keyBytes)
    }

    /// Decodes a value; a value that cannot be decoded is returned as data, with the reason.
    private static func value(
        _ name: String, _ cell: CellValue
    ) -> (node: ValueNode, problem: String?, reading: ScriptValueReader.Reading?) {
        guard case .blob(let blob) = cell, blob.isWhole else { return (ValueNode(name, DocumentValue(cell)), nil, nil) }
        do throws(FormatError) {
            let reading = try ScriptValueReader.readTellingRest(blob.bytes)
            return (ValueNode(name, script: reading.value), nil, reading)
        } catch {
            return (ValueNode(name, DocumentValue(cell)), error.message, nil)
        }
    }

    /// Returns a value as text for a row: an object as JSON, cut off if it is long.
    private static func text(of node: ValueNode) -> DocumentValue {
        guard node.childCount > 0, let json = try? ValueTree(root: node).json() else { return node.value }
        let text = String(decoding: JSONWriter.line(json), as: UTF8.self)
        let beginning = String(text.prefix(maxCharacters))
        return .string(beginning.utf8.count < text.utf8.count ? beginning + "…" : text)
    }
}

extension DocumentValue {
    /// Creates the value of a key: several keys as text.
    fileprivate init(_ key: IndexedDBKey) {
        self =
            switch key {
            case .minimum: .reference("the least key")
            case .maximum: .reference("the greatest key")
            case .number(let number):
                // Minus zero is another number.
                number.sign == .minus && number == 0
                    ? .real(number) : Int64(exactly: number).map { .integer($0) } ?? .real(number)
            case .date(let milliseconds): .date(secondsSince1970: milliseconds / 1_000)
            case .string(let text): .string(text)
            case .binary(let bytes): .data(bytes)
            case .array(let keys): .string("[" + keys.map(Self.text).joined(separator: ", ") + "]")
            }
    }

    /// Returns a key in a key as text, in full.
    private static func text(of key: IndexedDBKey) -> String {
        switch key {
        case .string(let text): String(decoding: JSONWriter.line(.string(text)), as: UTF8.self)
        case .binary(let bytes): "<\(bytes.hexadecimal())>"
        case .array(let keys): "[" + keys.map(text).joined(separator: ", ") + "]"
        case .minimum, .maximum, .number, .date: ValueNode("", DocumentValue(key)).summary.value
        }
    }
}

extension ValueNode {
    /// Creates a node for a value of JavaScript.
    fileprivate init(_ name: String, script value: ScriptValue) {
        func members(_ members: [ScriptValue.Member], _ value: DocumentValue) -> ValueNode {
            ValueNode(name, value, childCount: members.count) {
                members.map { ValueNode($0.name, script: $0.value) }
            }
        }
        switch value {
        case .undefined: self.init(name, .reference("undefined"))
        case .null: self.init(name, .null)
        case .boolean(let value): self.init(name, .boolean(value))
        case .integer(let number): self.init(name, .integer(Int64(number)))
        case .real(let number): self.init(name, .real(number))
        case .bigInteger(let text): self.init(name, .number(text))
        case .string(let text): self.init(name, .string(text))
        case .date(let milliseconds): self.init(name, .date(secondsSince1970: milliseconds / 1_000))
        case .bytes(let bytes): self.init(name, .data(bytes))
        case .list(let title, let items): self = members(items, .list(title))
        case .record(let title, let items): self = members(items, .record(title))
        case .reference(let number):
            self.init(name, .reference(number == 0 ? "the whole value" : "object \(number) of the value"))
        }
    }
}
