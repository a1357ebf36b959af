/// A log of LevelDB: changes that are in no table yet, or in a MANIFEST the changes of the list of tables
/// (https://github.com/google/leveldb/blob/main/doc/log_format.md).
///
/// A log consists of blocks of 32 KiB. A record does not extend beyond its block; parts of a larger one follow.
package struct LevelDBLog: Hashable, Sendable {
    /// The maximum number of bytes read.
    package static let maxBytes = 64 << 20
    private static let block = 32 << 10
    private static let recordHead = 7

    /// The number of records, of which one can have several parts.
    package private(set) var records = 0
    /// The number of keys that the records write or delete, if they are batches of changes.
    package private(set) var changes: UInt64 = 0
    /// Whether everything was read; the last record may have been cut off by a crash.
    package private(set) var isWhole = true

    /// Returns whether bytes begin with a record whose checksum is right.
    package static func recognizes(_ head: [UInt8]) -> Bool {
        guard let record = record(head, at: 0), record.kind == 1 || record.kind == 2 else { return false }
        return record.isIntact
    }

    /// Reads a log; nil if it does not begin with an intact record.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxBytes, Self.recognizes(bytes) else { return nil }
        var position = 0
        while position < bytes.count {
            let left = Self.block - position % Self.block
            // Too few bytes for a record are zeros.
            guard left >= Self.recordHead else {
                position += left
                continue
            }
            guard let record = Self.record(bytes, at: position), record.isIntact, record.range.count <= left else {
                // Space that was reserved is zeros too.
                isWhole = !bytes[position...].contains { $0 != 0 }
                return
            }
            if record.kind == 1 || record.kind == 2 {
                records += 1
                // A batch: a sequence number of eight bytes, and the number of changes.
                let start = position + Self.recordHead + 8
                if start + 4 <= record.range.upperBound {
                    changes += bytes.littleEndian(at: start, size: 4) ?? 0
                }
            }
            position = record.range.upperBound
        }
    }

    private static func record(
        _ bytes: [UInt8], at position: Int
    ) -> (kind: UInt8, range: Range<Int>, isIntact: Bool)? {
        guard let checksum = bytes.littleEndian(at: position, size: 4),
            let length = bytes.littleEndian(at: position + 4, size: 2),
            let range = bytes.range(at: position, length: recordHead + Int(length)),
            (1...4).contains(bytes[position + 6])
        else { return nil }
        let isIntact = CRC32C.masked(bytes[position + 6..<range.upperBound]) == UInt32(truncatingIfNeeded: checksum)
        return (bytes[position + 6], range, isIntact)
    }
}

/// A table of LevelDB (https://github.com/google/leveldb/blob/main/doc/table_format.md).
package enum LevelDBTable {
    /// The number of bytes at the end of a table.
    package static let footer = 48

    /// Returns whether the last bytes of a file are the footer of a table.
    package static func recognizes(footer: [UInt8]) -> Bool {
        footer.count == Self.footer && footer.littleEndian(at: Self.footer - 8, size: 8) == 0xdb47_7524_8b80_fb57
    }
}

/// The checksum of LevelDB: CRC-32C (RFC 3720, B.4), masked.
enum CRC32C {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82f6_3b78 : value >> 1 }
    }

    /// Returns the checksum.
    static func value(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }

    /// Returns the checksum as it is stored: the checksum of bytes with checksums in them would be weak.
    static func masked(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let value = value(bytes)
        return (value >> 15 | value << 17) &+ 0xa282_ead8
    }
}
