/// The program's output in locales that are not UTF-8.
package enum PlainText {
    /// Returns a text in ASCII: the program's own characters as their stand-ins (see `Glyphs.ascii`), any other
    /// character as a `?` for each cell. Line ends and other control characters stay.
    package static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var plain = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                plain.unicodeScalars.append(scalar)
            } else if let standIn = standIns[scalar] {
                plain += standIn
            } else {
                switch CharacterWidth.of(scalar) {
                case .zero: break
                case .narrow, .notShown: plain += "?"
                case .wide: plain += "??"
                }
            }
        }
        return plain
    }

    private static let standIns: [Unicode.Scalar: String] = {
        let glyphs = zip(Glyphs.unicode.all, Glyphs.ascii.all).map { ($0, String($1)) }
        let words: [(Unicode.Scalar, String)] = [
            ("…", "..."), ("≥", ">="), ("“", "\""), ("”", "\""), ("’", "'"), ("–", "-"), ("—", "-"), ("→", "->"),
            ("×", "x"),
        ]
        // A line of text has room for more than one character, unlike a cell.
        return Dictionary(glyphs + words) { $1 }
    }()
}
