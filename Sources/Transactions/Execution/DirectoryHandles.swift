import ContainerModel
import FileTree
import System

/// Directory descriptors that are kept open while independent items are carried out.
///
/// For a few items, every step opens its directories anew, so that a directory that was moved in the meantime is
/// noticed. Thousands of items of one directory share its descriptor for the duration of their steps: they operate on
/// the directory that was opened beneath its root without following symbolic links, regardless of what its path refers
/// to by then.
final class DirectoryHandles {
    private var directories: [ItemAddress: Descriptor] = [:]
    private var areOneFileSystem: [[ItemAddress]: Bool] = [:]
    /// Whether descriptors are being kept.
    private(set) var isKeeping = false
    private static let maximum = 64

    /// Starts keeping descriptors, until `forget()`.
    func keep() { isKeeping = true }

    /// Closes the kept descriptors and stops keeping them.
    func forget() {
        isKeeping = false
        directories = [:]
        areOneFileSystem = [:]
    }

    /// Returns the descriptor of a directory, calling `open` if none is kept.
    func directory<Failure: Error>(
        _ location: ItemAddress,
        open: () throws(Failure) -> Descriptor
    ) throws(Failure) -> Descriptor {
        if let known = directories[location] { return known }
        let opened = try open()
        if isKeeping, directories.count < Self.maximum { directories[location] = opened }
        return opened
    }

    /// Returns whether two directories are on the same file system, calling `look` if that is not known yet.
    func isOneFileSystem<Failure: Error>(
        _ one: ItemAddress,
        _ other: ItemAddress,
        look: () throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        if let known = areOneFileSystem[[one, other]] { return known }
        let isOne = try look()
        if isKeeping, areOneFileSystem.count < Self.maximum { areOneFileSystem[[one, other]] = isOne }
        return isOne
    }
}
