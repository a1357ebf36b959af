package import ContainerModel
package import System

extension ItemKind {
    /// - Parameter type: a `d_type` of `getdents64`.
    init(directoryEntryType type: UInt8) {
        self =
            switch Int32(type) {
            case 4: .directory
            case 8: .file
            case 10: .link
            case 1: .fifo
            case 12: .socket
            case 2: .characterDevice
            case 6: .blockDevice
            default: .unknown
            }
    }

    /// - Parameter mode: an `st_mode`.
    package init(mode: UInt32) { self.init(directoryEntryType: UInt8(truncatingIfNeeded: (mode & S_IFMT) >> 12)) }
}

/// An item's metadata, as the host's file system tells it.
package struct ItemStatus: Hashable, Sendable {
    /// What kind of item it is.
    package let kind: ItemKind
    /// Logical bytes.
    package let size: UInt64
    /// Bytes that the item takes on the disk.
    package let allocated: UInt64
    /// Permission bits and the three special ones: `mode & 07777`.
    package let permissions: UInt16
    /// The owner's number.
    package let user: UInt32
    /// The group's number.
    package let group: UInt32
    /// How many names it has.
    package let links: UInt32
    /// Its number on its device.
    package let inode: UInt64
    /// The number of the device that its file system is on.
    package let device: UInt64
    /// Seconds since 1970.
    package let modified: Int64
    /// Nanoseconds after `modified`.
    package let modifiedNanoseconds: UInt32
    /// When the metadata last changed, in seconds since 1970.
    package let changed: Int64
    /// Nanoseconds after `changed`.
    package let changedNanoseconds: UInt32
    /// When the item was made, in seconds since 1970, where the file system keeps it.
    package let born: Int64?

    /// - Throws: `FileTreeError`
    package init(of name: some Collection<UInt8>, in directory: Descriptor, path: ContainerPath) throws(FileTreeError) {
        var found = sandglass_stat()
        let failure = withNullTerminated(name) { sandglass_statx(directory.number, $0, &found) }
        guard failure == 0 else { throw FileTreeError(errno: -failure, operation: "access the item", path: path) }
        self.init(found)
    }

    /// - Throws: `FileTreeError`
    package init(of descriptor: Descriptor, path: ContainerPath) throws(FileTreeError) {
        try self.init(of: [], in: descriptor, path: path)
    }

    /// What another tree than a directory of this computer knows of an item; nothing of it is on a disk of its own.
    package init(
        kind: ItemKind,
        size: UInt64,
        permissions: UInt16,
        user: UInt32,
        group: UInt32,
        links: UInt32,
        inode: UInt64,
        device: UInt64,
        modified: Int64,
        modifiedNanoseconds: UInt32
    ) {
        self.kind = kind
        self.size = size
        allocated = size
        self.permissions = permissions
        self.user = user
        self.group = group
        self.links = links
        self.inode = inode
        self.device = device
        self.modified = modified
        self.modifiedNanoseconds = modifiedNanoseconds
        changed = modified
        changedNanoseconds = modifiedNanoseconds
        born = nil
    }

    init(_ found: sandglass_stat) {
        kind = ItemKind(mode: found.mode)
        size = found.size
        allocated = found.blocks.multipliedSaturated(by: 512)
        permissions = UInt16(truncatingIfNeeded: found.mode & 0o7777)
        user = found.user
        group = found.group
        links = found.links
        inode = found.inode
        device = found.device
        modified = found.modified_seconds
        modifiedNanoseconds = found.modified_nanoseconds
        changed = found.changed_seconds
        changedNanoseconds = found.changed_nanoseconds
        born = found.has_birth == 0 ? nil : found.born_seconds
    }
}
