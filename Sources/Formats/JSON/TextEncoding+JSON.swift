/// The form of Unicode that a JSON text is in: UTF-8 as RFC 8259 demands, or one of those of UTF-16 and UTF-32 that RFC
/// 4627 permitted and NSJSONSerialization reads.
extension TextEncoding {
    /// Determines the form from a byte order mark, or from where NUL bytes are among the first four, since a text begins with
    /// two characters of ASCII. Source: RFC 4627, section 3.
    package init(ofJSON bytes: [UInt8]) {
        // Most texts are in UTF-8.
        guard let first = bytes.first, first == 0 || first >= 0xfe || bytes.count > 1 && bytes[1] == 0 else {
            self = .utf8
            return
        }
        if let found = Self.marked.first(where: { bytes.starts(with: $0.byteOrderMark) }) {
            self = found
            return
        }
        switch bytes.prefix(4).map({ $0 == 0 }) {
        case [true, true, true, false]: self = .utf32BigEndian
        case [false, true, true, true]: self = .utf32LittleEndian
        case [true, false, true, false], [true, false]: self = .utf16BigEndian
        case [false, true, false, true], [false, true]: self = .utf16LittleEndian
        default: self = .utf8
        }
    }

    /// Returns whether bytes begin as an array or an object of JSON does, behind a byte order mark and blanks.
    package static func beginsJSONGroup(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return false }
        // Most values are examined no further.
        guard first == 0 || first >= 0xfe || bytes.count > 1 && bytes[1] == 0 else {
            return beginsGroup(bytes[(bytes.starts(with: Self.utf8.byteOrderMark) ? 3 : 0)...])
        }
        let encoding = TextEncoding(ofJSON: bytes)
        guard encoding != .utf8 else { return beginsGroup(bytes[...]) }
        let text = encoding.utf8(ofJSON: Array(bytes.prefix(1_024)))
        // Other data may have the same bytes at its beginning.
        return beginsGroup(text[...]) && text.allSatisfy { $0 >= 0x20 || $0.isXMLSpace }
    }

    private static func beginsGroup(_ text: ArraySlice<UInt8>) -> Bool {
        let first = text.first { !$0.isXMLSpace }
        return first == 0x7b || first == 0x5b
    }

    /// Returns a JSON text as UTF-8, without a byte order mark unless it is in UTF-8. Lone surrogates, and numbers that are no
    /// scalars, become U+FFFD, as does a unit that is cut off.
    package func utf8(ofJSON bytes: [UInt8]) -> [UInt8] {
        guard unit > 1 else { return bytes }
        var text = utf8(ofUnits: bytes[...])
        if !bytes.count.isMultiple(of: unit) { text.append(utf8Of: 0xfffd) }
        let mark = Self.utf8.byteOrderMark
        return text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
    }

    /// Returns a JSON text in the encoding, with a byte order mark if another text has one.
    /// - Parameters:
    ///   - text: The text in UTF-8.
    ///   - original: The other text, in the encoding.
    func bytes(ofJSON text: [UInt8], like original: [UInt8]) -> [UInt8] {
        guard unit > 1 else { return text }
        let mark = byteOrderMark
        return (original.starts(with: mark) ? mark : []) + (bytes(of: String(decoding: text, as: UTF8.self)) ?? [])
    }
}
