import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// The disk as one transaction works on it, and the changes that happen at once.
///
/// Every directory is opened anew for every step, beneath its root and through no link: a directory that has
/// become a link since the plan was made is refused, not followed.
struct Workbench {
    /// The roots that the transaction names, that of the trash last.
    let named: [Root]
    /// The handles of those roots.
    let roots: RootTable
    /// The trash, where the transaction uses it.
    let trash: Trash?
    let id: TransactionID
    let progress: ProgressMeter
    let cancellation: Cancellation
    let handles = DirectoryHandles()

    /// An item of the trash.
    func trashed(_ name: [UInt8]) -> ItemAddress {
        let files = ItemAddress(trash?.root ?? .computer, Trash.files)
        return files.entry(name) ?? files
    }

    /// Takes a name in the trash. What fails is told of the note there, not of the item that was to come.
    func reserve(_ name: [UInt8], in trash: Trash, _ info: TrashInfo) throws(ItemFailure) {
        do throws(ItemFailure) {
            try trash.reserve(name, info)
        } catch {
            throw error.at(root: trash.root)
        }
    }

    /// A handle for the directory around a location.
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

    /// The tree that an item is in, where that is not a directory of this computer: it can be copied from, and no more.
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

    /// What stands under a temporary name; a failure names the item that it is for.
    func status(_ temporary: ItemAddress, for item: ItemAddress) throws(ItemFailure) -> ItemStatus {
        do throws(ItemFailure) {
            return try status(temporary)
        } catch {
            throw ItemFailure("access the item", errno: error.errno, path: item.path).at(root: item.root)
        }
    }

    /// What stands at a location; nil where nothing does.
    func present(_ location: ItemAddress) throws(ItemFailure) -> ItemStatus? {
        do throws(ItemFailure) {
            return try status(location)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
    }

    /// Whether an item can be renamed from the one directory into the other.
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
        // One file system that is mounted twice does not let items pass, either.
        return sandglass_mount(first.number) == sandglass_mount(second.number)
    }

    /// Makes the entries of directories durable, each once.
    func sync(_ directories: some Sequence<ItemAddress>) -> [ItemFailure] {
        var failures: [ItemFailure] = []
        for location in Set(directories) {
            do throws(ItemFailure) {
                try Durability.sync(try directory(location), path: location.path)
            } catch {
                // A directory that went away since needs no more.
                if error.errno != ENOENT { failures.append(error.at(root: location.root)) }
            }
        }
        return failures
    }
}
