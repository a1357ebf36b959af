/// Reads JavaScript values as WebKit stores them in IndexedDB, from untrusted sources, with bounded time, memory and
/// stack depth for any input (WebKit, Source/WebCore/bindings/js/SerializedScriptValue.cpp, "Object serialization is
/// performed according to the following grammar").
///
/// Of the types that a value may have, the web API types (images, canvases, errors) are not decoded.
package struct ScriptValueReader {
    /// The maximum number of bytes read.
    package static let maxBytes = 64 << 20
    /// The maximum number of values read.
    package static let maxValues = 1_000_000
    /// The maximum depth of nested values.
    package static let maxLevels = 512
    /// The maximum version that is known.
    private static let latestVersion = 15

    private typealias Member = ScriptValue.Member

    private static let terminator: UInt64 = 0xffff_ffff
    private static let pooledText: UInt64 = 0xffff_fffe
    private static let namedProperties: UInt64 = 0xffff_fffd

    /// An array, object, map or set that has begun.
    private struct Open {
        enum Phase { case indexed, keys, items, named }

        let title: String
        var phase: Phase
        var members: [Member] = []
        /// The name of the value that follows.
        var name = ""
        /// The key whose value follows, in a map.
        var key: ScriptValue?
        /// The length of an array that is stored, and that its items have.
        var length: UInt64 = 0
        var end: UInt64 = 0
    }

    private var reader: LittleEndianReader
    private let version: Int
    /// Whether the indexed properties of an array end with a separate terminator.
    private let endsIndices: Bool
    private var texts: [String] = []
    /// The number of values that may be referred to.
    private var poolSize = 0
    private var values = 0
    /// The number of bytes of texts that may follow, those counted too that are repeated by reference.
    private var textBudget = maxBytes
    private var open: [Open] = []
    /// Whether something was read that no value stands for.
    private var leavesOut = false

    private init(_ reader: LittleEndianReader, version: Int, endsIndices: Bool) {
        (self.reader, self.version, self.endsIndices) = (reader, version, endsIndices)
    }

    /// Reads a value.
    /// - Throws: `unsupported` for a later version of the format or a type that is not decoded; `malformed`, `truncated`,
    ///   `tooLarge` or `tooDeep`.
    package static func read(_ bytes: [UInt8]) throws(FormatError) -> ScriptValue {
        try readTellingRest(bytes).value
    }

    /// A value, and how it differs from what is stored.
    package struct Reading: Sendable {
        package let value: ScriptValue
        /// Whether texts in it have half surrogates, which are written as `\ud83d`.
        package let hasHalves: Bool
        /// Whether two values that are stored differently may be read as this one: the length of an array with a gap at its end,
        /// the rest of a buffer, a number or text that is an object, a key of a map that is no text.
        package let leavesOut: Bool
    }

    /// Reads a value.
    /// - Throws: As `read`.
    package static func readTellingRest(_ bytes: [UInt8]) throws(FormatError) -> Reading {
        guard bytes.count <= maxBytes else {
            throw FormatError(.tooLarge, "more than \(maxBytes) bytes", offset: maxBytes)
        }
        var start = LittleEndianReader(bytes)
        let number = Int(try start.number(4))
        let (major, minor) = (number & 0xff_ffff, number >> 24)
        guard (1...latestVersion).contains(major), minor <= (major == 12 ? 1 : 0) else {
            throw FormatError(.unsupported, "version \(major).\(minor) of the format is not known", offset: 0)
        }
        var reader = ScriptValueReader(start, version: major, endsIndices: major >= 15 || major == 12 && minor == 1)
        do throws(FormatError) {
            return try reader.whole(bytes.count)
        } catch {
            // Some releases wrote the terminator before they increased the version.
            guard error.code != .unsupported, (major, minor) == (12, 0) || major == 14 else { throw error }
            reader = ScriptValueReader(start, version: major, endsIndices: true)
            return try reader.whole(bytes.count)
        }
    }

    private mutating func whole(_ count: Int) throws(FormatError) -> Reading {
        let value = try value()
        guard reader.position == count else { throw reader.malformed("something follows the value") }
        return Reading(value: value, hasHalves: reader.hasHalves, leavesOut: leavesOut)
    }

    /// Not recursive, so that no input can exhaust the stack.
    private mutating func value() throws(FormatError) -> ScriptValue {
        var value = try beginScriptValue()
        while true {
            if let complete = value {
                guard let last = open.indices.last else { return complete }
                add(complete, to: last)
            }
            value = try advance()
            if value == nil { value = try beginScriptValue() }
        }
    }

    private mutating func add(_ value: ScriptValue, to index: Int) {
        switch open[index].phase {
        case .keys where open[index].key == nil:
            open[index].key = value
        case .keys:
            let key = open[index].key.take() ?? .undefined
            if case .string = key {} else { leavesOut = true }
            let entry = ScriptValue.record("entry", [Member("key", key), Member("value", value)])
            let member = key.name.map { Member($0, value) } ?? Member("\(open[index].members.count)", entry)
            open[index].members.append(member)
        case .items: open[index].members.append(Member("\(open[index].members.count)", value))
        case .indexed, .named: open[index].members.append(Member(open[index].name, value))
        }
    }

    /// Reads up to the next value inside the innermost array, object, map or set.
    /// - Returns: nil if one follows; otherwise the collection that has ended.
    private mutating func advance() throws(FormatError) -> ScriptValue? {
        guard let last = open.indices.last else { return nil }
        switch open[last].phase {
        case .indexed:
            var index = try reader.number(4)
            if index == Self.terminator, endsIndices {
                index = try reader.number(4)
            }
            guard index != Self.terminator else { return close() }
            guard index == Self.namedProperties else {
                open[last].name = "\(index)"
                open[last].end = max(open[last].end, index + 1)
                return nil
            }
            open[last].phase = .named
        case .keys:
            if open[last].key != nil { return nil }
            guard reader.next == Tag.endOfMap.rawValue else { return nil }
            _ = try reader.byte()
            open[last].phase = .named
        case .items:
            guard reader.next == Tag.endOfSet.rawValue else { return nil }
            _ = try reader.byte()
            open[last].phase = .named
        case .named: break
        }
        guard let name = try text(allowsTerminator: true) else { return close() }
        open[last].name = name
        return nil
    }

    private mutating func close() -> ScriptValue? {
        open.popLast().map { ended in
            if ended.length != ended.end { leavesOut = true }
            // An array may have gaps, and properties.
            let isList =
                ["Array", "Set"].contains(ended.title)
                && ended.members.enumerated().allSatisfy { $0.element.name == "\($0.offset)" }
            return isList ? .list(ended.title, ended.members) : .record(ended.title, ended.members)
        }
    }

    private mutating func push(_ title: String, _ phase: Open.Phase) throws(FormatError) {
        guard open.count < Self.maxLevels else {
            throw reader.failure(.tooDeep, "nested more than \(Self.maxLevels) deep")
        }
        open.append(Open(title: title, phase: phase))
        poolSize += 1
    }

    /// Reads a text; nil for the terminator.
    private mutating func text(allowsTerminator: Bool) throws(FormatError) -> String? {
        let length = try reader.number(4)
        if length == Self.terminator, allowsTerminator { return nil }
        let text: String
        if length == Self.pooledText {
            let index = try index(below: texts.count)
            text = texts[index]
        } else {
            let isLatin1 = length & 0x8000_0000 != 0
            let count = length & 0x7fff_ffff
            text = isLatin1 ? try reader.latin1(count) : try reader.text(units: count)
            texts.append(text)
        }
        textBudget -= text.utf8.count
        guard textBudget >= 0 else { throw reader.failure(.tooLarge, "more than \(Self.maxBytes) bytes of text") }
        return text
    }

    private mutating func text() throws(FormatError) -> String { try text(allowsTerminator: false) ?? "" }

    /// Reads the index of something that occurred before; the number of those decides how many bytes it has.
    private mutating func index(below count: Int) throws(FormatError) -> Int {
        let index = Int(try reader.number(count <= 0xff ? 1 : count <= 0xffff ? 2 : 4))
        guard index < count else { throw reader.malformed("a reference to something that does not precede it") }
        return index
    }

    private mutating func size() throws(FormatError) -> UInt64 { try reader.number(version >= 10 ? 8 : 4) }

    /// Reads a value, or the beginning of an array, object, map or set.
    /// - Returns: nil if the first item or member follows.
    private mutating func beginScriptValue() throws(FormatError) -> ScriptValue? {
        values += 1
        guard values <= Self.maxValues else { throw reader.failure(.tooLarge, "more than \(Self.maxValues) values") }
        let byte = try reader.byte()
        guard let tag = Tag(rawValue: byte) else {
            throw reader.failure(.unsupported, "a value of a type that is not decoded (\(byte))")
        }
        switch tag {
        case .array:
            let length = try reader.number(4)
            try push("Array", .indexed)
            open[open.count - 1].length = length
            return nil
        case .object:
            try push("Object", .named)
            return nil
        case .map:
            try push("Map", .keys)
            return nil
        case .set:
            try push("Set", .items)
            return nil
        case .endOfMap, .endOfSet: throw reader.malformed("a value is missing")
        case .trueObject, .falseObject, .numberObject, .stringObject, .emptyStringObject, .bigIntObject:
            poolSize += 1
            leavesOut = true
            return try terminal(tag)
        default: return try terminal(tag)
        }
    }

    private mutating func terminal(_ tag: Tag) throws(FormatError) -> ScriptValue {
        switch tag {
        case .null: return .null
        case .integer: return .integer(Int32(truncatingIfNeeded: try reader.number(4)))
        case .zero: return .integer(0)
        case .one: return .integer(1)
        case .isFalse, .falseObject: return .boolean(false)
        case .isTrue, .trueObject: return .boolean(true)
        case .double, .numberObject: return .real(try reader.double())
        case .date: return .date(millisecondsSince1970: try reader.double())
        case .string, .stringObject: return .string(try text())
        case .emptyString, .emptyStringObject: return .string("")
        case .file: return try file()
        case .fileList:
            var files: [Member] = []
            for number in 0..<Int(try reader.number(4)) { files.append(Member("\(number)", try file())) }
            return .list("FileList", files)
        case .blob:
            let members = [Member("url", .string(try text())), Member("type", .string(try text()))]
            let size = try reader.number(8)
            if version >= 11, try reader.number(8) != 0 { leavesOut = true }
            return .record("Blob", members + [Member("size", .real(Double(size)))])
        case .expression:
            return .record(
                "RegExp", [Member("pattern", .string(try text())), Member("flags", .string(try text()))])
        case .reference: return .reference(try index(below: poolSize))
        case .buffer:
            poolSize += 1
            return .bytes(try reader.bytes(try size()))
        case .resizableBuffer:
            poolSize += 1
            let count = try size()
            _ = try size()
            leavesOut = true
            return .bytes(try reader.bytes(count))
        case .view: return try view()
        case .cryptoKey:
            return .record(
                "CryptoKey", [Member("wrapped", .bytes(try reader.bytes(try reader.number(4))))])
        case .bigInt, .bigIntObject: return .bigInteger(try bigInteger())
        default: return .undefined
        }
    }

    private mutating func file() throws(FormatError) -> ScriptValue {
        var members: [Member] = []
        for name in ["path", "url", "type", "name"] { members.append(Member(name, .string(try text()))) }
        if version >= 7 { members.append(Member("lastModified", .date(millisecondsSince1970: try reader.double()))) }
        return .record("File", members)
    }

    private static let views = [
        "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array",
        "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array", "Float16Array",
    ]

    /// Reads a part of a buffer, which follows or occurs before.
    private mutating func view() throws(FormatError) -> ScriptValue {
        let kind = Int(try reader.byte())
        let (offset, length) = (try size(), try size())
        guard Self.views.indices.contains(kind), let tag = Tag(rawValue: try reader.byte()),
            [.buffer, .resizableBuffer, .reference].contains(tag)
        else { throw reader.malformed("a view without a buffer") }
        var buffer = try terminal(tag)
        poolSize += 1
        if case .bytes(let bytes) = buffer, offset <= bytes.count, length <= UInt64(bytes.count) - offset {
            if length < bytes.count { leavesOut = true }
            buffer = .bytes(Array(bytes[Int(offset)...].prefix(Int(length))))
        } else {
            leavesOut = true
        }
        return .record(Self.views[kind], [Member("buffer", buffer)])
    }

    /// Reads an integer of any size; integers of more than 64 bits are hexadecimal.
    private mutating func bigInteger() throws(FormatError) -> String {
        let sign = try reader.byte() == 0 ? "" : "-"
        let count = try reader.number(4)
        guard count <= 1 << 16 else { throw reader.failure(.tooLarge, "an integer of more than 4 million bits") }
        var parts: [UInt64] = []
        for _ in 0..<count { parts.append(try reader.number(8)) }
        while parts.last == 0 { parts.removeLast() }
        guard parts.count > 1, let first = parts.last else { return sign + "\(parts.first ?? 0)" }
        return sign + "0x" + String(first, radix: 16)
            + parts.dropLast().reversed().map { part in
                let digits = String(part, radix: 16)
                return String(repeating: "0", count: 16 - digits.utf8.count) + digits
            }.joined()
    }

    /// The types of values.
    private enum Tag: UInt8 {
        case array = 1
        case object, undefined, null, integer, zero, one, isFalse, isTrue, double, date, file, fileList
        case blob = 15
        case string, emptyString, expression, reference
        case buffer = 21
        case view
        case trueObject = 24
        case falseObject, stringObject, emptyStringObject, numberObject, set, map, endOfMap, endOfSet, cryptoKey
        case bigInt = 47
        case bigIntObject
        case resizableBuffer = 54
    }
}

extension ScriptValue {
    /// The value as a name, for the keys of a map; nil unless it is text or a number.
    fileprivate var name: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        default: nil
        }
    }
}
