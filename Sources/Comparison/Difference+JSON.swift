import ContainerModel
import Documents
package import Formats
import FoundationEssentials
import Inspection

// The keys are stable.
extension Difference {
    /// The difference as a JSON object.
    package var json: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(name: name, value: value)) }
        }
        let path = name ?? (path.isRoot ? [0x2e] : path.bytes)
        add("path", .string(String(decoding: path, as: UTF8.self)))
        if String(validating: path, as: UTF8.self) == nil {
            add("pathBytes", .string(Data(path).base64EncodedString()))
        }
        add("change", .string(change.rawValue))
        add("of", .string(subject.rawValue))
        if !address.isEmpty { add("address", .string(addressText)) }
        add("before", before)
        add("after", after)
        if let bytes {
            add("offset", .number(JSONNumber(bytes.offset)))
            add("count", .number(JSONNumber(bytes.count)))
        }
        if let count { add("count", .number(JSONNumber(count))) }
        if let lines {
            add("line", .number(JSONNumber(lines.before.lowerBound + 1)))
            add("lineAfter", .number(JSONNumber(lines.after.lowerBound + 1)))
        }
        add("note", note.map { .string($0) })
        if follows { add("follows", .boolean(true)) }
        if kind != .unknown { add("kind", .string(kind.title)) }
        if let badges {
            add("badges", .string(badges.description))
            add("flags", .array(badges.flags.names.map { .string($0) }))
        }
        return .object(members)
    }

    /// The names that lead to the value, as they are written behind a colon.
    package var addressText: String { String(decoding: ValueAddress.text(address), as: UTF8.self) }

    /// The difference with each value replaced; the keys and everything about the item itself stay.
    package var masked: Difference {
        var masked = self
        masked.contents = contents.map(\.masked)
        guard [.value, .row].contains(subject) else { return masked }
        for place in keyPlaces where address.indices.contains(place) && !address[place].isNumberOfRow {
            masked.address[place] = Array("***".utf8)
        }
        masked.before = before?.masked
        masked.after = after?.masked
        masked.lines = lines?.masked
        return masked
    }
}

extension JSONValue {
    /// The value with each text and number in it replaced.
    fileprivate var masked: JSONValue {
        switch self {
        case .null: .null
        case .boolean, .number, .string: .string("***")
        case .array(let items): .array(items.map(\.masked))
        case .object(let members): .object(members.map { Member(name: $0.name, value: $0.value.masked) })
        }
    }
}

extension [UInt8] {
    /// Whether the name of a row is a number, a row ID or a position, which say nothing of what is in it.
    fileprivate var isNumberOfRow: Bool {
        let name = String(decoding: self, as: UTF8.self)
        return Int64(name.trimmingPrefix("rowid=").trimmingPrefix("#")) != nil
    }
}
