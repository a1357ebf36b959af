/// The mode, owner and group that a file has on the device that it comes from, as `rsync --fake-super` keeps them in an
/// extended attribute because only root could restore them.
///
/// The value is text: the mode in octal with the file type, the numbers of a device, the user and the group, as in
/// `100644 0,0 501:501`. Source: `set_stat_xattr` in rsync's xattrs.c.
package struct RsyncStatus: Hashable, Sendable {
    /// The attribute's name on Linux.
    package static let attribute = "user.rsync.%stat"

    /// The permissions, with the set-ID and sticky bits: twelve bits.
    package let permissions: UInt16
    /// The ID of the owner.
    package let user: UInt32
    /// The ID of the group.
    package let group: UInt32

    /// Reads the attribute's value; nil if it has another form.
    package init?(_ value: [UInt8]) {
        let words = value.split(separator: 0x20)
        guard words.count == 3, let mode = UInt32(String(decoding: words[0], as: UTF8.self), radix: 8) else {
            return nil
        }
        let owners = words[2].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { UInt32(String(decoding: $0, as: UTF8.self)) }
        guard owners.count == 2, let user = owners[0], let group = owners[1] else { return nil }
        permissions = UInt16(mode & 0o7777)
        self.user = user
        self.group = group
    }
}
