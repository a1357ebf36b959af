/// Reads old-style property lists, the text format of OpenStep and of `strings` files, from untrusted sources, with
/// bounded time, memory and stack depth for any input.
///
/// The format follows "Old-Style ASCII Property Lists" in Apple's Property List Programming Guide, with the comments
/// and escapes that CoreFoundation also reads (`CFOldStylePList.c`). Every value is a string, data, an array or a dictionary.
package struct OldStylePropertyListReader {
    /// An array or dictionary that has begun.
    private struct Open {
        /// The byte that ends it; nil for the pairs of a `strings` file.
        let end: UInt8?
        var items: [PropertyListValue] = []
        var pairs: [(String, PropertyListValue)] = []
        /// The key whose value is being read; nil in an array.
        var key: String?

        var value: PropertyListValue {
            guard end != 0x29 else { return .array(items) }
            // The last value of a key counts, as in CoreFoundation.
            var dictionary = PropertyListDictionary()
            for (key, value) in pairs { dictionary.add(value, for: key, lastCounts: true) }
            return .dictionary(dictionary)
        }
    }

    private let bytes: [UInt8]
    private let limits: PropertyListLimits
    private var position = 0
    private var values = 0
    private var open: [Open] = []
    /// Whether a string without quotation marks may stand for a key at the top.
    private let allowsBareKeys: Bool
    private var comments: [Range<Int>] = []
    private var isRepaired = false

    /// A list, and what its values do not have of the text.
    package struct Reading: Sendable {
        /// The list.
        package let list: PropertyListValue
        /// The ranges of the bytes of comments, in their order.
        package let comments: [Range<Int>]
        /// Whether U+FFFD stands in its texts for escapes of no character.
        package let isRepaired: Bool
    }

    private init(_ bytes: [UInt8], _ limits: PropertyListLimits, allowsBareKeys: Bool) {
        (self.bytes, self.limits, self.allowsBareKeys) = (bytes, limits, allowsBareKeys)
    }

    /// Reads a dictionary or an array, or the pairs of a `strings` file as a dictionary, which is empty if there is nothing
    /// but white space and comments.
    /// - Parameters:
    ///   - bytes: The text in UTF-8, without a byte order mark.
    ///   - allowsBareKeys: Whether the keys of a `strings` file may be without quotation marks: `key = "value";`. Much
    ///     source code looks like that.
    /// - Throws: `malformed` or `truncated` for invalid input; `tooLarge` or `tooDeep` if a limit is exceeded.
    package static func read(
        _ bytes: [UInt8],
        limits: PropertyListLimits = .standard,
        allowsBareKeys: Bool = true
    ) throws(PropertyListError) -> PropertyListValue {
        try readTellingRest(bytes, limits: limits, allowsBareKeys: allowsBareKeys).list
    }

    /// Reads a list as `read` does, and says what its values do not have of the text.
    /// - Throws: As `read`.
    package static func readTellingRest(
        _ bytes: [UInt8],
        limits: PropertyListLimits = .standard,
        allowsBareKeys: Bool = true
    ) throws(PropertyListError) -> Reading {
        guard bytes.count <= limits.bytes else {
            throw PropertyListError(.tooLarge, "more than \(limits.bytes) bytes", offset: limits.bytes)
        }
        var reader = OldStylePropertyListReader(bytes, limits, allowsBareKeys: allowsBareKeys)
        let list = try reader.text()
        return Reading(list: list, comments: reader.comments, isRepaired: reader.isRepaired)
    }

    /// Not recursive, so that no input can exhaust the stack.
    private mutating func text() throws(PropertyListError) -> PropertyListValue {
        try skipBlanks()
        switch peek() {
        case 0x7b?, 0x28?:
            if let empty = try beginValue() { return try whole(empty) }
        // As in CoreFoundation: a file of nothing but white space and comments has no pairs.
        case nil: return .dictionary(PropertyListDictionary())
        default:
            open = [Open(end: nil)]
            if let value = try nextKey() { return value }
        }
        while true {
            guard var value = try beginValue() else { continue }
            // A complete value may complete those around it.
            while true {
                guard let last = open.indices.last else { return try whole(value) }
                if let key = open[last].key {
                    open[last].pairs.append((key, value))
                    try skipBlanks()
                    // The last pair of a dictionary need not end with a semicolon.
                    guard skip(0x3b) || peek() == 0x7d && open[last].end == 0x7d else {
                        throw missing("a semicolon is missing")
                    }
                    guard let done = try nextKey() else { break }
                    value = done
                } else {
                    open[last].items.append(value)
                    try skipBlanks()
                    let isMore = skip(0x2c)
                    try skipBlanks()
                    if skip(0x29) {
                        value = open.removeLast().value
                    } else if isMore {
                        break
                    } else {
                        throw missing("a comma is missing")
                    }
                }
            }
        }
    }

    private mutating func whole(_ value: PropertyListValue) throws(PropertyListError) -> PropertyListValue {
        try skipBlanks()
        guard position == bytes.count else { throw malformed("unexpected data after the list") }
        return value
    }

    /// Reads the next key of the innermost dictionary up to its equals sign, or the end of the dictionary.
    /// - Returns: The dictionary at its end; it is no longer open then.
    private mutating func nextKey() throws(PropertyListError) -> PropertyListValue? {
        guard let last = open.indices.last else { return nil }
        while true {
            try skipBlanks()
            if let end = open[last].end {
                if skip(end) { return open.removeLast().value }
            } else if position == bytes.count {
                return open.removeLast().value
            }
            let isQuoted = peek() == 0x22
            guard isQuoted || open[last].end != nil || allowsBareKeys else {
                throw malformed("a key in quotation marks is missing")
            }
            let key = try string()
            try skipBlanks()
            if skip(0x3d) {
                open[last].key = key
                return nil
            }
            // A key without a value stands for itself, in `strings` files.
            guard open[last].end == nil, isQuoted, skip(0x3b) else {
                throw missing("an equals sign is missing")
            }
            try count()
            open[last].pairs.append((key, .string(key)))
        }
    }

    private mutating func count() throws(PropertyListError) {
        values += 1
        guard values <= limits.values else {
            throw PropertyListError(.tooLarge, "more than \(limits.values) values", offset: position)
        }
    }

    /// Reads a value, or the beginning of an array or dictionary.
    /// - Returns: nil if the first item or value follows.
    private mutating func beginValue() throws(PropertyListError) -> PropertyListValue? {
        try skipBlanks()
        try count()
        switch peek() {
        case 0x7b?:
            position += 1
            try push(Open(end: 0x7d))
            return try nextKey()
        case 0x28?:
            position += 1
            try skipBlanks()
            if skip(0x29) { return .array([]) }
            try push(Open(end: 0x29))
            return nil
        case 0x3c?: return .data(try data())
        case nil: throw truncated
        default: return .string(try string())
        }
    }

    private mutating func push(_ value: Open) throws(PropertyListError) {
        guard open.count < limits.depth else {
            throw PropertyListError(.tooDeep, "nested more than \(limits.depth) deep", offset: position)
        }
        open.append(value)
    }

    /// Reads pairs of digits between angle brackets.
    private mutating func data() throws(PropertyListError) -> [UInt8] {
        position += 1
        var data: [UInt8] = []
        var high: UInt8?
        while let byte = peek() {
            position += 1
            if let digit = byte.hexadecimalValue {
                if let first = high { data.append(first << 4 | digit) }
                high = high == nil ? digit : nil
            } else if byte == 0x3e {
                guard high == nil else { throw malformed("an odd number of digits") }
                return data
            } else if !byte.isXMLSpace {
                throw malformed("other characters than digits between angle brackets")
            }
        }
        throw truncated
    }

    private mutating func string() throws(PropertyListError) -> String {
        guard let first = peek() else { throw truncated }
        if first == 0x22 || first == 0x27 { return try quoted(by: first) }
        let start = position
        while let byte = peek(), Self.isBare(byte) { position += 1 }
        guard position > start else { throw malformed("a value is missing") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Whether a byte may occur in a string without quotation marks, in CoreFoundation.
    static func isBare(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || [0x5f, 0x24, 0x2f, 0x3a, 0x2e, 0x2d].contains(byte)
    }

    private mutating func quoted(by mark: UInt8) throws(PropertyListError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek() {
            position += 1
            switch byte {
            case mark: return String(decoding: text, as: UTF8.self)
            case 0x5c: text += try escaped().utf8
            default: text.append(byte)
            }
        }
        throw truncated
    }

    private static let escapes: [UInt8: String] = [
        0x61: "\u{7}", 0x62: "\u{8}", 0x66: "\u{c}", 0x6e: "\n", 0x72: "\r", 0x74: "\t", 0x76: "\u{b}",
    ]

    private mutating func escaped() throws(PropertyListError) -> String {
        guard let byte = peek() else { throw truncated }
        position += 1
        switch byte {
        case 0x55:
            var units = [codeUnit()]
            if (0xd800...0xdbff).contains(units[0]), bytes.matches([0x5c, 0x55], at: position) {
                position += 2
                units.append(codeUnit())
            }
            if let character = String(validating: units, as: UTF16.self) { return character }
            isRepaired = true
            return String(decoding: units, as: UTF16.self)
        case 0x30...0x37:
            var number = UInt32(byte - 0x30)
            for _ in 0..<2 {
                guard let digit = peek(), (0x30...0x37).contains(digit) else { break }
                number = number << 3 | UInt32(digit - 0x30)
                position += 1
            }
            // As in CoreFoundation, the number is a byte in NeXTSTEP's encoding, of which only the low eight bits count.
            let scalar = NextStepEncoding.scalar(UInt8(truncatingIfNeeded: number))
            if scalar == "\u{fffd}" { isRepaired = true }
            return String(scalar)
        default: return Self.escapes[byte] ?? String(decoding: [byte], as: UTF8.self)
        }
    }

    // MARK: Bytes

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private var truncated: PropertyListError {
        PropertyListError(.truncated, "the text ends in the middle of a value", offset: position)
    }

    private func malformed(_ message: String) -> PropertyListError {
        PropertyListError(.malformed, message, offset: position)
    }

    private func missing(_ message: String) -> PropertyListError { peek() == nil ? truncated : malformed(message) }

    /// Reads up to four digits.
    private mutating func codeUnit() -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek()?.hexadecimalValue else { break }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    /// Skips white space and comments.
    private mutating func skipBlanks() throws(PropertyListError) {
        while let byte = peek() {
            let start = position
            if byte.isXMLSpace {
                position += 1
            } else if bytes.matches("//", at: position) {
                while let next = peek(), next != 0x0a, next != 0x0d { position += 1 }
                comments.append(start..<position)
            } else if bytes.matches("/*", at: position) {
                position += 2
                while position < bytes.count, !bytes.matches("*/", at: position) { position += 1 }
                guard position < bytes.count else { throw truncated }
                position += 2
                comments.append(start..<position)
            } else {
                return
            }
        }
    }
}
