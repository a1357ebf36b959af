/// A POSIX access control list as stored by Linux in the attribute `system.posix_acl_access`.
///
/// Little-endian: u32 version 2, then entries of {u16 tag, u16 permissions, u32 id} (linux/posix_acl_xattr.h).
package struct PosixAccessControlList: Hashable, Sendable {
    /// The attribute that contains the list.
    package static let attribute = "system.posix_acl_access"

    /// The users that an entry applies to.
    package enum Tag: UInt16, Sendable {
        case owner = 0x01
        case user = 0x02
        case owningGroup = 0x04
        case group = 0x08
        case mask = 0x10
        case other = 0x20
    }

    /// An entry of the list.
    package struct Entry: Hashable, Sendable {
        /// The users that the entry applies to.
        package let tag: Tag
        /// `rwx` as the three lowest bits of a mode.
        package let permissions: UInt16
        /// The ID of the user or group, for `user` and `group`.
        package let id: UInt32
    }

    /// The entries, in order.
    package let entries: [Entry]

    /// Parses an access control list.
    /// - Throws: `FormatError` if the bytes are not a valid list.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        guard bytes.count >= 4, (bytes.count - 4) % 8 == 0 else {
            throw FormatError(.truncated, "the access control list is cut short", offset: bytes.count)
        }
        func number(_ offset: Int, _ size: Int) -> UInt32 {
            (0..<size).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
        }
        guard number(0, 4) == 2 else {
            throw FormatError(.unsupported, "the access control list has a version other than 2", offset: 0)
        }
        var entries: [Entry] = []
        for offset in stride(from: 4, to: bytes.count, by: 8) {
            guard let tag = Tag(rawValue: UInt16(number(offset, 2))) else {
                throw FormatError(.malformed, "the access control list has an unknown tag", offset: offset)
            }
            entries.append(
                Entry(tag: tag, permissions: UInt16(number(offset + 2, 2)) & 7, id: number(offset + 4, 4))
            )
        }
        self.entries = entries
    }
}
