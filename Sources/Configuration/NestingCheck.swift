/// Finds input that the TOML library cannot handle, before the library sees it.
///
/// The library recurses for every segment of a dotted key, without a limit. It also assumes, unchecked in release
/// builds, that a table's bracket is followed by a name.
///
/// This is not a parser. It recognizes strings and comments (TOML 1.0.0, "String", "Comment"), and in the rest counts
/// the dots of a key and open brackets. All other invalid TOML is left to the parser.
struct NestingCheck {
    /// A problem and its line, from 1.
    struct Finding {
        let line: Int
        let message: String
    }

    /// The maximum number of segments of a key, and of nested brackets. Settings and themes need two.
    static let limit = 16

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var brackets = 0
    private var dots = 0
    /// Whether the line has only had blanks so far.
    private var isAtStart = true

    /// Returns the first problem, or nil if the parser can handle the text.
    static func finding(in text: String) -> Finding? {
        var check = NestingCheck(bytes: Array(text.utf8))
        return check.finding()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func finding() -> Finding? {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte)
            case UInt8(ascii: "#"): skipComment()
            default:
                if byte == UInt8(ascii: "["), isAtStart, brackets == 0, !hasTableName {
                    return Finding(line: line, message: "A table's name must follow its bracket.")
                }
                if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { isAtStart = Self.endsLine(byte) }
                scan(byte)
                index += 1
            }
            if dots >= Self.limit || brackets > Self.limit {
                return Finding(
                    line: line,
                    message:
                        "Keys and brackets are nested deeper than \(Self.limit) levels. Nothing needs more than two.")
            }
        }
        return nil
    }

    /// Whether a name follows the bracket, or the two brackets, of the table header that begins here.
    private var hasTableName: Bool {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = bytes[(index + 1)...].drop(while: isBlank)
        if rest.first == UInt8(ascii: "[") { rest = rest.dropFirst().drop(while: isBlank) }
        guard let first = rest.first else { return false }
        switch first {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            return true
        default: return false
        }
    }

    private mutating func scan(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "."): dots += 1
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            brackets += 1
            dots = 0
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            brackets = max(0, brackets - 1)
            dots = 0
        case UInt8(ascii: "="), UInt8(ascii: ","): dots = 0
        case _ where Self.endsLine(byte):
            if byte == UInt8(ascii: "\n") { line += 1 }
            dots = 0
        default: break
        }
    }

    private mutating func skipComment() {
        while index < bytes.count, !Self.endsLine(bytes[index]) { index += 1 }
    }

    /// Skips the string that begins here, of any of the four kinds.
    private mutating func skipString(_ quote: UInt8) {
        isAtStart = false
        let isMultiLine = bytes[index...].starts(with: [quote, quote, quote])
        index += isMultiLine ? 3 : 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == quote {
                guard isMultiLine else {
                    index += 1
                    return
                }
                let quotes = bytes[index...].prefix { $0 == quote }.count
                // Up to two quotes may come directly before the closing three.
                index += min(quotes, 5)
                if quotes >= 3 { return }
                continue
            }
            // Unterminated: the parser reports it.
            if !isMultiLine, Self.endsLine(byte) { return }
            if byte == UInt8(ascii: "\n") { line += 1 }
            index += quote == UInt8(ascii: "\"") && byte == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    /// Line feeds, and anything a lenient parser might accept as one.
    private static func endsLine(_ byte: UInt8) -> Bool { (0x0a...0x0d).contains(byte) }
}
