/// Reads the objects of a PDF document (ISO 32000-1, 7.3) as far as its trailer and its information need them.
struct PDFParser {
    enum Value: Hashable, Sendable {
        case integer(Int)
        case string([UInt8])
        case name(String)
        /// The number of another object.
        case reference(Int)
        case dictionary([String: Value])
        /// An array, a real number, or a keyword.
        case other
    }

    private let bytes: [UInt8]
    private(set) var position = 0
    private var depth = 0

    /// Deeper than any object that is read.
    private static let maxDepth = 32

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static func isBlank(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }

    private static func isDelimiter(_ byte: UInt8) -> Bool { "()<>[]{}/%".utf8.contains(byte) }

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

    /// Reads a value; nil if there is none.
    mutating func value() -> Value? {
        skipBlanks()
        guard let byte = next, depth < Self.maxDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch byte {
        case UInt8(ascii: "/"): return .name(name())
        case UInt8(ascii: "("): return string().map { .string($0) }
        case UInt8(ascii: "["):
            position += 1
            while !skip("]") { guard value() != nil else { return nil } }
            return .other
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
        guard let number = Int(word) else { return .other }
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
