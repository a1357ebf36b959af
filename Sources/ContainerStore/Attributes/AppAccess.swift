package import ContainerModel
package import FileTree
package import Formats

/// The rights that mode, owner and access control lists give the app's own user in a directory (container-rules.md,
/// "Mode and ACL count").
///
/// The app's user is the owner of the container's root as it is on this computer, since a copy changes the owner of all
/// items alike. The power of this process to ignore modes never counts.
package struct AppAccess: Sendable {
    /// The IDs of the app's user and its group; nil if modes are not in force, as in an archive or on a device.
    private let user: (user: UInt32, group: UInt32)?
    /// The first directory on the way down to this one, or this one, that may not be searched; nil if there is none.
    package let barrier: ItemStatus?
    /// The directory; nil above the container's root.
    private let directory: ItemStatus?
    private let directoryList: PosixAccessControlList?

    private init(
        _ user: (user: UInt32, group: UInt32)?,
        barrier: ItemStatus? = nil,
        directory: ItemStatus? = nil,
        _ list: PosixAccessControlList? = nil
    ) {
        self.user = user
        self.barrier = barrier
        self.directory = directory
        directoryList = list
    }

    /// No restriction.
    package static let unrestricted = AppAccess(nil)

    /// The access above a container's root: to the root itself.
    package init(above tree: any FileTree) {
        guard tree.medium == nil, let root = try? tree.status(.root), root.knowsAccess else {
            self = .unrestricted
            return
        }
        self.init(above: root)
    }

    /// The access above the root of a container on this computer, to the root itself.
    /// - Parameter root: The status of the root.
    package init(above root: ItemStatus) { self.init(root.knowsAccess ? (root.user, root.group) : nil) }

    /// The access in a directory of a container. If it does not exist, that in the nearest directory above that does.
    package init(in path: ContainerPath, of tree: any FileTree) {
        guard tree.medium == nil, let root = try? tree.status(.root), root.knowsAccess else {
            self = .unrestricted
            return
        }
        var handle = tree.root
        var access = AppAccess(above: root).entering(root, .list(of: [], in: handle))
        for name in path.components {
            // An item that is not a directory yet will be one before it has entries.
            guard let status = try? handle.status(of: name, path: .root), status.kind == .directory else { break }
            access = access.entering(status, .list(of: name, in: handle))
            guard let next = try? handle.subdirectory(name, for: .lookup) else { break }
            handle = next
        }
        self = access
    }

    /// The access to the directory that contains an item; for the root, that above it.
    package init(around path: ContainerPath, of tree: any FileTree) {
        self = path.parent.map { AppAccess(in: $0, of: tree) } ?? AppAccess(above: tree)
    }

    /// Returns the access in an entry of this directory.
    package func entering(_ name: ArraySlice<UInt8>, in handle: TreeDirectory) -> AppAccess {
        guard user != nil, let status = try? handle.status(of: name, path: .root) else { return self }
        return entering(status, .list(of: name, in: handle))
    }

    /// Returns the access in a directory with a known status.
    /// - Parameter list: Reads the directory's access control list; called only if it counts.
    package func entering(_ status: ItemStatus, _ list: @autoclosure () -> PosixAccessControlList?) -> AppAccess {
        guard user != nil else { return self }
        let list = isOwner(of: status) ? nil : list()
        return AppAccess(
            user, barrier: barrier ?? (allows(.search, status, list) ? nil : status), directory: status, list)
    }
}

extension AppAccess {
    /// Returns the rights R, W and D that are not denied on an entry. D stands for removing it from the directory.
    /// - Parameter list: Reads the entry's access control list; called only if it counts.
    package func permitted(_ status: ItemStatus, _ list: @autoclosure () -> PosixAccessControlList? = nil) -> Rights {
        guard user != nil else { return .unrestricted }
        guard barrier == nil else { return [] }
        var rights: Rights = mayRemove(status) ? .delete : []
        // The mode of a link means nothing.
        guard status.kind != .link else { return rights.union([.read, .write]) }
        let list = isOwner(of: status) ? nil : list()
        let search: AccessKinds = status.kind == .directory ? .search : []
        if allows([.read, search], status, list) { rights.insert(.read) }
        if allows([.write, search], status, list) { rights.insert(.write) }
        return rights
    }

    /// The rights on an entry that does not exist yet: D stands for adding it to the directory.
    package var permittedForNewItem: Rights {
        guard user != nil else { return .unrestricted }
        guard barrier == nil else { return [] }
        guard let directory else { return .unrestricted }
        return allows([.write, .search], directory, directoryList) ? .unrestricted : [.read, .write]
    }

    /// Whether permissions have to be examined item by item before something is removed: the directory is sticky.
    package var isSticky: Bool { user != nil && (directory?.permissions ?? 0) & 0o1000 != 0 }

    /// Whether nothing is restricted.
    package var isUnrestricted: Bool { user == nil }

    /// Returns the directory, if it denies removing an entry by its own mode, or because it is sticky; otherwise nil.
    package func directoryThatKeeps(_ status: ItemStatus) -> ItemStatus? { mayRemove(status) ? nil : directory }

    private func mayRemove(_ status: ItemStatus) -> Bool {
        guard permittedForNewItem.contains(.delete) else { return false }
        guard let directory, isSticky else { return true }
        return isOwner(of: status) || isOwner(of: directory)
    }

    /// Whether the app's user owns an item: then its rights are the first three bits of the mode, whatever an access
    /// control list says.
    private func isOwner(of status: ItemStatus) -> Bool { status.user == user?.user }

    /// Decides in the same way about items inside of items, as they are opened; nil if nothing is restricted.
    package var check: AccessCheck? {
        guard user != nil else { return nil }
        return AccessCheck { kinds, status, list in
            allows(kinds, status, list().flatMap { try? PosixAccessControlList($0) })
        }
    }

    /// Returns whether the app's user has all kinds of access, as acl(5) says.
    private func allows(
        _ wanted: AccessKinds,
        _ status: ItemStatus,
        _ list: PosixAccessControlList?
    ) -> Bool {
        guard let user else { return true }
        func grants(_ permissions: UInt16) -> Bool { AccessKinds(rawValue: permissions & 7).isSuperset(of: wanted) }
        if isOwner(of: status) { return grants(status.permissions >> 6) }
        guard let list, let mask = list.entries.first(where: { $0.tag == .mask })?.permissions else {
            return grants(status.group == user.group ? status.permissions >> 3 : status.permissions)
        }
        if let own = list.entries.first(where: { $0.tag == .user && $0.id == user.user }) {
            return grants(own.permissions & mask)
        }
        let groups = list.entries.filter {
            $0.tag == .owningGroup && status.group == user.group || $0.tag == .group && $0.id == user.group
        }
        guard !groups.isEmpty else { return grants(status.permissions) }
        return groups.contains { grants($0.permissions & mask) }
    }
}

extension PosixAccessControlList {
    /// Returns the access control list of an entry of an open directory, or of the directory itself if `name` is empty;
    /// nil if it has none that can be read.
    package static func list(of name: ArraySlice<UInt8>, in directory: TreeDirectory) -> PosixAccessControlList? {
        let attribute = Array(Self.attribute.utf8)
        guard directory.attributeNames(of: name).contains(attribute) else { return nil }
        return directory.attribute(attribute, of: name).flatMap { try? PosixAccessControlList($0) }
    }
}
