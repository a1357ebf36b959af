import ContainerModel
import Jobs
import System

/// The index and the contents of an archive.
final class ArchiveStore: Sendable {
    let index: TreeIndex
    let contents: ArchiveContents
    /// The device number of the archive's items, which distinguishes them from those of other trees.
    let device: UInt64
    /// The AppleDouble files that macOS stores in `__MACOSX` instead of next to the items they belong to.
    let doubles: ArchiveDoubles

    init(_ index: TreeIndex, _ contents: ArchiveContents, device: UInt64) {
        self.index = index
        self.contents = contents
        self.device = device
        doubles = ArchiveDoubles(in: index)
    }

    /// Returns the AppleDouble file of an item: `._name` next to it, or the one in `__MACOSX` (formats.md).
    func double(of node: TreeIndex.Node) -> TreeIndex.Node? {
        guard let parent = index.parent(node) else { return nil }
        let beside = index.child(AppleDoubleName.name(for: index.name(node))[...], of: parent)
        return beside ?? doubles.ofItems[node]
    }
}

/// A directory of an archive.
final class ArchiveDirectory: TreeListing {
    private let store: ArchiveStore
    private let node: TreeIndex.Node

    init(_ store: ArchiveStore, _ node: TreeIndex.Node) {
        self.store = store
        self.node = node
    }

    private func find(_ name: ArraySlice<UInt8>) -> TreeIndex.Node? {
        name.isEmpty ? node : store.index.child(name, of: node) ?? store.doubles.node(name, in: node, store.index)
    }

    func entries() -> EntryList {
        var entries = EntryList()
        let hidden = node == TreeIndex.root ? store.doubles.folder : nil
        store.index.forEachChild(of: node) { child, name, kind in
            if child != hidden { entries.append(name, kind: kind) }
        }
        // They are listed beside their items, as they would be in a directory of a file system without attributes.
        for double in store.doubles.inDirectories[node] ?? [] {
            entries.append(store.index.name(double), kind: .file)
        }
        return entries
    }

    func status(of name: ArraySlice<UInt8>) -> ItemStatus? {
        find(name).map { node in
            let entry = store.index.entry(node)
            return ItemStatus(
                kind: entry.kind, size: entry.size, permissions: entry.permissions, user: entry.user,
                group: entry.group, links: store.index.links(node),
                inode: entry.ordinal == .max ? UInt64(node) + 1 << 32 : UInt64(entry.ordinal) + 1,
                device: store.device, modified: entry.modified, modifiedNanoseconds: entry.modifiedNanoseconds)
        }
    }

    func attributes(of name: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
        find(name).flatMap { store.index.attributes[$0] } ?? []
    }

    func linkTarget(of name: ArraySlice<UInt8>) -> [UInt8]? {
        find(name).flatMap { store.index.linkTargets[$0] }
    }

    func subdirectory(_ name: ArraySlice<UInt8>) -> (any TreeListing)? {
        find(name).flatMap { node in
            store.index.kind(node) == .directory ? ArchiveDirectory(store, node) : nil
        }
    }

    func openFile(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> Descriptor {
        let node = try file(name)
        return try store.contents.open(node, store.index.entry(node))
    }

    func head(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> [UInt8] {
        let node = try file(name)
        return try store.contents.head(store.index.entry(node), length)
    }

    func appleDoubleHead(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> FileHead? {
        guard let node = find(name), let double = store.double(of: node) else { return nil }
        let entry = store.index.entry(double)
        guard entry.kind == .file else { return nil }
        return FileHead(bytes: try store.contents.head(entry, length), size: entry.size)
    }

    func copyContents(
        of name: ArraySlice<UInt8>,
        to target: Descriptor,
        cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        let node = try file(name)
        return try store.contents.copy(store.index.entry(node), to: target, cancellation, progress)
    }

    private func file(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> TreeIndex.Node {
        try store.index.requireFile(find(name))
    }
}
