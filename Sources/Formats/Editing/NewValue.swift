/// A value as a person gives it.
package enum NewValue: Hashable, Sendable {
    /// A text for a value of the type that is there, or for a string where there is none.
    case written(String)
    case string(String)
    case integer(Int128)
    /// A number as it is written, which JSON keeps.
    case real(Double, written: String)
    case boolean(Bool)
    case date(secondsSince2001: Double)
    case data([UInt8])
    /// A JSON text.
    case json([UInt8])
    case null

    /// The types that a person can name.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case string
        case integer = "int"
        case real
        case boolean = "bool"
        case date
        case data
        case json
    }

    /// Reads a text as a value of a type.
    /// - Throws: `ValueEditError` if it is not written as one.
    package init(_ text: String, as kind: Kind) throws(ValueEditError) {
        guard let value = Self.value(text, as: kind) else {
            throw ValueEditError(.type, "“\(text)” is not \(Self.notations[kind] ?? "such a value")")
        }
        self = value
    }

    /// Reads a text with a type and a colon before it, as in `int:5`; any other text is a string. `null:` is null.
    /// - Throws: `ValueEditError` if it is not written as a value of the type.
    package init(typed text: String) throws(ValueEditError) {
        guard text != "null:" else {
            self = .null
            return
        }
        guard let colon = text.firstIndex(of: ":"), let kind = Kind(rawValue: String(text[..<colon])) else {
            self = .string(text)
            return
        }
        try self.init(String(text[text.index(after: colon)...]), as: kind)
    }

    private static let notations: [Kind: String] = [
        .integer: "an integer of at most 128 bits", .real: "a number", .boolean: "true or false",
        .date: "a date such as 2024-03-01, 2024-03-01T12:00:00Z or 2024-03-01T21:00:00+09:00",
        .data: "base64 with its padding, or hexadecimal digits after 0x", .json: "a JSON text",
    ]

    private static func value(_ text: String, as kind: Kind) -> NewValue? {
        switch kind {
        case .string: .string(text)
        case .integer: integer(text).map { .integer($0) }
        case .real: real(text).map { .real($0, written: text) }
        case .boolean: boolean(text).map { .boolean($0) }
        case .date: date(text).map { .date(secondsSince2001: $0) }
        case .data: data(text).map { .data($0) }
        case .json:
            (try? JSONReader.readTellingRepairs(Array(text.utf8)))?.isRepaired == false ? .json(Array(text.utf8)) : nil
        }
    }

    private static func integer(_ text: String) -> Int128? {
        switch XMLNumber.integer(Array(text.utf8)[...]) {
        case .integer(let number)?: Int128(number)
        case .wide(let number)?: number
        default: nil
        }
    }

    private static func real(_ text: String) -> Double? { XMLNumber.real(Array(text.utf8)[...]) }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes": true
        case "false", "no": false
        default: nil
        }
    }

    /// Reads a day, or a time in UTC or ahead of it or behind it, with or without a fraction of a second.
    private static func date(_ text: String) -> Double? {
        if let zone = TimeZoneOffset.split(text[...]), !text.hasSuffix("Z") {
            return date("\(zone.time)Z").map { $0 - Double(zone.seconds) }
        }
        let bytes = Array(text.utf8)
        if !text.contains("T") { return seconds(bytes + "T00:00:00Z".utf8) }
        guard let point = bytes.firstIndex(of: 0x2e) else { return seconds(bytes) }
        let fraction = bytes[(point + 1)...].dropLast()
        guard bytes.last == 0x5a, !fraction.isEmpty, fraction.allSatisfy(\.isASCIIDigit),
            let whole = seconds(bytes[..<point] + [0x5a])
        else { return nil }
        return Double("0." + String(decoding: fraction, as: UTF8.self)).map { whole + $0 }
    }

    /// Reads a time in whole seconds; nil for one that is written otherwise, such as a year of two digits.
    private static func seconds(_ bytes: [UInt8]) -> Double? {
        PropertyListDate.seconds(from: bytes[...]).flatMap { seconds in
            let isWritable = PropertyListDate.writable.contains(seconds)
            return !isWritable || PropertyListDate.text(secondsSince2001: seconds).utf8.elementsEqual(bytes)
                ? seconds : nil
        }
    }

    private static func data(_ text: String) -> [UInt8]? {
        let digits = text.utf8.dropFirst(2).compactMap(\.hexadecimalValue)
        // Base64 may begin with 0x as well.
        guard text.lowercased().hasPrefix("0x"), digits.count == text.utf8.count - 2 else {
            // What a slip of the pen leaves is no data: all of the padding is there, and nothing besides.
            guard text.utf8.count.isMultiple(of: 4), !text.utf8.contains(where: \.isXMLSpace) else { return nil }
            return Array(text.utf8).withUnsafeBytes { XMLData.isPlain($0) ? XMLData.bytes(from: $0) : nil }
        }
        guard digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    // MARK: Property lists

    /// Returns the value for a property list.
    /// - Parameter old: The value that is there; nil for a new one.
    /// - Throws: `ValueEditError` if the text is not of its type.
    func list(inPlaceOf old: PropertyListValue?) throws(ValueEditError) -> PropertyListValue {
        switch self {
        case .written(let text):
            guard let old else { return .string(text) }
            return try NewValue(text, as: Self.kind(of: old)).list(inPlaceOf: old)
        case .string(let text): return .string(text)
        case .integer(let number): return try Self.list(number)
        case .real(let number, let text): return .real(try Self.representable(number, written: text))
        case .boolean(let value): return .boolean(value)
        case .date(let seconds): return .date(secondsSince2001: seconds)
        case .data(let bytes): return .data(bytes)
        case .null: return .null
        case .json(let text):
            let json: JSONValue
            do throws(FormatError) {
                json = try JSONReader.read(text)
            } catch {
                throw ValueEditError(error)
            }
            let list = try Self.list(json)
            // JSON has one type of number: that of the property list stays.
            guard case .real? = old, case .integer(let number) = list, let real = Double(exactly: number) else {
                return list
            }
            return .real(real)
        }
    }

    /// - Throws: `ValueEditError` for an integer that no reader of property lists expects.
    private static func list(_ number: Int128) throws(ValueEditError) -> PropertyListValue {
        guard number >= Int128(Int64.min), number <= Int128(UInt64.max) else { throw tooWide("\(number)") }
        return .integer(exactly: number)
    }

    private static func tooWide(_ number: String) -> ValueEditError {
        ValueEditError(.type, "a property list has integers of at most 64 bits, not \(number)")
    }

    /// Returns a number, unless infinity or zero would stand for what is written.
    /// - Throws: `ValueEditError`
    package static func representable(_ number: Double, written text: String) throws(ValueEditError) -> Double {
        let hasDigits = text.utf8.prefix { $0 | 0x20 != 0x65 }.contains { (0x31...0x39).contains($0) }
        guard !hasDigits || number.isFinite && number != 0 else {
            throw ValueEditError(.type, "no number of 64 bits is as large, or as close to zero, as “\(text)”")
        }
        return number
    }

    /// Returns what JSON says as a property list: numbers without a fraction or an exponent are integers.
    /// - Throws: `ValueEditError` if not all of it can be in one.
    private static func list(_ json: JSONValue) throws(ValueEditError) -> PropertyListValue {
        switch json {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .string(let text): return .string(text)
        case .number(let number):
            if let whole = integer(number.text) { return try list(whole) }
            guard number.text.utf8.contains(where: { !$0.isASCIIDigit && $0 != 0x2d }) else {
                throw tooWide(number.text)
            }
            return .real(try representable(Double(number.text) ?? .nan, written: number.text))
        case .array(let items):
            return .array(try items.map { item throws(ValueEditError) in try list(item) })
        case .object(let members):
            let dictionary = PropertyListDictionary(
                try members.map { member throws(ValueEditError) in (member.name, try list(member.value)) })
            guard dictionary.count == members.count else {
                throw ValueEditError(.type, "the JSON text has a key twice, and a dictionary of a property list cannot")
            }
            return .dictionary(dictionary)
        }
    }

    private static let collection = ValueEditError(
        .type, "is a collection: JSON gives it other items, and an address leads to one")

    private static func kind(of value: PropertyListValue) throws(ValueEditError) -> Kind {
        switch value {
        case .string: .string
        case .integer, .wide: .integer
        case .real: .real
        case .boolean: .boolean
        case .date: .date
        case .data: .data
        case .array, .set, .dictionary:
            throw Self.collection
        case .null: throw ValueEditError(.type, "has no type yet: name one, such as string")
        case .uid: throw ValueEditError(.unsupported, "is a reference of an archive, which is not changed")
        }
    }

    // MARK: JSON

    /// Returns the value for a JSON text.
    /// - Parameter old: The value that is there; nil for a new one.
    /// - Throws: `ValueEditError` if the text is not of its type, and for dates and data.
    func json(inPlaceOf old: JSONValue?) throws(ValueEditError) -> JSONValue {
        switch self {
        case .written(let text): return try Self.json(text, like: old)
        case .string(let text): return .string(text)
        case .integer(let number): return .number(JSONNumber(number))
        case .real(let number, let text):
            guard let found = JSONNumber(text) ?? JSONNumber(number) else {
                throw ValueEditError(.type, "JSON has no infinities, and nothing that is no number")
            }
            return .number(found)
        case .boolean(let value): return .boolean(value)
        case .null: return .null
        case .date, .data: throw ValueEditError(.type, "JSON has no dates and no data: write a string")
        case .json(let text):
            do throws(FormatError) {
                return try JSONReader.read(text)
            } catch {
                throw ValueEditError(error)
            }
        }
    }

    private static func json(_ text: String, like old: JSONValue?) throws(ValueEditError) -> JSONValue {
        switch old {
        case nil, .string?: return .string(text)
        case .number?:
            guard let number = JSONNumber(text) else {
                throw ValueEditError(.type, "“\(text)” is not a number as JSON writes it")
            }
            return .number(number)
        case .boolean?: return try NewValue(text, as: .boolean).json(inPlaceOf: old)
        case .null?: throw ValueEditError(.type, "has no type yet: name one, such as string")
        case .array?, .object?:
            throw Self.collection
        }
    }
}
