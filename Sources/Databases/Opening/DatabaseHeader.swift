/// The facts in the first 100 bytes of a database. Format: sqlite.org/fileformat2.html, section 1.3.
package struct DatabaseHeader: Hashable, Sendable {
    /// The encoding of all text in a database.
    package enum Encoding: UInt32, Hashable, Sendable {
        case utf8 = 1
        case utf16LittleEndian = 2
        case utf16BigEndian = 3
    }

    /// The size of a page in bytes, a power of two from 512 to 65,536.
    package let pageSize: Int
    /// Whether changes go to a write-ahead log.
    package let usesLog: Bool
    /// The encoding of all text.
    package let encoding: Encoding
    /// The number of pages according to the header; nil if the writer was too old to maintain it.
    package let pageCount: Int?
    /// The schema version that the app assigned (`PRAGMA user_version`).
    package let userVersion: Int32
    /// The kind of file that the app declared (`PRAGMA application_id`); 0 for none.
    package let applicationID: UInt32

    /// The numbers that an app has written, by the names of their pragmas.
    package var declared: [(name: String, value: Int64)] {
        [("user_version", Int64(userVersion)), ("application_id", Int64(applicationID))]
    }

    /// The number of bytes of a header.
    package static let length = 100

    /// The first bytes of every database that is not encrypted.
    package static let magic = Array("SQLite format 3\0".utf8)

    /// Reads a header; nil if it is not one of a database.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.length, bytes.starts(with: Self.magic) else { return nil }
        let size = bytes.number(at: 16, size: 2)
        pageSize = size == 1 ? 65_536 : Int(size)
        guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return nil }
        usesLog = bytes[18] == 2 || bytes[19] == 2
        // Section 1.3.4: these fractions are fixed.
        guard bytes[21...23].elementsEqual([64, 32, 32]) else { return nil }
        // A new database has no encoding yet.
        encoding = Encoding(rawValue: bytes.number(at: 56, size: 4)) ?? .utf8
        let isMaintained = bytes.number(at: 24, size: 4) == bytes.number(at: 92, size: 4)
        let count = Int(bytes.number(at: 28, size: 4))
        pageCount = isMaintained && count > 0 ? count : nil
        userVersion = Int32(bitPattern: bytes.number(at: 60, size: 4))
        applicationID = bytes.number(at: 68, size: 4)
    }
}

extension DatabaseHeader {
    /// Returns how a header differs from all versions of the format that SQLite reads; nil if it does not.
    ///
    /// Source: sections 1.3.3 "File format version numbers" and 1.3.10 "Schema format number".
    static func unsupported(_ bytes: [UInt8]) -> String? {
        let (version, schema, encoding) = (
            bytes.number(at: 19, size: 1), bytes.number(at: 44, size: 4), bytes.number(at: 56, size: 4)
        )
        if version > 2 { return "read version \(version); up to 2 is supported" }
        if schema > 4 { return "schema format \(schema); up to 4 is supported" }
        return encoding > 3 ? "text encoding \(encoding); up to 3 is supported" : nil
    }
}

extension [UInt8] {
    /// The big-endian number in `size` bytes, at most 4, at `offset`; bytes beyond the end count as 0.
    func number(at offset: Int, size: Int) -> UInt32 {
        (offset..<offset + size).reduce(0) { $0 << 8 | ($1 < count ? UInt32(self[$1]) : 0) }
    }

    /// Returns the number of one to nine bytes at `offset`, which moves behind it; bytes beyond the end are left out.
    /// Format: sqlite.org/fileformat2.html, section 1.6.
    func variableLengthNumber(at offset: inout Int) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<9 where offset < count {
            let byte = self[offset]
            offset += 1
            guard index < 8 else { return number << 8 | UInt64(byte) }
            number = number << 7 | UInt64(byte & 0x7f)
            if byte < 0x80 { break }
        }
        return number
    }
}
