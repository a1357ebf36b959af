import ContainerModel
import FileTree
import System

/// Opens the directories of items one after the other; the last item's directory stays open.
struct ItemDirectory {
    private let tree: any FileTree
    private var path: [UInt8] = []
    private var open: TreeDirectory?

    init(_ tree: any FileTree) { self.tree = tree }

    /// Returns the directory of an item and the item's name in it; for `.`, the root and no name.
    /// - Throws: `FileTreeError`
    mutating func directory(of item: ArraySlice<UInt8>) throws(FileTreeError) -> (TreeDirectory, ArraySlice<UInt8>) {
        guard !item.elementsEqual([0x2e]) else { return (tree.root, []) }
        guard let slash = item.lastIndex(of: ContainerPath.slash) else { return (tree.root, item) }
        let directory = item[..<slash]
        let name = item[(slash + 1)...]
        if let open, path.elementsEqual(directory) { return (open, name) }
        guard let inside = ContainerPath(bytes: Array(directory)) else {
            throw FileTreeError(errno: EINVAL, operation: "open the directory")
        }
        let opened = try tree.directory(at: inside, for: .lookup)
        (path, open) = (Array(directory), opened)
        return (opened, name)
    }

    /// Returns the status of an item.
    /// - Throws: `FileTreeError`
    mutating func status(of item: ArraySlice<UInt8>) throws(FileTreeError) -> ItemStatus {
        let (directory, name) = try directory(of: item)
        return try directory.status(of: name, path: .root)
    }
}
