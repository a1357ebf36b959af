/// The contents of a `._name` file next to `name`: Finder information, a resource fork and extended attributes.
///
/// macOS writes these files on file systems without extended attributes, and into zip archives under `__MACOSX`. Stores
/// only byte ranges, not the bytes themselves. Sources: RFC 1740, appendix B; `struct attr_header` in xnu's vfs_xattr.c
/// and in copyfile.c. All numbers are big-endian.
package struct AppleDouble: Hashable, Sendable {
    /// One of the entries listed in the header.
    package struct Entry: Hashable, Sendable {
        /// The kinds of entries; other numbers occur as well.
        package enum Kind {
            /// The resource fork.
            package static let resourceFork: UInt32 = 2
            /// The Finder information, possibly followed by extended attributes.
            package static let finderInfo: UInt32 = 9
        }

        /// The kind of the entry; see `Kind`.
        package let kind: UInt32
        /// The byte range of the entry in the file.
        package let range: Range<Int>
    }

    /// An extended attribute.
    package struct Attribute: Hashable, Sendable {
        /// The attribute's name as on macOS, without the `user.` of Linux, as it is stored: it need not be UTF-8.
        package let rawName: [UInt8]
        /// The byte range of the value in the file.
        package let value: Range<Int>

        /// The attribute's name; invalid UTF-8 is repaired.
        package var name: String { String(decoding: rawName, as: UTF8.self) }
    }

    /// The entries in file order.
    package let entries: [Entry]
    /// The extended attributes in file order; empty if there are none.
    package let attributes: [Attribute]

    private static let magic: UInt64 = 0x0005_1607
    private static let singleMagic: UInt64 = 0x0005_1600
    private static let version: UInt64 = 0x0002_0000
    /// Magic number, version, 16 bytes of filler, number of entries.
    private static let headerSize = 26
    private static let entrySize = 12
    /// Attributes follow 32 bytes of Finder information and 2 bytes of padding.
    private static let attributesOffset = 34
    private static let attributesHeaderSize = 36

    /// Returns whether `bytes`, of which 4 suffice, start with the AppleDouble magic number.
    package static func isRecognized(in bytes: [UInt8]) -> Bool { bytes.bigEndian(at: 0, size: 4) == magic }

    /// Reads the structure of the file `bytes`.
    ///
    /// - Parameter fileSize: The size of the file if `bytes` are only its beginning: resource forks come last and can
    ///   be large.
    /// - Throws: `FormatError`: `unsupported` if it is not an AppleDouble file of version 2, `truncated` if an entry or
    ///   attribute extends past the end of the file, `malformed` if an attribute's name is invalid.
    package init(_ bytes: [UInt8], fileSize: Int? = nil) throws(FormatError) {
        let size = max(bytes.count, fileSize ?? 0)
        guard Self.isRecognized(in: bytes) else {
            let isSingle = bytes.bigEndian(at: 0, size: 4) == Self.singleMagic
            let message = isSingle ? "an AppleSingle file, which is not supported" : "not an AppleDouble file"
            throw FormatError(.unsupported, message, offset: 0)
        }
        guard let version = bytes.bigEndian(at: 4, size: 4), let count = bytes.bigEndian(at: 24, size: 2) else {
            throw FormatError(.truncated, "the file ends inside its header", offset: bytes.count)
        }
        guard version == Self.version else {
            throw FormatError(.unsupported, "an AppleDouble file of a version other than 2", offset: 4)
        }
        entries = try Self.entries(in: bytes, size, count: Int(count))
        let finderInfo = entries.first { $0.kind == Entry.Kind.finderInfo }
        attributes =
            try finderInfo.map { entry throws(FormatError) in try Self.attributes(in: bytes, size, entry) } ?? []
    }

    /// Returns the value of the first attribute called `name` in `bytes`, the complete file; nil if there is none.
    package func value(of name: String, in bytes: [UInt8]) -> [UInt8]? {
        guard let attribute = attributes.first(where: { $0.name == name }) else { return nil }
        return bytes.range(at: attribute.value.lowerBound, length: attribute.value.count).map { Array(bytes[$0]) }
    }

    /// Returns a range given by numbers in the file; nil if it exceeds the file's size.
    private static func range(_ offset: UInt64, _ length: UInt64, _ size: Int) -> Range<Int>? {
        // Both are 32-bit numbers, so the sum cannot overflow.
        let range = Int(offset)..<Int(offset + length)
        return range.upperBound <= size ? range : nil
    }

    private static func entries(in bytes: [UInt8], _ size: Int, count: Int) throws(FormatError) -> [Entry] {
        var entries: [Entry] = []
        for index in 0..<count {
            let place = headerSize + index * entrySize
            guard
                let kind = bytes.bigEndian(at: place, size: 4),
                let offset = bytes.bigEndian(at: place + 4, size: 4),
                let length = bytes.bigEndian(at: place + 8, size: 4)
            else { throw FormatError(.truncated, "the file ends inside its list of entries", offset: bytes.count) }
            guard let range = range(offset, length, size) else {
                let message = "entry \(index + 1) of \(length) bytes reaches past the end of the file"
                throw FormatError(.truncated, message, offset: place)
            }
            entries.append(Entry(kind: UInt32(truncatingIfNeeded: kind), range: range))
        }
        return entries
    }

    private static func attributes(
        in bytes: [UInt8],
        _ size: Int,
        _ finderInfo: Entry
    ) throws(FormatError) -> [Attribute] {
        let start = finderInfo.range.lowerBound + attributesOffset
        // Finder information without attributes is just as common.
        guard finderInfo.range.count >= attributesOffset + attributesHeaderSize, bytes.matches("ATTR", at: start) else {
            return []
        }
        guard let count = bytes.bigEndian(at: start + 34, size: 2) else { return [] }
        var attributes: [Attribute] = []
        var place = start + attributesHeaderSize
        for index in 0..<Int(count) {
            guard
                let offset = bytes.bigEndian(at: place, size: 4),
                let length = bytes.bigEndian(at: place + 4, size: 4),
                let nameLength = bytes.bigEndian(at: place + 10, size: 1).map({ Int($0) }),
                let name = bytes.range(at: place + 11, length: nameLength)
            else { throw FormatError(.truncated, "the file ends inside its list of attributes", offset: place) }
            guard nameLength > 1, bytes[name.upperBound - 1] == 0 else {
                let message = "the name of attribute \(index + 1) is empty or not terminated"
                throw FormatError(.malformed, message, offset: place + 10)
            }
            // Value offsets are relative to the start of the file, not of the entry.
            guard let value = range(offset, length, size) else {
                let message = "attribute \(index + 1) of \(length) bytes reaches past the end of the file"
                throw FormatError(.truncated, message, offset: place)
            }
            attributes.append(Attribute(rawName: Array(bytes[name].dropLast()), value: value))
            // Records are padded to a multiple of four bytes.
            place += (11 + nameLength + 3) & ~3
        }
        return attributes
    }
}
