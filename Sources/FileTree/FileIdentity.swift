/// Tells a file from all others of this computer, under whichever of its names it was met.
package struct FileIdentity: Hashable, Sendable {
    /// The number of the file system's device.
    package let device: UInt64
    /// The file's number on that device.
    package let inode: UInt64

    /// As `ItemStatus` tells them.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}
