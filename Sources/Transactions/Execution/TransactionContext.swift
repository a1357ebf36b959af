import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// The file system access of one transaction, and the atomic changes it makes.
///
/// Unless `handles` keeps them for many items, directories are opened anew for every step, beneath their root and
/// without following symbolic links: a directory that has been replaced by a symbolic link since the plan was made is
/// refused, not followed.
struct TransactionContext {
    /// The roots that the transaction names, with the trash last.
    let named: [Root]
    /// The open roots.
    let roots: RootTable
    /// The trash, if the transaction uses it.
    let trash: Trash?
    let id: TransactionID
    let progress: ProgressMeter
    let cancellation: Cancellation
    /// Whether copies to devices are read back and compared.
    var readsBack = true
    /// The logs and journals that stay on purpose when their databases are changed.
    var apart: Set<ItemAddress> = []
    /// Since when a log is new that is not part of the transaction, in seconds since 1970; nil if each is that was not there
    /// when the plan was made.
    var newSince: Int64?
    let handles = DirectoryHandles()
    /// Where the trash is, if items have to go there although the transaction did not plan it.
    let environment: TransactionEnvironment
    /// What was kept when items were taken back.
    let kept = KeptItems()
    /// What the transaction did with the logs of databases.
    let units = RecordedUnits()

    /// Returns the address of an item in the trash.
    func trashed(_ name: [UInt8]) -> ItemAddress {
        let files = ItemAddress(trash?.root ?? .computer, Trash.files)
        return files.entry(name) ?? files
    }

    /// Reserves a name in the trash. A failure refers to the `.trashinfo` file rather than to the item.
    func reserve(_ name: [UInt8], in trash: Trash, _ info: TrashInfo) throws(ItemFailure) {
        do throws(ItemFailure) {
            try trash.reserve(name, info)
        } catch {
            throw error.at(root: trash.root)
        }
    }

    /// Returns a descriptor of the directory that contains an item.
    func directory(around location: ItemAddress) throws(ItemFailure) -> Descriptor { try directory(location.parent) }

    func directory(_ location: ItemAddress) throws(ItemFailure) -> Descriptor {
        try handles.directory(location) { () throws(ItemFailure) in
            do throws(FileTreeError) {
                return try roots.openPath(location)
            } catch {
                throw ItemFailure("open the directory", errno: error.errno, path: location.path).at(root: location.root)
            }
        }
    }

    /// Returns the tree of an item if it is not a directory of this computer; such a tree can only be copied from.
    func readOnlyTree(of item: ItemAddress) -> (any FileTree)? {
        guard let tree = try? roots.tree(of: item.root), tree.writable == nil else { return nil }
        return tree
    }

    func status(_ location: ItemAddress) throws(ItemFailure) -> ItemStatus {
        do throws(FileTreeError) {
            guard handles.isKeeping, let name = location.path.lastComponent else {
                return try roots.status(location)
            }
            let directory = try handles.directory(location.parent) { () throws(FileTreeError) in
                try roots.openPath(location.parent)
            }
            return try ItemStatus(of: name, in: directory, path: location.path)
        } catch {
            throw ItemFailure("access the item", errno: error.errno, path: location.path).at(root: location.root)
        }
    }

    /// Returns the status of a temporary; a failure refers to the item that it is for.
    func status(_ temporary: ItemAddress, for item: ItemAddress) throws(ItemFailure) -> ItemStatus {
        do throws(ItemFailure) {
            return try status(temporary)
        } catch {
            throw ItemFailure("access the item", errno: error.errno, path: item.path).at(root: item.root)
        }
    }

    /// Returns the status of an item; nil if it does not exist.
    func present(_ location: ItemAddress) throws(ItemFailure) -> ItemStatus? {
        do throws(ItemFailure) {
            return try status(location)
        } catch {
            guard error.errno == ENOENT else { throw error }
            try requireAnswer(about: location)
            return nil
        }
    }

    /// Checks that the root of an item that seems to be absent still answers.
    func requireAnswer(about location: ItemAddress) throws(ItemFailure) {
        do throws(FileTreeError) {
            try roots.requireAnswer(of: location.root)
        } catch {
            throw ItemFailure("access the item", errno: error.errno, path: location.path).at(root: location.root)
        }
    }

    /// The first root on a device that does not answer any more; nil if there is none.
    var disconnectedRoot: Root? {
        named.first { root in
            do throws(FileTreeError) {
                try roots.requireAnswer(of: root)
                return false
            } catch {
                return true
            }
        }
    }

    /// Returns whether the item found at an address is the one that has a fingerprint, though possibly modified.
    func isSame(_ fingerprint: Fingerprint, _ status: ItemStatus, at location: ItemAddress) -> Bool {
        fingerprint.isSameItem(as: status, keepsInodes: roots.capabilities(of: location.root).keepsInodes)
    }

    /// Returns whether an item can be renamed from one directory into the other.
    func isOneFileSystem(_ one: ItemAddress, _ other: ItemAddress) throws(ItemFailure) -> Bool {
        if one == other { return true }
        return try handles.isOneFileSystem(one, other) { () throws(ItemFailure) in try areOneFileSystem(one, other) }
    }

    private func areOneFileSystem(_ one: ItemAddress, _ other: ItemAddress) throws(ItemFailure) -> Bool {
        let first = try directory(one)
        let second = try directory(other)
        do throws(FileTreeError) {
            guard try ItemStatus(of: first, path: .root).device == ItemStatus(of: second, path: .root).device else {
                return false
            }
        } catch {
            throw ItemFailure("read the directory", errno: error.errno, path: one.path).at(root: one.root)
        }
        // Two mounts of the same file system do not allow renames between them either.
        return sandglass_mount(first.number) == sandglass_mount(second.number)
    }

    /// Makes the entries of directories durable, each directory once.
    func sync(_ directories: some Sequence<ItemAddress>) -> [ItemFailure] {
        var failures: [ItemFailure] = []
        for location in Set(directories) {
            do throws(ItemFailure) {
                try Durability.sync(try directory(location), path: location.path)
            } catch {
                // A directory that has since been removed needs no sync.
                if error.errno != ENOENT { failures.append(error.at(root: location.root)) }
            }
        }
        return failures
    }
}
