import Formats

/// A request in a URL cache, with its response.
package struct URLCacheEntry: Hashable, Sendable {
    /// Where the body of a response is.
    package enum Body: Hashable, Sendable {
        case none
        /// In the database.
        case inline(bytes: Int)
        /// In a file of this name, in the directory `URLCache.bodyDirectory`.
        case file([UInt8])
    }

    /// The number of the entry.
    package let id: Int64
    /// The URL that was requested.
    package let url: String
    /// When the response was stored, in seconds since 1970-01-01T00:00:00Z; nil if it is not known.
    package let time: Int64?
    /// The method, such as `GET`; nil if it was not found.
    package let method: String?
    /// The status of the response, such as 200; nil if it was not found.
    package let status: Int?
    /// The header fields of the request, by name.
    package let requestHeaders: [HeaderField]
    /// The header fields of the response, by name.
    package let responseHeaders: [HeaderField]
    /// Where the body of the response is.
    package let body: Body

    /// A field of a header.
    package struct HeaderField: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// Returns the value of a field of the response; nil if there is none.
    package func responseHeader(_ name: String) -> String? {
        responseHeaders.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    init(_ statement: Statement) {
        let response = ArchivedMessage(statement, column: 6)
        let request = ArchivedMessage(statement, column: 7)
        id = statement.integer(0)
        url = statement.isNull(1) ? response.url ?? request.url ?? "" : statement.text(1)
        time = statement.isNull(2) ? nil : statement.integer(2)
        method = request.method
        status = response.status
        requestHeaders = request.headers
        responseHeaders = response.headers
        if statement.integer(3) != 0 {
            let name = statement.withBytes(5) { Array($0.prefix(256)) }
            let isName =
                !name.isEmpty && name.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "/") } && name != [0x2e, 0x2e]
            body = isName ? .file(name) : .none
        } else {
            body = statement.isNull(4) ? .none : .inline(bytes: Int(clamping: statement.integer(4)))
        }
    }
}

/// A request or response as a property list of a version and an array. The positions in the array differ between
/// versions of iOS, so its items are recognized by their shape.
private struct ArchivedMessage {
    private let items: [PropertyListValue]

    init(_ statement: Statement, column: Int) {
        let bytes = statement.withBytes(column) { Array($0) }
        let list = bytes.isEmpty ? nil : try? PropertyListReader.read(bytes)
        items = list?["Array"]?.arrayValue ?? []
    }

    var url: String? { items.lazy.compactMap { $0["_CFURLString"]?.stringValue }.first }

    /// The status precedes sizes, which may be as small.
    var status: Int? {
        items.lazy.compactMap(\.integerValue).first { (100...599).contains($0) }.map { Int($0) }
    }

    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]

    var method: String? { items.lazy.compactMap(\.stringValue).first { Self.methods.contains($0) } }

    /// The dictionary of strings with most fields. The name that begins with `__` holds the original case of the others.
    var headers: [URLCacheEntry.HeaderField] {
        let candidates = items.compactMap(\.dictionaryValue).filter { $0["_CFURLString"] == nil }.map { dictionary in
            dictionary.compactMap { key, value in
                key.hasPrefix("__") ? nil : value.stringValue.map { URLCacheEntry.HeaderField(name: key, value: $0) }
            }
        }
        return (candidates.max { $0.count < $1.count } ?? []).sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}
