/// The type of a file, determined from its first bytes.
package struct FileSignature: Hashable, Sendable {
    /// The type, for decisions: titles are only displayed.
    package enum Kind: Hashable, Sendable {
        case database, writeAheadLog, writeAheadIndex
        case binaryPropertyList, xml, xmlPropertyList, cookies
        case png, jpeg, gif, heic, webP, ktx, appleTexture
        case mpeg4, riff, wave, mp3
        case pdf
        case zip, tar, gzip, xz, zstandard, bzip2, lzfse
        case machO64, machO32, universalMachO
        case appleDouble
        case text
    }

    /// The type.
    package let kind: Kind
    /// The type's name, for display.
    package let title: String
    /// The words for the type, the most exact first: `sqlite`, `database`.
    package let words: [String]

    /// The number of bytes to read from the start of a file.
    package static let length = 512

    /// Determines the type of a file.
    /// - Parameter head: The first `length` bytes, or all of a shorter file.
    /// - Returns: nil for an empty file and if the type is unknown.
    package init?(_ head: [UInt8]) {
        guard !head.isEmpty else { return nil }
        if let row = Self.table.first(where: { row in
            head.count >= row.offset + row.magic.count && head[row.offset...].starts(with: row.magic)
        }) ?? Self.zstandard(head) {
            kind = row.kind
            title = row.title
            words = row.kind == .xml && Self.isPropertyList(head) ? ["plist"] + row.words : row.words
        } else if Self.isText(head) || TextEncoding(ofJSON: head) != .utf8 && TextEncoding.beginsJSONGroup(head) {
            kind = .text
            title = "text"
            let isJSON = TextEncoding.beginsJSONGroup(head)
            let language = isJSON ? TextLanguage(TextEncoding(ofJSON: head).utf8(ofJSON: head)) : nil
            words = (language.map { [$0.rawValue] } ?? []) + ["text"]
        } else {
            return nil
        }
    }

    /// All words for types.
    package static let allWords: [String] = {
        var words: [String] = []
        for word in table.flatMap(\.words) + ["json", "text"] where !words.contains(word) { words.append(word) }
        return words
    }()

    /// The titles of all types that are known by their first bytes, each with its words.
    package static var all: [(title: String, words: [String])] {
        var kinds: Set<Kind> = []
        // Some types have more than one magic number.
        let rows = table.filter { kinds.insert($0.kind).inserted }
        return rows.map { ($0.title, $0.words) } + [("text", ["text", "json"])]
    }

    private typealias Row = (offset: Int, magic: [UInt8], kind: Kind, title: String, words: [String])

    /// Returns the row of Zstandard if its data are behind skippable frames.
    private static func zstandard(_ head: [UInt8]) -> Row? {
        ZstandardFrames.isRecognized(in: head) ? table.first { $0.kind == .zstandard } : nil
    }

    /// Magic numbers according to the specifications of the formats.
    private static let table: [Row] = [
        (0, Array("SQLite format 3\0".utf8), .database, "SQLite 3 database", ["sqlite", "database"]),
        (0, WriteAheadLogHeader.magics[0], .writeAheadLog, "SQLite write-ahead log", ["wal"]),
        (0, WriteAheadLogHeader.magics[1], .writeAheadLog, "SQLite write-ahead log", ["wal"]),
        (0, WriteAheadLogHeader.indexVersions[0], .writeAheadIndex, "SQLite index of a log", ["shm"]),
        (0, WriteAheadLogHeader.indexVersions[1], .writeAheadIndex, "SQLite index of a log", ["shm"]),
        (0, Array("bplist".utf8), .binaryPropertyList, "property list, binary", ["plist"]),
        (0, Array("<?xml".utf8), .xml, "XML", ["xml", "text"]),
        (0, Array("<!DOCTYPE plist".utf8), .xmlPropertyList, "property list, XML", ["plist", "xml", "text"]),
        (0, Array("cook".utf8), .cookies, "binary cookies", ["cookies"]),
        (0, [0x89] + Array("PNG\r\n".utf8), .png, "PNG image", ["png", "image"]),
        (0, [0xff, 0xd8, 0xff], .jpeg, "JPEG image", ["jpeg", "image"]),
        (0, Array("GIF8".utf8), .gif, "GIF image", ["gif", "image"]),
        (4, Array("ftypheic".utf8), .heic, "HEIC image", ["heic", "image"]),
        (4, Array("ftyp".utf8), .mpeg4, "MPEG-4 media", ["mpeg4", "media"]),
        (0, [0xab] + Array("KTX 11".utf8), .ktx, "KTX texture", ["ktx", "image"]),
        (0, Array("AAPL\r\n".utf8), .appleTexture, "KTX texture, Apple's form", ["ktx", "image"]),
        (0, Array("%PDF-".utf8), .pdf, "PDF document", ["pdf"]),
        (0, Array("PK\u{3}\u{4}".utf8), .zip, "zip archive", ["zip", "archive"]),
        (0, Array("PK\u{5}\u{6}".utf8), .zip, "zip archive", ["zip", "archive"]),
        (257, Array("ustar".utf8), .tar, "tar archive", ["tar", "archive"]),
        (0, [0x1f, 0x8b], .gzip, "gzip data", ["gzip", "archive"]),
        (0, XZStreams.magic, .xz, "xz data", ["xz", "archive"]),
        (0, ZstandardFrames.magic, .zstandard, "Zstandard data", ["zstd", "archive"]),
        // Behind `BZh` and a digit, the number of a block: the digits of π.
        (4, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], .bzip2, "bzip2 data", ["bzip2", "archive"]),
        (0, [0xcf, 0xfa, 0xed, 0xfe], .machO64, "Mach-O, 64 bits", ["mach-o"]),
        (0, [0xce, 0xfa, 0xed, 0xfe], .machO32, "Mach-O, 32 bits", ["mach-o"]),
        (0, [0xca, 0xfe, 0xba, 0xbe], .universalMachO, "Mach-O, several architectures", ["mach-o"]),
        (0, [0x00, 0x05, 0x16, 0x07], .appleDouble, "AppleDouble", ["appledouble"]),
        (0, Array("bvx2".utf8), .lzfse, "LZFSE data", ["lzfse", "archive"]),
        (8, Array("WEBP".utf8), .webP, "WebP image", ["webp", "image"]),
        (8, Array("WAVE".utf8), .wave, "WAVE audio", ["wav", "riff", "media"]),
        (0, Array("RIFF".utf8), .riff, "RIFF media", ["riff", "media"]),
        (0, Array("ID3".utf8), .mp3, "MP3 audio", ["mp3", "media"]),
    ]

    /// Returns whether the beginning of an XML file belongs to a property list.
    private static func isPropertyList(_ head: [UInt8]) -> Bool {
        String(decoding: head, as: UTF8.self).contains("<plist")
    }

    /// Returns whether there are no control characters other than white space and escape; UTF-8 is not validated.
    private static func isText(_ head: [UInt8]) -> Bool {
        head.allSatisfy { $0 >= 0x20 && $0 != 0x7f || (0x09...0x0d).contains($0) || $0 == 0x1b }
    }
}
