import ContainerModel
import FileTree
import System

/// Handles of directories, kept while items that do not depend on one another are carried out.
///
/// A few items open their directories anew for each step, so that a directory that was moved away meanwhile is noticed.
/// Thousands of items of one directory share its handle for as long as their steps take: what is done is done in the
/// directory that was opened, beneath its root and through no link, whatever its name leads to meanwhile.
final class DirectoryHandles {
    private var directories: [ItemAddress: Descriptor] = [:]
    private var areOneFileSystem: [[ItemAddress]: Bool] = [:]
    /// Whether handles are kept at all.
    private(set) var isKeeping = false
    private static let most = 64

    /// Keeps handles from now on, until `forget`.
    func keep() { isKeeping = true }

    /// Closes them.
    func forget() {
        isKeeping = false
        directories = [:]
        areOneFileSystem = [:]
    }

    /// The handle of a directory, opened where there is none yet.
    func directory<Failure: Error>(
        _ location: ItemAddress,
        open: () throws(Failure) -> Descriptor
    ) throws(Failure) -> Descriptor {
        if let known = directories[location] { return known }
        let opened = try open()
        if isKeeping, directories.count < Self.most { directories[location] = opened }
        return opened
    }

    /// Whether two directories are on one file system, looked at where that is not known yet.
    func isOneFileSystem<Failure: Error>(
        _ one: ItemAddress,
        _ other: ItemAddress,
        look: () throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        if let known = areOneFileSystem[[one, other]] { return known }
        let isOne = try look()
        if isKeeping, areOneFileSystem.count < Self.most { areOneFileSystem[[one, other]] = isOne }
        return isOne
    }
}
