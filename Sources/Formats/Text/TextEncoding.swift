/// The character encoding of a text.
package enum TextEncoding: Hashable, Sendable, CaseIterable {
    case ascii
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    case utf32LittleEndian
    case utf32BigEndian
    /// ISO 8859-1, which represents all single-byte encodings, since they cannot be distinguished.
    case latin1
    /// Windows code page 1252: Latin 1 with quotation marks, dashes and letters in 0x80…0x9f.
    case windows1252
    /// Shift-JIS as Windows has it, code page 932.
    case shiftJIS
    /// EUC-KR with all syllables, code page 949.
    case eucKR
    /// GB18030, which GBK and GB 2312 are parts of.
    case gb18030
    case big5

    /// The encoding's name, for display.
    package var title: String {
        switch self {
        case .ascii: "ASCII"
        case .utf8: "UTF-8"
        case .utf16LittleEndian: "UTF-16, little-endian"
        case .utf16BigEndian: "UTF-16, big-endian"
        case .utf32LittleEndian: "UTF-32, little-endian"
        case .utf32BigEndian: "UTF-32, big-endian"
        case .latin1: "Latin 1"
        case .windows1252: "Windows-1252"
        case .shiftJIS: "Shift-JIS (CP932)"
        case .eucKR: "EUC-KR (CP949)"
        case .gb18030: "GB18030"
        case .big5: "Big5"
        }
    }

    /// The names by which a person chooses the encoding, the usual one first; case, hyphens and underscores do not matter.
    package var names: [String] {
        switch self {
        case .ascii: ["ascii", "us-ascii"]
        case .utf8: ["utf-8"]
        case .utf16LittleEndian: ["utf-16le"]
        case .utf16BigEndian: ["utf-16be"]
        case .utf32LittleEndian: ["utf-32le"]
        case .utf32BigEndian: ["utf-32be"]
        case .latin1: ["latin1", "latin-1", "iso-8859-1"]
        case .windows1252: ["windows-1252", "cp1252"]
        case .shiftJIS: ["shift-jis", "sjis", "cp932", "windows-31j", "ms932"]
        case .eucKR: ["euc-kr", "cp949", "uhc", "ks-c-5601-1987"]
        case .gb18030: ["gb18030", "gbk", "gb2312", "cp936"]
        case .big5: ["big5"]
        }
    }

    /// - Parameter name: One of the names of an encoding.
    /// - Returns: nil if no encoding has the name.
    package init?(named name: String) {
        let plain = Self.plain(name)
        guard let found = Self.allCases.first(where: { $0.names.contains { Self.plain($0) == plain } }) else {
            return nil
        }
        self = found
    }

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

    /// Whether it encodes all of Unicode by a standard form, which the bytes tell.
    package var isUnicode: Bool {
        switch self {
        case .ascii, .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian: true
        case .latin1, .windows1252, .shiftJIS, .eucKR, .gb18030, .big5: false
        }
    }

    /// Whether a byte below 0x80 may be a part of another character than that of ASCII.
    package var reusesASCII: Bool {
        switch self {
        case .ascii, .utf8, .latin1, .windows1252: false
        case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian: true
        case .shiftJIS, .eucKR, .gb18030, .big5: true
        }
    }

    /// The number of bytes that every character is a multiple of.
    package var unit: Int {
        switch self {
        case .utf16LittleEndian, .utf16BigEndian: 2
        case .utf32LittleEndian, .utf32BigEndian: 4
        case .ascii, .utf8, .latin1, .windows1252, .shiftJIS, .eucKR, .gb18030, .big5: 1
        }
    }

    /// The bytes that a character of ASCII takes in the encoding.
    package func unit(of character: UInt8) -> [UInt8] {
        let filling = [UInt8](repeating: 0, count: unit - 1)
        switch self {
        case .utf16BigEndian, .utf32BigEndian: return filling + [character]
        default: return [character] + filling
        }
    }

    /// The bytes that may begin a text in the encoding without belonging to it; none for most encodings.
    var byteOrderMark: [UInt8] {
        switch self {
        case .utf8: [0xef, 0xbb, 0xbf]
        case .utf16LittleEndian: [0xff, 0xfe]
        case .utf16BigEndian: [0xfe, 0xff]
        case .utf32LittleEndian: [0xff, 0xfe, 0, 0]
        case .utf32BigEndian: [0, 0, 0xfe, 0xff]
        case .ascii, .latin1, .windows1252, .shiftJIS, .eucKR, .gb18030, .big5: []
        }
    }

    /// The encodings that a byte order mark tells from all others. The one of UTF-16 begins that of UTF-32.
    static let marked: [TextEncoding] = [.utf32LittleEndian, .utf32BigEndian, .utf16LittleEndian, .utf16BigEndian]

    /// Returns a text in a form of Unicode with units of several bytes as UTF-8; bytes of another encoding stay as they are.
    /// A unit that is cut off is left out.
    func utf8(ofUnits text: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .utf16LittleEndian, .utf16BigEndian:
            let units = self == .utf16BigEndian ? text.bigEndianUnits : text.littleEndianUnits
            return Array(String(decoding: units, as: UTF16.self).utf8)
        case .utf32LittleEndian, .utf32BigEndian:
            var result: [UInt8] = []
            result.reserveCapacity(text.count / 4)
            for scalar in text.scalars(isBigEndian: self == .utf32BigEndian) { result.append(utf8Of: scalar) }
            return result
        case .ascii, .utf8, .latin1, .windows1252, .shiftJIS, .eucKR, .gb18030, .big5: return Array(text)
        }
    }

    /// Returns a text as bytes of the encoding, without a byte order mark; nil if it cannot be written in it.
    package func bytes(of text: String) -> [UInt8]? {
        switch self {
        case .ascii: return text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
        case .utf8: return Array(text.utf8)
        case .utf16LittleEndian: return text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        case .utf32LittleEndian, .utf32BigEndian:
            var bytes: [UInt8] = []
            for scalar in text.unicodeScalars {
                let unit = self == .utf32BigEndian ? scalar.value : scalar.value.byteSwapped
                bytes.append(bigEndian: UInt64(unit), size: 4)
            }
            return bytes
        case .latin1, .windows1252:
            let bytes = text.unicodeScalars.compactMap {
                self == .latin1 ? UInt8(exactly: $0.value) : Windows1252.byte($0.value)
            }
            return bytes.count == text.unicodeScalars.count ? bytes : nil
        case .shiftJIS, .eucKR, .gb18030, .big5: return MultibyteDecoder(self)?.bytes(of: text)
        }
    }
}
