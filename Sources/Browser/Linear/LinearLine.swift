/// A line that the user has entered where a command is expected, by its form.
///
/// | line | meaning |
/// |---|---|
/// | nothing | more lines |
/// | `7` | the item or answer with this number; the chosen item again: opens it |
/// | `7 export` | chooses the item, then performs the command on it |
/// | `..` | up, or back |
/// | `?` | the actions |
/// | `/text` | filters, or searches |
/// | anything else | a command: the name of an action, its key, or words that find it |
enum LinearLine: Hashable, Sendable {
    case more
    /// - Parameter command: What is done with the item then; empty for nothing else.
    case number(Int, command: String)
    case up
    case help
    case filter(String)
    case command(String)

    /// The most digits of a number: no listing is longer.
    private static let maxDigits = 9

    init(_ text: String) {
        let words = Self.trimmed(text[...])
        switch words {
        case "": self = .more
        case "..": self = .up
        case "?": self = .help
        default:
            if words.first == "/" {
                self = .filter(String(words.dropFirst()))
            } else {
                self = Self.numbered(words) ?? .command(String(words))
            }
        }
    }

    /// Returns a number and what follows it after a blank; nil for anything else.
    private static func numbered(_ words: Substring) -> LinearLine? {
        let digits = words.prefix { ("0"..."9").contains($0) }
        let rest = words[digits.endIndex...]
        guard !digits.isEmpty, digits.count <= maxDigits, rest.isEmpty || rest.first == " ",
            let number = Int(digits)
        else { return nil }
        return .number(number, command: String(trimmed(rest)))
    }

    /// Returns a text without the blanks around it.
    static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
