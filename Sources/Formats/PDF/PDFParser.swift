/// Reads the objects of a PDF document (ISO 32000-1, 7.3), and the operands and operators of its contents.
struct PDFParser {
    enum Value: Hashable, Sendable {
        case integer(Int)
        case real(Double)
        case string([UInt8])
        case name(String)
        /// The number of another object.
        case reference(Int)
        case dictionary([String: Value])
        case array([Value])
        /// A keyword or an operator.
        case word(String)
    }

    private let bytes: [UInt8]
    private(set) var position = 0
    private var depth = 0
    /// The number of values in the one that was read last.
    private(set) var values = 0

    /// Deeper than any object that is read.
    private static let maxDepth = 32
    /// More values than any object has that is read.
    private static let maxValues = 1 << 20

    init(_ bytes: [UInt8], at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    var isAtEnd: Bool { position >= bytes.count }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, 9, 10, 12, 13, 32: true
        default: false
        }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        // Parentheses and brackets of all kinds, the slash and the sign of comments.
        case 0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5d, 0x7b, 0x7d, 0x2f, 0x25: true
        default: false
        }
    }

    /// Skips white space and comments.
    mutating func skipBlanks() {
        while let byte = next {
            if byte == UInt8(ascii: "%") {
                while let byte = next, byte != 10, byte != 13 { position += 1 }
            } else if Self.isBlank(byte) {
                position += 1
            } else {
                return
            }
        }
    }

    /// Skips a word after white space.
    /// - Returns: Whether the word was found.
    mutating func skip(_ word: String) -> Bool {
        skipBlanks()
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    /// Reads an integer after white space; nil, and nothing is read, if there is none.
    mutating func integer() -> Int? {
        let start = position
        skipBlanks()
        let word = token()
        guard let number = Int(word) else {
            position = start
            return nil
        }
        return number
    }

    /// Moves on by a byte that begins nothing, or to where the data behind a keyword end.
    mutating func skip(to place: Int? = nil) { position = min(bytes.count, place ?? position + 1) }

    /// Where a keyword with white space around it is found next; nil if it is not.
    func place(ofWord word: StaticString) -> Int? {
        guard let pattern = BytePattern(word.withUTF8Buffer { Array($0) }) else { return nil }
        return bytes.withUnsafeBytes { buffer in
            var from = position
            while let found = pattern.first(in: buffer, from: from) {
                let end = found + pattern.count
                if found > 0, Self.isBlank(buffer[found - 1]), end >= buffer.count || Self.isBlank(buffer[end]) {
                    return found
                }
                from = found + 1
            }
            return nil
        }
    }

    /// Reads a value; nil if there is none.
    mutating func value() -> Value? {
        skipBlanks()
        if depth == 0 { values = 0 }
        guard let byte = next, depth < Self.maxDepth, values < Self.maxValues else { return nil }
        values += 1
        depth += 1
        defer { depth -= 1 }
        switch byte {
        case UInt8(ascii: "/"): return .name(name())
        case UInt8(ascii: "("): return string().map { .string($0) }
        case UInt8(ascii: "["):
            position += 1
            var items: [Value] = []
            while !skip("]") {
                guard let item = value() else { return nil }
                items.append(item)
            }
            return .array(items)
        case UInt8(ascii: "<"):
            position += 1
            if next == UInt8(ascii: "<") {
                position += 1
                return dictionary()
            }
            return hexString().map { .string($0) }
        default: return numberOrWord()
        }
    }

    private mutating func numberOrWord() -> Value? {
        let word = token()
        guard !word.isEmpty else { return nil }
        guard let number = Int(word) else {
            guard let first = word.utf8.first, first < 0x3a, let number = Double(word) else { return .word(word) }
            return .real(number)
        }
        // Two numbers and an R are a reference.
        let start = position
        if number >= 0, integer() != nil, skip("R"), next.map({ Self.isBlank($0) || Self.isDelimiter($0) }) ?? true {
            return .reference(number)
        }
        position = start
        return .integer(number)
    }

    private mutating func token() -> String {
        let start = position
        while let byte = next, !Self.isBlank(byte), !Self.isDelimiter(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func name() -> String {
        position += 1
        return token()
    }

    private mutating func dictionary() -> Value? {
        var entries: [String: Value] = [:]
        while !skip(">>") {
            guard next == UInt8(ascii: "/") else { return nil }
            let key = name()
            guard let value = value() else { return nil }
            entries[key] = value
        }
        return .dictionary(entries)
    }

    private mutating func string() -> [UInt8]? {
        position += 1
        var result: [UInt8] = []
        var open = 1
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "("): open += 1
            case UInt8(ascii: ")"):
                open -= 1
                if open == 0 { return result }
            // Line ends of any kind are one character.
            case 13:
                if next == 10 { position += 1 }
                result.append(10)
                continue
            case UInt8(ascii: "\\"):
                if let escaped = escape() { result.append(escaped) }
                continue
            default: break
            }
            result.append(byte)
        }
        return nil
    }

    /// Reads the characters after a backslash; nil for a line break that is left out.
    private mutating func escape() -> UInt8? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "r"): return 13
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "b"): return 8
        case UInt8(ascii: "f"): return 12
        case 13:
            if next == 10 { position += 1 }
            return nil
        case 10: return nil
        case 0x30...0x37:
            var code = Int(byte - 0x30)
            for _ in 0..<2 {
                guard let digit = next, (0x30...0x37).contains(digit) else { break }
                code = code * 8 + Int(digit - 0x30)
                position += 1
            }
            return UInt8(truncatingIfNeeded: code)
        default: return byte
        }
    }

    private mutating func hexString() -> [UInt8]? {
        var digits: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: ">") {
                if digits.count % 2 == 1 { digits.append(0) }
                return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            }
            guard !Self.isBlank(byte) else { continue }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            digits.append(UInt8(digit))
        }
        return nil
    }
}
