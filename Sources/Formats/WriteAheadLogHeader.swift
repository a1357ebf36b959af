/// The header of a write-ahead log of SQLite (Database File Format, 4.1 "WAL File Format").
package struct WriteAheadLogHeader: Hashable, Sendable {
    /// The size of a page in bytes.
    package let pageSize: UInt32

    /// The first bytes of a log, whose checksums are in either byte order.
    package static let magics: [[UInt8]] = [[0x37, 0x7f, 0x06, 0x82], [0x37, 0x7f, 0x06, 0x83]]

    private static let length: UInt64 = 32
    /// The header of a frame.
    private static let frameHeader: UInt64 = 24

    /// Reads the header.
    /// - Parameter head: The beginning of a file.
    /// - Returns: nil if it is no write-ahead log.
    package init?(_ head: [UInt8]) {
        guard head.count >= Int(Self.length), Self.magics.contains(where: { head.starts(with: $0) }) else {
            return nil
        }
        let size = head[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
        // 64 KiB is written as 1.
        pageSize = size == 1 ? 65_536 : size
        guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    }

    /// Returns the number of whole frames in a log, those of earlier transactions included.
    /// - Parameter size: The size of the file in bytes.
    package func frames(in size: UInt64) -> UInt64 {
        size <= Self.length ? 0 : (size - Self.length) / (Self.frameHeader + UInt64(pageSize))
    }

    /// What the index of a log begins with: version 3007000 and an unused number, of four bytes each, in either byte order.
    static let indexVersions: [[UInt8]] = [[0x18, 0xe2, 0x2d, 0, 0, 0, 0, 0], [0, 0x2d, 0xe2, 0x18, 0, 0, 0, 0]]
    /// The size in bytes of the header of an index: two copies of 48 bytes, and 40 bytes about checkpoints and locks.
    package static let indexHeaderLength = 136

    /// Returns whether a file is the index of a write-ahead log ("WAL-Index Format", 2.1): it begins with its version in the
    /// order of the computer that wrote it, and with two copies of the same header.
    /// - Parameter head: The beginning of the file.
    package static func isIndex(_ head: [UInt8]) -> Bool {
        guard head.count >= 96, indexVersions.contains(where: { head.starts(with: $0) }) else { return false }
        return head[..<48].elementsEqual(head[48..<96])
    }

    /// Returns whether a file may be the index of a log, perhaps of one that is being written: it begins with the version in
    /// both copies of the header, or with zeros, as before it is used.
    /// - Parameter head: The beginning of the file.
    package static func mayBeIndex(_ head: some Collection<UInt8>) -> Bool {
        let header = Array(head.prefix(indexHeaderLength))
        guard !header.allSatisfy({ $0 == 0 }) else { return true }
        guard header.count == indexHeaderLength else { return false }
        return indexVersions.contains { header.starts(with: $0) && header[48...].starts(with: $0) }
    }
}
