import ContainerModel
import Jobs
import System

/// The index and the contents of an archive.
final class ArchiveStore: IndexedTree {
    let index: TreeIndex
    private let contents: ArchiveContents
    /// The device number of the archive's items, which distinguishes them from other trees' items.
    private let device: UInt64
    /// The AppleDouble files that macOS stores in `__MACOSX` instead of next to the items they belong to.
    let doubles: ArchiveDoubles

    init(_ index: TreeIndex, _ contents: ArchiveContents, device: UInt64) {
        self.index = index
        self.contents = contents
        self.device = device
        doubles = ArchiveDoubles(in: index)
    }

    func status(of node: TreeIndex.Node) -> ItemStatus {
        let entry = index.entry(node)
        return ItemStatus(
            kind: entry.kind, size: entry.size, permissions: entry.permissions, user: entry.user,
            group: entry.group, links: index.links(node),
            inode: entry.ordinal == .max ? UInt64(node) + 1 << 32 : UInt64(entry.ordinal) + 1,
            device: device, modified: entry.modified, modifiedNanoseconds: entry.modifiedNanoseconds,
            // Most archives record whole seconds, and do not say so.
            knowsNanoseconds: entry.modifiedNanoseconds != 0, node: index.devices[node])
    }

    func forEachEntry(of directory: TreeIndex.Node, _ body: (UnsafeBufferPointer<UInt8>, ItemKind) -> Void) {
        let hidden = directory == TreeIndex.root ? doubles.folder : nil
        index.forEachChild(of: directory) { child, name, kind in
            if child != hidden { body(name, kind) }
        }
        // They are listed beside their items, as they would be in a directory of a file system without attributes.
        for double in doubles.inDirectories[directory] ?? [] {
            index.name(double).withUnsafeBufferPointer { body($0, .file) }
        }
    }

    func entry(_ name: ArraySlice<UInt8>, of directory: TreeIndex.Node) -> TreeIndex.Node? {
        index.child(name, of: directory) ?? doubles.node(name, in: directory, index)
    }

    /// `._name` beside the item, or the file in `__MACOSX`.
    func appleDouble(of node: TreeIndex.Node) -> TreeIndex.Node? {
        guard let parent = index.parent(node) else { return nil }
        return index.child(AppleDoubleName.name(for: index.name(node))[...], of: parent) ?? doubles.ofItems[node]
    }

    func open(_ node: TreeIndex.Node) throws(FileTreeError) -> Descriptor {
        try contents.open(node, index.entry(node))
    }

    func head(_ node: TreeIndex.Node, _ length: Int) throws(FileTreeError) -> [UInt8] {
        try contents.head(index.entry(node), length)
    }

    func copy(
        _ node: TreeIndex.Node, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        try contents.copy(index.entry(node), to: target, cancellation, progress)
    }
}
