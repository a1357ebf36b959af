/// The facts about a PDF document that need no decompression: its version, and from the trailer its title, its author
/// and the number of its pages (ISO 32000-1, 7.5 "File structure").
package struct PDFSummary: Hashable, Sendable {
    /// The version in the header: "1.4".
    package let version: String
    /// The number of pages; nil if it is in a compressed object.
    package private(set) var pages: Int?
    /// The title; nil if there is none, or if it is compressed or encrypted.
    package private(set) var title: String?
    /// The author, by the same measure.
    package private(set) var author: String?
    /// Whether the strings and streams in it are encrypted.
    package private(set) var isEncrypted = false

    /// The bytes that PDF documents begin with.
    package static let magic = Array("%PDF-".utf8)

    /// The maximum number of bytes read of an object, and of the end of the file.
    private static let window = 4_096
    /// The maximum number of updates that are followed from the last one back.
    private static let maxSections = 64
    /// The maximum number of characters of a text.
    private static let maxText = 1_024

    /// A part of the cross-reference table: entries of 20 bytes for consecutive object numbers.
    private struct Section {
        let first: Int
        let count: Int
        let offset: UInt64
    }

    /// Reads the facts about a document.
    /// - Parameters:
    ///   - size: The size of the file in bytes.
    ///   - read: Returns bytes of the file from an offset; fewer at its end.
    /// - Returns: nil if the file does not begin as a PDF document.
    package init?(size: UInt64, read: (_ offset: UInt64, _ count: Int) -> [UInt8]) {
        let head = read(0, 16)
        guard head.starts(with: Self.magic) else { return nil }
        let digits = head.dropFirst(Self.magic.count).prefix { (0x30...0x39).contains($0) || $0 == 0x2e }
        version = String(decoding: digits, as: UTF8.self)

        let start = size > UInt64(Self.window) ? size - UInt64(Self.window) : 0
        let tail = read(start, Self.window)
        guard let place = tail.lastRange(of: Array("startxref".utf8)) else { return }
        var parser = PDFParser(Array(tail[place.upperBound...]))
        var next: Int? = parser.integer()
        var sections: [Section] = []
        var trailers: [[String: PDFParser.Value]] = []
        var visited: Set<Int> = []
        while let offset = next, offset >= 0, visited.insert(offset).inserted, visited.count <= Self.maxSections {
            next = nil
            guard let trailer = Self.table(at: UInt64(offset), read, &sections) else { continue }
            trailers.append(trailer)
            if case .integer(let previous)? = trailer["Prev"] { next = previous }
        }
        func value(_ key: String) -> PDFParser.Value? { trailers.lazy.compactMap { $0[key] }.first }
        func object(_ reference: PDFParser.Value?) -> [String: PDFParser.Value]? {
            if case .dictionary(let entries)? = reference { return entries }
            guard case .reference(let number)? = reference,
                let section = sections.first(where: { number >= $0.first && number - $0.first < $0.count })
            else { return nil }
            let entry = read(section.offset + UInt64(number - section.first) * 20, 20)
            guard entry.count == 20, entry[17] == UInt8(ascii: "n"),
                let offset = UInt64(String(decoding: entry.prefix(10), as: UTF8.self))
            else { return nil }
            var parser = PDFParser(read(offset, Self.window))
            guard parser.integer() == number, parser.integer() != nil, parser.skip("obj") else { return nil }
            guard case .dictionary(let entries)? = parser.value() else { return nil }
            return entries
        }
        isEncrypted = value("Encrypt") != nil
        if let catalog = object(value("Root")), let tree = object(catalog["Pages"]),
            case .integer(let count)? = tree["Count"], count >= 0
        {
            pages = count
        }
        guard !isEncrypted, let information = object(value("Info")) else { return }
        title = Self.text(information["Title"])
        author = Self.text(information["Author"])
    }

    /// Reads a cross-reference table.
    /// - Returns: Its trailer; nil if it is compressed or damaged.
    private static func table(
        at offset: UInt64, _ read: (UInt64, Int) -> [UInt8], _ sections: inout [Section]
    ) -> [String: PDFParser.Value]? {
        var place = offset
        var parser = PDFParser(read(place, window))
        guard parser.skip("xref") else { return nil }
        for _ in 0..<maxSections {
            guard let first = parser.integer() else { break }
            guard let count = parser.integer(), first >= 0, count >= 0, count <= 1 << 40 else { return nil }
            parser.skipBlanks()
            let entries = place + UInt64(parser.position)
            sections.append(Section(first: first, count: count, offset: entries))
            place = entries + UInt64(count) * 20
            parser = PDFParser(read(place, window))
        }
        guard parser.skip("trailer"), case .dictionary(let trailer)? = parser.value() else { return nil }
        return trailer
    }

    /// Returns a text string (ISO 32000-1, 7.9.2.2); nil for an empty one.
    private static func text(_ value: PDFParser.Value?) -> String? {
        guard case .string(let bytes)? = value else { return nil }
        let words = PDFEncoding.text(bytes).split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(maxText)
        return words.isEmpty ? nil : String(words)
    }
}

extension [UInt8] {
    /// Returns the last place of some bytes.
    fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
        guard count >= bytes.count else { return nil }
        return (0...count - bytes.count).last { self[$0...].starts(with: bytes) }.map { $0..<$0 + bytes.count }
    }
}
