import ContainerModel
package import Formats
import FoundationEssentials

extension ValueTree {
    /// The maximum number of values converted.
    private static let mostValues = 1_000_000
    /// The maximum depth of nested values.
    private static let mostLevels = 500

    /// Returns the values as JSON: dates in ISO 8601, data in base64, references as their description;
    /// `{"$ref": "NAME/NAME…"}` for an object that is written elsewhere, `{"$missing": NUMBER}` for one that is not in the
    /// archive.
    /// - Throws: `DocumentFailure` if there are too many values.
    package func json() throws(DocumentFailure) -> JSONValue {
        var budget = Self.mostValues
        if isRooted, let root = nodes.first { return try Self.json(root, &budget, level: 0) }
        // The lines of a file, or the named objects of an archive.
        let isList = nodes.enumerated().allSatisfy { $0.element.name == "\($0.offset)" }
        return try Self.json(ValueNode("", isList ? .list("") : .record(""), nodes), &budget, level: 0)
    }

    private static func json(_ node: ValueNode, _ budget: inout Int, level: Int) throws(DocumentFailure) -> JSONValue {
        budget -= 1
        guard budget > 0 else { throw DocumentFailure("it expands to more than \(mostValues) values") }
        guard level < mostLevels else { throw DocumentFailure("it is nested more than \(mostLevels) deep") }
        switch node.value {
        case .list:
            var items: [JSONValue] = []
            for child in node.children { items.append(try json(child, &budget, level: level + 1)) }
            return .array(items)
        case .record:
            var members: [JSONValue.Member] = []
            for child in node.children {
                members.append(.init(name: child.name, value: try json(child, &budget, level: level + 1)))
            }
            return .object(members)
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let number): return .number("\(number)")
        case .unsigned(let number): return .number("\(number)")
        // JSON has no infinities.
        case .real(let number): return number.isFinite ? .number("\(number)") : .string("\(number)")
        case .number(let text): return .number(text)
        case .string(let text), .reference(let text): return .string(text)
        case .shared(let path): return .object([.init(name: "$ref", value: .string(path))])
        case .missing(let number): return .object([.init(name: "$missing", value: .number("\(number)"))])
        case .data(let bytes): return .string(Data(bytes).base64EncodedString())
        case .date(let seconds):
            let whole = Int64(exactly: seconds.rounded(.down))
            return whole.flatMap { ISO8601.text(secondsSince1970: $0) }.map { .string($0) } ?? .number("\(seconds)")
        }
    }
}
