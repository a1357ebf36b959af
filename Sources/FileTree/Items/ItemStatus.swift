package import ContainerModel
package import System

extension ItemKind {
    /// - Parameter type: A `d_type` from `getdents64`.
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

    /// Returns the kind encoded in a mode.
    /// - Parameter mode: An `st_mode`.
    package init(mode: UInt32) { self.init(directoryEntryType: UInt8(truncatingIfNeeded: (mode & S_IFMT) >> 12)) }
}

/// When an item was created: distinguishes it from another one that got its inode number later.
package struct BirthTime: Hashable, Sendable {
    /// Seconds since 1970.
    package let seconds: Int64
    /// The nanoseconds within the second.
    package let nanoseconds: UInt32

    /// Creates the time with the given parts.
    package init(seconds: Int64, nanoseconds: UInt32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

/// The numbers of the device that a device node stands for.
package struct DeviceNumbers: Hashable, Sendable {
    /// The number of the driver.
    package let major: UInt32
    /// The number of the device among those of the driver.
    package let minor: UInt32

    package init(major: UInt32, minor: UInt32) { (self.major, self.minor) = (major, minor) }

    /// Both numbers, as `ls -l` orders them: "1:3".
    package var text: String { "\(major):\(minor)" }
}

/// The metadata of an item.
package struct ItemStatus: Hashable, Sendable {
    /// The kind of item.
    package let kind: ItemKind
    /// The logical size in bytes.
    package let size: UInt64
    /// The number of bytes allocated on disk.
    package let allocated: UInt64
    /// Permission bits and the three special bits: `mode & 07777`.
    package var permissions: UInt16
    /// The owner's user ID.
    package let user: UInt32
    /// The group ID.
    package let group: UInt32
    /// The number of hard links.
    package let links: UInt32
    /// The inode number.
    package let inode: UInt64
    /// The device number of the file system.
    package let device: UInt64
    /// When the contents were last modified, in seconds since 1970.
    package let modified: Int64
    /// The nanoseconds of `modified`; 0 if they are not known.
    package let modifiedNanoseconds: UInt32
    /// Whether the nanoseconds of `modified` are known: archives and backups may record whole seconds.
    package let knowsNanoseconds: Bool
    /// When the metadata last changed, in seconds since 1970.
    package let changed: Int64
    /// The nanoseconds of `changed`.
    package let changedNanoseconds: UInt32
    /// When the item was created, in seconds since 1970; nil if the file system does not record it.
    package let born: Int64?
    /// The nanoseconds of `born`; nil if they are not known.
    package let bornNanoseconds: UInt32?
    /// What a device node stands for; nil for other items, and where the tree does not record it.
    package let node: DeviceNumbers?
    /// The data protection class on the device; unknown unless the tree records it, as a backup does.
    package private(set) var protection: ProtectionClass

    /// Returns the metadata with another data protection class.
    package func protected(by protection: ProtectionClass) -> ItemStatus {
        var status = self
        status.protection = protection
        return status
    }

    /// What tells the file from others, whatever its names.
    package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

    /// `born` with its nanoseconds, as far as they are known.
    package var birthTime: BirthTime? { born.map { BirthTime(seconds: $0, nanoseconds: bornNanoseconds ?? 0) } }

    /// Returns whether the contents were last modified at the same time, as far as both times are known.
    package func hasSameModification(as other: ItemStatus) -> Bool {
        modified == other.modified
            && (!knowsNanoseconds || !other.knowsNanoseconds || modifiedNanoseconds == other.modifiedNanoseconds)
    }

    /// Reads the status of an entry, without following symbolic links; an empty name means the directory itself.
    /// - Throws: `FileTreeError`
    package init(of name: some Collection<UInt8>, in directory: Descriptor, path: ContainerPath) throws(FileTreeError) {
        var found = sandglass_stat()
        let failure = withNullTerminated(name) { sandglass_status(directory.number, $0, &found) }
        guard failure == 0 else {
            throw FileTreeError(errno: -failure, in: directory, operation: "access the item", path: path)
        }
        self.init(found)
    }

    /// Reads the status of an open item.
    /// - Throws: `FileTreeError`
    package init(of descriptor: Descriptor, path: ContainerPath) throws(FileTreeError) {
        try self.init(of: [], in: descriptor, path: path)
    }

    /// Creates the status of an item in a tree other than a host directory; disk-specific values are derived from the
    /// others.
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
        modifiedNanoseconds: UInt32,
        knowsNanoseconds: Bool = true,
        changed: Int64? = nil,
        changedNanoseconds: UInt32? = nil,
        born: Int64? = nil,
        bornNanoseconds: UInt32? = nil,
        node: DeviceNumbers? = nil,
        protection: ProtectionClass = .unknown
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
        self.knowsNanoseconds = knowsNanoseconds
        self.changed = changed ?? modified
        self.changedNanoseconds = changedNanoseconds ?? (changed == nil ? modifiedNanoseconds : 0)
        self.born = born
        self.bornNanoseconds = born == nil ? nil : bornNanoseconds
        self.node = node
        self.protection = protection
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
        knowsNanoseconds = true
        changed = found.changed_seconds
        changedNanoseconds = found.changed_nanoseconds
        born = found.has_birth == 0 ? nil : found.born_seconds
        bornNanoseconds = found.has_birth == 0 ? nil : found.born_nanoseconds
        node =
            switch kind {
            case .characterDevice, .blockDevice: DeviceNumbers(major: found.node_major, minor: found.node_minor)
            default: nil
            }
        protection = .unknown
    }
}
