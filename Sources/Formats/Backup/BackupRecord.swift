/// A record of `Manifest.mbdb`, the manifest of backups before iOS 10.
///
/// After the six bytes `mbdb 05 00`: five strings, each a big-endian length of two bytes (0xffff for none) and its bytes:
/// domain, path, link target, digest, wrapped key; then, big-endian, mode (2 bytes), inode (8), user, group, and the
/// times of modification, access and change (4 each), size (8), protection class (1), the number of properties (1), and
/// for each of these two more strings.
/// Source: The iPhone Wiki, "iTunes Backup", "MBDB".
package struct BackupRecord: Hashable, Sendable {
    /// The domain.
    package let domain: [UInt8]
    /// The path in the domain.
    package let path: [UInt8]
    /// Everything else, as in a newer backup.
    package let file: BackupFile

    /// The first bytes of the file.
    package static let signature: [UInt8] = [0x6d, 0x62, 0x64, 0x62, 0x05, 0x00]

    /// The flags of a row of a newer manifest that say the same: 1 file, 2 directory, 4 symbolic link; 0 for anything
    /// else.
    package var flags: Int64 {
        switch file.mode & 0o170000 {
        case 0o100000: 1
        case 0o040000: 2
        case 0o120000: 4
        default: 0
        }
    }

    /// Calls `body` with all records, until it returns false.
    /// - Returns: The problem that ends the list early, if the file is cut off or damaged; the records before it count.
    /// - Throws: `FormatError` if it is not such a file.
    package static func forEach(
        in bytes: [UInt8], _ body: (BackupRecord) -> Bool
    ) throws(FormatError) -> FormatError? {
        guard bytes.starts(with: signature) else {
            throw FormatError(.unsupported, "not a manifest of version 5", offset: 0)
        }
        var reader = Reader(bytes: bytes, offset: signature.count)
        while reader.offset < bytes.count {
            let record: BackupRecord
            do throws(FormatError) {
                record = try reader.record()
            } catch {
                return error
            }
            guard body(record) else { break }
        }
        return nil
    }

    private struct Reader {
        let bytes: [UInt8]
        var offset: Int

        mutating func number(_ size: Int) throws(FormatError) -> UInt64 {
            guard let number = bytes.bigEndian(at: offset, size: size) else {
                throw FormatError(.truncated, "the manifest ends inside a record", offset: offset)
            }
            offset += size
            return number
        }

        mutating func string() throws(FormatError) -> [UInt8]? {
            let length = try number(2)
            guard length != 0xffff else { return nil }
            guard let range = bytes.range(at: offset, length: Int(length)) else {
                throw FormatError(.truncated, "the manifest ends inside a record", offset: offset)
            }
            offset = range.upperBound
            return Array(bytes[range])
        }

        mutating func record() throws(FormatError) -> BackupRecord {
            var file = BackupFile()
            let domain = try string() ?? []
            let path = try string() ?? []
            file.target = try string()
            _ = try string()
            let key = try string()
            file.mode = UInt32(try number(2))
            file.inode = try number(8)
            file.user = UInt32(try number(4))
            file.group = UInt32(try number(4))
            file.modified = Int64(try number(4))
            _ = try number(4)
            file.changed = Int64(try number(4))
            file.size = UInt64(try number(8))
            file.protectionClass = Int(try number(1))
            for _ in 0..<Int(try number(1)) {
                _ = try string()
                _ = try string()
            }
            file.encryptionKey = key.flatMap { WrappedKey($0) }.map {
                WrappedKey(classNumber: UInt32(file.protectionClass), bytes: $0.bytes)
            }
            return BackupRecord(domain: domain, path: path, file: file)
        }
    }
}
