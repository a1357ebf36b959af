/// Reads JSON texts (RFC 8259) from untrusted sources, with bounded time, memory and stack depth for any input.
///
/// Texts in UTF-16 and UTF-32 are read as well; in their errors, offsets are those in the same text in UTF-8.
package struct JSONReader: TextScanning {
    /// The maximum number of bytes read.
    package static let mostBytes = 64 << 20
    /// The maximum number of values read.
    package static let mostValues = 1_000_000
    /// The maximum depth of nested arrays and objects.
    package static let mostLevels = 512

    /// An array or object that has begun.
    private struct Open {
        /// The items of an array.
        var items: [JSONValue] = []
        /// The members of an object.
        var members: [JSONValue.Member] = []
        /// The name of the member that is being read; nil in an array.
        var name: String?

        /// Adds a value, in place.
        mutating func add(_ value: JSONValue) {
            guard let name else { return items.append(value) }
            members.append(JSONValue.Member(name: name, value: value))
        }

        var value: JSONValue { name == nil ? .array(items) : .object(members) }
    }

    let bytes: [UInt8]
    var position = 0
    private var values = 0
    private var open: [Open] = []
    /// Whether U+FFFD stands in the texts read so far for bytes that are not in the encoding, or half surrogates.
    private var isRepaired = false

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads one JSON text.
    /// - Throws: `malformed` or `truncated` for invalid input; `tooLarge` or `tooDeep` if a limit is exceeded.
    package static func read(_ bytes: [UInt8]) throws(FormatError) -> JSONValue {
        try readTellingRepairs(bytes).value
    }

    /// Reads one JSON text.
    /// - Returns: The value, and whether U+FFFD stands in its texts for bytes that are not in the encoding, or half surrogates.
    /// - Throws: as `read`.
    package static func readTellingRepairs(
        _ bytes: [UInt8]
    ) throws(FormatError) -> (value: JSONValue, isRepaired: Bool) {
        var reader = try reader(bytes)
        let value = try reader.text()
        reader.skipBlanks()
        guard reader.position == reader.bytes.count else { throw reader.malformed("something follows the value") }
        return (value, reader.isRepaired)
    }

    /// Reads JSON lines: one JSON text after the other, usually one on each line.
    /// - Parameter onLines: Whether each text has to begin on another line than the one before ends on.
    /// - Throws: as `read`.
    package static func readLines(_ bytes: [UInt8], onLines: Bool = false) throws(FormatError) -> [JSONValue] {
        try readLinesTellingRepairs(bytes, onLines: onLines).texts
    }

    /// Reads JSON lines.
    /// - Returns: The texts, and whether U+FFFD stands in theirs for bytes that are not in the encoding, or half surrogates.
    /// - Throws: as `read`.
    package static func readLinesTellingRepairs(
        _ bytes: [UInt8], onLines: Bool = false
    ) throws(FormatError) -> (texts: [JSONValue], isRepaired: Bool) {
        var reader = try reader(bytes)
        var texts: [JSONValue] = []
        while true {
            let end = reader.position
            reader.skipBlanks()
            guard reader.position < reader.bytes.count else { return (texts, reader.isRepaired) }
            if onLines, !texts.isEmpty,
                !reader.bytes[end..<reader.position].contains(where: { $0 == 0x0a || $0 == 0x0d })
            {
                throw reader.malformed("something follows the value")
            }
            texts.append(try reader.text())
        }
    }

    private static func reader(_ bytes: [UInt8]) throws(FormatError) -> JSONReader {
        guard bytes.count <= mostBytes else {
            throw FormatError(.tooLarge, "more than \(mostBytes) bytes of JSON", offset: mostBytes)
        }
        let encoding = JSONEncoding(bytes)
        var reader = JSONReader(encoding == .utf8 ? bytes : encoding.utf8(bytes))
        // In place of half surrogates, although it may be what is stored.
        reader.isRepaired = encoding != .utf8 && reader.bytes.contains("\u{fffd}".utf8)
        // RFC 8259, 8.1: a reader may ignore a byte order mark.
        if reader.bytes.starts(with: [0xef, 0xbb, 0xbf]) { reader.position = 3 }
        return reader
    }

    /// Reads a value with everything in it. Not recursive, so that no input can exhaust the stack.
    private mutating func text() throws(FormatError) -> JSONValue {
        while true {
            guard var value = try begin() else { continue }
            // A complete value may complete those around it.
            while true {
                guard let last = open.indices.last else { return value }
                open[last].add(value)
                skipBlanks()
                let isObject = open[last].name != nil
                if try take(or: isObject ? 0x7d : 0x5d) {
                    if isObject { open[last].name = try memberName() }
                    break
                }
                value = open.removeLast().value
            }
        }
    }

    /// Reads a value, or the beginning of an array or object.
    /// - Returns: nil if the first item or member follows.
    private mutating func begin() throws(FormatError) -> JSONValue? {
        skipBlanks()
        values += 1
        guard values <= Self.mostValues else {
            throw FormatError(.tooLarge, "more than \(Self.mostValues) values", offset: position)
        }
        guard let byte = peek() else { throw truncated() }
        switch byte {
        case 0x7b:
            position += 1
            skipBlanks()
            if skip(0x7d) { return .object([]) }
            try push(Open(name: try memberName()))
            return nil
        case 0x5b:
            position += 1
            skipBlanks()
            if skip(0x5d) { return .array([]) }
            try push(Open())
            return nil
        case 0x22: return .string(try string())
        case 0x74: return try word("true", .boolean(true))
        case 0x66: return try word("false", .boolean(false))
        case 0x6e: return try word("null", .null)
        default: return .number(JSONNumber(read: try number()))
        }
    }

    private mutating func push(_ value: Open) throws(FormatError) {
        guard open.count < Self.mostLevels else {
            throw FormatError(.tooDeep, "nested more than \(Self.mostLevels) deep", offset: position)
        }
        open.append(value)
    }

    private mutating func memberName() throws(FormatError) -> String {
        skipBlanks()
        guard peek() == 0x22 else {
            throw peek() == nil ? truncated() : malformed("a name in quotation marks is missing")
        }
        let name = try string()
        skipBlanks()
        guard skip(0x3a) else { throw peek() == nil ? truncated() : malformed("a colon is missing") }
        return name
    }

    /// Reads a comma, or the end of an array or object.
    /// - Returns: Whether it was a comma.
    private mutating func take(or end: UInt8) throws(FormatError) -> Bool {
        if skip(0x2c) { return true }
        if skip(end) { return false }
        throw peek() == nil ? truncated() : malformed("a comma is missing")
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(FormatError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw malformed("a value is missing") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(FormatError) -> String {
        let start = position
        _ = skip(0x2d)
        let whole = digits()
        guard whole > 0 else { throw malformed("a value is missing") }
        guard whole == 1 || bytes[position - whole] != 0x30 else { throw malformed("a number begins with 0") }
        if skip(0x2e), digits() == 0 { throw malformed("digits are missing") }
        if skip(0x65) || skip(0x45) {
            if !skip(0x2b) { _ = skip(0x2d) }
            if digits() == 0 { throw malformed("digits are missing") }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = peek(), (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    /// Reads a string. Invalid UTF-8 and lone surrogates become U+FFFD.
    private mutating func string() throws(FormatError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek() {
            position += 1
            switch byte {
            case 0x22:
                if let string = String(validating: text, as: UTF8.self) { return string }
                isRepaired = true
                return String(decoding: text, as: UTF8.self)
            case 0x5c: text += try escaped().utf8
            case ..<0x20: throw malformed("a control character in a string")
            default: text.append(byte)
            }
        }
        throw truncated()
    }

    private mutating func escaped() throws(FormatError) -> String {
        guard let byte = peek() else { throw truncated() }
        position += 1
        switch byte {
        case 0x22, 0x2f, 0x5c: return String(UnicodeScalar(byte))
        case 0x62: return "\u{8}"
        case 0x66: return "\u{c}"
        case 0x6e: return "\n"
        case 0x72: return "\r"
        case 0x74: return "\t"
        case 0x75:
            var units = [try codeUnit()]
            if (0xd800...0xdbff).contains(units[0]), bytes[position...].starts(with: [0x5c, 0x75]) {
                position += 2
                units.append(try codeUnit())
            }
            if let string = String(validating: units, as: UTF16.self) { return string }
            isRepaired = true
            return String(decoding: units, as: UTF16.self)
        default: throw malformed("an unknown escape in a string")
        }
    }

    private mutating func codeUnit() throws(FormatError) -> UInt16 {
        guard position + 4 <= bytes.count else { throw truncated() }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw malformed("an unknown escape in a string") }
        position += 4
        return unit
    }

    private mutating func skipBlanks() {
        while let byte = peek(), [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
    }
}
