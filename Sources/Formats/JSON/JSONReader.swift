/// Reads JSON texts (RFC 8259) from untrusted sources, with bounded time, memory and stack depth for any input.
///
/// Texts in UTF-16 and UTF-32 are read as well; in their errors, offsets are those in the same text in UTF-8.
package enum JSONReader {
    /// The maximum number of bytes read.
    package static let maxBytes = 64 << 20
    /// The maximum number of values read.
    package static let maxValues = 1_000_000
    /// The maximum depth of nested arrays and objects.
    package static let maxLevels = 512

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
        try walk(over: bytes) { walk throws(FormatError) in
            let value = try value(from: &walk)
            guard walk.isAtEnd else { throw walk.malformed("unexpected data after the value") }
            return (value, walk.isRepaired)
        }
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
        try walk(over: bytes) { walk throws(FormatError) in
            var texts: [JSONValue] = []
            while !walk.isAtEnd {
                guard !onLines || texts.isEmpty || walk.isOnNewLine else {
                    throw walk.malformed("unexpected data after the value")
                }
                texts.append(try value(from: &walk))
            }
            return (texts, walk.isRepaired)
        }
    }

    private static func walk<Result>(
        over bytes: [UInt8], _ body: (inout JSONWalk) throws(FormatError) -> Result
    ) throws(FormatError) -> Result {
        guard bytes.count <= maxBytes else {
            throw FormatError(.tooLarge, "more than \(maxBytes) bytes of JSON", offset: maxBytes)
        }
        let encoding = TextEncoding(ofJSON: bytes)
        let text = encoding == .utf8 ? bytes : encoding.utf8(ofJSON: bytes)
        return try text.withUnsafeBufferPointer { text throws(FormatError) in
            // In place of half surrogates, although it may be what is stored.
            let isRepaired = encoding != .utf8 && text.contains("\u{fffd}".utf8)
            var walk = JSONWalk(UnsafeRawBufferPointer(text), isRepaired: isRepaired)
            return try body(&walk)
        }
    }

    private static func value(from walk: inout JSONWalk) throws(FormatError) -> JSONValue {
        var builder = Builder()
        _ = try walk.walkValues(maxLevels: maxLevels) { value, name, level in
            builder.add(value, name, level: level)
            return true
        }
        return builder.value()
    }

    /// Assembles values that are passed one by one.
    private struct Builder {
        /// An array or object that has begun.
        private struct Open {
            let isObject: Bool
            /// Its own name in an object.
            let name: String
            var items: [JSONValue] = []
            var members: [JSONValue.Member] = []
        }

        private var open: [Open] = []
        private var result: JSONValue?

        /// Adds a value.
        /// - Parameter level: The number of arrays and objects around it, which are the first of those that are open.
        mutating func add(_ value: JSONWalk.Value, _ name: UnsafeRawBufferPointer?, level: Int) {
            end(to: level)
            let name = name.map { String(decoding: $0, as: UTF8.self) } ?? ""
            switch value {
            case .group(let isObject): open.append(Open(isObject: isObject, name: name))
            case .string(let text): add(.string(String(decoding: text, as: UTF8.self)), name)
            case .number(let text): add(.number(JSONNumber(read: String(decoding: text, as: UTF8.self))), name)
            case .word(let word): add(word[0] == 0x6e ? .null : .boolean(word[0] == 0x74), name)
            }
        }

        /// Returns the value when it is complete.
        mutating func value() -> JSONValue {
            end(to: 0)
            return result ?? .null
        }

        private mutating func end(to level: Int) {
            while open.count > level {
                let last = open.removeLast()
                add(last.isObject ? .object(last.members) : .array(last.items), last.name)
            }
        }

        private mutating func add(_ value: JSONValue, _ name: String) {
            guard let last = open.indices.last else {
                result = value
                return
            }
            if open[last].isObject {
                open[last].members.append(JSONValue.Member(name: name, value: value))
            } else {
                open[last].items.append(value)
            }
        }
    }
}
