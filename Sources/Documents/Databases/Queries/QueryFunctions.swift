import Databases
import FileTree
import Formats
import Synchronization

/// The functions that queries can call besides those of SQLite.
struct QueryFunctions {
    /// The function that reads property lists and JSON in cells, for a person.
    static let value = "value"
    /// The functions that the views of entities call: what Core Data stores as what the app sees.
    static let date = "sandglass_date"
    static let uuid = "sandglass_uuid"
    static let data = "sandglass_data"

    /// The file that queries are about.
    let file: DocumentSource
    /// Reads external data; nil for a database that has none.
    let objects: CoreDataObjects?
    let damage: FoundDamage

    var all: [QueryFunction] {
        let reader = CellValueReader(file, damage)
        let (objects, damage) = (objects, damage)
        return [
            QueryFunction(Self.value, 2) { arguments in reader.value(arguments[0], at: arguments[1]) },
            QueryFunction(Self.date, 1) { Self.writtenDate($0[0]) },
            QueryFunction(Self.uuid, 1) { arguments in
                guard case .blob(let bytes) = arguments[0], bytes.count == 16 else { return arguments[0] }
                return .text(Array(UUIDText.text(bytes).utf8))
            },
            QueryFunction(Self.data, 1) { Self.storedData($0[0], objects, damage) },
        ]
    }

    /// Returns a date of Core Data in ISO 8601; the number itself if it is beyond all calendars.
    private static func writtenDate(_ value: QueryValue) -> QueryValue {
        let seconds: Double
        switch value {
        case .integer(let number): seconds = Double(number)
        case .real(let number): seconds = number
        case .null, .text, .blob, .failure: return value
        }
        guard case .date(let date) = CoreDataDate.value(seconds), let text = date.iso8601 else { return value }
        return .text(Array(text.utf8))
    }

    /// Returns the data that an attribute stores behind a mark, or in a file beside the store.
    private static func storedData(
        _ value: QueryValue, _ objects: CoreDataObjects?, _ damage: FoundDamage
    ) -> QueryValue {
        guard case .blob(let bytes) = value, let stored = CoreDataExternalData(bytes) else { return value }
        guard case .file(let name) = stored else { return .blob(Array(bytes.dropFirst())) }
        guard let node = objects?.externalValue(name, of: "data") else { return value }
        if case .data(let bytes) = node.value { return .blob(bytes) }
        let text = if case .reference(let text) = node.value { text } else { "external data" }
        damage.note("NULL stands for external data that was not read: \(text)")
        return .null
    }
}

/// Reads values in cells: property lists, archived objects, JSON and whatever else `show` decodes.
private final class CellValueReader: Sendable {
    private let file: DocumentSource
    private let damage: FoundDamage
    /// The cell that was read last: a query asks for several of its values.
    private let last = Mutex<(cell: [UInt8], document: Document)?>(nil)

    init(_ file: DocumentSource, _ damage: FoundDamage) { (self.file, self.damage) = (file, damage) }

    /// Returns the value that an address leads to in a cell; NULL if there is none, or if it cannot be read, which is noted.
    func value(_ cell: QueryValue, at address: QueryValue) -> QueryValue {
        guard case .text(let address) = address else {
            return address == .null ? .null : .failure("\(QueryFunctions.value)() takes the address of a value as text")
        }
        let bytes: [UInt8]
        switch cell {
        case .text(let text): bytes = text
        case .blob(let blob): bytes = blob
        case .null, .integer, .real, .failure: return .null
        }
        let (document, steps) = (document(of: bytes), ValueAddress.steps(address))
        let found: Document?
        do throws(FileTreeError) {
            found = try FileTreeError.unlessMissing { () throws(FileTreeError) in
                try DocumentReaders.open(document, at: steps, as: .decoded, within: .unlimited()).document
            }
        } catch {
            note(error.reason)
            return .null
        }
        guard let found else { return .null }
        let isRepaired = found.value.map { $0.holdsReplacement || $0.holdsEscapes } ?? true
        for repair in found.repairs where isRepaired { note(repair) }
        if let node = found.value { return QueryValue(node) }
        guard let tree = found.tree else {
            for failure in found.failures { note(failure.reason) }
            return .null
        }
        return QueryValue(tree)
    }

    private func document(of bytes: [UInt8]) -> Document {
        last.withLock { last in
            if let last, last.cell == bytes { return last.document }
            let source = DocumentSource(Array(QueryFunctions.value.utf8), bytes: bytes, in: file)
            let document = DocumentReaders.read(source, within: .unlimited())
            for failure in document.failures where failure.isDamage { note(failure.reason) }
            for loss in document.losses { note(loss) }
            last = (bytes, document)
            return document
        }
    }

    private func note(_ reason: String) { damage.note("\(QueryFunctions.value)(): \(reason)") }
}

extension QueryValue {
    /// Creates the value of a node: collections as JSON, dates in ISO 8601.
    fileprivate init(_ node: ValueNode) {
        switch node.value {
        case .null: self = .null
        case .boolean(let value): self = .integer(value ? 1 : 0)
        case .integer(let number): self = .integer(number)
        case .wide(let number): self = .text(Array("\(number)".utf8))
        // SQLite makes it NULL.
        case .real(let number): self = number.isNaN ? .text(Array("\(number)".utf8)) : .real(number)
        case .number(let text):
            self = Int64(text).map { .integer($0) } ?? Self.real(text).map { .real($0) } ?? .text(Array(text.utf8))
        case .string(let text): self = .text(node.storedText ?? Array(text.utf8))
        case .data(let bytes): self = .blob(bytes)
        case .date(let date):
            self = date.iso8601.map { .text(Array($0.utf8)) } ?? .real(date.secondsSince1970)
        case .reference(let text): self = .text(Array(text.utf8))
        case .list, .record, .shared, .missing:
            self.init(ValueTree(root: node))
        }
    }

    /// Creates the value of a collection.
    fileprivate init(_ tree: ValueTree) {
        guard let json = try? tree.json() else {
            self = .failure("a value has too many values in it")
            return
        }
        self = .text(JSONWriter.line(json))
    }

    /// Returns a number with a fraction or an exponent; nil if it has more digits than a double, or is beyond its range.
    private static func real(_ text: String) -> Double? {
        let isWhole = !text.utf8.contains { $0 == 0x2e || $0 | 0x20 == 0x65 }
        var digits = text.utf8.prefix { $0 | 0x20 != 0x65 }.filter { (0x30...0x39).contains($0) }[...]
        digits = digits.drop { $0 == 0x30 }
        while digits.last == 0x30 { digits.removeLast() }
        guard !isWhole, digits.count <= 17, let number = Double(text), number.isFinite,
            number != 0 || digits.isEmpty
        else { return nil }
        return number
    }
}
