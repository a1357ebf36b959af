import CPattern

/// Passes the values of a JSON text one by one, without making a tree of them, which takes ten times as long.
///
/// `JSONReader` makes values of what this passes. Others have texts that are not UTF-8, and half surrogates, left to it,
/// which repairs them.
package struct JSONWalk {
    /// A value; its bytes are valid during the call that passes them.
    package enum Value {
        /// A text in UTF-8.
        case string(UnsafeRawBufferPointer)
        /// A number as it is written.
        case number(UnsafeRawBufferPointer)
        /// `null`, `true` or `false`.
        case word(UnsafeRawBufferPointer)
        /// An array or object. What is in it follows.
        case group(isObject: Bool)
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    /// The arrays and objects that have begun, as whether they are objects.
    private var groups: [Bool] = []
    private var values = 0
    /// Texts with escapes, without them: a name, and a value.
    private var name: [UInt8] = []
    private var text: [UInt8] = []
    /// Whether texts are passed that are not UTF-8, and U+FFFD for half surrogates.
    private let repairs: Bool
    /// Whether such a text was passed.
    private(set) var isRepaired = false
    /// Whether the blanks before the next value have a line break.
    private(set) var isOnNewLine = false

    /// - Parameter isRepaired: Whether a text that has to be repaired is passed, and whether this one was already; nil if
    ///   it is an error.
    init(_ bytes: UnsafeRawBufferPointer, isRepaired: Bool?) {
        self.bytes = bytes
        repairs = isRepaired != nil
        self.isRepaired = isRepaired ?? false
        // RFC 8259, 8.1: a reader may ignore a byte order mark.
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    }

    /// Passes all values of a text.
    /// - Parameters:
    ///   - maxLevels: The maximum depth of nested arrays and objects that are not empty.
    ///   - body: Receives each value with its name, which is nil in an array and for the text as a whole; returns whether
    ///     to go on.
    /// - Returns: The number of values, with the arrays and objects; nil if the text is invalid or beyond a limit, or if
    ///   the closure returned false.
    package static func forEach(
        in bytes: UnsafeRawBufferPointer, maxLevels: Int,
        _ body: (_ value: Value, _ name: UnsafeRawBufferPointer?) -> Bool
    ) -> Int? {
        forEachNested(in: bytes, maxLevels: maxLevels) { value, name, _ in body(value, name) }
    }

    /// Passes all values of a text, each with the number of arrays and objects around it.
    /// - Parameters:
    ///   - maxLevels: The maximum depth of nested arrays and objects that are not empty.
    ///   - body: Receives each value with its name, which is nil in an array and for the text as a whole, and its depth;
    ///     returns whether to go on.
    /// - Returns: The number of values, with the arrays and objects; nil if the text is invalid or beyond a limit, or if
    ///   the closure returned false.
    @inline(__always)
    package static func forEachNested(
        in bytes: UnsafeRawBufferPointer, maxLevels: Int,
        _ body: (_ value: Value, _ name: UnsafeRawBufferPointer?, _ depth: Int) -> Bool
    ) -> Int? {
        guard bytes.count <= JSONReader.maxBytes else { return nil }
        var walk = JSONWalk(bytes, isRepaired: nil)
        let isComplete = try? walk.walkValues(maxLevels: min(maxLevels, JSONReader.maxLevels), body)
        return isComplete == true && walk.isAtEnd ? walk.values : nil
    }

    /// Whether nothing but blanks follows, which are passed over.
    var isAtEnd: Bool {
        mutating get {
            let start = position
            skipBlanks()
            isOnNewLine = bytes[start..<position].contains { $0 == 0x0a || $0 == 0x0d }
            return position == bytes.count
        }
    }

    /// A text in the bytes, or in the memory for texts with escapes.
    private enum Found {
        case range(Range<Int>)
        case unescaped
    }

    /// Passes a value with everything in it. Not recursive, so that no input can exhaust the stack.
    /// - Parameter body: Receives each value with its name and the number of arrays and objects around it.
    /// - Returns: Whether the closure never returned false.
    /// - Throws: `malformed` or `truncated` for invalid input; `tooLarge` or `tooDeep` if a limit is exceeded.
    @inline(__always)
    mutating func walkValues(
        maxLevels: Int, _ body: (Value, UnsafeRawBufferPointer?, Int) -> Bool
    ) throws(FormatError) -> Bool {
        var nameFound: Found?
        while true {
            skipBlanks()
            values += 1
            guard values <= JSONReader.maxValues else {
                throw FormatError(.tooLarge, "more than \(JSONReader.maxValues) values", offset: position)
            }
            guard let byte = peek() else { throw truncated }
            var isComplete = true
            switch byte {
            case 0x7b, 0x5b:
                position += 1
                skipBlanks()
                guard pass(.group(isObject: byte == 0x7b), nameFound, body) else { return false }
                guard !skip(byte + 2) else { break }
                guard groups.count < maxLevels else {
                    throw FormatError(.tooDeep, "nested more than \(maxLevels) deep", offset: position)
                }
                groups.append(byte == 0x7b)
                isComplete = false
            case 0x22:
                switch try string(isName: false) {
                case .range(let range):
                    let text = UnsafeRawBufferPointer(rebasing: bytes[range])
                    guard pass(.string(text), nameFound, body) else { return false }
                case .unescaped:
                    guard text.withUnsafeBytes({ pass(.string($0), nameFound, body) }) else { return false }
                }
            case 0x74: guard pass(.word(try word("true")), nameFound, body) else { return false }
            case 0x66: guard pass(.word(try word("false")), nameFound, body) else { return false }
            case 0x6e: guard pass(.word(try word("null")), nameFound, body) else { return false }
            default: guard pass(.number(try number()), nameFound, body) else { return false }
            }
            if isComplete {
                // A complete value may complete those around it.
                while true {
                    guard let isObject = groups.last else { return true }
                    skipBlanks()
                    if skip(0x2c) { break }
                    guard skip(isObject ? 0x7d : 0x5d) else { throw missing("a comma is missing") }
                    groups.removeLast()
                }
            }
            nameFound = nil
            guard groups.last == true else { continue }
            skipBlanks()
            guard peek() == 0x22 else { throw missing("a name in quotation marks is missing") }
            nameFound = try string(isName: true)
            skipBlanks()
            guard skip(0x3a) else { throw missing("a colon is missing") }
        }
    }

    @inline(__always)
    private func pass(
        _ value: Value, _ found: Found?, _ body: (Value, UnsafeRawBufferPointer?, Int) -> Bool
    ) -> Bool {
        // A closure that captures the walk would copy it for each value.
        let depth = groups.count
        switch found {
        case nil: return body(value, nil, depth)
        case .range(let range): return body(value, UnsafeRawBufferPointer(rebasing: bytes[range]), depth)
        case .unescaped: return name.withUnsafeBytes { body(value, $0, depth) }
        }
    }

    // MARK: Errors

    /// Returns an error about the next byte.
    func malformed(_ message: String) -> FormatError { FormatError(.malformed, message, offset: position) }

    private var truncated: FormatError {
        FormatError(.truncated, "the text ends in the middle of a value", offset: position)
    }

    private func missing(_ message: String) -> FormatError { peek() == nil ? truncated : malformed(message) }

    // MARK: Tokens

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d else { return }
            position += 1
        }
    }

    private mutating func word(_ word: StaticString) throws(FormatError) -> UnsafeRawBufferPointer {
        let found = UnsafeRawBufferPointer(rebasing: bytes[position...].prefix(word.utf8CodeUnitCount))
        guard found.isEqual(to: word) else { throw malformed("a value is missing") }
        position += found.count
        return found
    }

    private mutating func number() throws(FormatError) -> UnsafeRawBufferPointer {
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
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    private mutating func digits() -> Int {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position - start
    }

    /// Reads a string; one with escapes into the memory for a name or a value.
    private mutating func string(isName: Bool) throws(FormatError) -> Found {
        position += 1
        let start = position
        guard let text = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { throw truncated }
        var isASCII = true
        while true {
            position = sandglass_plain_end(text, position, bytes.count, 0x22, 0x5c, 0x5c)
            guard position < bytes.count else { throw truncated }
            let byte = text[position]
            if byte == 0x22 {
                let range = start..<position
                position += 1
                if !isASCII, String(validating: bytes[range], as: UTF8.self) == nil { try repair() }
                return .range(range)
            }
            if byte == 0x5c {
                let result = try unescapedString(from: start)
                if isName { name = result } else { self.text = result }
                return .unescaped
            }
            guard byte >= 0x80 else { throw malformed("a control character in a string") }
            isASCII = false
            while position < bytes.count, text[position] >= 0x80 { position += 1 }
        }
    }

    /// Reads the rest of a string, from its first escape on.
    private mutating func unescapedString(from start: Int) throws(FormatError) -> [UInt8] {
        var result = Array(bytes[start..<position])
        while let byte = peek() {
            position += 1
            switch byte {
            case 0x22:
                if String(validating: result, as: UTF8.self) == nil { try repair() }
                return result
            case 0x5c: try escape(into: &result)
            case ..<0x20: throw malformed("a control character in a string")
            default: result.append(byte)
            }
        }
        throw truncated
    }

    private mutating func repair() throws(FormatError) {
        guard repairs else { throw malformed("a text that is not valid UTF-8") }
        isRepaired = true
    }

    private mutating func escape(into result: inout [UInt8]) throws(FormatError) {
        guard let byte = peek() else { throw truncated }
        position += 1
        switch byte {
        case 0x22, 0x2f, 0x5c: result.append(byte)
        case 0x62: result.append(0x08)
        case 0x66: result.append(0x0c)
        case 0x6e: result.append(0x0a)
        case 0x72: result.append(0x0d)
        case 0x74: result.append(0x09)
        case 0x75:
            let unit = try codeUnit()
            guard (0xd800...0xdfff).contains(unit) else { return result.append(utf8Of: unit) }
            let isPair = unit < 0xdc00 && bytes[position...].starts(with: [0x5c, 0x75])
            if isPair { position += 2 }
            let low = isPair ? try codeUnit() : 0
            if (0xdc00...0xdfff).contains(low) {
                return result.append(utf8Of: 0x1_0000 + (unit - 0xd800) << 10 + (low - 0xdc00))
            }
            try repair()
            result.append(utf8Of: unit)
            if isPair { result.append(utf8Of: low) }
        default: throw malformed("an unknown escape in a string")
        }
    }

    private mutating func codeUnit() throws(FormatError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw truncated }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = byte.hexadecimalValue else { throw malformed("an unknown escape in a string") }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }
}
