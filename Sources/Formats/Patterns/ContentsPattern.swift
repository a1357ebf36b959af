/// The pattern to find in contents: a text or a regular expression.
package struct ContentsPattern: Sendable {
    /// How upper and lower case are distinguished.
    package enum CaseSensitivity: Hashable, Sendable, CaseIterable {
        /// They are if the pattern has capital letters.
        case smart
        case ignored
        case respected
    }

    /// How a text may be written, apart from UTF-8, which is always looked for.
    package enum Encoding: String, Hashable, Sendable, CaseIterable {
        /// UTF-16 in either order of bytes.
        case utf16
        /// Base64 of a longer text or of other data that contain the text, in the standard or the URL-safe alphabet.
        case base64
    }

    /// Why a pattern cannot be used.
    package struct Mistake: Error, Hashable, Sendable {
        /// The reason as a sentence without a full stop.
        package let message: String
    }

    /// Whether it may match the displayed form of a value that is not text: a number, a date, a UUID.
    package let mayMatchNumbers: Bool
    /// Whether it may match non-ASCII characters.
    package let mayMatchBeyondASCII: Bool
    /// Whether it names the byte order mark, which otherwise does not count as a part of a text.
    private let namesMark: Bool
    /// The byte sequences that are looked for; empty for an expression.
    let needles: [Needle]
    let expression: RegularExpression?

    /// A text in an encoding.
    struct Needle: Sendable {
        let bytes: BytePattern
        /// nil for UTF-8.
        let encoding: Encoding?
    }

    /// A pattern that matches nothing, for contents that are visited as a whole.
    package static let nothing = ContentsPattern()

    private init() {
        mayMatchNumbers = true
        mayMatchBeyondASCII = true
        namesMark = false
        needles = []
        expression = nil
    }

    /// Creates a pattern.
    /// - Parameters:
    ///   - isExpression: Whether the text is a regular expression.
    ///   - matchesWords: Whether a match has no letter, digit or underscore beside it.
    ///   - encodings: How the text may be written, apart from UTF-8.
    package init(
        _ text: String,
        isExpression: Bool = false,
        caseSensitivity: CaseSensitivity = .smart,
        matchesWords: Bool = false,
        encodings: Set<Encoding> = []
    ) throws(Mistake) {
        guard !text.isEmpty else { throw Mistake(message: "there is nothing to search for") }
        guard text.utf8.count <= BytePattern.longest else {
            throw Mistake(message: "the pattern is longer than \(BytePattern.longest) bytes")
        }
        guard caseSensitivity != .ignored || !encodings.contains(.base64) || !text.contains(where: \.isLetter) else {
            throw Mistake(message: "base64 encodes a text as it is written, so its case cannot be ignored")
        }
        mayMatchNumbers = isExpression || text.utf8.allSatisfy { Self.numberBytes.contains($0) }
        let ignoresCase =
            switch caseSensitivity {
            case .smart: !Self.hasCapitals(text, isExpression: isExpression)
            case .ignored: true
            case .respected: false
            }
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        mayMatchBeyondASCII = isExpression || matchesWords || !isPlain
        namesMark = text.unicodeScalars.contains("\u{feff}") || isExpression && text.lowercased().contains("feff")
        // Only PCRE2 knows the case of non-ASCII letters.
        guard !isExpression, !matchesWords, isPlain || !ignoresCase else {
            guard encodings.isEmpty else {
                throw Mistake(
                    message:
                        "only the bytes of a text are looked for in other encodings, not expressions, words or letters outside ASCII in either case"
                )
            }
            expression = try Self.expression(
                text, isExpression: isExpression, matchesWords: matchesWords, ignoresCase: ignoresCase)
            needles = []
            return
        }
        expression = nil
        needles = try Self.needles(for: text, ignoresCase: ignoresCase, encodings)
    }

    /// Creates a pattern of bytes that are no text in UTF-8. They are looked for as they are.
    package init(bytes: [UInt8]) throws(Mistake) {
        guard let needle = BytePattern(bytes) else {
            throw Mistake(message: "the pattern is longer than \(BytePattern.longest) bytes")
        }
        mayMatchNumbers = false
        // A text in another encoding is not converted for it.
        mayMatchBeyondASCII = false
        namesMark = bytes.starts(with: TextEncoding.utf8.byteOrderMark)
        needles = [Needle(bytes: needle, encoding: nil)]
        expression = nil
    }

    /// Whether it is looked for in UTF-16, too, in bytes that are no text.
    package var readsUTF16: Bool { needles.contains { $0.encoding == .utf16 } }

    /// Returns the length of the byte order mark at the beginning of a text in UTF-8, which does not belong to the text;
    /// 0 if there is none, or if the pattern names it.
    package func markLength(of text: UnsafeRawBufferPointer) -> Int {
        // Few texts have one.
        guard text.first == 0xef, !namesMark else { return 0 }
        let mark = TextEncoding.utf8.byteOrderMark
        return text.starts(with: mark) ? mark.count : 0
    }

    private static func expression(
        _ text: String, isExpression: Bool, matchesWords: Bool, ignoresCase: Bool
    ) throws(Mistake) -> RegularExpression {
        let (before, after) = matchesWords ? ("(?<!\\w)(?:", ")(?!\\w)") : ("", "")
        do throws(RegularExpression.Mistake) {
            return try RegularExpression(
                before + (isExpression ? text : escaped(text)) + after, ignoringCase: ignoresCase)
        } catch {
            // Counted in characters of the text as written.
            let offset = min(max(0, error.offset - before.utf8.count), text.utf8.count)
            let character = String(decoding: text.utf8.prefix(offset), as: UTF8.self).count
            throw Mistake(message: "the regular expression is invalid at character \(character + 1): \(error.message)")
        }
    }

    private static func needles(
        for text: String, ignoresCase: Bool, _ encodings: Set<Encoding>
    ) throws(Mistake) -> [Needle] {
        var found: [([UInt8], Encoding?, Bool)] = [(Array(text.utf8), nil, ignoresCase)]
        if encodings.contains(.utf16) {
            found.append((text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }, .utf16, ignoresCase))
            found.append((text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }, .utf16, ignoresCase))
        }
        if encodings.contains(.base64) {
            let parts = Base64Parts(of: Array(text.utf8))
            guard !parts.all.isEmpty else {
                throw Mistake(
                    message: "fewer than \(Base64Parts.minBytes) bytes cannot be recognized in base64")
            }
            found += parts.all.map { ($0, .base64, false) }
        }
        return found.compactMap { bytes, encoding, ignoresCase in
            BytePattern(bytes, ignoringCase: ignoresCase).map { Needle(bytes: $0, encoding: encoding) }
        }
    }

    /// Whether the pattern has capital letters, not counting escapes such as `\W` and `\p{Lu}`.
    private static func hasCapitals(_ text: String, isExpression: Bool) -> Bool {
        guard isExpression else { return text.contains(where: \.isUppercase) }
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "\\" {
                let escape = rest.popFirst()
                if escape == "p" || escape == "P", rest.first == "{", let end = rest.firstIndex(of: "}") {
                    rest = rest[end...]
                }
            } else if character.isUppercase {
                return true
            }
        }
        return false
    }

    /// Returns an expression that matches just a text.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            if character.isASCII, !character.properties.isAlphabetic, !("0"..."9").contains(character) {
                result += "\\"
            }
            result.unicodeScalars.append(character)
        }
        return result
    }

    private static let numberBytes = Set("0123456789abcdefABCDEF.:+- infINFxX".utf8)
}
