import ContainerModel
import Jobs
import System

/// A tree whose items are known, and whose contents are read on demand: an archive, a domain of a backup.
protocol IndexedTree: AnyObject, Sendable {
    /// The items.
    var index: TreeIndex { get }

    /// Returns the status of an item.
    func status(of node: TreeIndex.Node) -> ItemStatus

    /// Calls `body` with the name and the kind of each entry of a directory.
    func forEachEntry(of directory: TreeIndex.Node, _ body: (UnsafeBufferPointer<UInt8>, ItemKind) -> Void)

    /// Returns the item with a name in a directory; nil if there is none.
    func entry(_ name: ArraySlice<UInt8>, of directory: TreeIndex.Node) -> TreeIndex.Node?

    /// Returns the AppleDouble file of an item (formats.md); nil if there is none.
    func appleDouble(of node: TreeIndex.Node) -> TreeIndex.Node?

    /// Opens a file for random access.
    /// - Throws: `FileTreeError` with a reason in words.
    func open(_ node: TreeIndex.Node) throws(FileTreeError) -> Descriptor

    /// Opens a file for random access, even if it is shorter or longer than its record says, for which `open`
    /// fails.
    /// - Throws: `FileTreeError` with a reason in words.
    func openRemains(_ node: TreeIndex.Node) throws(FileTreeError) -> FileRemains

    /// Returns the first bytes of a file.
    /// - Throws: `FileTreeError` with a reason in words.
    func head(_ node: TreeIndex.Node, _ length: Int) throws(FileTreeError) -> [UInt8]

    /// Writes the contents of a file to an open, empty one; of a file that is shorter than its record says, what there is.
    /// - Parameter progress: Receives the number of bytes of each part.
    /// - Returns: false if it was cancelled.
    /// - Throws: `FileTreeError` with a reason in words.
    func copy(
        _ node: TreeIndex.Node, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool
}

extension IndexedTree {
    func forEachEntry(of directory: TreeIndex.Node, _ body: (UnsafeBufferPointer<UInt8>, ItemKind) -> Void) {
        index.forEachChild(of: directory) { _, name, kind in body(name, kind) }
    }

    func entry(_ name: ArraySlice<UInt8>, of directory: TreeIndex.Node) -> TreeIndex.Node? {
        index.child(name, of: directory)
    }

    func openRemains(_ node: TreeIndex.Node) throws(FileTreeError) -> FileRemains { FileRemains(try open(node)) }

    func appleDouble(of node: TreeIndex.Node) -> TreeIndex.Node? {
        index.parent(node).flatMap { index.child(AppleDoubleName.name(for: index.name(node))[...], of: $0) }
    }
}

/// A directory of a tree whose items are known.
///
/// Names are entry names; an empty name refers to the directory itself.
package struct IndexedDirectory: Sendable {
    let tree: any IndexedTree
    private let node: TreeIndex.Node

    init(_ tree: any IndexedTree, _ node: TreeIndex.Node = TreeIndex.root) {
        self.tree = tree
        self.node = node
    }

    private func find(_ name: ArraySlice<UInt8>) -> TreeIndex.Node? {
        name.isEmpty ? node : tree.entry(name, of: node)
    }

    private func file(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> TreeIndex.Node {
        try tree.index.requireFile(find(name))
    }

    func entries() -> EntryList {
        var entries = EntryList()
        tree.forEachEntry(of: node) { name, kind in entries.append(name, kind: kind) }
        return entries
    }

    func status(of name: ArraySlice<UInt8>) -> ItemStatus? { find(name).map { tree.status(of: $0) } }

    func attributes(of name: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
        find(name).flatMap { tree.index.attributes[$0] } ?? []
    }

    func linkTarget(of name: ArraySlice<UInt8>) -> [UInt8]? { find(name).flatMap { tree.index.linkTargets[$0] } }

    func subdirectory(_ name: ArraySlice<UInt8>) -> IndexedDirectory? {
        find(name).flatMap { tree.index.kind($0) == .directory ? IndexedDirectory(tree, $0) : nil }
    }

    func openFile(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> Descriptor { try tree.open(try file(name)) }

    func openRemains(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> FileRemains {
        try tree.openRemains(try file(name))
    }

    func head(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> [UInt8] {
        try tree.head(try file(name), length)
    }

    func appleDoubleHead(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> FileHead? {
        guard let double = find(name).flatMap({ tree.appleDouble(of: $0) }), tree.index.kind(double) == .file else {
            return nil
        }
        return FileHead(bytes: try tree.head(double, length), size: tree.index.entry(double).size)
    }

    func copyContents(
        of name: ArraySlice<UInt8>,
        to target: Descriptor,
        cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        try tree.copy(try file(name), to: target, cancellation, progress)
    }
}
