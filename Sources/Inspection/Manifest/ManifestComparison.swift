import ContainerModel
import Formats
import FoundationEssentials

/// The comparison of the current items with a manifest.
package struct ManifestComparison: Sendable {
    /// A difference in one item.
    package struct Difference: Sendable {
        package enum Kind: String, Sendable {
            case added, changed, removed
        }

        package let kind: Kind
        /// The item's path, as bytes.
        package let path: [UInt8]
        /// The changes: the members of the lines that differ.
        let fields: [Field]
    }

    /// A member of an item's line that differs.
    struct Field: Sendable {
        let key: String
        let before: JSONValue?
        let after: JSONValue?
    }

    private let ignored: Set<String>
    /// The lines of the manifest, most of which are found where they are expected.
    private let lines: [ArraySlice<UInt8>]
    private var next = 0
    /// The items that were not found in the other list so far, by path.
    private var missing: [[UInt8]: JSONValue] = [:]
    private var found: [[UInt8]: JSONValue] = [:]
    private var changed: [Difference] = []

    /// Creates a comparison.
    /// - Parameters:
    ///   - manifest: The text of the manifest.
    ///   - ignored: The keys of members that do not count.
    /// - Throws: `Manifest.Problem` if the text is not a manifest.
    package init(with manifest: [UInt8], ignoring ignored: Set<String> = []) throws(Manifest.Problem) {
        lines = try Manifest.items(manifest)
        self.ignored = ignored
    }

    /// Compares the line of the next item.
    /// - Throws: `Manifest.Problem` if a line of the manifest cannot be read.
    package mutating func add(_ line: [UInt8]) throws(Manifest.Problem) {
        // Nothing has to be parsed as long as both lists are the same.
        if next < lines.count, lines[next].elementsEqual(line) {
            next += 1
            return
        }
        let item = try Self.item(line[...])
        if let before = missing.removeValue(forKey: item.path) { return compare(item.path, before, item.value) }
        // Usually the next lines are of items that were removed, or this item was added.
        while next < lines.count {
            let before = try Self.item(lines[next])
            if before.path == item.path {
                next += 1
                return compare(item.path, before.value, item.value)
            }
            guard Self.isBefore(before.path, item.path) else { break }
            missing[before.path] = before.value
            next += 1
        }
        found[item.path] = item.value
    }

    /// Returns the differences, in the order of a walk.
    /// - Throws: `Manifest.Problem` if a line of the manifest cannot be read.
    package mutating func end() throws(Manifest.Problem) -> [Difference] {
        while next < lines.count {
            let before = try Self.item(lines[next])
            next += 1
            missing[before.path] = before.value
        }
        // A manifest whose lines were put into another order says the same.
        for (path, before) in missing {
            guard let now = found.removeValue(forKey: path) else { continue }
            missing[path] = nil
            compare(path, before, now)
        }
        let others =
            missing.keys.map { Difference(kind: .removed, path: $0, fields: []) }
            + found.keys.map { Difference(kind: .added, path: $0, fields: []) }
        return (changed + others).sorted { Self.isBefore($0.path, $1.path) }
    }

    private mutating func compare(_ path: [UInt8], _ before: JSONValue, _ now: JSONValue) {
        var fields: [Field] = []
        for key in ManifestItem.Key.allCases.map(\.rawValue) where !ignored.contains(key) {
            let (one, other) = (before[key], now[key])
            guard one.map({ JSONWriter.line($0) }) != other.map({ JSONWriter.line($0) }),
                ManifestItem.Key(rawValue: key)?.isTime != true || !Self.isSameTime(one, other)
            else { continue }
            fields.append(Field(key: key, before: one, after: other))
        }
        if !fields.isEmpty { changed.append(Difference(kind: .changed, path: path, fields: fields)) }
    }

    /// Returns whether of two times one is the other one in whole seconds: no more is known of it.
    private static func isSameTime(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
        guard case .string(let one)? = one, case .string(let other)? = other, one.contains(".") != other.contains(".")
        else { return false }
        func second(_ time: String) -> Substring { time.prefix { $0 != "." && $0 != "Z" } }
        return second(one) == second(other)
    }

    private static func item(_ line: ArraySlice<UInt8>) throws(Manifest.Problem) -> (path: [UInt8], value: JSONValue) {
        guard let value = try? JSONReader.read(Array(line)), case .string(let text)? = value["path"] else {
            throw Manifest.Problem(message: "a malformed line in the manifest")
        }
        if case .string(let bytes)? = value["pathBytes"], let exact = Data(base64Encoded: bytes) {
            return (Array(exact), value)
        }
        return (Array(text.utf8), value)
    }

    /// Returns whether a path comes before another one in a walk: slashes sort before everything else, and `.` is the
    /// beginning.
    private static func isBefore(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one != other else { return false }
        if one == [0x2e] || other == [0x2e] { return one == [0x2e] }
        return one.lazy.map { $0 == 0x2f ? 0 : Int($0) + 1 }
            .lexicographicallyPrecedes(other.lazy.map { $0 == 0x2f ? 0 : Int($0) + 1 })
    }
}

extension ManifestComparison.Difference {
    /// The difference for people: `changed  Documents/a.txt: contents, size 5 → 6`. Not safe for a terminal.
    package var lines: String {
        let name = String(decoding: path, as: UTF8.self)
        let what = fields.map(\.phrase).joined(separator: ", ")
        return aligned(kind.rawValue, to: 9) + name + (what.isEmpty ? "" : ": \(what)")
    }

    /// The difference as one line of JSON, with the values before and after.
    package var json: [UInt8] {
        let text = String(validating: path, as: UTF8.self)
        var members: [(String, JSONValue)] = [
            ("row", .string(kind.rawValue)), ("path", .string(text ?? String(decoding: path, as: UTF8.self))),
        ]
        if text == nil { members.append(("pathBytes", .string(Data(path).base64EncodedString()))) }
        if !fields.isEmpty {
            members.append(("before", .object(fields.compactMap { $0.member($0.before) })))
            members.append(("after", .object(fields.compactMap { $0.member($0.after) })))
        }
        return JSONWriter.line(
            .object(members.map { JSONValue.Member(name: $0.0, value: $0.1) }), isASCII: true)
    }
}

extension ManifestComparison.Field {
    fileprivate func member(_ value: JSONValue?) -> JSONValue.Member? {
        value.map { JSONValue.Member(name: key, value: $0) }
    }

    /// The difference, in words; the values if they are short.
    fileprivate var phrase: String {
        switch ManifestItem.Key(rawValue: key) {
        case .sha256: "contents"
        case .attributes: "attributes"
        case .targetBytes: "bytes of the target"
        default: "\(key) \(Self.text(before)) → \(Self.text(after))"
        }
    }

    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil: "none"
        case .string(let text): text
        case .some(let value): String(decoding: JSONWriter.line(value), as: UTF8.self)
        }
    }
}
