package import Formats

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
            body = isName ? .file(name) : statement.isNull(5) ? .none : .inline(bytes: name.count)
        } else {
            body = statement.isNull(4) ? .none : .inline(bytes: Int(clamping: statement.integer(4)))
        }
    }
}

extension URLCacheEntry {
    /// Returns what an archived request or response has besides the URL, the method or the status, and the header fields: the
    /// items of its array by their indices, and the other members.
    package func rest(of list: PropertyListValue) -> [(name: String, value: PropertyListValue)] {
        guard let members = list.dictionaryValue, let items = list["Array"]?.arrayValue else { return [("", list)] }
        let message = ArchivedMessage(items)
        var shown: [PropertyListValue] = message.method.map { [.string($0)] } ?? []
        if let status = message.status { shown.append(.integer(Int64(status))) }
        let rest = items.enumerated().compactMap { index, item -> (name: String, value: PropertyListValue)? in
            if let place = shown.firstIndex(of: item) {
                shown.remove(at: place)
                return nil
            }
            guard var dictionary = item.dictionaryValue else {
                return item == ArchivedMessage.nothing ? nil : ("\(index)", item)
            }
            if dictionary["_CFURLString"]?.stringValue == url {
                // The type of an absolute URL.
                dictionary = PropertyListDictionary(
                    dictionary.filter {
                        $0.key != "_CFURLString" && !($0.key == "_CFURLStringType" && $0.value == .integer(15))
                    }
                    .map { ($0.key, $0.value) })
                return dictionary.isEmpty ? nil : ("\(index)", .dictionary(dictionary))
            }
            if dictionary["_CFURLString"] == nil, ArchivedMessage.fields(of: dictionary) == message.headers {
                dictionary = PropertyListDictionary(
                    dictionary.filter { $0.key.hasPrefix("__") || $0.value.stringValue == nil }.map {
                        ($0.key, $0.value)
                    })
            }
            return dictionary.isEmpty ? nil : ("\(index)", .dictionary(dictionary))
        }
        return rest + members.filter { $0.key != "Array" }.map { ($0.key, $0.value) }
    }
}

/// A request or response as a property list of a version and an array. The positions in the array differ between
/// versions of iOS, so its items are recognized by their shape.
private struct ArchivedMessage {
    private let items: [PropertyListValue]

    init(_ statement: Statement, column: Int) {
        let bytes = statement.withBytes(column) { Array($0) }
        let list = bytes.isEmpty ? nil : try? PropertyListReader.read(bytes)
        self.init(list?["Array"]?.arrayValue ?? [])
    }

    init(_ items: [PropertyListValue]) { self.items = items }

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
            Self.fields(of: dictionary)
        }
        return candidates.max { $0.count < $1.count } ?? []
    }

    /// Returns the header fields in a dictionary.
    static func fields(of dictionary: PropertyListDictionary) -> [URLCacheEntry.HeaderField] {
        dictionary.compactMap { key, value in
            key.hasPrefix("__") ? nil : value.stringValue.map { URLCacheEntry.HeaderField(name: key, value: $0) }
        }
        .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    }

    /// The item in place of one that is absent.
    static let nothing = PropertyListValue.string("__CFURLRequestNullTokenString__")
}
