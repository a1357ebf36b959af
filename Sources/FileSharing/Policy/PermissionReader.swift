import ContainerModel
import ContainerStore
import FileTree
import Formats
import Synchronization
import Transactions

/// What mode, owner and access control lists let the app's user do, for the items of one operation
/// (container-rules.md, "Mode and ACL count"). Each directory is examined once.
final class PermissionReader: Sendable {
    private let open: OpenRoots
    private let known = Mutex<[ItemAddress: AppAccess]>([:])

    init(_ open: OpenRoots) { self.open = open }

    /// What the app's user may read and remove inside of items, by the root of each open container.
    var checks: [Root: AccessCheck] { open.roots.compactMapValues { AppAccess(above: $0).check } }

    /// Returns the rights not denied on an item of a container, which need not exist.
    /// - Parameter isExample: Whether the item represents others in its directory, so that only that counts.
    func permitted(_ item: ItemAddress, isExample: Bool) -> Rights {
        let access = access(around: item)
        guard !access.isUnrestricted else { return .unrestricted }
        guard !isExample, let status = try? open.status(item) else { return access.permittedForNewItem }
        return access.permitted(status, list(of: item))
    }

    /// Returns the indices of the items of a group that are denied a right.
    func denied(_ group: ItemSet.Group, _ right: Rights) -> [Int] {
        let access = access(in: group.directory)
        guard !access.isUnrestricted, right != .delete || access.isSticky,
            let handle = try? open.table.openPath(group.directory)
        else { return [] }
        let directory = TreeDirectory.host(handle)
        let entries = group.names.entries
        return group.names.indices.filter { index in
            guard let status = try? directory.status(of: entries.name(index), path: .root) else { return false }
            return !access.permitted(status, .list(of: entries.name(index), in: directory)).contains(right)
        }
    }

    private func access(around item: ItemAddress) -> AppAccess {
        guard !item.path.isRoot else {
            return (try? open.table.tree(of: item.root)).map(AppAccess.init) ?? .unrestricted
        }
        return access(in: item.parent)
    }

    private func access(in directory: ItemAddress) -> AppAccess {
        if let found = known.withLock({ $0[directory] }) { return found }
        guard let tree = try? open.table.tree(of: directory.root) else { return .unrestricted }
        let found = AppAccess(in: directory.path, of: tree)
        known.withLock { $0[directory] = found }
        return found
    }

    private func list(of item: ItemAddress) -> PosixAccessControlList? {
        guard let handle = try? open.table.openPath(item.parent) else { return nil }
        return PosixAccessControlList.list(of: item.name, in: .host(handle))
    }
}
