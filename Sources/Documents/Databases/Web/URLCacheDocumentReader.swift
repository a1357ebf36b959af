import ContainerModel
import Databases
import FileTree
import Formats
import System

/// Reads the caches of `URLSession`: the requests, the headers of each and the body of its response.
struct URLCacheDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { file.isDatabase }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let kind = DatabaseKind.urlCache
        let (database, schema) = try file.database(of: kind, within: limits)
        let found = try mapError(try URLCache(database, limits.cancellation)) { (error: DatabaseError) in
            DocumentFailure(error, "a URL cache that cannot be read by request: ")
        }
        guard let cache = found else { throw DocumentFailure.otherKind }
        return database.wholeDocument(
            "\(kind.title), \(Pluralized.some(cache.count, "request"))",
            URLCacheRequests(cache: cache, file: file), schema, explaining: URLCacheRequests.explained)
    }
}

extension CellBytes {
    /// Whether a text is a time as CFNetwork writes it: "2019-02-02 11:31:02".
    fileprivate var isUsualTime: Bool {
        isWhole && bytes.count == 19
            && zip(bytes, "0000-00-00 00:00:00".utf8).allSatisfy { $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 }
    }
}

/// The requests of a cache, the latest first.
struct URLCacheRequests: TableSource {
    let columns = ["time", "status", "size", "method", "url"]
    let identity = TableIdentity(["method", "url"], isAbridged: true)
    /// Parts of requests that are no longer there are not shown.
    static let explained = ExplainedColumns(
        URLCache.columns,
        otherRows: ["cfurl_cache_blob_data", "cfurl_cache_receiver_data"].map {
            ($0, "entry_ID NOT IN (SELECT entry_ID FROM cfurl_cache_response)")
        })
    let cache: URLCache
    /// The database, beside which bodies of responses lie.
    let file: DocumentSource
    private let damage = FoundDamage()

    var losses: [String] { damage.sentences }

    func rowCount(within limits: DocumentLimits) -> Int? { cache.count }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow] {
        return try mapError(try cache.entries(from: index, count: count, limits.cancellation)) {
            (error: DatabaseError) in DocumentFailure(error)
        }.map { entry in
            // No URL has this character.
            if entry.url.unicodeScalars.contains("\u{fffd}") { damage.note(FoundDamage.replacedTexts) }
            return TableRow(
                name: "\(entry.id)",
                cells: [
                    Self.time(entry), Self.status(entry), size(entry), entry.method.map { .string($0) } ?? .null,
                    .string(entry.url),
                ])
        }
    }

    private static func time(_ entry: URLCacheEntry) -> DocumentValue {
        entry.time.map { .date(secondsSince1970: Double($0)) } ?? .null
    }

    private static func status(_ entry: URLCacheEntry) -> DocumentValue {
        entry.status.map { .integer(Int64($0)) } ?? .null
    }

    private func size(_ entry: URLCacheEntry) -> DocumentValue {
        switch entry.body {
        case .none: .null
        case .inline(let bytes): .integer(Int64(bytes))
        case .file(let name): bodySize(Self.path(name))
        }
    }

    private func bodySize(_ path: [UInt8]) -> DocumentValue {
        do throws(FileTreeError) {
            return try file.sizeOfNeighbor(path).map { .integer(Int64(clamping: $0)) } ?? .string("missing")
        } catch {
            return .string("unreadable")
        }
    }

    /// The path of a body from the directory of the database.
    private static func path(_ name: [UInt8]) -> [UInt8] { Array(URLCache.bodyDirectory.utf8) + Array("/".utf8) + name }

    func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        guard let id = Int64(name),
            let entry = try Database.found({ () throws(DatabaseError) in try cache.entry(id, limits.cancellation) })
        else { return nil }
        var nodes = [
            ValueNode("url", .string(entry.url)),
            ValueNode("time", Self.time(entry)),
            ValueNode("method", entry.method.map { .string($0) } ?? .null),
            ValueNode("status", Self.status(entry)),
            headers("request", entry.requestHeaders),
            headers("response", entry.responseHeaders),
        ]
        if case .file(let name) = entry.body {
            nodes.append(ValueNode("file", .string(String(decoding: Self.path(name), as: UTF8.self))))
        }
        nodes += try details(of: entry, within: limits)
        nodes.append(body(entry))
        return Document(ofRow: "Request \(id)", "request", nodes)
    }

    /// Returns the values of all other columns that have one, or are not stored as always; of the archived request and response,
    /// what is not shown already.
    private func details(
        of entry: URLCacheEntry, within limits: DocumentLimits
    ) throws(DocumentFailure) -> [ValueNode] {
        let found = try mapError(try cache.details(of: entry, limits.cancellation)) { (error: DatabaseError) in
            DocumentFailure(error)
        }
        var isOnDisk = false
        return found.compactMap { table, column, beginning in
            switch column {
            case "request_key": return ValueNode(column, stored: beginning, usually: .text)
            case "time_stamp":
                guard case .text(let text) = beginning, text.isUsualTime, entry.time != nil else {
                    return ValueNode(column, stored: beginning)
                }
                return nil
            case "isDataOnFS":
                isOnDisk = ![.null, .integer(0)].contains(beginning)
                return [.integer(0), .integer(1)].contains(beginning) ? nil : ValueNode(column, stored: beginning)
            case "receiver_data": return ValueNode(column, stored: beginning, usually: isOnDisk ? .text : .blob)
            default: break
            }
            guard beginning != .null else { return nil }
            let node = cache.database.node(of: beginning, column, of: table, .rowID(entry.id)) { DocumentValue($0) }
            guard ["request_object", "response_object"].contains(column), case .data(let bytes) = node.value,
                let (list, isRepaired) = try? PropertyListReader.readTellingRepairs(bytes), !isRepaired,
                PropertyListLeftovers.ranges(in: bytes).isEmpty
            else { return node }
            let rest = entry.rest(of: list).map { ValueNode($0.name, list: $0.value) }
            return rest.isEmpty ? nil : ValueNode(column, .record("archived"), rest)
        }
    }

    private func headers(_ name: String, _ fields: [URLCacheEntry.HeaderField]) -> ValueNode {
        ValueNode(name, .record("headers"), fields.map { ValueNode($0.name, .string($0.value)) })
    }

    /// The maximum size of a body that is held in memory.
    private static let maxBytes = 16 << 20

    private func body(_ entry: URLCacheEntry) -> ValueNode {
        var node = ValueNode("body", .null)
        var bytes: [UInt8]?
        switch entry.body {
        case .none: return node
        case .inline:
            let (column, table) = URLCache.bodyColumn
            let beginning = try? cache.body(of: entry, range: 0..<FileSignature.length)
            guard let beginning = beginning ?? nil else { break }
            return cache.database.node(of: .blob(beginning), column, of: table, .rowID(entry.id), named: node.name) {
                switch $0 {
                case .text(let whole), .blob(let whole): .data(whole.bytes)
                default: DocumentValue($0)
                }
            }
        case .file(let name):
            let path = String(decoding: Self.path(name), as: UTF8.self)
            node.pathBeside = Self.path(name)
            let found: DocumentSource?
            do throws(FileTreeError) {
                found = try file.neighbor(Self.path(name))
            } catch {
                node.value = .reference("cannot be read (\(error.reason)): \(path)")
                node.unread = error.reason
                return node
            }
            guard let file = found else {
                node.value = .reference("missing: \(path)")
                node.absence = path
                return node
            }
            guard file.size <= UInt64(Self.maxBytes) else {
                node.value = .reference("\(path), \(ByteCount.short(file.size))")
                node.large = LargeValue(file)
                return node
            }
            bytes = try? file.bytes(from: 0, count: Int(file.size))
        }
        guard let bytes else {
            node.value = .reference("cannot be read")
            node.unread = "it cannot be read"
            return node
        }
        node.value = .data(bytes)
        return node
    }
}
