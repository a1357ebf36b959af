import ContainerModel
import Jobs
import System

/// The items and the contents of a domain of a backup.
final class BackupStore: Sendable {
    let index: BackupIndex
    let device: UInt64
    private let manifest: BackupManifest
    private let files: BackupFiles
    private let opened = UnpackedFiles()

    init(_ index: BackupIndex, _ manifest: BackupManifest, _ files: BackupFiles, device: UInt64) {
        self.index = index
        self.manifest = manifest
        self.files = files
        self.device = device
    }

    /// Returns where the contents of a file are.
    /// - Throws: `FileTreeError`
    func location(of node: TreeIndex.Node) throws(FileTreeError) -> BackupFiles.Location {
        guard let row = index.details(of: node)?.row, let location = try manifest.location(ofRow: row) else {
            throw FileTreeError(operation: "open the file", unusable: "the manifest does not tell which file holds it")
        }
        return location
    }

    /// Opens a file for random access.
    /// - Throws: `FileTreeError` with a reason in words.
    func open(_ node: TreeIndex.Node) throws(FileTreeError) -> Descriptor {
        if let known = opened[node] { return known }
        let location = try location(of: node)
        let file = try files.open(location)
        // The manifest need not tell the truth about the size.
        if location.key != nil { opened.keep(file, as: node, size: try ItemStatus(of: file, path: .root).size) }
        return file
    }

    func head(_ node: TreeIndex.Node, _ length: Int) throws(FileTreeError) -> [UInt8] {
        try files.head(try location(of: node), length)
    }

    func copy(
        _ node: TreeIndex.Node, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        try files.copy(try location(of: node), to: target, cancellation, progress)
    }
}

/// A directory of a domain of a backup.
final class BackupDirectory: TreeListing {
    private let store: BackupStore
    private let node: TreeIndex.Node

    init(_ store: BackupStore, _ node: TreeIndex.Node) {
        self.store = store
        self.node = node
    }

    private var tree: TreeIndex { store.index.tree }

    private func find(_ name: ArraySlice<UInt8>) -> TreeIndex.Node? {
        name.isEmpty ? node : tree.child(name, of: node)
    }

    func entries() -> EntryList {
        var entries = EntryList()
        tree.forEachChild(of: node) { _, name, kind in entries.append(name, kind: kind) }
        return entries
    }

    func status(of name: ArraySlice<UInt8>) -> ItemStatus? {
        find(name).map { node in
            let entry = tree.entry(node)
            let details = store.index.details(of: node)
            return ItemStatus(
                kind: entry.kind, size: entry.size, permissions: entry.permissions, user: entry.user,
                group: entry.group, links: 1, inode: UInt64(node) + 1, device: store.device,
                modified: entry.modified, modifiedNanoseconds: 0, changed: details?.changed, born: details?.born,
                protection: details?.protection ?? .unknown)
        }
    }

    func attributes(of name: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
        find(name).flatMap { tree.attributes[$0] } ?? []
    }

    func linkTarget(of name: ArraySlice<UInt8>) -> [UInt8]? { find(name).flatMap { tree.linkTargets[$0] } }

    func subdirectory(_ name: ArraySlice<UInt8>) -> (any TreeListing)? {
        find(name).flatMap { tree.kind($0) == .directory ? BackupDirectory(store, $0) : nil }
    }

    func openFile(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> Descriptor { try store.open(try file(name)) }

    func head(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> [UInt8] {
        try store.head(try file(name), length)
    }

    func appleDoubleHead(of name: ArraySlice<UInt8>, length: Int) throws(FileTreeError) -> FileHead? {
        guard !name.isEmpty, let node = tree.child(AppleDoubleName.name(for: name)[...], of: node),
            tree.kind(node) == .file
        else {
            return nil
        }
        return FileHead(bytes: try store.head(node, length), size: tree.entry(node).size)
    }

    func copyContents(
        of name: ArraySlice<UInt8>,
        to target: Descriptor,
        cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        try store.copy(try file(name), to: target, cancellation, progress)
    }

    private func file(_ name: ArraySlice<UInt8>) throws(FileTreeError) -> TreeIndex.Node {
        try tree.requireFile(find(name))
    }
}
