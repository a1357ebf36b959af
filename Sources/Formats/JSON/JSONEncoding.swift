/// The form of Unicode that a JSON text is in: UTF-8 as RFC 8259 demands, or one of those that RFC 4627 permitted and
/// NSJSONSerialization reads.
package enum JSONEncoding: Hashable, Sendable {
    case utf8
    case utf16BigEndian
    case utf16LittleEndian
    case utf32BigEndian
    case utf32LittleEndian

    /// The byte order marks. The one of UTF-16 begins that of UTF-32.
    private static let marks: [(encoding: JSONEncoding, bytes: [UInt8])] = [
        (.utf8, [0xef, 0xbb, 0xbf]), (.utf32BigEndian, [0, 0, 0xfe, 0xff]), (.utf32LittleEndian, [0xff, 0xfe, 0, 0]),
        (.utf16BigEndian, [0xfe, 0xff]), (.utf16LittleEndian, [0xff, 0xfe]),
    ]

    /// The form's name, for display.
    package var title: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16BigEndian: "UTF-16, big-endian"
        case .utf16LittleEndian: "UTF-16, little-endian"
        case .utf32BigEndian: "UTF-32, big-endian"
        case .utf32LittleEndian: "UTF-32, little-endian"
        }
    }

    /// Determines the form from a byte order mark, or from where NUL bytes are among the first four, since a text begins with
    /// two characters of ASCII. Source: RFC 4627, section 3.
    package init(_ bytes: [UInt8]) {
        // Most texts are in UTF-8.
        guard let first = bytes.first, first == 0 || first >= 0xfe || bytes.count > 1 && bytes[1] == 0 else {
            self = .utf8
            return
        }
        if let found = Self.marks.first(where: { bytes.starts(with: $0.bytes) }) {
            self = found.encoding
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

    /// Returns whether bytes begin as an array or an object does, behind a byte order mark and blanks.
    package static func beginsGroup(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return false }
        // Most values are examined no further.
        guard first == 0 || first >= 0xfe || bytes.count > 1 && bytes[1] == 0 else {
            return beginsGroup(bytes[(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)...])
        }
        let encoding = JSONEncoding(bytes)
        guard encoding != .utf8 else { return beginsGroup(bytes[...]) }
        let text = encoding.utf8(Array(bytes.prefix(1_024)))
        // Other data may have the same bytes at its beginning.
        return beginsGroup(text[...]) && text.allSatisfy { $0 >= 0x20 || isBlank($0) }
    }

    private static func beginsGroup(_ text: ArraySlice<UInt8>) -> Bool {
        let first = text.first { !isBlank($0) }
        return first == 0x7b || first == 0x5b
    }

    /// Whether a byte is white space in JSON (RFC 8259, section 2).
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    /// Returns a text as UTF-8, without a byte order mark unless it is in UTF-8. Lone surrogates, and numbers that are no
    /// scalars, become U+FFFD, as does a unit that is cut off.
    package func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        switch self {
        case .utf8: return bytes
        case .utf16BigEndian, .utf16LittleEndian:
            var units = self == .utf16BigEndian ? bytes.bigEndianUnits : bytes.littleEndianUnits
            if bytes.count % 2 == 1 { units.append(0xfffd) }
            text = Array(String(decoding: units, as: UTF16.self).utf8)
        case .utf32BigEndian, .utf32LittleEndian:
            let units = bytes[...].scalars(isBigEndian: self == .utf32BigEndian)
            for unit in units { text.append(utf8Of: unit) }
            if !bytes.count.isMultiple(of: 4) { text.append(utf8Of: 0xfffd) }
        }
        return text.starts(with: [0xef, 0xbb, 0xbf]) ? Array(text.dropFirst(3)) : text
    }

    /// Returns a text in the form, with a byte order mark if another text has one.
    /// - Parameters:
    ///   - text: The text in UTF-8.
    ///   - original: The other text, in the form.
    func bytes(ofUTF8 text: [UInt8], like original: [UInt8]) -> [UInt8] {
        guard self != .utf8 else { return text }
        let text = String(decoding: text, as: UTF8.self)
        let mark = Self.marks.first { $0.encoding == self }?.bytes ?? []
        var bytes = original.starts(with: mark) ? mark : []
        switch self {
        case .utf8: break
        case .utf16BigEndian: bytes += TextEncoding.utf16BigEndian.bytes(of: text) ?? []
        case .utf16LittleEndian: bytes += TextEncoding.utf16LittleEndian.bytes(of: text) ?? []
        case .utf32BigEndian: bytes += TextEncoding.utf32BigEndian.bytes(of: text) ?? []
        case .utf32LittleEndian: bytes += TextEncoding.utf32LittleEndian.bytes(of: text) ?? []
        }
        return bytes
    }
}
