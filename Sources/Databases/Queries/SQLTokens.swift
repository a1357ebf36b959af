/// The tokens of a statement, as far as names, texts and the rest have to be told apart (sqlite.org/lang_keywords.html,
/// "SQLite Keywords"; tokenize.c).
package struct SQLTokens: Sendable {
    /// What a token is.
    package enum Kind: Hashable, Sendable {
        /// A name or a keyword, with or without quotation marks.
        case word(isQuoted: Bool)
        case text
        case number
        /// Blanks or a comment.
        case blank
        /// One character, such as a point or a bracket.
        case sign(UInt8)
    }

    /// A token and where it stands, in bytes.
    package struct Token: Hashable, Sendable {
        package let kind: Kind
        package let range: Range<Int>
    }

    /// The statement.
    package let bytes: [UInt8]
    /// All tokens, which cover the statement without gaps.
    package let tokens: [Token]

    /// Splits a statement. What is not closed ends with it.
    package init(_ bytes: [UInt8]) {
        var tokens: [Token] = []
        var start = 0
        while start < bytes.count {
            let (kind, end) = Self.token(bytes, from: start)
            tokens.append(Token(kind: kind, range: start..<end))
            start = end
        }
        (self.bytes, self.tokens) = (bytes, tokens)
    }

    private static func token(_ bytes: [UInt8], from start: Int) -> (Kind, end: Int) {
        func end(from index: Int, while belongs: (UInt8) -> Bool) -> Int {
            bytes[index...].firstIndex { !belongs($0) } ?? bytes.count
        }
        func closing(_ mark: UInt8, isDoubled: Bool) -> Int {
            var index = start + 1
            while index < bytes.count {
                if bytes[index] == mark {
                    guard isDoubled, index + 1 < bytes.count, bytes[index + 1] == mark else { return index + 1 }
                    index += 1
                }
                index += 1
            }
            return bytes.count
        }
        let byte = bytes[start]
        let next = start + 1 < bytes.count ? bytes[start + 1] : 0
        switch (byte, next) {
        case (0x09, _), (0x0a, _), (0x0c, _), (0x0d, _), (0x20, _):
            return (.blank, end(from: start) { [0x09, 0x0a, 0x0c, 0x0d, 0x20].contains($0) })
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            return (.blank, end(from: start) { $0 != 0x0a })
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
            var index = start + 2
            while index + 1 < bytes.count {
                if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
                    return (.blank, index + 2)
                }
                index += 1
            }
            return (.blank, bytes.count)
        case (UInt8(ascii: "'"), _): return (.text, closing(byte, isDoubled: true))
        case (UInt8(ascii: "x"), UInt8(ascii: "'")), (UInt8(ascii: "X"), UInt8(ascii: "'")):
            return (.text, min(bytes.count, end(from: start + 2) { $0 != UInt8(ascii: "'") } + 1))
        case (UInt8(ascii: "\""), _), (UInt8(ascii: "`"), _):
            return (.word(isQuoted: true), closing(byte, isDoubled: true))
        case (UInt8(ascii: "["), _):
            return (.word(isQuoted: true), closing(UInt8(ascii: "]"), isDoubled: false))
        case (0x30...0x39, _): return (.number, end(from: start, while: isNameByte))
        case _ where isNameByte(byte): return (.word(isQuoted: false), end(from: start, while: isNameByte))
        default: return (.sign(byte), start + 1)
        }
    }

    /// Whether a byte may be in a name without quotation marks.
    package static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0x24, 0x80...0xff: true
        default: false
        }
    }

    /// The first token that is neither blank nor the end of a statement; nil if there is none.
    var firstOfStatement: Token? { tokens.first { $0.kind != .blank && $0.kind != .sign(UInt8(ascii: ";")) } }

    /// The beginning of the first parameter, such as `?`, `?1`, `:name`, `@name` and `$name`; nil if there is none.
    var firstParameter: Token? {
        tokens.first { token in
            token.kind != .blank && token.kind != .text && "?:@$".utf8.contains(bytes[token.range.lowerBound])
        }
    }

    /// The tokens but for blanks: the name that each word stands for, and nil for any other token.
    package var words: [String?] { tokens.filter { $0.kind != .blank }.map { name($0) } }

    /// The names that words stand for, in lower case.
    package var lowercasedNames: Set<String> { Set(tokens.compactMap { name($0)?.lowercased() }) }

    /// Returns the name that a word stands for; nil for any other token.
    package func name(_ token: Token) -> String? {
        guard case .word(let isQuoted) = token.kind else { return nil }
        let text = bytes[token.range]
        guard isQuoted, let mark = text.first else { return String(decoding: text, as: UTF8.self) }
        var inner = Array(text.dropFirst())
        let close = mark == UInt8(ascii: "[") ? UInt8(ascii: "]") : mark
        if inner.last == close { inner.removeLast() }
        guard close == mark else { return String(decoding: inner, as: UTF8.self) }
        // A mark in the name is there twice.
        var isSecond = false
        inner.removeAll { byte in
            defer { isSecond = byte == mark && !isSecond }
            return byte == mark && isSecond
        }
        return String(decoding: inner, as: UTF8.self)
    }
}
