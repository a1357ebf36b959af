/// The facts about items that a file system stores, and the promises that it keeps, as far as changes depend on them.
package struct FileSystemCapabilities: Hashable, Sendable {
    /// Whether permissions, owners and extended attributes are stored. Where they are not, those that the system reports
    /// are inventions of the program that serves the mount.
    package var storesMetadata = true
    /// Whether the permissions that the system reports are those of the item.
    package var tellsModes = true
    /// Whether symbolic links can be made.
    package var storesLinks = true
    /// Whether an item keeps its inode number while it is mounted and from one mount to the next.
    package var keepsInodes = true
    /// Whether a rename onto a taken name replaces the item there. If not, a name is freed before it is given away, and a
    /// rename alone never replaces anything.
    package var isRenamePlain = false
    /// Whether the file system can disappear while it is in use, and then answers as if items were absent: absence is
    /// believed only from a mount that still answers, and what was written is read back.
    package var isRemote = false
    /// Whether it is on an iOS device, whose refusals have few reasons, and words of their own.
    package var isOnDevice = false

    /// A file system of this computer.
    package static let local = FileSystemCapabilities()

    /// The file conduit of an iOS device (AFC), mounted by ifuse: names, contents and times in whole seconds. ifuse invents
    /// modes, owners and inode numbers, has no extended attributes, and afcd makes no symbolic links. Whether afcd replaces
    /// an item on a rename depends on its version, so the program relies on neither.
    package static let conduit = FileSystemCapabilities(
        storesMetadata: false, tellsModes: false, storesLinks: false, keepsInodes: false, isRenamePlain: true,
        isRemote: true, isOnDevice: true)

    /// A host's files over SFTP, as the program mounts them by sshfs: names, contents, links, modes and times in whole
    /// seconds. Owners are numbers of the host's, which have other names here; SFTP tells neither extended attributes nor times of birth, and inode numbers are
    /// libfuse's. Whether a rename replaces depends on the server.
    package static let host = FileSystemCapabilities(
        storesMetadata: false, keepsInodes: false, isRenamePlain: true, isRemote: true)

    /// Returns the capabilities of the file system of an open item.
    package init(of descriptor: Int32) {
        let kind = FileSystemKind(of: descriptor)
        self = Self.capabilities(of: kind) { Platform.fileSystemType(of: descriptor) }
        // A mount that mountinfo does not list any more, or a host, which is known to who has mounted it: what sshfs
        // serves for anybody else is used as any other file system.
        if self == .local, kind.isServedByProcess || kind.number == 0 { self = Self.noted(descriptor) }
    }

    private init(
        storesMetadata: Bool = true, tellsModes: Bool = true, storesLinks: Bool = true, keepsInodes: Bool = true,
        isRenamePlain: Bool = false, isRemote: Bool = false, isOnDevice: Bool = false
    ) {
        self.storesMetadata = storesMetadata
        self.tellsModes = tellsModes
        self.storesLinks = storesLinks
        self.keepsInodes = keepsInodes
        self.isRenamePlain = isRenamePlain
        self.isRemote = isRemote
        self.isOnDevice = isOnDevice
    }

    /// Returns the capabilities of a file system.
    /// - Parameters:
    ///   - kind: Its kind. 0, if it does not answer, counts as one that a process serves: a device that is gone does not.
    ///   - type: Returns its type in mountinfo; asked only about file systems that processes serve.
    package static func capabilities(of kind: FileSystemKind, type: () -> String?) -> FileSystemCapabilities {
        guard kind.isServedByProcess || kind.number == 0 else { return .local }
        return type() == Mount.conduitType ? .conduit : .local
    }
}
