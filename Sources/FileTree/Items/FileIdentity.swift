/// The identity of a file on this computer, shared by all its hard links.
package struct FileIdentity: Hashable, Sendable {
    /// The device number of its file system.
    package let device: UInt64
    /// Its inode number on that device.
    package let inode: UInt64

    /// Creates an identity from the numbers in an `ItemStatus`.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}
