import Screen

/// Writes HTML in which foreign text can be nothing but text.
enum HTMLText {
    /// Returns a text for the contents of an element or a quoted attribute; characters that control a display are
    /// replaced by what the program shows for them.
    static func escaped(_ text: String) -> String { escaped(DisplayText(text).description.unicodeScalars[...]) }

    private static func escaped(_ scalars: Substring.UnicodeScalarView, isBreakable: Bool = false) -> String {
        var result = ""
        var mayBreak = false
        for scalar in scalars {
            if mayBreak { result += "<wbr>" }
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
            mayBreak = isBreakable && Self.ends.contains(scalar)
        }
        return result
    }

    /// The characters in paths and addresses behind which a line may end.
    private static let ends: Set<Unicode.Scalar> = ["/", ":", ".", "_", "-"]
    /// Longer words of sentences are names.
    private static let longestWord = 20

    /// Returns a path or an address, in which lines may end behind `/ : . _ -` alone.
    static func path(_ text: String) -> String {
        escaped(DisplayText(text).description.unicodeScalars[...], isBreakable: true)
    }

    /// Returns a sentence, in which lines may end between words, and in long names as in paths.
    static func sentence(_ text: String) -> String {
        let words = DisplayText(text).description.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { escaped($0.unicodeScalars, isBreakable: $0.count > longestWord) }.joined(separator: " ")
    }

    /// Returns an element with a sentence.
    static func element(_ name: String, class style: String? = nil, _ text: String) -> String {
        wrapped(name, class: style, sentence(text))
    }

    /// Returns an element with HTML.
    static func wrapped(_ name: String, class style: String? = nil, _ html: String) -> String {
        "<\(name)\(style.map { " class=\"\($0)\"" } ?? "")>\(html)</\(name)>"
    }

    /// Returns a text in which what is between grave accents is code.
    static func withCode(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            index % 2 == 0 ? sentence(String(part)) : wrapped("code", path(String(part)))
        }.joined()
    }

    /// Returns bytes in base64 (RFC 4648, section 4).
    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(3 - group.count) * 8
            for index in 0..<4 {
                let isUsed = index <= group.count
                text.append(isUsed ? alphabet[Int(bits >> UInt32(18 - index * 6) & 63)] : 0x3d)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
