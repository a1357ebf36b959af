package import Formats
import FoundationEssentials

extension ValueTree {
    /// The maximum number of values converted.
    private static let maxValues = 1_000_000
    /// The maximum depth of nested values.
    private static let maxLevels = 500

    /// Returns the values as JSON: dates in ISO 8601, or `{"$date": NUMBER}` where that cannot say them exactly, data in
    /// base64, references as their description; `{"$ref": "NAME/NAME…"}` for an object that is written elsewhere,
    /// `{"$missing": NUMBER}` for one that is not in the archive. The second of several equal names is `NAME~#2`.
    /// - Throws: `DocumentFailure` if there are too many values.
    package func json() throws(DocumentFailure) -> JSONValue {
        var budget = Self.maxValues
        if isRooted, let root = nodes.first { return try Self.json(root, &budget, level: 0) }
        // The lines of a file, or the named objects of an archive.
        return try Self.json(ValueNode("", isList ? .list("") : .record(""), nodes), &budget, level: 0)
    }

    private static func json(_ node: ValueNode, _ budget: inout Int, level: Int) throws(DocumentFailure) -> JSONValue {
        budget -= 1
        guard budget > 0 else { throw DocumentFailure("it expands to more than \(maxValues) values") }
        guard level < maxLevels else { throw DocumentFailure("it is nested more than \(maxLevels) deep") }
        switch node.value {
        case .list:
            var items: [JSONValue] = []
            for child in node.children { items.append(try json(child, &budget, level: level + 1)) }
            return .array(items)
        case .record:
            var members: [JSONValue.Member] = []
            let children = node.children
            // Few records have a name twice.
            var names = children.occurrences.isEmpty ? nil : UniqueNames()
            for child in children {
                let name = names?.name(child.name) ?? child.name
                members.append(.init(name: name, value: try json(child, &budget, level: level + 1)))
            }
            return .object(members)
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let number): return .number(JSONNumber(number))
        case .wide(let number): return .number(JSONNumber(number))
        // JSON has no infinities.
        case .real(let number): return JSONNumber(number).map { .number($0) } ?? .string("\(number)")
        case .number(let text): return JSONNumber(text).map { .number($0) } ?? .string(text)
        case .string(let text), .reference(let text): return .string(text)
        case .shared(let path): return .object([.init(name: "$ref", value: .string(path))])
        case .missing(let number): return .object([.init(name: "$missing", value: .number(JSONNumber(number)))])
        case .data(let bytes): return .string(Data(bytes).base64EncodedString())
        case .date(let date): return date.json
        }
    }
}

/// Gives the members of an object names of their own.
private struct UniqueNames {
    /// Their bytes: names that are equal to Unicode may differ.
    private var taken: Set<[UInt8]> = []

    /// Returns a name, or, if it is taken, with its number, as in addresses.
    mutating func name(_ name: String) -> String {
        var result = name
        var number = 1
        while !taken.insert(Array(result.utf8)).inserted {
            number += 1
            result = "\(name)~#\(number)"
        }
        return result
    }
}
