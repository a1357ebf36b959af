/// The language of a text that begins with a bracket, judging by what follows it.
enum TextLanguage: String {
    case json
    /// A property list in the old style: `{ key = value; }`.
    case plist

    /// Determines the language; nil for any other, such as a template or an .ini file with `[section]`.
    /// - Parameter text: The beginning of the text, in UTF-8.
    init?(_ text: [UInt8]) {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        var rest = (text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]).withoutBlanks
        let bracket = rest.popFirst()
        rest = rest.withoutBlanks
        // Nothing more is known of a text that ends there.
        guard let next = rest.first else {
            self = .json
            return
        }
        switch (bracket, next) {
        case (0x5b, _):
            guard "{[]\"-0123456789".utf8.contains(next) || Self.words.contains(where: { rest.starts(with: $0.utf8) })
            else { return nil }
            self = .json
        case (0x7b, 0x7d): self = .json
        case (0x7b, 0x22):
            guard let end = Self.end(ofString: rest), let sign = rest[end...].withoutBlanks.first else {
                self = .json
                return
            }
            guard sign == 0x3a || sign == 0x3d else { return nil }
            self = sign == 0x3a ? .json : .plist
        case (0x7b, _):
            let name = rest.prefix(while: Self.isPartOfName)
            guard !name.isEmpty, rest[name.endIndex...].withoutBlanks.first == 0x3d else { return nil }
            self = .plist
        default: return nil
        }
    }

    private static let words = ["true", "false", "null"]

    /// Returns the index behind a string in quotation marks; nil if its end is not known.
    private static func end(ofString text: ArraySlice<UInt8>) -> Int? {
        var index = text.startIndex + 1
        while index < text.endIndex, text[index] != 0x22 { index += text[index] == 0x5c ? 2 : 1 }
        return index < text.endIndex ? index + 1 : nil
    }

    /// Whether a byte may be part of a key without quotation marks.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "_$./-:".utf8.contains(byte)
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes from the first one that is not blank.
    fileprivate var withoutBlanks: ArraySlice<UInt8> { drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) } }
}
