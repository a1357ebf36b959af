import CPattern

/// Passes the values of a JSON text one by one, without making a tree of them, which takes ten times as long.
///
/// A text is valid exactly if `JSONReader` reads it, within the same limits. Texts that are not UTF-8, and half
/// surrogates, are left to the reader, which repairs them.
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
        case group
    }

    /// An array or object that has begun.
    private enum Group {
        case array
        case object
    }

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var groups: [Group] = []
    private var values = 0
    /// Texts with escapes, without them: a name, and a value.
    private var name: [UInt8] = []
    private var text: [UInt8] = []

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Passes all values of a text.
    /// - Parameters:
    ///   - mostLevels: The maximum depth of nested arrays and objects that are not empty.
    ///   - body: Receives each value with its name, which is nil in an array and for the text as a whole; returns whether
    ///     to go on.
    /// - Returns: The number of values, with the arrays and objects; nil if the text is invalid or beyond a limit, or if
    ///   the closure returned false.
    package static func forEach(
        in bytes: UnsafeRawBufferPointer, mostLevels: Int,
        _ body: (_ value: Value, _ name: UnsafeRawBufferPointer?) -> Bool
    ) -> Int? {
        guard bytes.count <= JSONReader.mostBytes else { return nil }
        var walk = JSONWalk(bytes)
        // RFC 8259, 8.1: a reader may ignore a byte order mark.
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { walk.position = 3 }
        guard walk.run(min(mostLevels, JSONReader.mostLevels), body) else { return nil }
        walk.skipBlanks()
        return walk.position == bytes.count ? walk.values : nil
    }

    /// A text in the bytes, or in the memory for texts with escapes.
    private enum Found {
        case range(Range<Int>)
        case unescaped
    }

    private mutating func run(_ mostLevels: Int, _ body: (Value, UnsafeRawBufferPointer?) -> Bool) -> Bool {
        var nameFound: Found?
        while true {
            skipBlanks()
            values += 1
            guard values <= JSONReader.mostValues, let byte = peek() else { return false }
            var isComplete = true
            switch byte {
            case 0x7b, 0x5b:
                position += 1
                skipBlanks()
                guard pass(.group, nameFound, body) else { return false }
                guard !skip(byte + 2) else { break }
                guard groups.count < mostLevels else { return false }
                groups.append(byte == 0x7b ? .object : .array)
                isComplete = false
            case 0x22:
                guard let found = string(isName: false), passString(found, nameFound, body) else { return false }
            case 0x74: guard passWord("true", nameFound, body) else { return false }
            case 0x66: guard passWord("false", nameFound, body) else { return false }
            case 0x6e: guard passWord("null", nameFound, body) else { return false }
            default:
                let start = position
                guard number() else { return false }
                guard pass(.number(UnsafeRawBufferPointer(rebasing: bytes[start..<position])), nameFound, body) else {
                    return false
                }
            }
            if isComplete {
                // A complete value may complete those around it.
                while true {
                    guard let group = groups.last else { return true }
                    skipBlanks()
                    if skip(0x2c) { break }
                    guard skip(group == .object ? 0x7d : 0x5d) else { return false }
                    groups.removeLast()
                }
            }
            nameFound = nil
            guard groups.last == .object else { continue }
            skipBlanks()
            guard peek() == 0x22, let found = string(isName: true) else { return false }
            nameFound = found
            skipBlanks()
            guard skip(0x3a) else { return false }
        }
    }

    private func pass(_ value: Value, _ found: Found?, _ body: (Value, UnsafeRawBufferPointer?) -> Bool) -> Bool {
        switch found {
        case nil: body(value, nil)
        case .range(let range): body(value, UnsafeRawBufferPointer(rebasing: bytes[range]))
        case .unescaped: name.withUnsafeBytes { body(value, $0) }
        }
    }

    private func passString(
        _ found: Found, _ nameFound: Found?, _ body: (Value, UnsafeRawBufferPointer?) -> Bool
    ) -> Bool {
        switch found {
        case .range(let range):
            pass(.string(UnsafeRawBufferPointer(rebasing: bytes[range])), nameFound, body)
        case .unescaped: text.withUnsafeBytes { pass(.string($0), nameFound, body) }
        }
    }

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

    private mutating func passWord(
        _ word: StaticString, _ nameFound: Found?, _ body: (Value, UnsafeRawBufferPointer?) -> Bool
    ) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        let found = UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
        guard found.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count)) else { return false }
        position += count
        return pass(.word(found), nameFound, body)
    }

    private mutating func number() -> Bool {
        _ = skip(0x2d)
        let start = position
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[start] != 0x30 else { return false }
        if skip(0x2e), digits() == 0 { return false }
        if skip(0x65) || skip(0x45) {
            if !skip(0x2b) { _ = skip(0x2d) }
            if digits() == 0 { return false }
        }
        return true
    }

    private mutating func digits() -> Int {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position - start
    }

    /// Reads a string; one with escapes into the memory for a name or a value.
    /// - Returns: nil if it is invalid, or is to be repaired.
    private mutating func string(isName: Bool) -> Found? {
        position += 1
        let start = position
        guard let text = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        var isASCII = true
        while true {
            position = sandglass_plain_end(text, position, bytes.count, 0x22, 0x5c, 0x5c)
            guard position < bytes.count else { return nil }
            let byte = text[position]
            if byte == 0x22 {
                let range = start..<position
                position += 1
                return isASCII || Self.isUTF8(UnsafeRawBufferPointer(rebasing: bytes[range])) ? .range(range) : nil
            }
            if byte == 0x5c {
                guard let result = unescapedString(from: start) else { return nil }
                if isName { name = result } else { self.text = result }
                return .unescaped
            }
            guard byte >= 0x80 else { return nil }
            isASCII = false
            while position < bytes.count, text[position] >= 0x80 { position += 1 }
        }
    }

    /// Reads the rest of a string, from its first escape on.
    private mutating func unescapedString(from start: Int) -> [UInt8]? {
        var result = Array(bytes[start..<position])
        while let byte = peek() {
            position += 1
            switch byte {
            case 0x22: return result.withUnsafeBytes { Self.isUTF8($0) } ? result : nil
            case 0x5c: guard escape(into: &result) else { return nil }
            case ..<0x20: return nil
            default: result.append(byte)
            }
        }
        return nil
    }

    private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    private mutating func escape(into result: inout [UInt8]) -> Bool {
        guard let byte = peek() else { return false }
        position += 1
        switch byte {
        case 0x22, 0x2f, 0x5c: result.append(byte)
        case 0x62: result.append(0x08)
        case 0x66: result.append(0x0c)
        case 0x6e: result.append(0x0a)
        case 0x72: result.append(0x0d)
        case 0x74: result.append(0x09)
        case 0x75:
            guard let unit = codeUnit() else { return false }
            var number = UInt32(unit)
            if (0xd800...0xdbff).contains(unit) {
                guard skip(0x5c), skip(0x75), let low = codeUnit(), (0xdc00...0xdfff).contains(low) else {
                    return false
                }
                number = 0x1_0000 + (number - 0xd800) << 10 + (UInt32(low) - 0xdc00)
            }
            guard let scalar = UnicodeScalar(number) else { return false }
            result += Array(String(Character(scalar)).utf8)
        default: return false
        }
        return true
    }

    private mutating func codeUnit() -> UInt16? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }
}
